import SetProtocol

/// A key command at a table: one row for the key, the hints and their buttons, the menu, and help.
struct KeyCommand: Sendable {
    /// What it does now.
    struct Words: Hashable, ExpressibleByStringLiteral {
        let long: String
        /// The fewest words that still tell.
        let short: String
        /// What the menu says; `nil` where the menu does not offer it.
        let menu: String?

        init(_ long: String, short: String? = nil) {
            (self.long, self.short, menu) = (long, short ?? long, long)
        }

        init(_ long: String, short: String? = nil, menu: String?) {
            (self.long, self.short, self.menu) = (long, short ?? long, menu)
        }

        init(stringLiteral value: String) {
            self.init(value)
        }
    }

    /// What help says: a title of one or two words for small screens, and a summary.
    struct Help: Sendable {
        let title: String
        let summary: String
    }

    /// Without what at a table it means nothing.
    enum Need: Sendable {
        case opponent, claims, hints
    }

    let keys: [Key]
    /// What it does, in one or two words for help on a small screen.
    let title: String
    /// What it does, for help.
    let summary: String
    /// The same where no turns are claimed, if it differs.
    fileprivate(set) var withoutClaims: Help?
    fileprivate(set) var need: Need?
    /// What it asks for now; `nil` when it means nothing now.
    let action: @Sendable (TableView) -> Action?
    /// What a player is offered in the hints; `nil` when it is not worth a hint.
    fileprivate var playersHint: @Sendable (PlayersView) -> Words? = { _ in nil }
    /// The same for a watcher, and without a table.
    fileprivate var watchersHint: @Sendable (TableView) -> Words? = { _ in nil }
    /// The same without a connection.
    fileprivate var hintWithoutConnection: Words?
    /// What the menu says, where that does not follow from the hint.
    fileprivate var ownMenuWords: (@Sendable (TableView) -> String?)?
    /// Whether a turn, a claim, or an answer to the other player may depend on it.
    fileprivate(set) var isUrgent: @Sendable (TableView) -> Bool = { _ in false }

    /// What help says at a table; `nil` where it means nothing there.
    func help(under rules: Rules) -> Help? {
        let isMeant =
            switch need {
            case .opponent: rules.players == .two
            case .claims: rules.needsClaim
            case .hints: rules.hints
            case nil: true
            }
        guard isMeant else { return nil }
        let usual = Help(title: title, summary: summary)
        return rules.needsClaim ? usual : withoutClaims ?? usual
    }

    /// What it does now, for the menu; `nil` when it does nothing now.
    private func menuWords(_ view: TableView, _ player: PlayersView?) -> String? {
        if let ownMenuWords { return ownMenuWords(view) }
        return player.flatMap(playersHint)?.menu
    }

    /// What it does now, for the hints; `nil` when it is not worth a hint.
    func offer(_ view: TableView) -> Words? { offer(view, PlayersView(view)) }

    /// The same; a caller that asks many commands makes the player's view once.
    func offer(_ view: TableView, _ player: PlayersView?) -> Words? {
        if view.model.outage != nil { return hintWithoutConnection }
        return player.map(playersHint) ?? watchersHint(view)
    }

    /// The name of its first key.
    var keyName: String { keys.first?.name ?? "" }

    /// The same in the terminal's characters: in ASCII, a backspace would look like an arrow.
    func keyName(_ glyphs: GlyphSet) -> String {
        glyphs == .ascii && keys.first?.code == .backspace ? "bksp" : keyName
    }
}

// MARK: - The commands

extension KeyCommand {
    /// In the order of the help.
    static let inHelp = [
        enter, claim, pass, deal, hint, clear, yes, pause, new, chat, help, rules, resign, settings,
        menu, theme, colors, motion, shuffle, redraw, cancel, quit,
    ]

    /// The same for a watcher, who touches nothing.
    static let inWatchersHelp = [
        chat, help, rules, settings, menu, theme, colors, motion, shuffle, redraw, cancel, quit,
    ]

    /// In the order of the line of hints, the most urgent first.
    static let inHints = [
        yes, no, claim, pass, deal, enter, hint, new, pause, clear, cancel, chat, rules, settings,
        shuffle,
        quit,
    ]

