import SetProtocol

/// A player or watcher who has been admitted to a table, and the state of their connection.
struct Participant: Sendable {
    /// The role at the table.
    enum Role: Hashable, Sendable {
        case player(Seat)
        case watcher
    }

    /// What happens to a message before the table handles it.
    enum Admission: Hashable, Sendable {
        case admitted
        /// One too many; the sender receives one refusal.
        case refused
        /// Still too many after that.
        case disconnect
    }

    let number: ParticipantID
    let role: Role
    let name: String
    /// When it last sent something.
    private(set) var lastArrival: MonotonicInstant
    private var messages: RateLimit
    private var chat: RateLimit
    private var excess = 0
    private var strikes = 0
    /// Whether the other end is still there.
    var liveness: LivenessMonitor
    private(set) var nextPing: MonotonicInstant
    private var pingsSent = 0
    private var line = RoundTrip()

    init(
        _ number: ParticipantID, _ role: Role, name: String, limits: WireLimits,
        at now: MonotonicInstant
    ) {
        self.number = number
        self.role = role
        self.name = name
        messages = RateLimit(limits.messages)
        chat = RateLimit(limits.chat)
        liveness = LivenessMonitor(timeout: limits.silence, at: now)
        (nextPing, lastArrival) = (now, now)
    }

    /// The round trip; zero if there are too few measurements.
    var roundTrip: Duration { line.measured }

    /// The seat; `nil` for a watcher.
    var seat: Seat? {
        switch role {
        case .player(let seat): seat
        case .watcher: nil
        }
    }

    /// Counts a line and decides whether it may be handled.
    mutating func heard(at now: MonotonicInstant) -> Admission {
        lastArrival = now
        liveness.heard(at: now)
        guard !messages.allows(at: now) else {
            excess = 0
            return .admitted
        }
        excess += 1
        return excess == 1 ? .refused : excess > Self.toleratedExcess ? .disconnect : .refused
    }

    /// Whether a line of chat may be passed on.
    mutating func mayChat(at now: MonotonicInstant) -> Bool { chat.allows(at: now) }

    /// Counts a message of an unknown type.
    ///
    /// - Returns: Whether it was one too many.
    mutating func addStrike() -> Bool {
        strikes += 1
        return strikes >= 3
    }

    /// Records a pong.
    ///
    /// - Returns: Whether it answers a ping in time and for the first time.
    mutating func answeredPing(_ nonce: Nonce, at now: MonotonicInstant) -> Bool {
        liveness.answered()
        guard let number = UInt64(nonce.text, radix: 16) else { return false }
        return line.answered(number, at: now)
    }

    /// Sends a ping.
    ///
    /// A player is pinged a few times at once, to measure the round trip before the first race;
    /// then everybody is pinged at a slightly irregular interval, which nobody can predict.
    ///
    /// - Parameter isMeasuring: Whether the pong will measure the round trip.
    /// - Returns: What to send.
    mutating func ping<Random: RandomNumberGenerator>(
        every interval: Duration, isMeasuring: Bool, at now: MonotonicInstant,
        using random: inout Random
    ) -> HostMessage {
        let number = random.next()
        if isMeasuring { line.pinged(number, at: now) }
        pingsSent += 1
        let isHurried = seat != nil && pingsSent < RoundTrip.enough
        let percent = Int64.random(in: 80...120, using: &random)
        let pause = isHurried ? interval / 10 : interval / 100 * Int(percent)
        nextPing = now.advanced(by: pause)
        return .ping(Nonce(String(number, radix: 16)))
    }

    /// How many lines over the rate limit are refused before the connection is ended.
    private static let toleratedExcess = 20
}
