package enum TablePhase: String, CaseIterable, Hashable, Sendable {
    /// For a second player, or for the players to be ready.
    case waiting
    /// Both are ready; the cards are about to be dealt.
    case countdown
    /// Anybody may claim or deal.
    case open
    /// One seat has the exclusive right to choose.
    case turn
    /// The game is paused; face down if by agreement.
    case paused
    case over
}

/// One player as everybody at the table sees them.
package struct PlayerState: Hashable, Sendable {
    package var name = ""
    package var points = 0
    package var sets = 0
    package var wins = 0
    package var isPresent = true
    /// Whether they agreed to start or to go on.
    package var isReady = false
    package var asks: Proposal?

    package init() {}

    package init(name: String) {
        self.name = name
    }
}

package struct GameResult: Hashable, Sendable {
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

    package init(winner: Seat?, decider: Decider) {
        self.winner = winner
        self.decider = decider
    }

    package init() {}
}

/// A series of games that is won by most of them.
package struct Match: Hashable, Sendable {
    /// The most games it can have, an odd number.
    package var games = 1
    /// Who has won it; `nil` while it goes on.
    package var winner: Seat?

    package init() {}

    package init(games: Int, winner: Seat?) { (self.games, self.winner) = (games, winner) }
}

/// Everything there is to see at a table: one message is enough to draw it from nothing.
package struct TableState: Hashable, Sendable {
    /// The newest state has the highest revision.
    package var revision = Revision(0)
    /// What a claim must name to prove that it was made on these cards.
    package var board = BoardNumber(0)
    /// `nil` for a phase that only a newer host knows.
    package var phase: TablePhase? = .waiting
    /// What just happened; `nil` if nothing did, or only a newer host knows.
    package var event: TableEvent?
    /// The face-up cards in their slots; `nil` is a card lying face down.
    package var cards: [Card?] = []
    package var deck = 81
    /// How many cards have been put away.
    package var discard = 0
    package var lastDiscard: Card?
    package var selection: Selection?
    /// Who may choose; only in phase `turn`.
    package var turn: Turn?
    /// What else is being waited for.
    package var clock: Clock?
    /// The players; `nil` for a seat nobody has taken.
    package var players = PerSeat<PlayerState?>(both: nil)
    package var game = 0
    package var isSuddenDeath = false
    /// How the game ended; only in phase `over`.
    package var result: GameResult?
    /// The match; `nil` where games belong to none.
    package var match: Match?
    /// The names of the watchers who wait for a seat, the next one first.
    package var queue: [String] = []
    /// A newer host's message to people whose client may not know a word of this state.
    ///
    /// In the lesson, its caption.
    package var message: String?

    package init() {}

    package var hasFoundSet: Bool { discard > 0 || selection?.verdict == .match }

    /// Whether the game that is played or comes next decides the match.
    package var isMatchPoint: Bool {
        guard let match, match.winner == nil else { return false }
        return Seat.allCases.allSatisfy { players[$0]?.wins == match.games / 2 }
    }

    /// Whether nothing of the deck has been dealt; without a refill, the board of a running game can be
    /// empty too.
    package var awaitsFirstCards: Bool { cards.isEmpty && discard == 0 }
}