    /// The same below a report, which has keys of its own.
    static let inHintsBelowReport = [yes, no, new, chat, rules, settings]

    /// In the order of the menu.
    static let inMenu = [
        yes, no, claim, pass, deal, enter, hint, clear, cancel, chat, pause, new, shuffle, rules,
        settings,
        help, resign, quit,
    ]

    /// The command of a key now: while the opponent asks for something, two keys say no to it.
    static func command(for key: Key, in view: TableView) -> KeyCommand? {
        // In a turn, escape takes picks back.
        let isTaken = key == Key(.escape) && view.model.mayPick
        if no.keys.contains(key), no.action(view) != nil, !isTaken { return no }
        return inHelp.first { $0.keys.contains(key) }
    }

    /// The rows of the menu now.
    static func menuRows(_ view: TableView, _ glyphs: GlyphSet) -> [MenuSheet.Row] {
        let player = PlayersView(view)
        return inMenu.compactMap { command in
            guard let words = command.menuWords(view, player), let action = command.action(view)
            else {
                return nil
            }
            return MenuSheet.Row(
                keys: command.keys, keyName: command.keyName(glyphs), words: words, action: action)
        }
    }

    static let claim = KeyCommand(
        keys: [.character(" ")], title: "claim a set", summary: "claim a set; pick your marks",
        withoutClaims: Help(title: "pick", summary: "pick the card at the cursor"),
        action: { view in
            if let found = view.model.foundCard { return .move(.touchCard(found)) }
            if view.model.mayPick, view.model.marks.isEmpty {
                return view.cursor == nil ? nil : .touchPointed
            }
            return view.model.table?.isInPlay == true ? .move(.claim) : nil
        },
        playersHint: { player in
            let model = player.model
            // Enter is offered, because a space means a claim wherever somebody plays against them.
            if model.foundCard != nil { return nil }
            if model.mayPick {
                return model.marks.isEmpty || !model.rules.needsClaim
                    ? nil : Words("pick marked", short: "pick")
            }
            guard player.table.phase == .open, !model.isCalling else { return nil }
            if player.table.selection?.verdict == .match {
                return Words("claim another", short: "another")
            }
            return switch model.marks.count {
            case 0: Words("claim", menu: "claim a set")
            case 1: Words("claim with 1 mark", short: "claim")
            case 2: Words("claim with 2 marks", short: "claim")
            case _: Words("claim these", short: "claim")
            }
        },
        isUrgent: { _ in true })

    static let pass = KeyCommand(
        keys: [.character("-")], title: "pass", summary: "pass (costs if you claimed)",
        need: .claims,
        action: { _ in .move(.pass) },
        playersHint: { player in
            guard player.situation.isMyTurn, let turn = player.table.turn else { return nil }
            // Only a claim has a price.
            return turn.reason == .claim ? passClaim(player.model.rules) : "pass"
        },
        isUrgent: { _ in true })

    /// Passes one's own claim.
    static func passClaim(_ rules: Rules) -> Words {
        rules.timeoutPoints == 0
            ? "pass" : Words("pass (\(rules.timeoutPoints))", short: "pass")
    }

    static let deal = KeyCommand(
        keys: [.character("+"), .character("=")], title: "deal three",
        summary: "deal three (also =)", action: { _ in .move(.deal) },
        playersHint: { player in
            // Over a found set that stays, it would only bring the next cards.
            player.table.phase == .open && player.table.deck > 0 && player.model.foundCard == nil
                ? Words("deal", menu: "deal three cards") : nil
        },
        isUrgent: { _ in true })

