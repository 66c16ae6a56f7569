import SetProtocol

/// Something that happened at the table, kept to be shown.
package struct LogEntry: Equatable, Sendable {
    package enum Content: Hashable, Sendable {
        case event(TableEvent)
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
    /// The seat that this player had then.
    package var reader: Seat?
    /// What a found set earned.
    var earnings = SetEarnings()
    /// Whether there was no set at the last deal before it.
    package var isDealRight = false

    var event: TableEvent? { if case .event(let event) = content { event } else { nil } }

    var race: Race? { if case .race(let race) = content { race } else { nil } }

    var remark: String? { if case .remark(let text) = content { text } else { nil } }

    /// Whether it is for this player alone, and gone after a while.
    var isAside: Bool {
        switch content {
        case .refused, .remark: true
        case .event, .race, .shuffle, .said: false
        }
    }

    /// Whether it is worth a line of the log.
    var isLogged: Bool { event?.isNews ?? !isAside }

    /// Whether it is an event worth a line on the screen.
    var isNews: Bool { event?.isNews == true }

    var isChat: Bool { if case .said = content { true } else { false } }
}

/// What a set earned apart from its plain points.
struct SetEarnings: Equatable, Sendable {
    var speed = 0
    /// The points lost to a board of more than twelve cards.
    var crowding = 0
    private var cards = 0

    /// Nothing if the set has left the board, because its points depend on the number of cards there.
    init(_ points: Int, for trio: Trio, on cards: [Card?], _ rules: Rules) {
        guard trio.cards.allSatisfy(cards.contains) else { return }
        let base = rules.setPoints(among: cards.count)
        (speed, crowding, self.cards) = (points - base, rules.setPoints - base, cards.count)
    }

    init() {}

    /// The words to add to the points.
    func words(including: String) -> String {
        (speed > 0 ? ", \(including)\(speed) for speed" : "")
            + (crowding > 0 ? ", \(crowding) less for \(cards) cards" : "")
    }
}
