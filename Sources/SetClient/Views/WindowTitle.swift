import SetProtocol

/// The title of the terminal's window, for a player who is looking at another window.
package enum WindowTitle {
    package static let plain = "set-duel"

    /// - Parameter hasFocus: Whether the window has the focus, where a changing title would distract.
    package static func text(_ model: TableModel, hasFocus: Bool) -> String {
        guard !hasFocus, let news = news(model) else { return plain }
        return SafeText.sanitized("\(news) – \(plain)", limit: 80)
    }

    /// What is going on; what the player should react to has a dot.
    private static func news(_ model: TableModel) -> String? {
        if model.outage != nil { return "● connection lost" }
        guard let table = model.table else { return nil }
        switch table.phase {
        case .waiting: return waiting(model, table)
        case .countdown: return "● the game is starting"
        case .open: return table.selection?.verdict == .match ? found(model, table) : "open"
        case .turn: return turn(model, table)
        case .paused: return "paused"
        case .over: return over(model, table)
        case nil: return nil
        }
    }

    private static func waiting(_ model: TableModel, _ table: TableState) -> String? {
        guard let seat = model.seat, model.rules.players == .two else { return nil }
        guard let other = table.players[seat.opponent] else { return "waiting" }
        let isReady = table.players[seat]?.isReady == true
        return isReady ? "waiting for \(other.name)" : "● \(other.name) is here"
    }

    private static func turn(_ model: TableModel, _ table: TableState) -> String? {
        guard let turn = table.turn else { return nil }
        if turn.seat == model.seat { return "● your turn" }
        let name = model.name(of: turn.seat)
        switch turn.reason {
        case .claim: return "\(name) claimed"
        case .answer, .grace, nil: return "\(name)'s turn"
        }
    }

    private static func found(_ model: TableModel, _ table: TableState) -> String? {
        table.selection.map { selection in
            selection.seat == model.seat
                ? "you found a set" : "\(model.name(of: selection.seat)) found a set"
        }
    }

    private static func over(_ model: TableModel, _ table: TableState) -> String {
        let opponent = model.seat.flatMap { table.players[$0.opponent] }
        if let opponent, opponent.isReady { return "● \(opponent.name) wants a rematch" }
        return "game over"
    }
}
