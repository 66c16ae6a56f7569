/// Where a table stands in the course of a duel.
package enum TablePhase: String, CaseIterable, Hashable, Sendable {
    /// For a second player, or for the players to be ready.
    case waiting
    /// Both are ready; the cards are about to be dealt.
    case countdown
    /// Anybody may claim or deal.
    case open
    /// One seat has the exclusive right to choose.
    case turn
    /// The game stands still; in an agreed pause the cards lie face down.
    case paused
    /// The game has ended.
    case over
}

/// One player as everybody at the table sees them.
package struct PlayerState: Hashable, Sendable {
    /// The name they gave.
    package var name: String
    /// Points in this game.
    package var points = 0
    /// Sets found in this game.
    package var sets = 0
    /// Games won at this table.
    package var wins = 0
    /// Whether their connection is up.
    package var isPresent = true
    /// Whether they agreed to start or to go on.
    package var isReady = false
    /// What they propose.
    package var asks: Proposal?

    /// A player who has just sat down.
    package init(name: String) {
        self.name = name
    }
}

/// How a game ended.
package struct GameResult: Hashable, Sendable {
    /// What decided it.
    package enum Decider: String, CaseIterable, Hashable, Sendable {
        case points
        case sets
        case suddenDeath
        case resigned
        case left
        case played
    }

    /// Who won; `nil` for a draw and for a solo game.
    package var winner: Seat?
    /// What decided it; `played` for a solo game that came to its end, and `nil` for what only a
    /// newer host knows.
    package internal(set) var decider: Decider?

    /// Describes an ending.
    package init(winner: Seat?, decider: Decider) {
        self.winner = winner
        self.decider = decider
    }

    /// An ending as it was read.
    init(winner: Seat?, heard decider: Decider?) {
        (self.winner, self.decider) = (winner, decider)
    }
}

/// Everything there is to see at a table: one message is enough to draw it from nothing.
package struct TableState: Hashable, Sendable {
    /// The newest state has the highest revision.
    package var revision = Revision(0)
    /// What a claim must name to prove that it was made on these cards.
    package var board = BoardNumber(0)
    /// Where the table stands; `nil` for a phase that only a newer host knows.
    package var phase: TablePhase? = .waiting
    /// What just happened; `nil` in a state that only repeats what stands, and for what only a newer
    /// host knows.
    package var event: TableEvent?
    /// The face-up cards in their slots; `nil` is a card lying face down.
    package var cards: [Card?] = []
    /// How many cards are left in the deck.
    package var deck = 81
    /// How many cards have been found and put away.
    package var discard = 0
    /// The card on top of the discard pile.
    package var lastDiscard: Card?
    /// The chosen cards.
    package var selection: Selection?
    /// Who may choose; only in phase `turn`.
    package var turn: Turn?
    /// What else is being waited for.
    package var clock: Clock?
    /// The players; `nil` for a seat nobody has taken.
    package var players = PerSeat<PlayerState?>(both: nil)
    /// How many games have been started at this table.
    package var game = 0
    /// Whether the next set decides the game.
    package var isSuddenDeath = false
    /// How the game ended; only in phase `over`.
    package var result: GameResult?
    /// What a newer host tells people whose client may not know a word of this state.
    package internal(set) var message: String?

    /// A table nobody has come to yet.
    package init() {}
}
