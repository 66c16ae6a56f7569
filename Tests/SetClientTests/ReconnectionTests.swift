import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Reconnection")
struct ReconnectionTests {
    typealias Effect = Reconnection.Effect

    /// A line in virtual time.
    struct Line {
        var reconnection: Reconnection
        var now = MonotonicInstant(.seconds(1000))

        init(
            role: Hello.Role = .play, isTelevision: Bool = false, fallback: Hello? = nil,
            seed: UInt64 = 1
        ) {
            var hello =
                fallback == nil
                ? Hello(name: "Ann", role: role)
                : Hello(name: "Ann", table: ReconnectionTests.code, token: token(9))
            hello.isTelevision = isTelevision
            reconnection = Reconnection(hello, or: fallback, at: "there:7381", seed: seed)
            _ = reconnection.start(at: now)
        }

        mutating func hears(_ message: HostMessage) -> [Effect] {
            reconnection.receive(message, at: now)
        }

        mutating func isWelcomed(_ number: Int = 1, seat: Seat? = .first) {
            _ = hears(welcome(number, seat: seat))
            _ = hears(.ping(Nonce("1")))
        }

        mutating func breaks() -> [Effect] {
            reconnection.connectionEnded("Gone.", at: now)
        }

        mutating func failsToConnect() -> [Effect] {
            reconnection.connectionFailed("Nobody is there.", at: now)
        }

        /// Lets time pass until something is due.
        mutating func waits() -> [Effect] {
            guard let due = reconnection.nextDeadline else { return [] }
            now = max(now, due)
            return reconnection.deadlinePassed(at: now)
        }
    }

    static let code = TableCode("K7M2QX")
    static let silence = WireLimits.standard.silence

    static func token(_ number: Int) -> SeatToken? {
        SeatToken(hex: String(repeating: "0", count: 31) + String(number, radix: 16))
    }

    static func welcome(_ number: Int, seat: Seat? = .first) -> HostMessage {
        guard let code else { return .pong(Nonce("none")) }
        let token = seat == nil ? nil : token(number)
        return .welcome(Welcome(seat: seat, token: token, table: code, rules: .duel))
    }

    static func outage(_ effects: [Effect]) -> Outage? {
        for case .tell(.interrupted(let outage)) in effects { return outage }
        return nil
    }

    static func end(_ effects: [Effect]) -> SessionEnd? {
        for case .tell(.ended(let end, after: _)) in effects { return end }
        return nil
    }

    @Test("A connection that breaks before the welcome is not restored")
    func strangers() {
        var line = Line()
        #expect(Self.end(line.breaks()) == SessionEnd(.lost, "Gone."))
        #expect(line.reconnection.nextDeadline == nil)
        // Nor is that of a player to whom the host gave no token.
        var other = Line()
        guard let code = Self.code else { return }
        _ = other.hears(.welcome(Welcome(seat: .first, token: nil, table: code, rules: .duel)))
        #expect(Self.end(other.breaks())?.kind == .lost)
    }

