import SetProtocol

/// Somebody who has been let in to a table, and what is known about their behavior.
struct Participant: Sendable {
    /// What it does there.
    enum Role: Hashable, Sendable {
        case player(Seat)
        case watcher
    }

    /// What becomes of a message before the table looks at it.
    enum Admission: Hashable, Sendable {
        case admitted
        /// One too many: said so once.
        case refused
        /// Still too many after having been told.
        case banished
    }

    let number: ParticipantID
    let role: Role
    let name: String
    /// When the last thing came from it.
    private(set) var lastArrival: MonotonicInstant
    private var messages: RateLimit
    private var chat: RateLimit
    private var excess = 0
    private var strikes = 0
    /// Whether it is still there.
    var liveness: LivenessMonitor
    /// When it is pinged next.
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

    /// How long the line to it and back is; zero while too little is known.
    var roundTrip: Duration { line.measured }

    /// The seat it plays from; `nil` for a watcher.
    var seat: Seat? {
        switch role {
        case .player(let seat): seat
        case .watcher: nil
        }
    }

    /// Notes a line and decides whether it may be acted on.
    mutating func heard(at now: MonotonicInstant) -> Admission {
        lastArrival = now
        liveness.heard(at: now)
        guard !messages.allows(at: now) else {
            excess = 0
            return .admitted
        }
        excess += 1
        return excess == 1 ? .refused : excess > Self.toleratedExcess ? .banished : .refused
    }

    /// Whether a line of chat may be passed on.
    mutating func mayChat(at now: MonotonicInstant) -> Bool { chat.allows(at: now) }

    /// Notes a message of a type the host does not know.
    ///
    /// - Returns: Whether it was one too many.
    mutating func struckOut() -> Bool {
        strikes += 1
        return strikes >= 3
    }

    /// Takes the answer to a ping.
    ///
    /// - Returns: Whether it was the answer to a ping that was sent, for the first time and in time.
    mutating func answeredPing(_ nonce: Nonce, at now: MonotonicInstant) -> Bool {
        liveness.answered()
        guard let number = UInt64(nonce.text, radix: 16) else { return false }
        return line.answered(number, at: now)
    }

    /// Sends a ping.
    ///
    /// A player is pinged some times at once, for the line to be known before the first race; then
    /// everybody at an interval that is not quite regular, so that nobody can foresee it.
    ///
    /// - Parameter isMeasuring: Whether the answer will say something about the line.
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

    /// How many lines over the rate are only refused before the connection is ended.
    private static let toleratedExcess = 20
}
