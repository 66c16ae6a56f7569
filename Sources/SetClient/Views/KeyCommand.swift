import SetProtocol

/// Something a key does at a table besides naming a card: one row for the key, the line of hints with its
/// buttons, the menu and the help.
struct KeyCommand: Sendable {
    /// What it does now, in a few words, and in the fewest that still tell.
    struct Words: Hashable, ExpressibleByStringLiteral {
        let long: String
        let short: String

        init(_ long: String, short: String? = nil) {
            (self.long, self.short) = (long, short ?? long)
        }

        init(stringLiteral value: String) {
            self.init(value)
        }
    }

    /// The keys that do it.
    let keys: [Key]
    /// What it does, in one or two words for help on a small screen.
    let title: String
    /// What it does, for the help.
    let summary: String
    /// What it asks for now; `nil` when it means nothing now.
    let action: @Sendable (TableView) -> Action?
    /// What a player is offered in the line of hints; `nil` when it is not worth a hint.
    fileprivate var playersHint: @Sendable (PlayersView) -> Words? = { _ in nil }
    /// The same for somebody who has no seat, or no table yet.
    fileprivate var watchersHint: @Sendable (TableView) -> Words? = { _ in nil }
    /// The same while the connection is lost.
    fileprivate var hintWithoutConnection: Words?
    /// What it does now, for the menu; `nil` when it does nothing now.
    fileprivate(set) var menuWords: @Sendable (TableView) -> String? = { _ in nil }
    /// Whether a turn, a claim, or an answer to the other player may hang on it.
    fileprivate(set) var isUrgent: @Sendable (TableView) -> Bool = { _ in false }

    /// What it does now, for the line of hints; `nil` when it is not worth a hint.
    func offer(_ view: TableView) -> Words? {
        if view.model.outage != nil { return hintWithoutConnection }
        return PlayersView(view).map(playersHint) ?? watchersHint(view)
    }

    /// What is printed on the first of the keys.
    var keyName: String { keys.first?.name ?? "" }

    /// The same in characters that a terminal has: the look-alike of a backspace is that of an arrow.
    func keyName(_ glyphs: GlyphSet) -> String {
        glyphs == .ascii && keys.first?.code == .backspace ? "bksp" : keyName
    }
}

/// A table from the point of view of somebody who plays at it.
struct PlayersView {
    let view: TableView
    let table: TableState
    let seat: Seat
    let situation: TablePerspective

    /// - Returns: `nil` without a table or a seat.
    init?(_ view: TableView) {
        guard let table = view.model.table, let seat = view.model.seat else { return nil }
        (self.view, self.table, self.seat) = (view, table, seat)
        situation = TablePerspective(view.model, table)
    }

    var model: TableModel { view.model }

    /// Whether cards are being played.
    var isOn: Bool { table.phase == .open || table.phase == .turn }

    /// Whether enter, which has nothing else to do, agrees to what the opponent asks for.
    var agreesByEnter: Bool { view.cursor == nil && situation.opponentAsks != nil }

    /// To ask for something, to agree to it, or to take that back.
    fileprivate func asking(_ proposal: Proposal, _ thing: String) -> String {
        if situation.opponentAsks == proposal { return "agree to \(thing)" }
        return table.players[seat]?.asks == proposal
            ? "cancel request for \(thing)" : "ask for \(thing)"
    }
}

// MARK: - The commands

extension KeyCommand {
    /// In the order of the help.
    static let inHelp = [
        enter, claim, pass, deal, hint, clear, pause, new, chat, help, rules, resign, settings,
        menu, theme, colors, motion, shuffle, cancel, quit,
    ]

    /// In the order of the line of hints, the most urgent first.
    static let inHints = [
        claim, pass, deal, enter, hint, new, pause, clear, cancel, chat, rules, settings, shuffle,
        quit,
    ]

    /// In the order of the menu: what a game is played with, what is said about it, what is read and set,
    /// and the ways out.
    static let inMenu = [
        claim, pass, deal, enter, hint, clear, cancel, chat, pause, new, shuffle, rules, settings,
        help, resign, quit,
    ]

    /// The command of a key.
    static func command(for key: Key) -> KeyCommand? { inHelp.first { $0.keys.contains(key) } }

    /// What the menu has now.
    static func menuRows(_ view: TableView, _ glyphs: GlyphSet) -> [MenuSheet.Row] {
        inMenu.compactMap { command in
            guard let words = command.menuWords(view), let action = command.action(view) else {
                return nil
            }
            return MenuSheet.Row(
                keys: command.keys, keyName: command.keyName(glyphs), words: words, action: action)
        }
    }

    static let claim = KeyCommand(
        keys: [.character(" ")], title: "claim a set", summary: "claim a set; pick your marks",
        action: { view in
            if view.model.mayPick, view.model.marks.isEmpty {
                return view.cursor == nil ? nil : .touchPointed
            }
            switch view.model.table?.phase {
            case .open, .turn: return .move(.claim)
            case .waiting, .countdown, .paused, .over, nil: return nil
            }
        },
        playersHint: claimWords,
        menuWords: { view in
            PlayersView(view).flatMap(claimWords).map { $0 == "claim" ? "claim a set" : $0.long }
        },
        isUrgent: { _ in true })

