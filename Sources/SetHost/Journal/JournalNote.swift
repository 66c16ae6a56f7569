import SetProtocol

/// What a host announced because of an input, noted so that a replay can be compared with it.
///
/// Inputs alone would be enough to replay a duel. But a changed input or seed would only give
/// another duel, as consistent as the true one. The notes reveal the difference.
package enum JournalNote: Hashable, Sendable {
    /// A deck was committed to, before its first cards.
    case promised(Commitment)
    case judged(Race)
    /// A game ended, or its deck was no longer used.
    case ended(GameEnding)

    package enum Kind: String, Sendable {
        case promised = "the commitment to a deck"
        case judged = "the decision between two claims"
        case ended = "the end of a game"
    }

    package var kind: Kind {
        switch self {
        case .promised: .promised
        case .judged: .judged
        case .ended: .ended
        }
    }

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
            case .race(var race):
                // It follows from the inputs, and earlier hosts noted less.
                race.credited = nil
                notes.append(.judged(race))
            case .refuse, .show, .say, .makeRoom, .promote, .close: break
            }
        }
        if let ending { notes.append(.ended(ending)) }
        return notes
    }
}

package struct GameEnding: Hashable, Sendable {
    package var game: Int
    /// The result; `nil` if the deck was no longer used but the game was not over: before a sudden
    /// death, or when both agreed to another game.
    package var result: GameResult?
    /// Zero for a seat that is empty by then.
    package var (points, sets) = (PerSeat(both: 0), PerSeat(both: 0))
    package var shuffle: Shuffle?

    package init(game: Int) {
        self.game = game
    }

    fileprivate init(_ state: TableState) {
        game = state.game
        result = state.result
        points = state.players.map { $0?.points ?? 0 }
        sets = state.players.map { $0?.sets ?? 0 }
    }
}
