import SetProtocol

/// What a player can ask for at a table: one row for its keys and its words, the hints and their
/// buttons, the menu, help, and line mode.
///
/// The cases are in the order of the help. What has no key is for line mode alone, what has no
/// ``Row/typed`` is for the screen alone.
enum TableCommand: Int, CaseIterable, Hashable, Sendable {
    case set, ready, claim, pick, pass, deal, hint, clear, marks, board, what, `where`, third, score
    case report, time, turn, yes, no, pause, new, say, history, again, verbosity, help, rules
    case resign, queue, copy, settings, menu, theme, colors, motion, shuffle, redraw, cancel, q,
        quit

    /// What it does now.
    struct Words: Hashable {
        /// In the hints; `nil` when it is not worth a hint.
        let hint: String?
        /// The fewest words that still tell.
        let short: String
        /// What the menu says; `nil` where the menu does not offer it.
        let menu: String?
        /// What it costs, as a negative number.
        let price: Int

        init(_ hint: String?, short: String? = nil, price: Int = 0, menu: String?) {
            (self.hint, self.short, self.menu) = (hint, short ?? hint ?? "", menu)
            self.price = price
        }

        init(_ words: String, short: String? = nil, price: Int = 0) {
            self.init(words, short: short, price: price, menu: words)
        }

        var long: String? { hint.map(priced) }

        fileprivate func priced(_ words: String) -> String {
            price == 0 ? words : "\(words) (\(price))"
        }
    }

    /// What help says: a title of one or two words for small screens, and a summary.
    struct Help: Sendable {
        let title: String
        let summary: String
    }

    /// Without what at a table it means nothing.
    enum Need: Sendable { case opponent, claims, hints }

    struct Row: Sendable {
        var keys: [Key] = []
        /// Two words at most, in 11 columns; empty for what help on the screen leaves out.
        var title = ""
        /// In 28 columns for the screen.
        var summary = ""
        /// The same where no turns are claimed, if it differs.
        var withoutClaims: Help?
        var need: Need?
        /// Whether it is meant for watchers too.
        var isForAll = false
        /// The other words for it in line mode, where the name of the case is the command.
        var aliases: [String] = []
        var operands = ""
        /// What it does in line mode; empty for what cannot be typed.
        var typed = ""
        /// What `help` adds about this command.
        var details = "This does not affect the game."
        /// Whether it needs a connection.
        var needsHost = false
        /// What it asks for now; `nil` when it means nothing now.
        var action: @Sendable (TableView) -> Action? = { _ in nil }
        /// What a player is offered; `nil` for nothing.
        var offer: @Sendable (TablePerspective) -> Words? = { _ in nil }
        /// What a player or a watcher is offered, where ``offer`` says nothing.
        var offerToAll: @Sendable (TableView) -> Words? = { _ in nil }
        /// Whether a turn, a claim, or an answer to the other player may depend on it.
        var isUrgent: @Sendable (TableView) -> Bool = { _ in false }
    }

    // MARK: - Lists

    /// On the screen, in the order of the help.
    static let inHelp = allCases.filter { !$0.row.title.isEmpty }

    /// In the order of the line of hints, the most urgent first.
    static let inHints: [TableCommand] = [
        .yes, .no, .claim, .pass, .deal, .ready, .queue, .copy, .hint, .new, .pause, .clear,
        .cancel, .say, .rules, .settings, .shuffle, .quit,
    ]

    /// The same below a report, which has keys of its own.
    static let inHintsBelowReport: [TableCommand] = [
        .yes, .no, .queue, .copy, .new, .say, .rules, .settings,
    ]

    static let inMenu: [TableCommand] = [
        .yes, .no, .claim, .pass, .deal, .ready, .queue, .copy, .hint, .clear, .cancel, .say,
        .pause, .new,
        .shuffle, .rules, .settings, .help, .resign, .quit,
    ]

    // MARK: - On the screen

    /// The command of a key now: while the opponent asks for something, two keys say no to it.
    static func command(for key: Key, in view: TableView) -> TableCommand? {
        // In a turn, escape takes picks back.
        let isTaken = key == Key(.escape) && view.model.mayPick
        if no.row.keys.contains(key), no.action(view) != nil, !isTaken { return no }
        // The help leaves out what is only for a player who waits.
        return (inHelp + [.copy, .queue]).first { $0.row.keys.contains(key) }
    }