    private static func claimWords(_ player: PlayersView) -> Words? {
        let model = player.model
        if model.mayPick {
            return model.marks.isEmpty || !model.rules.needsClaim
                ? nil : Words("pick marked", short: "pick")
        }
        guard player.table.phase == .open, !model.isCalling else { return nil }
        if player.table.selection?.verdict == .match {
            return Words("claim at once", short: "claim")
        }
        return switch model.marks.count {
        case 0: "claim"
        case 1: Words("claim + 1 mark", short: "claim")
        case 2: Words("claim + 2 marks", short: "claim")
        case _: Words("claim these", short: "claim")
        }
    }

    static let pass = KeyCommand(
        keys: [.character("-")], title: "pass", summary: "pass; costs points in a claim",
        action: { _ in .move(.pass) }, playersHint: passWords,
        menuWords: { PlayersView($0).flatMap(passWords)?.long }, isUrgent: { _ in true })

    /// Only a claim has a price.
    private static func passWords(_ player: PlayersView) -> Words? {
        guard player.situation.isMyTurn, let turn = player.table.turn else { return nil }
        return turn.reason == .claim ? giveUp(player.model.rules) : "pass"
    }

    /// To pass in the turn that one's own claim gave.
    static func giveUp(_ rules: Rules) -> Words {
        rules.timeoutPoints == 0
            ? "give up" : Words("give up (\(rules.timeoutPoints))", short: "give up")
    }

    static let deal = KeyCommand(
        keys: [.character("+"), .character("=")], title: "deal three",
        summary: "deal three (= or wheel down)", action: { _ in .move(.deal) },
        playersHint: dealWords,
        menuWords: { PlayersView($0).flatMap(dealWords).map { _ in "deal three cards" } },
        isUrgent: { _ in true })

    private static func dealWords(_ player: PlayersView) -> Words? {
        player.table.phase == .open && player.table.deck > 0 ? "deal" : nil
    }

    static let enter = KeyCommand(
        keys: [Key(.enter)], title: "touch/ready", summary: "touch, ready, agree, rematch",
        action: { view in
            switch view.model.table?.phase {
            case .waiting, .over, .paused: return .move(.ready)
            case .open, .turn:
                if view.cursor != nil { return .touchPointed }
                return PlayersView(view)?.agreesByEnter == true ? .move(.ready) : nil
            case .countdown, nil: return nil
            }
        },
        playersHint: enterWords,
        menuWords: { view in
            PlayersView(view).flatMap { $0.isOn ? nil : enterWords($0)?.long }
        },
        isUrgent: { view in
            let isOn = view.model.table?.phase == .open || view.model.table?.phase == .turn
            return !isOn || view.cursor == nil
        })

    private static func enterWords(_ player: PlayersView) -> Words? {
        let table = player.table
        guard let own = table.players[player.seat] else { return nil }
        switch table.phase {
        case .waiting: return own.isReady ? nil : "ready"
        case .over:
            if player.model.rules.players == .one { return "another game" }
            return own.isReady || table.players[player.seat.opponent] == nil ? nil : "rematch"
        case .paused:
            return own.isReady || !player.situation.awaySeats.isEmpty ? nil : "resume"
        case .open, .turn:
            if player.view.cursor != nil { return "touch" }
            switch player.situation.opponentAsks {
            case .pause: return Words("agree to pause", short: "agree")
            case .new: return Words("agree to new game", short: "agree")
            case nil: return nil
            }
        case .countdown, nil: return nil
        }
    }

    static let hint = KeyCommand(
        keys: [.character("!")], title: "hint", summary: "show a card of a set",
        action: { _ in .move(.hint) },
        playersHint: hintWords,
        menuWords: { PlayersView($0).flatMap(hintWords).map { _ in "show a card of a set" } })

    private static func hintWords(_ player: PlayersView) -> Words? {
        player.model.rules.hints && player.table.phase == .open ? "hint" : nil
    }

    static let clear = KeyCommand(
        keys: [Key(.backspace)], title: "clear marks", summary: "clear marks (or right click)",
        action: { _ in .move(.clear) }, playersHint: clearWords,
        menuWords: { PlayersView($0).flatMap(clearWords).map { _ in "clear marks" } })

    private static func clearWords(_ player: PlayersView) -> Words? {
        player.model.marks.isEmpty ? nil : "clear"
    }

    static let pause = KeyCommand(
        keys: [.character("P")], title: "pause", summary: "ask for a pause, or agree",
        action: { _ in .move(.pause) },
        playersHint: { player in
            player.situation.opponentAsks == .pause && !player.agreesByEnter
                ? Words("agree to pause", short: "agree") : nil
        },
        menuWords: { view in
            guard let player = PlayersView(view), player.isOn else { return nil }
            return player.model.rules.players == .one ? "pause" : player.asking(.pause, "a pause")
        },
        isUrgent: { _ in true })

