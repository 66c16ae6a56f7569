import SetProtocol

/// Something that happened at the table, kept to be read.
package struct LogEntry: Hashable, Sendable {
    /// What happened.
    package enum Content: Hashable, Sendable {
        /// An event of the game.
        case event(TableEvent)
        /// Two claims on the same board.
        case race(Race)
        /// Whether the host dealt the deck it had promised, in words.
        case shuffle(String)
        /// A line of chat.
        case said(Seat?, name: String, text: String)
        /// A request of this player that was not carried out.
        case refused(Refusal?, message: String)
        /// Something this program tells its player alone.
        case remark(String)
    }

    /// When this client learned of it.
    package let time: MonotonicInstant
    /// What happened.
    package let content: Content
    /// The players' names at that moment, so that the entry stays true when they leave.
    package let names: PerSeat<String>
    /// Whether the last deal before it was right: no set had lain there.
    package var isDealRight = false
}

/// Three cards that have been judged, for as long as the verdict is worth showing.
package struct ShownVerdict: Hashable, Sendable {
    /// Who chose them.
    package let seat: Seat
    /// The cards.
    package let trio: Trio
    /// What they earned or cost.
    package let points: Int
    /// When this client learned of it.
    package let time: MonotonicInstant
}
