import SetProtocol

/// A player or watcher who has been admitted to a table, and the state of their connection.
struct Participant: Sendable {
    /// What happens to a message before the table handles it.
    enum Admission: Hashable, Sendable {
        case admitted
        /// One too many; the sender receives one refusal.
        case refused
        /// Still too many after that.
        case disconnect
    }

    let number: ParticipantID
    /// The seat; `nil` for a watcher.
    var seat: Seat?
    /// The token of a watcher who waits for a seat.
    var waiting: SeatToken?
    let name: String
    /// What its client knows beyond the first ones.
    let features: [ProtocolFeature]
    private(set) var lastArrival: MonotonicInstant
    private var messages: RateLimit
    var chat: RateLimit
    private var excess = 0
    private var strikes = 0
    var liveness: LivenessMonitor
    private(set) var nextPing: MonotonicInstant
    private var pingsSent = 0
    private var line = RoundTrip()

    init(
        _ number: ParticipantID, _ seat: Seat?, name: String, features: [ProtocolFeature],
        limits: WireLimits, at now: MonotonicInstant
    ) {
        self.number = number
        self.seat = seat
        (self.name, self.features) = (name, features)
        messages = RateLimit(limits.messages)
        chat = RateLimit(limits.chat)
        liveness = LivenessMonitor(timeout: limits.silence, at: now)
        (nextPing, lastArrival) = (now, now)
    }

    /// Whether this is a player or somebody who waits for a seat.
    var hasPlace: Bool { seat != nil || waiting != nil }

    /// The round trip; zero if there are too few measurements.
    var roundTrip: Duration { line.measured }

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

    /// Counts a message of an unknown type, and returns whether it was one too many.
    mutating func addStrike() -> Bool {
        strikes += 1
        return strikes >= 3
    }

    /// Records a pong, and returns whether it answers a ping in time and for the first time.
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