    static let new = KeyCommand(
        keys: [.character("N")], title: "new game", summary: "ask for a new game, or agree",
        action: { _ in .move(.new) },
        playersHint: { player in
            if player.situation.opponentAsks == .new, !player.agreesByEnter {
                return Words("agree to new game", short: "agree")
            }
            return player.situation.hasOpponentGone ? "end the game" : nil
        },
        menuWords: { view in
            guard let player = PlayersView(view) else { return nil }
            if player.situation.hasOpponentGone { return "end the game" }
            guard player.isOn else { return nil }
            return player.model.rules.players == .one
                ? "new game" : player.asking(.new, "a new game")
        },
        isUrgent: { _ in true })

    static let chat = KeyCommand(
        keys: [.character(":")], title: "chat", summary: "send a message to the table",
        action: { _ in .show(.chat) },
        playersHint: { $0.model.rules.players == .two ? "chat" : nil },
        menuWords: { view in
            view.model.table != nil && view.model.rules.players == .two ? "send a message" : nil
        })

    static let help = KeyCommand(
        keys: [.character("?")], title: "this help", summary: "show or hide this help",
        action: { _ in .show(.help) }, menuWords: { _ in "all keys" })

    static let rules = KeyCommand(
        keys: [.character("I")], title: "rules", summary: "the rules of this table",
        action: { _ in .show(.rules) }, playersHint: { $0.table.phase == .waiting ? "rules" : nil },
        menuWords: { $0.model.table == nil ? nil : "rules of this table" })

    static let resign = KeyCommand(
        keys: [.character("R")], title: "resign", summary: "resign the game",
        action: { $0.model.isDuelRunning ? .move(.resign) : nil },
        menuWords: { view in
            PlayersView(view)?.table.phase != nil && view.model.isDuelRunning
                ? "resign the game" : nil
        })

    static let settings = KeyCommand(
        keys: [.character("O")], title: "settings", summary: "change your settings",
        action: { _ in .show(.settings) },
        playersHint: { $0.table.phase == .waiting ? "settings" : nil },
        menuWords: { _ in "settings" })

    static let menu = KeyCommand(
        keys: [Key(.tab)], title: "menu", summary: "everything you can do now",
        action: { _ in .show(.menu) })

    static let theme = KeyCommand(
        keys: [.character("T")], title: "themes", summary: "choose how the cards look",
        action: { _ in .show(.themes) })

    static let colors = KeyCommand(
        keys: [.character("C")], title: "color-blind", summary: "color-blind friendly colors",
        action: { _ in .toggleColorBlind })

    static let motion = KeyCommand(
        keys: [.character("M")], title: "motion", summary: "full, reduced, or no motion",
        action: { _ in .nextMotion })

    static let shuffle = KeyCommand(
        keys: [.character("S")], title: "shuffle", summary: "rearrange your cards",
        action: { $0.model.canShuffle ? .move(.shuffle) : nil },
        playersHint: { $0.table.phase == .open && $0.model.canShuffle ? "shuffle" : nil },
        menuWords: { view in
            PlayersView(view).flatMap {
                $0.isOn && $0.model.canShuffle ? "rearrange your cards" : nil
            }
        })

    static let cancel = KeyCommand(
        keys: [Key(.escape)], title: "close", summary: "close, no, or clear",
        // Where there is nothing to close and nothing to take back, everything else is one step away.
        action: { view in
            if view.isDemonstration { return .quit }
            let model = view.model
            let hasPicks = model.mayPick && model.table?.selection?.verdict == .undecided
            return model.table?.phase == .over || !model.marks.isEmpty || hasPicks
                ? .cancel : .show(.menu)
        },
        playersHint: { reportWords($0.view) },
        watchersHint: { $0.isDemonstration ? "leave" : reportWords($0) },
        menuWords: { view in
            view.isDemonstration ? nil : reportWords(view).map { "show the \($0.long)" }
        },
        // The report has such a button of its own.
        isUrgent: { view in
            let isOn = view.model.table?.phase == .open || view.model.table?.phase == .turn
            return !isOn && view.isReportHidden
        })

    private static func reportWords(_ view: TableView) -> Words? {
        guard view.model.table?.phase == .over else { return nil }
        return view.isReportHidden ? "report" : "board"
    }

    static let quit = KeyCommand(
        keys: [.character("Q")] + Key.interrupts, title: "quit",
        summary: "leave (also ctrl-c, ctrl-d)", action: { _ in .quit },
        playersHint: { $0.model.isDuelRunning ? nil : "leave" },
        watchersHint: { $0.isDemonstration ? nil : "leave" }, hintWithoutConnection: "leave",
        menuWords: { _ in "leave the table" })
}
