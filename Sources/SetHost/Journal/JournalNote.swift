import SetProtocol

/// What a host announced on account of an input, noted so that it can be compared with what a re-run
/// gives.
///
/// Inputs alone would do for playing a duel again. But whoever changed one, or the seed, would only
/// get another duel, as sound as the true one; with what was announced beside it, the two differ.
package enum JournalNote: Hashable, Sendable {
    /// A deck was promised, before its first cards.
    case promised(Commitment)
    /// Two claims were judged.
    case judged(Race)
    /// A game ended, or a deck was done with.
    case ended(GameEnding)

    /// What a note is about.
    package enum Kind: Hashable, Sendable {
        case promised
        case judged
        case ended

        /// What is noted, as a part of a sentence.
        var phrase: String {
            switch self {
            case .promised: "the commitment to a deck"
            case .judged: "the decision between two claims"
            case .ended: "the end of a game"
            }
        }
    }

    /// What it is about.
    package var kind: Kind {
        switch self {
        case .promised: .promised
        case .judged: .judged
        case .ended: .ended
        }
    }
}

/// How a game ended, and what was shown then.
package struct GameEnding: Hashable, Sendable {
    /// What a player had at the end.
    package struct Score: Hashable, Sendable {
        /// Points, possibly negative.
        package var points: Int
        /// Sets found.
        package var sets: Int

        /// What somebody had.
        package init(points: Int, sets: Int) {
            (self.points, self.sets) = (points, sets)
        }
    }

    /// The game's number at its table.
    package var game: Int
    /// Who won and why; `nil` where a deck was done with and the game was not: before a sudden
    /// death, and when both wanted another game instead.
    package var result: GameResult?
    /// What the players had; nothing for a seat that is empty by then.
    package var scores = PerSeat(both: Score(points: 0, sets: 0))
    /// The deck that had been promised; `nil` when none had been yet.
    package var shuffle: Shuffle?

    /// The end of a game.
    package init(game: Int) {
        self.game = game
    }

    fileprivate init(_ state: TableState) {
        game = state.game
        result = state.result
        scores = state.players.map { player in
            Score(points: player?.points ?? 0, sets: player?.sets ?? 0)
        }
    }
}

extension JournalNote {
    /// What is to be noted of the effects of an input.
    ///
    /// - Parameters:
    ///   - effects: What the duel answered.
    ///   - phase: Where it stood before.
    static func all(in effects: [DuelEffect], after phase: DuelPhase) -> [JournalNote] {
        var notes: [JournalNote] = []
        var ending: GameEnding?
        var isOver = phase.name == .over
        for effect in effects {
            switch effect {
            case .publish(let state):
                let hasEnded = state.phase == .over && !isOver
                isOver = state.phase == .over
                guard hasEnded else { continue }
                if let ending { notes.append(.ended(ending)) }
                ending = GameEnding(state)
            case .reveal(let reveal):
                var end = ending ?? GameEnding(game: reveal.game)
                end.shuffle = reveal.shuffle
                notes.append(.ended(end))
                ending = nil
            case .promise(let commitment): notes.append(.promised(commitment))
            case .race(let race): notes.append(.judged(race))
            case .refuse, .show, .say, .close: break
            }
        }
        if let ending { notes.append(.ended(ending)) }
        return notes
    }
}
