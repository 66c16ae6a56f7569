import SetProtocol

/// A line between a client and the host: how long bytes are under way.
///
/// What is sent later never overtakes.
struct SimulatedLink: Sendable {
    /// The shortest time one way.
    let base: Duration
    /// The mean of what comes on top.
    private let jitter: Duration
    private var lastUp = MonotonicInstant.zero
    private var lastDown = MonotonicInstant.zero
    /// Until when nothing comes through, and then all of it.
    private var stalledUntil = MonotonicInstant.zero

    init(using random: inout SeededGenerator) {
        let longest: UInt64 = random.one(of: 500, 5000, 30_000, 120_000)
        // Clocks are finer than what a journal notes, and nothing may hang on the rest.
        base = .nanoseconds(200_000 + random.below(longest * 1000))
        jitter = .microseconds(random.one(of: 50, 1000, 5000))
    }

    /// The shortest way there and back.
    var floor: Duration { base * 2 }

    mutating func stall(until time: MonotonicInstant) { stalledUntil = max(stalledUntil, time) }

    /// Nothing that is sent later reaches the host before that.
    mutating func delay(until time: MonotonicInstant) { lastUp = max(lastUp, time) }

    /// When something that is sent now reaches the host.
    mutating func up(at now: MonotonicInstant, using random: inout SeededGenerator)
        -> MonotonicInstant
    {
        lastUp = max(lastUp, arrival(at: now, using: &random))
        return lastUp
    }

    /// When something that is sent now reaches the client.
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
    /// A time that is exponentially distributed, but for the slope within each halving.
    ///
    /// Made of whole numbers alone, so that it is the same on every machine.
    mutating func exponential(mean: Duration) -> Duration {
        let halvings = Int(next().leadingZeroBitCount)
        let nano = Int64(mean.wholeMicroseconds) * 693
        return .nanoseconds(Int64(halvings) * nano + Int64(below(UInt64(max(1, nano)))))
    }
}
