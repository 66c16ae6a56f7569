import SetProtocol

extension LineModeClient {
    /// What the player is asked to answer yes or no.
    enum Question: String {
        case new = "New game"
        case resign = "Resign"
        case leave = "Quit"

        /// The command that asks it, and that says yes when it is repeated.
        var command: TableCommand {
            switch self {
            case .new: .new
            case .resign: .resign
            case .leave: .q
            }
        }
    }

    /// What the player leaves with; nothing before a game.
    var finalScore: String {
        guard model.seat != nil, let table = model.table, table.game > 0 else { return "" }
        let name = model.isWorthSaving ? "Score so far" : "Final score"
        return " \(name): \(words.standings(model.record.players, hasWins: false))."
    }

    static let resuming = TableModel.resuming + " --plain"

    /// Whether the game can be continued, and what becomes of one that was saved before it.
    var linesForSaving: [String] {
        guard model.isUnfinishedSolo else { return [] }
        let isBesideAnother = model.saving == .ifFoundBesideAnother
        guard model.isWorthSaving else {
            let other = isBesideAnother ? " The game you saved before is still there." : ""
            return ["Not saved: a solo game is saved only once you have found a set.\(other)"]
        }
        let other = isBesideAnother ? " The game you saved before comes after it." : ""
        return ["Saved: continue with \(Self.resuming).\(other)"]
    }
}
