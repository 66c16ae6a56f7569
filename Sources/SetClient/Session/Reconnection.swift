import SetProtocol

package enum LinkEvent: Equatable, Sendable {
    case message(HostMessage)
    /// The connection broke, or reconnecting has made progress; a welcome ends the outage.
    case interrupted(Outage)
    case remark(String)
    /// The link has ended permanently, after this message if there was one.
    case ended(SessionEnd, after: HostMessage?)
}

/// How a client keeps its connection to the host, as a value: events and the time go in, effects
/// come out.
///
/// | stage      | a message           | the connection ends   | time passes                    |
/// |------------|---------------------|-----------------------|--------------------------------|
/// | greeting   | welcome → joined    | the end, or → waiting | no welcome → the end, or → waiting |
/// | joined     | is handed on; a second welcome tells of another seat | → waiting | silence → waiting          |
/// | waiting    | –                   | –                     | → connecting                   |
/// | connecting | –                   | –                     | (an attempt is limited itself) |
///
/// Only a client that the host admitted reconnects; a player uses the token of the last welcome.
/// Messages sent while disconnected are dropped.
package struct Reconnection: Equatable, Sendable {
    package enum Effect: Equatable, Sendable {
        case connect
        /// Drop the current connection or connection attempt.
        case hangUp
        case say(ClientMessage)
        case tell(LinkEvent)
        /// Record the seat for a later start of the program.
        case keep(Welcome)
        /// Forget the recorded seat, because it is useless.
        case forget
    }

    private enum Stage: Equatable {
        case idle
        case greeting(since: MonotonicInstant)
        case joined(since: MonotonicInstant)
        case waiting
        case connecting
        case over
    }

    /// How long to wait before each attempt, in milliseconds; the last one is repeated.
    static let waits = [0, 250, 500, 1000, 2000, 4000, 5000]
    /// How long a connection must have lasted for the next loss to count as a new one.
    static let steadyTime = Duration.seconds(10)
    /// How long to keep trying after the seat may be gone.
    static let giveUpTime = Duration.seconds(120)
    /// How long a television shows the end of a game.
    static let reportTime = Duration.seconds(15)
    /// The time limit for the welcome of a newcomer, whatever else the host sends.
    private static let welcomeTime = Duration.seconds(10)

    /// The silence after which the host counts as lost, once it has pinged; it pings every second.
    let silenceLimit: Duration
    /// The host as the player would type it.
    let place: String
    private var stage = Stage.idle
    private var hello: Hello
    /// The hello to use if the seat of an earlier run is no longer kept.
    private var fallbackHello: Hello?
    private var welcome: Welcome?
    private var outage: Outage?
    /// The number of attempts since the connection last lasted for a while.
    private var attempts = 0
    private var lastHeard = MonotonicInstant.zero
    private var quietSince = MonotonicInstant.zero
    private var hostPings = false
    private var welcomes = RateLimit(RateLimit.Rate(1, per: .seconds(1), burst: 10))
    /// When a television looks for another table; `nil` while a game goes on.
    private var movesOn: MonotonicInstant?
    private var random: SeededGenerator

    /// - Parameter seed: Decides how the waits before attempts vary.
    package init(
        _ hello: Hello, or fallback: Hello? = nil, at place: String, seed: UInt64,
        silenceLimit: Duration = WireLimits.standard.silence
    ) {
        random = SeededGenerator(seed: seed)
        (self.hello, fallbackHello) = (hello, fallback)
        (self.place, self.silenceLimit) = (place, silenceLimit)
    }

    /// Whether messages sent now reach the host.
    package var isConnected: Bool {
        switch stage {
        case .joined: true
        case .greeting: outage == nil && fallbackHello == nil
        case .idle, .waiting, .connecting, .over: false
        }
    }

    /// Whether the host keeps a seat while the client is disconnected.
    package var awaitsSeat: Bool { outage?.seatKeptUntil != nil }

    /// When to call ``deadlinePassed(at:)`` next; `nil` while nothing is timed.
    package var nextDeadline: MonotonicInstant? {
        switch stage {
        case .joined:
            [hostPings ? quietSince.advanced(by: silenceLimit) : nil, movesOn]
                .compactMap(\.self).min()
        case .greeting(let since):
            since.advanced(by: outage == nil ? Self.welcomeTime : silenceLimit)
        case .waiting: outage?.nextAttempt
        case .idle, .connecting, .over: nil
        }
    }

    // MARK: - What happens

    package mutating func start(at now: MonotonicInstant) -> [Effect] {
        stage = .greeting(since: now)
        heard(at: now)
        return [.say(.hello(hello))]
    }

    package mutating func receive(_ message: HostMessage, at now: MonotonicInstant) -> [Effect] {
        guard isListening else { return [] }
        heard(at: now)
        switch message {
        case .ping(let nonce):
            hostPings = true
            return [.say(.pong(nonce))]
        case .welcome(let welcome):
            // Only a host that knows the queue gives and takes seats at a table, and not often: each
            // seat is written to the disk.
            if case .joined = stage,
                !welcome.features.contains(.queue) || !welcomes.allows(at: now)
            {
                return misunderstood("The host sent welcome twice.")
            }
            return welcomed(welcome, at: now)
        case .bye(let why, resume: true, let text) where mayReturn:
            let cause =
                why == nil
                ? Outage.Cause.dismissed(Farewell.sentence(for: why, text)) : .restarting
            return broke(cause, at: now)
        case .error(let why, let text): return dismissed(why, text, at: now)
        case .bye(.closing, _, let text) where hello.isTelevision:
            return broke(.dismissed(Farewell.sentence(for: .closing, text)), at: now)
        case .bye: return finish(SessionEnd(after: message), message)
        case .status: return []
        case .state(let state):
            let isIdle = state.phase == .over || state.phase == .waiting
            if hello.isTelevision {
                movesOn = isIdle ? movesOn ?? now.advanced(by: Self.reportTime) : nil
            }
            return [.tell(.message(message))]
        case .refused, .hint, .race, .commitment, .reveal, .said, .pong:
            return [.tell(.message(message))]
        }
    }

    /// Records a message that this version does not know.
    package mutating func heard(at now: MonotonicInstant) {
        (lastHeard, quietSince) = (now, now)
    }

    /// Ends the session because of an invalid message from the host.
    ///
    /// A player whose host has never said a valid word has most likely named another program.
    package mutating func misunderstood(_ sentence: String) -> [Effect] {
        guard isListening else { return [] }
        let words =
            welcome == nil
            ? "\(place) is not a set-duel host: check the address and the port" : sentence
        return [.hangUp] + finish(SessionEnd(.lost, words))
    }

    package mutating func connectionEnded(
        _ sentence: String, at now: MonotonicInstant
    ) -> [Effect] {
        guard isListening else { return [] }
        return broke(.broken(sentence), at: now)
    }

    package mutating func connected(at now: MonotonicInstant) -> [Effect] {
        guard case .connecting = stage else { return [.hangUp] }
        return start(at: now)
    }

    package mutating func connectionFailed(
        _ sentence: String, at now: MonotonicInstant
    ) -> [Effect] {
        guard case .connecting = stage else { return [] }
        return outage == nil ? finish(SessionEnd(.lost, sentence)) : tryAgain(at: now)
    }

    /// Carries out what is due; nothing if no deadline has passed.
    package mutating func deadlinePassed(at now: MonotonicInstant) -> [Effect] {
        guard let due = nextDeadline, due <= now else { return [] }
        switch stage {
        case .waiting:
            stage = .connecting
            outage?.nextAttempt = nil
            return interruption + [.connect]
        case .joined where movesOn.map { $0 <= now } ?? false:
            (movesOn, stage) = (nil, .connecting)
            return [.hangUp, .connect]
        case .greeting, .joined:
            // A suspended program cannot have received anything.
            guard due.duration(to: now) < .seconds(1) else {
                quietSince = now
                if case .greeting = stage { stage = .greeting(since: now) }
                return []
            }
            if case .greeting = stage, outage == nil { return [.hangUp] + unanswered() }
            return broke(.silent, at: now)
        case .idle, .connecting, .over: return []
        }
    }

    package mutating func stop() { stage = .over }

    // MARK: - What is done

    private var isListening: Bool {
        switch stage {
        case .greeting, .joined: true
        case .idle, .waiting, .connecting, .over: false
        }
    }

    /// A player needs a token for it; anybody may watch.
    private var mayReturn: Bool {
        guard let welcome else { return false }
        return welcome.seat == nil || welcome.token != nil
    }

    private mutating func welcomed(_ welcome: Welcome, at now: MonotonicInstant) -> [Effect] {
        let isReturnAtStart = self.welcome == nil && fallbackHello != nil
        let losesSeat = self.welcome?.seat != nil && welcome.seat == nil
        self.welcome = welcome
        (hello.table, hello.token) = (welcome.table, welcome.token)
        hello.role = welcome.seat == nil ? .watch : .play
        // It stays at a table for one game.
        if hello.isTelevision { hello.table = nil }
        (outage, fallbackHello, movesOn) = (nil, nil, nil)
        stage = .joined(since: now)
        let kept: [Effect] =
            losesSeat ? [.forget] : welcome.token == nil ? [] : [.keep(welcome)]
        let words = "You are back in your seat at table \(welcome.table)."
        return kept + [.tell(.message(.welcome(welcome)))]
            + (isReturnAtStart ? [.tell(.remark(words))] : [])
    }

    private mutating func dismissed(
        _ why: ConnectionError?, _ text: String, at now: MonotonicInstant
    ) -> [Effect] {
        if let fallbackHello, why == .tokenUnknown || why == .unknownTable {
            let table = hello.table.map { " at table \($0)" } ?? ""
            (hello, self.fallbackHello) = (fallbackHello, nil)
            stage = .connecting
            let words = "Your seat\(table) is gone. You have a new seat."
            return [.forget, .hangUp, .tell(.remark(words)), .connect]
        }
        let comesAgain = why == .nothingToWatch && hello.isTelevision
        if comesAgain { return broke(.nothingToWatch, at: now) }
        if mayReturn, why?.passes == true { return broke(.dismissed(text), at: now) }
        let message = HostMessage.error(why, message: text)
        guard outage != nil else { return finish(SessionEnd(after: message), message) }
        return finish(SessionEnd(.refused, words(for: why) ?? text))
    }

    private func words(for why: ConnectionError?) -> String? {
        let table = hello.table.map { "table \($0)" } ?? "the table"
        switch why {
        case .unknownTable:
            return "The host closed \(table) while you were away. "
                + "To \(verb) another table, run: \(command(table: false))"
        case .tokenUnknown:
            return "Your seat at \(table) is gone. For a new one, run: \(command(table: true))"
        case _: return nil
        }
    }

    private var verb: String { hello.role == .play ? "join" : "watch" }

    private func command(table withTable: Bool) -> String {
        let code = withTable ? hello.table.map { " --table \($0)" } ?? "" : ""
        return "set-duel \(verb) \(place)\(code)"
    }

    private mutating func broke(_ cause: Outage.Cause, at now: MonotonicInstant) -> [Effect] {
        guard outage == nil else { return tryAgain(at: now) }
        // A television waits for its first table, too.
        guard mayReturn || cause == .nothingToWatch else {
            if case .broken(let sentence) = cause { return finish(SessionEnd(.lost, sentence)) }
            return [.hangUp] + finish(SessionEnd(.lost, "The host stopped responding."))
        }
        if case .joined(let since) = stage, since.duration(to: now) >= Self.steadyTime {
            attempts = 0
        }
        let kept = welcome?.rules.seatKept ?? .zero
        outage = Outage(
            cause, at: now,
            seatKeptUntil: welcome?.seat == nil ? nil : lastHeard.advanced(by: kept), of: kept)
        return tryAgain(at: now)
    }

    private mutating func tryAgain(at now: MonotonicInstant) -> [Effect] {
        guard let outage else { return [] }
        let end = outage.began.advanced(by: outage.seatKept + Self.giveUpTime)
        guard now < end || hello.isTelevision else {
            let words = "The host did not come back. When it does, run: \(command(table: true))"
            return [.hangUp] + finish(SessionEnd(.lost, words))
        }
        let wait = Self.wait(beforeAttempt: attempts + 1, using: &random)
        attempts += 1
        self.outage?.attempt = attempts
        let isAtOnce = wait == .zero
        stage = isAtOnce ? .connecting : .waiting
        self.outage?.nextAttempt = isAtOnce ? nil : now.advanced(by: wait)
        return [.hangUp] + interruption + (isAtOnce ? [.connect] : [])
    }

    /// Up to a fifth more or less than the table says, so that not all clients return at once.
    static func wait(
        beforeAttempt attempt: Int, using random: inout some RandomNumberGenerator
    ) -> Duration {
        let usual = waits[min(max(1, attempt), waits.count) - 1]
        return .milliseconds(usual * Int.random(in: 80...120, using: &random) / 100)
    }

    private var interruption: [Effect] { outage.map { [.tell(.interrupted($0))] } ?? [] }

    private mutating func unanswered() -> [Effect] {
        let seconds = Self.welcomeTime.wholeMilliseconds / 1000
        let words =
            "\(place) accepted the connection but did not answer within \(seconds) seconds: "
            + "is it a set-duel host?"
        return finish(SessionEnd(.lost, words))
    }

    private mutating func finish(
        _ end: SessionEnd?, _ message: HostMessage? = nil
    ) -> [Effect] {
        stage = .over
        let end = end ?? SessionEnd(.lost)
        // Only a lost connection may lead back to the seat.
        return (end.kind == .lost ? [] : [.forget]) + [.tell(.ended(end, after: message))]
    }
}