    static func menuRows(_ view: TableView, _ glyphs: GlyphSet) -> [MenuSheet.Row] {
        let perspective = TablePerspective(view)
        return inMenu.compactMap { command in
            guard let words = command.words(view, perspective), let menu = words.menu,
                let action = command.action(view)
            else { return nil }
            if view.model.outage != nil {
                if case .move(let move) = action, move.needsHost { return nil }
                if command.row.needsHost { return nil }
            }
            return MenuSheet.Row(
                keys: command.row.keys, keyName: command.keyName(glyphs), words: words.priced(menu),
                action: action)
        }
    }

    func action(_ view: TableView) -> Action? { row.action(view) }

    private func words(_ view: TableView, _ perspective: TablePerspective?) -> Words? {
        let offer = view.model.seat == nil ? nil : perspective.flatMap(row.offer)
        return offer ?? row.offerToAll(view)
    }

    /// What it does now, for the hints; `nil` when it is not worth a hint.
    func offer(_ view: TableView) -> Words? { offer(view, TablePerspective(view)) }

    /// The same; a caller that asks many commands makes the perspective once.
    func offer(_ view: TableView, _ perspective: TablePerspective?) -> Words? {
        // Without a connection, only leaving is left.
        guard view.model.outage == nil || self == .quit else { return nil }
        return words(view, perspective).flatMap { $0.hint == nil ? nil : $0 }
    }

    /// Whether it means something under some rules.
    func isMeant(under rules: Rules) -> Bool {
        switch row.need {
        case .opponent: rules.players == .two
        case .claims: rules.needsClaim
        case .hints: rules.hints
        case nil: true
        }
    }

    /// What help says at a table; `nil` where it means nothing there.
    func help(under rules: Rules) -> Help? {
        guard isMeant(under: rules) else { return nil }
        let usual = Help(title: row.title, summary: row.summary)
        return rules.needsClaim ? usual : row.withoutClaims ?? usual
    }

    var keyName: String { row.keys.first?.name ?? "" }

    /// The same in the terminal's characters: in ASCII, a backspace would look like an arrow.
    func keyName(_ glyphs: GlyphSet) -> String {
        glyphs == .ascii && row.keys.first?.code == .backspace ? "bksp" : keyName
    }

    // MARK: - In line mode

    /// As it is typed: the name of the case.
    var name: String { "\(self)" }

    /// What can be typed, in the order of `help all`.
    static let typed = allCases.filter { !$0.row.typed.isEmpty }

    /// All names that can be typed, then all aliases.
    static let typedWords =
        typed.map(\.name) + typed.flatMap(\.row.aliases)

    /// The command with a name or an alias, in lower case.
    init?(typed word: String) {
        let found = Self.typed.first { $0.name == word || $0.row.aliases.contains(word) }
        guard let found else { return nil }
        self = found
    }

    var usage: String {
        "\(name)\(row.operands.isEmpty ? "" : " ")\(row.operands): \(row.typed)."
    }

    var details: String {
        let also = row.aliases.isEmpty ? "" : " Also: \(row.aliases.joined(separator: ", "))."
        return "Help: \(usage) \(row.details)\(also)"
    }

    static func unknown(_ word: String) -> String {
        switch allCases.first(where: { $0.name == word }) {
        case .settings, .theme, .colors, .motion:
            return "Settings: change them in the menu, or with options such as --theme."
        case .shuffle: return "Shuffle: after a game, type report to hear if it was verified."
        case _: break
        }
        let suggestion =
            Spelling.nearest(to: word, among: typedWords.filter { $0.count > 1 })
            .map { "Did you mean \($0)?" }
            ?? "Type help for commands."
        return "Unknown command: \(SafeText.sanitized(word, limit: 20)). \(suggestion)"
    }

    // MARK: - The rows

    /// Made once and borrowed, because the hints ask many commands in every frame.
    var row: Row { _read { yield Self.rows[rawValue] } }

    private static let rows = allCases.map(\.definition)

