import SetProtocol

/// Boards on which a set was missed, as decks to be played alone.
package enum MissedBoards {
    /// Each board is a game of its own, which ends when no set is left.
    package static let rules: Rules = {
        var rules = Rules.solo
        rules.refill = .never
        return rules
    }()

    /// The most boards that are practiced at a time.
    private static let most = 50

    /// Each board once, that of the newest game first; twelve cards of a larger one, with a set.
    package static func all(in games: [PlayedGame]) -> [[Card]] {
        var boards: [[Card]] = []
        for board in games.reversed().flatMap(\.missed) {
            let sorted = twelve(of: board).sorted()
            if !boards.contains(sorted) { boards.append(sorted) }
            if boards.count == most { break }
        }
        // In the order of the cards, sets would lie side by side.
        var generator = SeededGenerator(seed: UInt64(boards.count))
        return boards.map { generator.shuffled($0) }
    }

    /// The games of a recording, for the boards on which either player missed a set.
    package static func games(of recording: Recording) -> [PlayedGame] {
        var record = GameRecord()
        return recording.moments.compactMap { moment in
            guard case .state(let state) = moment.message else { return nil }
            let wasOver = record.result != nil
            record.apply(state, at: moment.time.replayed)
            guard record.result != nil, !wasOver else { return nil }
            var game = PlayedGame()
            game.missed = record.missedSets.map(\.board)
            return game
        }
    }

    private static func twelve(of board: [Card]) -> [Card] {
        guard board.count > rules.boardSize, let trio = CardSet(board).sets.first else {
            return board
        }
        return trio.cards + board.filter { !trio.contains($0) }.prefix(rules.boardSize - 3)
    }
}
