import SetProtocol

// MARK: - What stands in the menu

extension KeyCommand {
    /// The commands in the order of the menu: what a game is played with, what is said about it, what
    /// is read and set, and the ways out.
    static let inMenu: [KeyCommand] = [
        .claim, .pass, .deal, .enter, .hint, .clear, .cancel, .chat, .pause, .new, .shuffle, .rules,
        .settings, .help, .resign, .quit,
    ]

    /// What it does now, for the menu; `nil` when it does nothing now.
    func menuWords(_ model: ClientModel) -> String? {
        switch self {
        case .settings: return "settings"
        case .help: return "all keys"
        case .quit: return "leave the table"
        case .menu, .theme, .colors, .motion: return nil
        case .enter, .claim, .pass, .deal, .hint, .clear, .pause, .new, .chat, .rules, .resign,
            .shuffle, .cancel:
            break
        }
        guard let table = model.table else { return nil }
        switch self {
        case .rules: return "rules of this table"
        case .chat: return model.rules.players == .two ? "say something" : nil
        case .cancel:
            guard !model.isDemonstration else { return nil }
            return cancelOffer(model, table).map { "show the \($0)" }
        default: return model.seat == nil ? nil : playersWords(model, table)
        }
    }

    /// The commands that only somebody with a seat has.
    private func playersWords(_ model: ClientModel, _ table: TableState) -> String? {
        let isOn = table.phase == .open || table.phase == .turn
        switch self {
        case .claim: return claimOffer(model, table) == "claim" ? "claim a set" : offer(model)
        case .pass: return offer(model)
        case .deal: return offer(model) == nil ? nil : "deal three cards"
        case .enter: return isOn ? nil : offer(model)
        case .hint: return offer(model) == nil ? nil : "show a card of a set"
        case .clear: return offer(model) == nil ? nil : "clear my marks"
        case .pause:
            guard isOn else { return nil }
            return model.rules.players == .one ? "pause" : asking(.pause, "a pause", model)
        case .new:
            if Situation(model, table).hasOpponentGone { return "end the game" }
            guard isOn else { return nil }
            return model.rules.players == .one ? "new game" : asking(.new, "a new game", model)
        case .shuffle: return isOn && model.canShuffle ? "rearrange my cards" : nil
        case .resign:
            return model.isDuelRunning && table.phase != nil ? "give the game up" : nil
        case .chat, .help, .rules, .settings, .menu, .theme, .colors, .motion, .cancel, .quit:
            return nil
        }
    }

    /// To ask for something, to agree to it, or to take that back.
    private func asking(_ proposal: Proposal, _ thing: String, _ model: ClientModel) -> String {
        guard let table = model.table, let seat = model.seat else { return "" }
        if Situation(model, table).opponentAsks == proposal { return "agree to \(thing)" }
        return table.players[seat]?.asks == proposal
            ? "no longer ask for \(thing)" : "ask for \(thing)"
    }
}
