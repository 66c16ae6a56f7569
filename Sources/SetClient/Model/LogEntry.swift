import SetProtocol

/// Something that happened at the table, kept to be shown.
package struct LogEntry: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case event(TableEvent)
        /// Two claims on the same board.
        case race(Race)
        /// Whether the host dealt the deck that it had committed to.
        case shuffle(ShuffleCheck.Finding)
        /// Chat; without a seat, from a watcher.
        case said(Seat?, name: String, text: String)
        /// Why a request or a key of this player does nothing now, from the host or, without a code, from
        /// the client.
        case refused(Refusal?, message: String)
        /// A message from the client itself.
        case remark(String)
    }

    /// When this client learned of it.
    package let time: MonotonicInstant
    package let content: Content
    /// The players' names at that time.
    package let names: PerSeat<String>
    /// What a found set earned.
    var earnings = SetEarnings()
    /// Whether there was no set at the last deal before it.
    package var isDealRight = false

    /// Whether it is for this player alone, and gone after a while.
    var isAside: Bool {
        switch content {
        case .refused, .remark: true
        case .event, .race, .shuffle, .said: false
        }
    }

    /// Whether it is worth a line of the log.
    var isLogged: Bool {
        if case .event(let event) = content { event.isNews } else { !isAside }
    }

    /// Whether it is an event worth a line on the screen.
    var isNews: Bool { if case .event(let event) = content { event.isNews } else { false } }

    var isChat: Bool { if case .said = content { true } else { false } }
}