    static let enter = KeyCommand(
        keys: [Key(.enter)], title: "pick/ready", summary: "pick, ready, resume, rematch",
        withoutClaims: Help(title: "pick/next", summary: "pick, next cards, resume"),
        action: { view in
            if view.model.isClosed { return .quit }
            switch view.model.table?.phase {
            case .waiting, .over, .paused: return .move(.ready)
            case .open, .turn:
                if let found = view.model.foundCard { return .move(.touchCard(found)) }
                return view.cursor == nil ? nil : .touchPointed
            case .countdown, nil: return nil
            }
        },
        playersHint: { player in
            let table = player.table
            guard let own = table.players[player.seat] else { return nil }
            switch table.phase {
            case .waiting: return own.isReady ? nil : "ready"
            case .over:
                if player.model.isClosed { return Words(player.view.wayOut) }
                if player.model.rules.players == .one { return "another game" }
                return own.isReady || table.players[player.seat.opponent] == nil ? nil : "rematch"
            case .paused: return own.isReady || !table.awaySeats.isEmpty ? nil : "resume"
            case .open where player.model.foundCard != nil:
                let isFinal = player.model.rules.refill == .never || table.deck == 0
                return isFinal ? "continue" : Words("next cards", short: "next")
            case .open, .turn:
                let word = player.model.mayPick ? "pick" : "mark"
                return player.view.cursor == nil ? nil : Words(word, menu: nil)
            case .countdown, nil: return nil
            }
        },
        isUrgent: { $0.model.table?.isInPlay != true })

    static let hint = KeyCommand(
        keys: [.character("!")], title: "hint", summary: "show a card of a set", need: .hints,
        action: { _ in .move(.hint) },
        playersHint: { player in
            let rules = player.model.rules
            guard rules.hints, player.table.phase == .open else { return nil }
            let price = rules.hintPoints == 0 ? "" : " (\(rules.hintPoints))"
            return Words("hint\(price)", short: "hint", menu: "show a card of a set\(price)")
        })

    static let clear = KeyCommand(
        keys: [Key(.backspace)], title: "clear marks", summary: "clear marks (or right-click)",
        withoutClaims: Help(title: "clear picks", summary: "clear picks (or right-click)"),
        action: { _ in .move(.clear) },
        playersHint: {
            $0.model.marks.isEmpty ? nil : Words("unmark", menu: "clear your marks")
        })

    /// Capital letters, because the small ones can be the keys of cards.
    static let yes = KeyCommand(
        keys: [.character("Y")], title: "yes", summary: "yes to a request (N says no)",
        need: .opponent,
        action: { $0.model.request.proposal == nil ? nil : .move(.answer(true)) },
        playersHint: { player in
            player.model.request.proposal.map {
                Words("yes", menu: "agree to \($0.words)")
            }
        },
        isUrgent: { _ in true })

    static let no = KeyCommand(
        keys: [.character("N"), Key(.escape)], title: "no", summary: "decline a request",
        action: { $0.model.request.proposal == nil ? nil : .move(.answer(false)) },
        playersHint: { player in
            player.model.request.proposal.map {
                Words("no", menu: "decline \($0.words)")
            }
        },
        isUrgent: { _ in true })

    static let pause = KeyCommand(
        keys: [.character("P")], title: "pause", summary: "ask for a pause, or agree",
        withoutClaims: Help(title: "pause", summary: "pause the game"),
        action: { _ in .move(.pause) },
        playersHint: { $0.situation.ownProposal == .pause ? Words("cancel", menu: nil) : nil },
        ownMenuWords: { view in
            guard let player = PlayersView(view), player.table.isInPlay else { return nil }
            return player.model.rules.players == .one ? "pause" : player.asking(.pause)
        },
        isUrgent: { _ in true })

    static let new = KeyCommand(
        keys: [.character("N")], title: "new game", summary: "ask for a new game",
        withoutClaims: Help(title: "new game", summary: "new game"),
        action: { _ in .move(.new) },
        playersHint: { player in
            if player.situation.ownProposal == .new { return Words("cancel", menu: nil) }
            if player.situation.hasOpponentGone { return "end the game" }
            return player.model.rules.players == .one && player.table.phase == .open
                ? "new game" : nil
        },
        ownMenuWords: { view in
            guard let player = PlayersView(view) else { return nil }
            if player.situation.hasOpponentGone { return "end the game" }
            guard player.table.isInPlay else { return nil }
            return player.model.rules.players == .one ? "new game" : player.asking(.new)
        },
        isUrgent: { $0.model.rules.players == .two })

