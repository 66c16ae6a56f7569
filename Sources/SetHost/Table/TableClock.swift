import SetProtocol

/// Converts between a table's time and the machine's clock; nothing else does.
///
/// A recovered table continues from its last input: while there was no host, no time passed. Table
/// instants are whole microseconds, so a journal can hold them exactly.
struct TableClock: Hashable, Sendable {
    private let zero: MonotonicInstant

    init(showing time: TableInstant = .zero, at now: MonotonicInstant) {
        zero = now.advanced(by: .zero - time.sinceOpening)
    }

    /// The table's time at an instant, rounded down.
    func time(at instant: MonotonicInstant) -> TableInstant {
        TableInstant(.microseconds(zero.duration(to: instant).wholeMicroseconds))
    }

    func instant(at time: TableInstant) -> MonotonicInstant {
        zero.advanced(by: time.sinceOpening)
    }
}
