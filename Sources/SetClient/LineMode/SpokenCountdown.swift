import SetProtocol

/// Which seconds left of a turn or clock are still to be announced, and when.
///
/// A turn is announced at ten, five, and three seconds, one after a deal at five, a kept seat at thirty and ten, the time before
/// the cards at ten and five, but nothing in the first second, when all have just been announced. That
/// time is up is for the host to say.
struct SpokenCountdown: Equatable, Sendable {
    private var end = MonotonicInstant.zero
    private var pending: [Int] = []

    var next: MonotonicInstant? { pending.first.map { end.advanced(by: .seconds(-$0)) } }

    /// Starts with a new turn or clock.
    ///
    /// - Parameter seconds: What to announce, the most first.
    mutating func start(
        _ countdown: Countdown?, at now: MonotonicInstant, telling seconds: [Int]
    ) {
        guard let countdown else { return stop() }
        end = now.advanced(by: countdown.remaining)
        pending = seconds.filter { countdown.remaining >= .seconds($0 + 1) }
    }

    /// Corrects what remains.
    mutating func adjust(_ countdown: Countdown?, at now: MonotonicInstant) {
        guard let countdown else { return stop() }
        end = now.advanced(by: countdown.remaining)
    }

    mutating func stop() { pending = [] }

    /// The seconds to be announced now; of several, the fewest.
    mutating func due(at now: MonotonicInstant) -> Int? {
        let due = pending.filter { end.advanced(by: .seconds(-$0)) <= now }
        pending.removeFirst(due.count)
        return due.last
    }
}
