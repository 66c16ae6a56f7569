import SetProtocol

/// Everything a key can do besides naming a card: the rows from which the keys, the line of hints,
/// its buttons and the help are all made.
enum KeyCommand: CaseIterable, Hashable {
    case enter, claim, pass, deal, hint, clear, pause, new, chat, help, rules, resign, settings
    case menu, theme, colors, motion, shuffle, cancel, quit

    /// The keys that do it.
    var keys: [Key] {
        switch self {
        case .enter: [Key(.enter)]
        case .claim: [.character(" ")]
        case .pass: [.character("-")]
        case .deal: [.character("+"), .character("=")]
        case .hint: [.character("!")]
        case .clear: [Key(.backspace)]
        case .pause: [.character("P")]
        case .new: [.character("N")]
        case .chat: [.character(":")]
        case .help: [.character("?")]
        case .rules: [.character("I")]
        case .resign: [.character("R")]
        case .settings: [.character("O")]
        case .menu: [Key(.tab)]
        case .theme: [.character("T")]
        case .colors: [.character("C")]
        case .motion: [.character("M")]
        case .shuffle: [.character("S")]
        case .cancel: [Key(.escape)]
        case .quit: [.character("Q"), .control("c"), .control("d")]
        }
    }

    /// What is printed on the first of the keys.
    var keyName: String {
        guard let key = keys.first else { return "" }
        switch key.code {
        case .character(" "): return "space"
        case .character(let character): return String(character)
        case .enter: return "enter"
        case .escape: return "esc"
        case .backspace: return "⌫"
        case .tab: return "tab"
        case .backtab, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert,
            .delete, .function:
            return ""
        }
    }

    /// The same in characters that a terminal has: the look-alike of a backspace is that of an arrow.
    func keyName(_ glyphs: GlyphSet) -> String {
        glyphs == .ascii && keys.first?.code == .backspace ? "bksp" : keyName
    }

    /// What it does, in one or two words for help on a small screen.
    var title: String {
        switch self {
        case .enter: "touch/ready"
        case .claim: "claim a set"
        case .pass: "pass"
        case .deal: "deal three"
        case .hint: "hint"
        case .clear: "clear marks"
        case .pause: "pause"
        case .new: "new game"
        case .chat: "say it"
        case .help: "this help"
        case .rules: "rules"
        case .resign: "resign"
        case .settings: "settings"
        case .menu: "menu"
        case .theme: "themes"
        case .colors: "color-blind"
        case .motion: "motion"
        case .shuffle: "shuffle"
        case .cancel: "close"
        case .quit: "quit"
        }
    }

    /// What it does, for the help.
    var summary: String {
        switch self {
        case .enter: "touch, ready, agree, rematch"
        case .claim: "I see a set; pick my marks"
        case .pass: "pass; a claim given up costs"
        case .deal: "deal three (= or wheel down)"
        case .hint: "show me a card of a set"
        case .clear: "clear marks (or right click)"
        case .pause: "ask for a pause, or agree"
        case .new: "ask for a new game, or agree"
        case .chat: "say something to the table"
        case .help: "show or hide this help"
        case .rules: "the rules of this table"
        case .resign: "give the game up"
        case .settings: "all that you can set"
        case .menu: "all that you can do now"
        case .theme: "choose how the cards look"
        case .colors: "colors for color-blind players"
        case .motion: "full, reduced or no motion"
        case .shuffle: "rearrange my cards"
        case .cancel: "close, no, clear"
        case .quit: "leave (also ctrl-c, ctrl-d)"
        }
    }

    /// What it asks for now; `nil` when it means nothing now.
    func action(_ model: ClientModel) -> Action? {
        switch self {
        case .enter: enterAction(model)
        case .claim: claimAction(model)
        case .pass: .pass
        case .deal: .deal
        case .hint: .hint
        case .clear: .clear
        case .pause: .pause
        case .new: .new
        case .chat: .show(.chat)
        case .help: .show(.help)
        case .rules: .show(.rules)
        case .resign: model.isDuelRunning ? .resign : nil
        case .settings: .show(.settings)
        case .menu: .show(.menu)
        case .theme: .show(.themes)
        case .colors: .toggleColorBlind
        case .motion: .nextMotion
        case .shuffle: model.canShuffle ? .shuffle : nil
        case .cancel: cancelAction(model)
        case .quit: .quit
        }
    }

    /// Where there is nothing to close and nothing to take back, everything else is one step away.
    private func cancelAction(_ model: ClientModel) -> Action {
        if model.isDemonstration { return .quit }
        let hasPicks = model.mayPick && model.table?.selection?.verdict == .undecided
        return model.table?.phase == .over || !model.marks.isEmpty || hasPicks
            ? .cancel : .show(.menu)
    }

    private func enterAction(_ model: ClientModel) -> Action? {
        switch model.table?.phase {
        case .waiting, .over, .paused: .ready
        case .open, .turn:
            model.cursor != nil ? .touchPointed : Self.isAgreement(model) ? .ready : nil
        case .countdown, nil: nil
        }
    }

