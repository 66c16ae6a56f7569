import SetProtocol

extension TableInstant {
    /// The instant on the clock of a model that replays: that clock shows the table's time.
    package var replayed: MonotonicInstant { MonotonicInstant(sinceOpening) }

    /// The table's time that the clock of such a model shows.
    init(replayed instant: MonotonicInstant) {
        self.init(instant.sinceZero)
    }
}