    @Test("Reconnecting starts at once, then waits ever longer, within a fifth")
    func waits() throws {
        var line = Line()
        line.isWelcomed()
        var effects = line.breaks()
        #expect(effects.first == .hangUp && effects.last == .connect)
        #expect(Self.outage(effects)?.nextAttempt == nil)
        for (attempt, wait) in [250, 500, 1000, 2000, 4000, 5000, 5000, 5000].enumerated() {
            effects = line.failsToConnect()
            let outage = try #require(Self.outage(effects))
            #expect(outage.attempt == attempt + 2)
            let next = try #require(outage.nextAttempt)
            let pause = line.now.duration(to: next)
            #expect(.milliseconds(wait * 80 / 100)... ~= pause)
            #expect(...(.milliseconds(wait * 120 / 100)) ~= pause)
            #expect(line.reconnection.nextDeadline == next)
            effects = line.waits()
            #expect(effects.last == .connect)
            #expect(Self.outage(effects)?.nextAttempt == nil)
        }
        #expect(
            line.reconnection.connected(at: line.now) == [
                .say(.hello(Hello(name: "Ann", table: Self.code, token: Self.token(1))))
            ])
        #expect(!line.reconnection.isConnected)
        #expect(
            line.hears(Self.welcome(2)) == [
                .keep(try #require(Self.greeting(2))), .tell(.message(Self.welcome(2))),
            ])
        #expect(line.reconnection.isConnected)
    }

    static func greeting(_ number: Int) -> Welcome? {
        guard case .welcome(let welcome) = welcome(number) else { return nil }
        return welcome
    }

    @Test("Reconnecting uses the last welcome's token, or none for a watcher")
    func tokens() {
        var line = Line()
        for number in 1...5 {
            line.isWelcomed(number)
            line.now = line.now.advanced(by: .seconds(60))
            _ = line.breaks()
            #expect(
                line.reconnection.connected(at: line.now) == [
                    .say(.hello(Hello(name: "Ann", table: Self.code, token: Self.token(number))))
                ])
        }
        var watcher = Line(role: .watch)
        watcher.isWelcomed(seat: nil)
        #expect(Self.outage(watcher.breaks())?.seatKeptUntil == nil)
        #expect(
            watcher.reconnection.connected(at: watcher.now) == [
                .say(.hello(Hello(name: "Ann", role: .watch, table: Self.code)))
            ])
    }

    @Test("A connection that soon breaks again is not retried at once")
    func flapping() throws {
        var line = Line()
        line.isWelcomed(1)
        line.now = line.now.advanced(by: .seconds(30))
        #expect(line.breaks().last == .connect)
        _ = line.reconnection.connected(at: line.now)
        line.isWelcomed(2)
        line.now = line.now.advanced(by: .seconds(1))
        #expect(try #require(Self.outage(line.breaks())).attempt == 2)
        _ = line.waits()
        _ = line.reconnection.connected(at: line.now)
        line.isWelcomed(3)
        line.now = line.now.advanced(by: .seconds(11))
        #expect(try #require(Self.outage(line.breaks())).attempt == 1)
    }

    @Test("A connection is lost after five seconds of silence once the host has pinged")
    func silence() throws {
        var line = Line()
        _ = line.hears(Self.welcome(1))
        #expect(line.reconnection.nextDeadline == nil)
        _ = line.hears(.ping(Nonce("1")))
        #expect(line.reconnection.nextDeadline == line.now.advanced(by: .seconds(5)))
        line.now = line.now.advanced(by: .seconds(4))
        #expect(line.reconnection.deadlinePassed(at: line.now).isEmpty)
        #expect(line.hears(.ping(Nonce("2"))) == [.say(.pong(Nonce("2")))])
        let heard = line.now
        let outage = try #require(Self.outage(line.waits()))
        #expect(outage.cause == .silent)
        #expect(heard.duration(to: line.now) == .seconds(5))
        // The host keeps the seat from when it noticed, which was not before it last spoke.
        #expect(outage.seatKeptUntil == heard.advanced(by: .seconds(60)))
    }

    @Test("A program that was itself stopped does not give up its connection")
    func stopped() {
        var line = Line()
        line.isWelcomed()
        line.now = line.now.advanced(by: .seconds(20))
        #expect(line.reconnection.deadlinePassed(at: line.now).isEmpty)
        #expect(line.reconnection.nextDeadline == line.now.advanced(by: .seconds(5)))
        #expect(Self.outage(line.waits())?.cause == .silent)
    }

    @Test("A client reconnects after a restart or a temporary dismissal")
    func dismissals() {
        let passing: [HostMessage] =
            [.bye(.restarting, resume: true), .bye(.closing, resume: true)]
            + [
                ConnectionError.silent, .tooFast, .tooSlow, .hostFull, .hostClosing, .addressFull,
                .crowdedOut, .tooManyGuesses, .tooOften,
            ].map { .error($0, message: $0.sentence) }
        for message in passing {
            var line = Line()
            line.isWelcomed()
            let effects = line.hears(message)
            #expect(Self.outage(effects) != nil && Self.end(effects) == nil, "\(message)")
        }
        var line = Line()
        line.isWelcomed()
        #expect(Self.outage(line.hears(.bye(.restarting, resume: true)))?.cause == .restarting)
    }

    @Test("A client does not reconnect after a final goodbye or a permanent error")
    func endings() {
        for message in [
            HostMessage.bye(.left, resume: false), .bye(.closing, resume: false),
            .error(.replaced, message: "x"), .error(.badMessage, message: "x"),
        ] {
            var line = Line()
            line.isWelcomed()
            let effects = line.hears(message)
            #expect(Self.end(effects) == SessionEnd(after: message))
            #expect(effects.first == .forget)
            #expect(line.breaks().isEmpty && line.reconnection.nextDeadline == nil)
        }
    }

    @Test("Reconnecting ends with a clear message when the table or seat is gone")
    func gone() {
        for (why, words) in [
            (
                ConnectionError.unknownTable,
                "The host closed table K7M2QX while you were away. "
                    + "To join another table, run: set-duel join there:7381"
            ),
            (
                .tokenUnknown,
                "Your seat at table K7M2QX is gone. For a new one, run: "
                    + "set-duel join there:7381 --table K7M2QX"
            ),
        ] {
            var line = Line()
            line.isWelcomed()
            _ = line.breaks()
            _ = line.reconnection.connected(at: line.now)
            let effects = line.hears(.error(why, message: "x"))
            #expect(Self.end(effects) == SessionEnd(.refused, words))
            #expect(effects.contains(.forget))
        }
    }

    @Test("Reconnecting ends two minutes after the seat expires, and names the command to return")
    func giveUpTime() {
        var line = Line()
        line.isWelcomed()
        let start = line.now
        var effects = line.breaks()
        while Self.end(effects) == nil {
            #expect(start.duration(to: line.now) < .seconds(200))
            effects = line.failsToConnect()
            if Self.end(effects) == nil { _ = line.waits() }
        }
        #expect(start.duration(to: line.now) >= .seconds(180))
        #expect(
            Self.end(effects)
                == SessionEnd(
                    .lost,
                    "The host did not come back. When it does, run: "
                        + "set-duel join there:7381 --table K7M2QX"))
        #expect(!effects.contains(.forget))
    }

    @Test("A reconnection without a welcome, or broken again, is retried")
    func lostAttempts() {
        var line = Line()
        line.isWelcomed()
        _ = line.breaks()
        _ = line.reconnection.connected(at: line.now)
        #expect(Self.outage(line.waits())?.attempt == 2)
        _ = line.waits()
        _ = line.reconnection.connected(at: line.now)
        #expect(Self.outage(line.breaks())?.attempt == 3)
        // What still comes over the old line comes too late.
        #expect(line.hears(Self.welcome(7)).isEmpty)
    }

    @Test("A connection that never gets a welcome is given up, whatever else arrives")
    func unanswered() {
        var line = Line()
        let start = line.now
        line.now = start.advanced(by: .seconds(9))
        line.reconnection.heard(at: line.now)
        let effects = line.waits()
        #expect(start.duration(to: line.now) == .seconds(10))
        #expect(effects.first == .hangUp)
        #expect(
            Self.end(effects)
                == SessionEnd(
                    .lost,
                    "there:7381 accepted the connection but did not answer within 10 seconds: "
                        + "is it a set-duel host?"))
    }

    @Test("A program that is no host is called so, until it has welcomed the player")
    func notAHost() {
        var line = Line()
        let effects = line.reconnection.misunderstood("At byte 0: expected an object.")
        #expect(
            Self.end(effects)
                == SessionEnd(
                    .lost, "there:7381 is not a set-duel host: check the address and the port"))
        var joined = Line()
        joined.isWelcomed()
        #expect(
            Self.end(joined.reconnection.misunderstood("At byte 0."))
                == SessionEnd(.lost, "At byte 0."))
    }

    @Test("A host of another protocol is answered with both numbers")
    func otherProtocol() {
        var line = Line()
        let sentence = ConnectionError.unsupportedProtocol.sentence
        #expect(
            Self.end(line.hears(.error(.unsupportedProtocol, message: sentence)))
                == SessionEnd(.otherProtocol, "\(sentence) This set-duel uses protocol 1."))
    }

    @Test("A host that knows the queue gives a watcher a seat, and takes it again")
    func otherSeat() throws {
        var line = Line()
        line.isWelcomed()
        func welcome(_ number: Int, _ seat: Seat?, hasToken: Bool) throws -> Welcome {
            guard case .welcome(var welcome) = Self.welcome(number, seat: seat) else {
                throw CancellationError()
            }
            welcome.features = [.queue]
            if !hasToken { welcome.token = nil }
            return welcome
        }
        let watching = try welcome(2, nil, hasToken: false)
        #expect(
            line.hears(.welcome(watching)) == [.forget, .tell(.message(.welcome(watching)))])
        let seated = try welcome(3, .second, hasToken: true)
        #expect(
            line.hears(.welcome(seated)) == [.keep(seated), .tell(.message(.welcome(seated)))])
        // Each is written to the disk, so there cannot be many.
        let ends = (0..<20).map { _ in Self.end(line.hears(.welcome(seated))) }
        #expect(ends.compactMap(\.self).count == 1 && ends[5] == nil)
    }

    @Test("A television waits for the first table as long as it takes")
    func firstTable() throws {
        var line = Line(role: .watch, isTelevision: true)
        for _ in 0..<200 {
            let effects = line.hears(.error(.nothingToWatch, message: ""))
            let later = line.waits()
            #expect(Self.end(effects) == nil && (effects + later).contains(.connect))
            _ = line.reconnection.connected(at: line.now)
        }
        var watcher = Line(role: .watch)
        #expect(Self.end(watcher.hears(.error(.nothingToWatch, message: ""))) != nil)
    }

    @Test("A television goes on to another table fifteen seconds after a game, and comes again")
    func television() throws {
        var line = Line(role: .watch, isTelevision: true)
        line.isWelcomed(seat: nil)
        var state = TableState()
        state.phase = .open
        _ = line.hears(.state(state))
        let quiet = try #require(line.reconnection.nextDeadline)
        state.phase = .over
        _ = line.hears(.state(state))
        // What comes in between changes nothing about it.
        line.now = line.now.advanced(by: .seconds(13))
        _ = line.hears(.state(state))
        let end = try #require(line.reconnection.nextDeadline)
        #expect(end == quiet.advanced(by: .zero - ReconnectionTests.silence + .seconds(15)))
        #expect(line.waits() == [.hangUp, .connect])
        // It names no table, so that the host chooses.
        guard case .say(.hello(let hello))? = line.reconnection.connected(at: line.now).first else {
            Issue.record("no hello")
            return
        }
        #expect(hello.isTelevision && hello.table == nil && hello.role == .watch)
        // With nothing to watch, it waits.
        let effects = line.hears(.error(.nothingToWatch, message: ""))
        #expect(Self.end(effects) == nil && Self.outage(effects) != nil)
    }

    @Test("A second welcome ends the connection")
    func twoWelcomes() {
        var line = Line()
        line.isWelcomed()
        let effects = line.hears(Self.welcome(2))
        #expect(
            Self.end(effects)
                == SessionEnd(.lost, "The host sent welcome twice."))
        #expect(effects.first == .hangUp && !effects.contains(.forget))
    }

    @Test("A client returns to the seat of an earlier run, or gets a new one")
    func earlier() throws {
        let plain = Hello(name: "Ann")
        var line = Line(fallback: plain)
        let effects = line.hears(Self.welcome(1))
        #expect(
            effects.last == .tell(.remark("You are back in your seat at table K7M2QX.")))
        for why in [ConnectionError.tokenUnknown, .unknownTable] {
            var other = Line(fallback: plain)
            #expect(
                other.hears(.error(why, message: "x")) == [
                    .forget, .hangUp,
                    .tell(.remark("Your seat at table K7M2QX is gone. You have a new seat.")),
                    .connect,
                ])
            #expect(other.reconnection.connected(at: other.now) == [.say(.hello(plain))])
            #expect(other.hears(Self.welcome(2)).last == .tell(.message(Self.welcome(2))))
        }
    }

    @Test("There are never two attempts or connections at once", arguments: 0..<200)
    func anything(_ seed: Int) {
        var line = Line(seed: UInt64(seed))
        var random = SeededGenerator(seed: UInt64(seed))
        var (lines, attempts, ends) = (1, 0, 0)
        func count(_ effects: [Effect]) {
            for effect in effects {
                switch effect {
                case .connect: attempts += 1
                case .hangUp: (lines, attempts) = (0, 0)
                case .tell(.ended): (lines, attempts, ends) = (0, 0, ends + 1)
                case .say, .tell, .keep, .forget: break
                }
            }
        }
        for step in 0..<200 {
            line.now = line.now.advanced(by: .milliseconds(random.below(2000)))
            switch random.below(8) {
            case 0...2 where lines == 1: count(line.hears(Self.welcome(step % 16)))
            case 3 where lines == 1:
                lines = 0
                count(line.breaks())
            case 4 where attempts == 1:
                (lines, attempts) = (1, 0)
                count(line.reconnection.connected(at: line.now))
            case 5 where attempts == 1:
                attempts = 0
                count(line.failsToConnect())
            case 6 where lines == 1: count(line.hears(.ping(Nonce("\(step)"))))
            case _: count(line.reconnection.deadlinePassed(at: line.now))
            }
            #expect(lines + attempts <= 1 && ends <= 1)
        }
    }
}