    private var definition: Row {
        switch self {
        case .set:
            Row(
                operands: "CARD CARD CARD",
                typed: "claim if needed, then pick these three cards",
                details: "You can also type just the three card names.", needsHost: true)
        case .ready:
            Row(
                keys: [Key(.enter)], title: "pick/ready", summary: "pick, ready, resume, rematch",
                withoutClaims: Help(title: "pick/next", summary: "pick, next cards, resume"),
                aliases: ["resume", "start", "rematch", "continue"],
                typed: "agree to start or to resume",
                details: "A duel or rematch starts, and a paused one resumes, when both "
                    + "players are ready.",
                needsHost: true,
                action: Self.enter, offer: Self.offerOfEnter,
                isUrgent: { $0.model.table?.isInPlay != true })
        case .claim:
            Row(
                keys: [.character(" ")], title: "claim a set",
                summary: "claim a set; pick your marks",
                withoutClaims: Help(title: "pick", summary: "pick the card at the cursor"),
                aliases: ["call"], operands: "[CARD...]", typed: "claim a set",
                details: "With three cards, the host judges it at once. With fewer, or with "
                    + "marks, those cards are picked first, and you pick the rest on your turn.",
                needsHost: true,
                action: Self.space, offer: Self.offerOfClaim, isUrgent: { _ in true })
        case .pick:
            Row(
                aliases: ["touch", "mark"], operands: "CARD...",
                typed: "pick cards on your turn, or mark them at other times",
                details: "You can also type just the names. Naming a picked card again "
                    + "unpicks it.", needsHost: true)
        case .pass:
            Row(
                keys: [.character("-")], title: "pass", summary: "pass (costs if you claimed)",
                need: .claims,
                aliases: ["-"], typed: "end your turn without a set",
                details: "Passing your own claim counts as a failed claim. Passing after the "
                    + "other player deals is free.", needsHost: true,
                action: { _ in .move(.pass) },
                offer: { player in
                    guard player.isMyTurn, let turn = player.table.turn else { return nil }
                    // Only a claim has a price.
                    let price = turn.reason == .claim ? player.model.rules.timeoutPoints : 0
                    return Words("pass", price: price)
                }, isUrgent: { _ in true })
        case .deal:
            Row(
                keys: [.character("+"), .character("=")], title: "deal three",
                summary: "deal three (also =)",
                aliases: ["more", "draw", "+"], typed: "deal three more cards",
                details: "If a set is shown, new cards replace it. Otherwise, three cards join "
                    + "the board; you lose points if the board had a set, and earn points if it "
                    + "had none.", needsHost: true,
                action: { _ in .move(.deal) },
                offer: { player in
                    // Over a found set that stays, it would only bring the next cards.
                    player.table.phase == .open && player.table.deck > 0
                        && player.model.foundCard == nil
                        ? Words("deal", menu: "deal three cards") : nil
                }, isUrgent: { _ in true })
        case .hint:
            Row(
                keys: [.character("!")], title: "hint", summary: "show a card of a set",
                need: .hints,
                aliases: ["cheat", "!"], typed: "show one more card of a set",
                details: "A hint costs points. In a duel, the table must allow hints.",
                needsHost: true,
                action: { _ in .move(.hint) },
                offer: { player in
                    let rules = player.model.rules
                    guard rules.hints, player.table.phase == .open else { return nil }
                    return Words("hint", price: rules.hintPoints, menu: "show a card of a set")
                })
        case .clear:
            Row(
                keys: [Key(.backspace)], title: "clear marks",
                summary: "clear marks (or right-click)",
                withoutClaims: Help(
                    title: "clear picks", summary: "clear picks (or right-click)"),
                aliases: ["unmark"], typed: "clear your marks and unpick your cards",
                details: "You can unpick cards only on your turn, before the third pick.",
                action: { _ in .move(.clear) },
                offer: {
                    $0.model.marks.isEmpty ? nil : Words("unmark", menu: "clear your marks")
                })
        case .marks:
            Row(
                aliases: ["picks"], typed: "list picked and marked cards",
                details: "Only you see your marks: up to three cards, marked before you claim.")
        case .board:
            Row(
                aliases: ["cards", "look", "row"], operands: "[ROW]",
                typed: "read all cards, row by row",
                details: "With the letter of a row, for example board a, only that row. Rows "
                    + "A, B, and C follow the rows of the keyboard. A deal adds a column.")
        case .what:
            Row(
                aliases: ["describe"], operands: "CARD...", typed: "describe a card",
                details: "For example: what b2.")
        case .where:
            Row(
                aliases: ["with", "find"], operands: "WORD...",
                typed: "list the positions of cards with a feature",
                details: "For example: where red, or where two striped ovals.")
        case .third:
            Row(
                aliases: ["need"], operands: "CARD CARD",
                typed: "describe the card that completes a set with two cards",
                details: "For example: third a1 b2. This tells you which card you need, not "
                    + "whether it is on the board.")
        case .score:
            Row(
                aliases: ["points"], typed: "read the scores and the cards left")
        case .report:
            Row(
                aliases: ["figures"],
                typed: "read the statistics of this game or the last one",
                details: "\(ReportWords.definition) \(ReportWords.moreDefinition)")
        case .time: Row(aliases: ["clock"], typed: "read the time left")
        case .turn: Row(aliases: ["status"], typed: "read whose turn it is")
        case .yes:
            Row(
                keys: [.character("Y")], title: "yes", summary: "yes to a request (N says no)",
                need: .opponent,
                aliases: ["y"],
                typed: "answer a question, or agree to the other player's request",
                details: "The last question or request says what a yes does.", needsHost: true,
                action: { $0.model.request.proposal == nil ? nil : .move(.answer(true)) },
                offer: { player in
                    player.model.request.proposal.map {
                        Words("yes", menu: "agree to \($0.words)")
                    }
                }, isUrgent: { _ in true })
        case .no:
            Row(
                keys: [.character("N"), Key(.escape)],
                aliases: ["n"],
                typed: "answer a question, or decline the other player's request",
                details: "Nothing changes.",
                action: { $0.model.request.proposal == nil ? nil : .move(.answer(false)) },
                offer: { player in
                    player.model.request.proposal.map { Words("no", menu: "decline \($0.words)") }
                }, isUrgent: { _ in true })
        case .pause:
            Row(
                keys: [.character("P")], title: "pause", summary: "ask for a pause, or agree",
                withoutClaims: Help(title: "pause", summary: "pause the game"),
                typed: "ask for a pause",
                details: "In a duel, the other player must agree. Ask again to withdraw.",
                needsHost: true,
                action: { _ in .move(.pause) }, offer: { Self.asking(.pause, $0) },
                isUrgent: { _ in true })
        case .new:
            Row(
                keys: [.character("N")], title: "new game", summary: "ask for a new game",
                withoutClaims: Help(title: "new game", summary: "new game"),
                aliases: ["restart"], typed: "ask for a new game",
                details: "The other player must agree. If this ends a game in progress, you "
                    + "are asked to confirm.", needsHost: true,
                action: { _ in .move(.new) },
                offer: { player in
                    if player.model.obstacle(to: .new) != nil { return nil }
                    return player.model.opponentIsGone
                        ? Words("end the game") : Self.asking(.new, player)
                }, isUrgent: { $0.model.rules.players == .two })
        case .say:
            Row(
                keys: [.character(":")], title: "chat", summary: "send a message to the table",
                need: .opponent, isForAll: true,
                aliases: ["chat", "tell"], operands: "TEXT", typed: "send a message to the table",
                details: "A message can have up to 200 bytes of visible characters.",
                needsHost: true,
                action: { _ in .show(.chat) },
                offerToAll: { view in
                    guard view.model.canChat else { return nil }
                    return Words(view.model.seat == nil ? nil : "chat", menu: "send a message")
                })
        case .history:
            Row(
                aliases: ["log"], operands: "[NUMBER]", typed: "repeat recent events",
                details: "NUMBER is the number of lines: 10 by default, at most 200.")
        case .again:
            Row(aliases: ["repeat"], typed: "repeat the last announcement")
        case .verbosity:
            Row(
                aliases: ["announce"], operands: "[all|mine|min]",
                typed: "set how much is announced",
                details: "all: everything. mine: all but the other player's individual picks "
                    + "and time. min: turns, results, new cards, and refusals.")
        case .help:
            Row(
                keys: [.character("?")], title: "this help", summary: "show or hide this help",
                isForAll: true,
                aliases: ["?", "h", "commands"], operands: "[all|WORD]",
                typed: "list the main commands or all commands, or explain one",
                details: "For example: help deal.",
                action: { _ in .show(.help) },
                offerToAll: { _ in Words(nil, menu: "all keys") })
        case .rules:
            Row(
                keys: [.character("I")], title: "rules", summary: "the rules of this table",
                isForAll: true,
                operands: "[all]", typed: "read the rules of this table",
                details: "Points and time limits; with all, everything else, too.",
                action: { _ in .show(.rules) },
                offerToAll: { view in
                    guard view.model.table != nil else { return nil }
                    return Words(view.isWaitingToPlay ? "rules" : nil, menu: "rules of this table")
                })
        case .resign:
            Row(
                keys: [.character("R")], title: "resign", summary: "resign the game",
                need: .opponent,
                aliases: ["surrender"], typed: "resign the game",
                details: "You are asked to confirm: answer yes or no.", needsHost: true,
                action: { $0.model.isDuelRunning ? .move(.resign) : nil },
                offer: { player in
                    player.table.phase != nil && player.model.isDuelRunning
                        ? Words(nil, menu: "resign the game") : nil
                })
        case .queue:
            Row(
                keys: [.character("W")], need: .opponent, isForAll: true,
                aliases: ["wait"],
                typed: "watching, wait for a seat, or leave the queue",
                details:
                    "After a game, or a match, the loser makes room for the first in the queue.",
                needsHost: true,
                action: { $0.model.seat == nil && $0.model.hasQueue ? .move(.queue) : nil },
                offerToAll: { view in
                    guard view.model.seat == nil, view.model.hasQueue, !view.model.isClosed else {
                        return nil
                    }
                    return view.model.placeInQueue == nil
                        ? Words("queue for a seat", short: "queue")
                        : Words("leave the queue", short: "unqueue")
                })
        case .copy:
            Row(
                keys: [.character("J")],
                aliases: ["invite"],
                typed: "read the command with which another player joins, or the result of the day",
                action: { $0.model.awaitsOpponent || $0.model.dailyResult != nil ? .copy : nil },
                offer: { player in
                    if player.model.dailyResult != nil {
                        return Words("copy the result", short: "copy")
                    }
                    guard player.model.awaitsOpponent else { return nil }
                    return Words("copy", menu: "copy the command to join")
                })
        case .settings:
            Row(
                keys: [.character("O")], title: "settings", summary: "change your settings",
                isForAll: true, action: { _ in .show(.settings) },
                offerToAll: { view in
                    Words(view.isWaitingToPlay ? "settings" : nil, menu: "settings")
                })
        case .menu:
            Row(
                keys: [Key(.tab)], title: "menu", summary: "everything you can do now",
                isForAll: true, action: { _ in .show(.menu) })
        case .theme:
            Row(
                keys: [.character("T")], title: "themes", summary: "choose how the cards look",
                isForAll: true, action: { _ in .show(.themes) })
        case .colors:
            Row(
                keys: [.character("C")], title: "color-blind",
                summary: "color-blind-friendly colors", isForAll: true,
                action: { _ in .toggleColorBlind })
        case .motion:
            Row(
                keys: [.character("M")], title: "motion", summary: "full, reduced, or no motion",
                isForAll: true, action: { _ in .nextMotion })
        case .shuffle:
            Row(
                keys: [.character("S")], title: "rearrange", summary: "rearrange your cards",
                isForAll: true, action: { $0.model.canShuffle ? .move(.shuffle) : nil },
                offer: { player in
                    guard player.table.isInPlay, player.model.canShuffle else { return nil }
                    let isOpen = player.table.phase == .open
                    return Words(isOpen ? "rearrange" : nil, menu: "rearrange your cards")
                })
        case .redraw:
            // The terminal's stage does it, on every screen.
            Row(
                keys: [.control("l")], title: "redraw", summary: "draw the screen again",
                isForAll: true)
        case .cancel:
            Row(
                keys: [Key(.escape)], title: "close", summary: "close, decline, clear marks",
                withoutClaims: Help(title: "close", summary: "close, or clear picks"),
                isForAll: true, action: Self.escape,
                offerToAll: { view in
                    if view.isDemonstration { return Words("leave", menu: nil) }
                    guard view.model.report != nil else { return nil }
                    let words = view.isReportHidden ? "report" : view.reportCovers
                    return Words(words, menu: "show the \(words)")
                },
                // The report already has such a button.
                isUrgent: { $0.model.table?.isInPlay != true && $0.isReportHidden })
        case .q:
            Row(
                typed: "leave the table",
                details: "If this ends a game in progress, you are asked to confirm. In a line "
                    + "such as s e q, q names a card.")
        case .quit:
            Row(
                keys: [.character("Q")] + Key.interrupts, title: "quit",
                summary: "leave (also ctrl-c, ctrl-d)", isForAll: true,
                aliases: ["exit", "leave", "bye"], typed: "leave the table",
                details:
                    "If this ends a game in progress, you are asked to confirm, but not in "
                    + "a script.",
                action: { _ in .quit },
                offerToAll: { view in
                    let model = view.model
                    // At a closed table, enter leaves.
                    let isHint =
                        model.outage != nil
                        || !view.isDemonstration && !model.isDuelRunning
                            && !(model.seat != nil && model.isClosed)
                    return Words(isHint ? "leave" : nil, menu: "leave the table")
                })
        }
    }
}

