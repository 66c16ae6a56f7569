import SetProtocol

/// Which seconds of a running turn or clock are still to be told, and when.
///
/// Of a turn ten, five and none are told, of a seat that is kept thirty and ten, of the time before
/// the cards ten and five; but none of them in the first second: all have just been announced with
/// their time then.
struct SpokenCountdown: Hashable, Sendable {
    private var end = MonotonicInstant.zero
    private var pending: [Int] = []

    /// When something is to be told next.
    var next: MonotonicInstant? {
        pending.first.map { end.advanced(by: .seconds(-$0)) }
    }

    /// A new turn or clock begins.
    ///
    /// - Parameter seconds: What is told of it, the most first.
    mutating func start(
        _ countdown: Countdown?, at now: MonotonicInstant, telling seconds: [Int] = [10, 5, 0]
    ) {
        guard let countdown else { return stop() }
        end = now.advanced(by: countdown.remaining)
        pending = seconds.filter { countdown.remaining >= .seconds($0 + 1) }
    }

    /// It goes on; what remains of it has been told anew by the host.
    mutating func adjust(_ countdown: Countdown?, at now: MonotonicInstant) {
        guard let countdown else { return stop() }
        end = now.advanced(by: countdown.remaining)
    }

    /// Nothing is running.
    mutating func stop() {
        pending = []
    }

    /// The seconds to be told now; of several, only the fewest.
    mutating func due(at now: MonotonicInstant) -> Int? {
        let due = pending.filter { end.advanced(by: .seconds(-$0)) <= now }
        pending.removeFirst(due.count)
        return due.last
    }
}