    /// Whether enter, which has nothing else to do, agrees to what the opponent asks for.
    static func isAgreement(_ model: ClientModel) -> Bool {
        guard let table = model.table, model.cursor == nil else { return false }
        return Situation(model, table).opponentAsks != nil
    }

    /// Claiming, picking the marks, or, where neither makes sense, touching the pointed card.
    private func claimAction(_ model: ClientModel) -> Action? {
        if model.mayPick, model.marks.isEmpty { return model.cursor == nil ? nil : .touchPointed }
        switch model.table?.phase {
        case .open, .turn: return .claim
        case .waiting, .countdown, .paused, .over, nil: return nil
        }
    }
}

// MARK: - What makes sense now

extension KeyCommand {
    /// The commands in the order of the line of hints, the most urgent first.
    static let offered: [KeyCommand] = [
        .claim, .pass, .deal, .enter, .hint, .new, .pause, .clear, .cancel, .chat, .rules,
        .settings, .shuffle, .quit,
    ]

    /// What the command does now, in the fewest words; `nil` when it is not worth a hint.
    func offer(_ model: ClientModel) -> String? {
        if model.outage != nil { return self == .quit ? "leave" : nil }
        guard let table = model.table, model.seat != nil else {
            if model.isDemonstration { return self == .cancel ? "leave" : nil }
            if self == .cancel, let table = model.table { return cancelOffer(model, table) }
            return self == .quit ? "leave" : nil
        }
        let situation = Situation(model, table)
        switch self {
        case .enter: return enterOffer(model, table)
        case .claim: return claimOffer(model, table)
        case .pass:
            guard situation.isMyTurn, let turn = table.turn else { return nil }
            return Self.giveUp(turn.reason, model.rules)
        case .deal: return table.phase == .open && table.deck > 0 ? "deal" : nil
        case .hint: return model.rules.hints && table.phase == .open ? "hint" : nil
        case .new: return newOffer(model, table, situation)
        case .pause:
            return situation.opponentAsks == .pause && !Self.isAgreement(model)
                ? "agree to pause" : nil
        case .clear: return model.marks.isEmpty ? nil : "clear"
        case .chat: return model.rules.players == .two ? "chat" : nil
        case .rules: return table.phase == .waiting ? "rules" : nil
        case .settings: return table.phase == .waiting ? "settings" : nil
        case .shuffle: return table.phase == .open && model.canShuffle ? "shuffle" : nil
        case .quit: return model.isDuelRunning ? nil : "leave"
        case .cancel: return cancelOffer(model, table)
        case .help, .menu, .resign, .theme, .colors, .motion: return nil
        }
    }

    func enterOffer(_ model: ClientModel, _ table: TableState) -> String? {
        guard let seat = model.seat, let player = table.players[seat] else { return nil }
        switch table.phase {
        case .waiting: return player.isReady ? nil : "I am ready"
        case .over:
            if model.rules.players == .one { return "another game" }
            return player.isReady || table.players[seat.opponent] == nil ? nil : "rematch"
        case .paused:
            let isAnybodyAway = Seat.allCases.contains { table.players[$0]?.isPresent == false }
            return player.isReady || isAnybodyAway ? nil : "go on"
        case .open, .turn:
            if model.cursor != nil { return "touch" }
            switch Situation(model, table).opponentAsks {
            case .pause: return "agree to pause"
            case .new: return "agree to new game"
            case nil: return nil
            }
        case .countdown, nil: return nil
        }
    }

    /// What passing is and costs in a turn: only a claim has a price.
    static func giveUp(_ reason: TurnReason?, _ rules: Rules) -> String {
        switch reason {
        case .claim: rules.timeoutPoints == 0 ? "give up" : "give up (\(rules.timeoutPoints))"
        case .answer, .grace, nil: "pass"
        }
    }

    func cancelOffer(_ model: ClientModel, _ table: TableState) -> String? {
        guard table.phase == .over else { return nil }
        return model.isReportHidden ? "report" : "board"
    }

    func claimOffer(_ model: ClientModel, _ table: TableState) -> String? {
        if model.mayPick {
            return model.marks.isEmpty || !model.rules.needsClaim ? nil : "pick marked"
        }
        guard table.phase == .open, !model.isCalling else { return nil }
        if table.selection?.verdict == .match { return "claim at once" }
        switch model.marks.count {
        case 0: return "claim"
        case 1: return "claim + 1 mark"
        case 2: return "claim + 2 marks"
        case _: return "claim these"
        }
    }

    private func newOffer(
        _ model: ClientModel, _ table: TableState, _ situation: Situation
    ) -> String? {
        if situation.opponentAsks == .new, !Self.isAgreement(model) { return "agree to new game" }
        return situation.hasOpponentGone ? "end the game" : nil
    }
}