// MARK: - Keys that mean different things

extension TableCommand {
    private static func enter(_ view: TableView) -> Action? {
        if view.model.isClosed { return .quit }
        switch view.model.table?.phase {
        case .waiting, .over, .paused: return .move(.ready)
        case .open, .turn:
            if let found = view.model.foundCard { return .move(.touchCard(found)) }
            return view.cursor == nil ? nil : .touchPointed
        case .countdown, nil: return nil
        }
    }

    private static func offerOfEnter(_ player: TablePerspective) -> Words? {
        let (model, table) = (player.model, player.table)
        guard let own = table.players[player.near] else { return nil }
        switch table.phase {
        case .waiting: return own.isReady ? nil : Words("ready")
        case .over:
            if model.isClosed { return Words(player.view.wayOut) }
            if player.nextInQueue != nil { return Words("go on") }
            if model.rules.players == .one {
                return Words(model.anotherGame, short: model.board == nil ? "again" : "next")
            }
            let isAwaited = !own.isReady && table.players[player.far] != nil
            return isAwaited ? Words(table.nextGame, short: "again") : nil
        case .paused: return own.isReady || !table.awaySeats.isEmpty ? nil : Words("resume")
        case .open where model.foundCard != nil:
            let isFinal = model.rules.refill == .never || table.deck == 0
            return isFinal ? Words("continue") : Words("next cards", short: "next")
        case .open, .turn:
            let word = model.mayPick ? "pick" : "mark"
            return player.view.cursor == nil ? nil : Words(word, menu: nil)
        case .countdown, nil: return nil
        }
    }

