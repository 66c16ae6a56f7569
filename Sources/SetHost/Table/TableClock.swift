import SetProtocol

/// What time it is at a table: how long it has been open, by the clock that only goes forward.
///
/// A table that was taken up after its host had ended goes on from the last thing that happened
/// there: while there was no host, no time passed. Times are whole microseconds, so that a journal
/// can hold them exactly.
struct TableClock: Hashable, Sendable {
    /// The reading of the machine's clock when the table's time was zero.
    private let zero: TableTime

    /// A clock that shows a time at a reading of the machine's clock.
    init(showing time: TableTime = .zero, at reading: TableTime) {
        zero = TableTime(reading.sinceOpening - time.sinceOpening)
    }

    /// The time at a reading of the machine's clock, rounded down.
    func time(at reading: TableTime) -> TableTime {
        TableTime(.microseconds(zero.duration(to: reading).wholeMicroseconds))
    }

    /// The reading of the machine's clock at a time.
    func reading(at time: TableTime) -> TableTime {
        zero.advanced(by: time.sinceOpening)
    }
}
