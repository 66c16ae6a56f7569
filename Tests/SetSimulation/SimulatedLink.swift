import SetProtocol

/// A connection between a client and the host: how long bytes are on their way.
///
/// Later bytes never overtake earlier ones.
struct SimulatedLink: Sendable {
    /// The minimum one-way time.
    let base: Duration
    /// The mean additional delay.
    private let jitter: Duration
    private var lastUp = MonotonicInstant.zero
    private var lastDown = MonotonicInstant.zero
    /// The end of a stall; then everything arrives at once.
    private var stalledUntil = MonotonicInstant.zero

    init(using random: inout SeededGenerator) {
        let longest: UInt64 = random.one(of: 500, 5000, 30_000, 120_000)
        // Clocks are finer than the times in a journal, and nothing may depend on the difference.
        base = .nanoseconds(200_000 + random.below(longest * 1000))
        jitter = .microseconds(random.one(of: 50, 1000, 5000))
    }

    var floor: Duration { base * 2 }

    mutating func stall(until time: MonotonicInstant) { stalledUntil = max(stalledUntil, time) }

    /// Later bytes reach the host no earlier than this time.
    mutating func delay(until time: MonotonicInstant) { lastUp = max(lastUp, time) }

    /// When data sent now reaches the host.
    mutating func up(at now: MonotonicInstant, using random: inout SeededGenerator)
        -> MonotonicInstant
    {
        lastUp = max(lastUp, arrival(at: now, using: &random))
        return lastUp
    }

    /// When data sent now reaches the client.
    mutating func down(at now: MonotonicInstant, using random: inout SeededGenerator)
        -> MonotonicInstant
    {
        lastDown = max(lastDown, arrival(at: now, using: &random))
        return lastDown
    }

    private func arrival(at now: MonotonicInstant, using random: inout SeededGenerator)
        -> MonotonicInstant
    {
        max(now, stalledUntil).advanced(by: base + random.exponential(mean: jitter))
    }
}

extension SeededGenerator {
    /// A nearly exponentially distributed time: linear within each halving.
    ///
    /// Computed with integers only, so that it is the same on every machine.
    mutating func exponential(mean: Duration) -> Duration {
        let halvings = Int(next().leadingZeroBitCount)
        let nano = Int64(mean.wholeMicroseconds) * 693
        return .nanoseconds(Int64(halvings) * nano + Int64(below(UInt64(max(1, nano)))))
    }
}