    static let chat = KeyCommand(
        keys: [.character(":")], title: "chat", summary: "send a message to the table",
        need: .opponent,
        action: { _ in .show(.chat) },
        playersHint: { $0.model.canChat ? "chat" : nil },
        ownMenuWords: { $0.model.canChat ? "send a message" : nil })

    static let help = KeyCommand(
        keys: [.character("?")], title: "this help", summary: "show or hide this help",
        action: { _ in .show(.help) }, ownMenuWords: { _ in "all keys" })

    static let rules = KeyCommand(
        keys: [.character("I")], title: "rules", summary: "the rules of this table",
        action: { _ in .show(.rules) }, playersHint: { $0.table.phase == .waiting ? "rules" : nil },
        ownMenuWords: { $0.model.table == nil ? nil : "rules of this table" })

    static let resign = KeyCommand(
        keys: [.character("R")], title: "resign", summary: "resign the game", need: .opponent,
        action: { $0.model.isDuelRunning ? .move(.resign) : nil },
        ownMenuWords: { view in
            PlayersView(view)?.table.phase != nil && view.model.isDuelRunning
                ? "resign the game" : nil
        })

    static let settings = KeyCommand(
        keys: [.character("O")], title: "settings", summary: "change your settings",
        action: { _ in .show(.settings) },
        playersHint: { $0.table.phase == .waiting ? "settings" : nil },
        ownMenuWords: { _ in "settings" })

    static let menu = KeyCommand(
        keys: [Key(.tab)], title: "menu", summary: "everything you can do now",
        action: { _ in .show(.menu) })

    static let theme = KeyCommand(
        keys: [.character("T")], title: "themes", summary: "choose how the cards look",
        action: { _ in .show(.themes) })

    static let colors = KeyCommand(
        keys: [.character("C")], title: "color-blind", summary: "color-blind-friendly colors",
        action: { _ in .toggleColorBlind })

    static let motion = KeyCommand(
        keys: [.character("M")], title: "motion", summary: "full, reduced, or no motion",
        action: { _ in .nextMotion })

    static let shuffle = KeyCommand(
        keys: [.character("S")], title: "rearrange", summary: "rearrange your cards",
        action: { $0.model.canShuffle ? .move(.shuffle) : nil },
        playersHint: { $0.table.phase == .open && $0.model.canShuffle ? "rearrange" : nil },
        ownMenuWords: { view in
            let isOffered = view.model.seat != nil && view.model.table?.isInPlay == true
            return isOffered && view.model.canShuffle ? "rearrange your cards" : nil
        })

    /// The terminal's stage does it, on every screen.
    static let redraw = KeyCommand(
        keys: [.control("l")], title: "redraw", summary: "draw the screen again",
        action: { _ in nil })

    static let cancel = KeyCommand(
        keys: [Key(.escape)], title: "close", summary: "close, decline, clear marks",
        withoutClaims: Help(title: "close", summary: "close, or clear picks"),
        // With nothing to close or take back, it opens the menu.
        action: { view in
            if view.isDemonstration || view.model.venue == .lesson { return .quit }
            let model = view.model
            return model.table?.phase == .over || !model.marks.isEmpty || !model.picks.isEmpty
                ? .cancel : .show(.menu)
        },
        playersHint: { reportWords($0.view) },
        watchersHint: { $0.isDemonstration ? "leave" : reportWords($0) },
        ownMenuWords: { view in
            view.isDemonstration ? nil : reportWords(view).map { "show the \($0.long)" }
        },
        // The report already has such a button.
        isUrgent: { $0.model.table?.isInPlay != true && $0.isReportHidden })

    private static func reportWords(_ view: TableView) -> Words? {
        guard view.model.table?.phase == .over else { return nil }
        return view.isReportHidden ? "report" : "board"
    }

    static let quit = KeyCommand(
        keys: [.character("Q")] + Key.interrupts, title: "quit",
        summary: "leave (also ctrl-c, ctrl-d)", action: { _ in .quit },
        // At a closed table, enter leaves.
        playersHint: { $0.model.isDuelRunning || $0.model.isClosed ? nil : "leave" },
        watchersHint: { $0.isDemonstration ? nil : "leave" }, hintWithoutConnection: "leave",
        ownMenuWords: { _ in "leave the table" })
}