extension ConnectionError {
    /// Whether a client that was admitted before may still return.
    fileprivate var passes: Bool {
        switch self {
        case .helloLate, .hostFull, .addressFull, .crowdedOut, .tooManyGuesses, .tooOften,
            .tooManyWatchers, .tooFast, .tooSlow, .silent, .hostClosing:
            true
        case .badMessage, .lineTooLong, .helloFirst, .unsupportedProtocol, .badName, .codeNeeded,
            .unknownTable, .nothingToWatch, .tableFull, .seatTaken, .tokenUnknown, .replaced,
            .notReady:
            false
        }
    }
}

extension SessionEnd {
    /// The ending that a message from the host implies; `nil` if the session continues.
    init?(after message: HostMessage) {
        switch message {
        case .bye(.left, resume: _, message: _): self.init(.left)
        case .bye(let farewell, resume: _, let message):
            self.init(.dismissed, Farewell.sentence(for: farewell, message))
        case .error(.unsupportedProtocol, let message):
            let own = "This set-duel uses protocol \(Hello.protocolVersion)."
            self.init(.otherProtocol, message.isEmpty ? own : "\(message) \(own)")
        case .error(_, let message): self.init(.refused, message)
        case .welcome, .status, .state, .refused, .hint, .race, .commitment, .reveal, .said, .ping,
            .pong:
            return nil
        }
    }
}
