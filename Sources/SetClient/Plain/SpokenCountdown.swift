import SetProtocol

/// Which seconds of a running turn are still to be told, and when.
///
/// Told are ten, five and none, but none of them in the first second: the turn has just been
/// announced with its time then.
struct SpokenCountdown: Hashable, Sendable {
    private static let toldSeconds = [10, 5, 0]

    private var end = TableTime.zero
    private var pending: [Int] = []

    /// When something is to be told next.
    var next: TableTime? {
        pending.first.map { end.advanced(by: .seconds(-$0)) }
    }

    /// A new turn begins.
    mutating func start(_ countdown: Countdown?, at now: TableTime) {
        guard let countdown else { return stop() }
        end = now.advanced(by: countdown.remaining)
        pending = Self.toldSeconds.filter { countdown.remaining >= .seconds($0 + 1) }
    }

    /// The turn goes on; what remains of it has been told anew by the host.
    mutating func adjust(_ countdown: Countdown?, at now: TableTime) {
        guard let countdown else { return stop() }
        end = now.advanced(by: countdown.remaining)
    }

    /// No turn is running.
    mutating func stop() {
        pending = []
    }

    /// The seconds to be told now; of several, only the fewest.
    mutating func due(at now: TableTime) -> Int? {
        let due = pending.filter { end.advanced(by: .seconds(-$0)) <= now }
        pending.removeFirst(due.count)
        return due.last
    }
}