    private static func space(_ view: TableView) -> Action? {
        if let found = view.model.foundCard { return .move(.touchCard(found)) }
        if view.model.mayPick, view.model.marks.isEmpty {
            return view.cursor == nil ? nil : .touchPointed
        }
        return view.model.table?.isInPlay == true ? .move(.claim) : nil
    }

    private static func offerOfClaim(_ player: TablePerspective) -> Words? {
        let model = player.model
        // Enter is offered, because a space means a claim wherever somebody plays against them.
        if model.foundCard != nil { return nil }
        if model.mayPick {
            return model.marks.isEmpty || !model.rules.needsClaim
                ? nil : Words("pick marked", short: "pick")
        }
        guard player.table.phase == .open, !model.isCalling else { return nil }
        if player.table.selection?.verdict == .match {
            let found = player.table.foundCards
            let rest = player.table.cards.compactMap(\.self).filter { !found.contains($0) }
            let isLast = player.table.deck == 0 && CardSet(rest).sets.isEmpty
            return isLast ? nil : Words("claim another", short: "another")
        }
        return switch model.marks.count {
        case 0: Words("claim", menu: "claim a set")
        case 1: Words("claim with 1 mark", short: "claim")
        case 2: Words("claim with 2 marks", short: "claim")
        case _: Words("claim these", short: "claim")
        }
    }

    /// To make a proposal, agree to it, or withdraw it.
    private static func asking(_ proposal: Proposal, _ player: TablePerspective) -> Words {
        let thing = proposal.words
        let isOwn = player.ownProposal == proposal
        if player.model.rules.players == .one {
            let another = player.model.isPractice ? player.model.anotherGame : "new game"
            let words = proposal == .new ? another : "pause"
            let isOffered = proposal == .new && player.table.phase == .open
            return Words(isOffered ? words : nil, menu: player.table.isInPlay ? words : nil)
        }
        let menu =
            player.model.request.proposal == proposal
            ? "agree to \(thing)" : isOwn ? "cancel request for \(thing)" : "ask for \(thing)"
        return Words(isOwn ? "cancel" : nil, menu: player.table.isInPlay ? menu : nil)
    }

    /// With nothing to close or take back, escape opens the menu.
    private static func escape(_ view: TableView) -> Action? {
        if view.isDemonstration || view.model.venue == .lesson { return .quit }
        let model = view.model
        return model.report != nil || !model.marks.isEmpty || !model.picks.isEmpty
            ? .cancel : .show(.menu)
    }
}
