import SetProtocol

/// The keys that do something now; each hint is also a button.
struct HintLine: Equatable {
    private typealias Hint = KeyBar<Action>.Item

    /// How much of the row there is for the hints.
    enum Room: Equatable {
        case none
        /// Only for urgent keys and the menu, next to a message of the given width.
        case keys(beside: Int)
        case row
    }

    /// What is asked for, before the keys that answer; empty for nothing.
    let lead: String
    let bar: KeyBar<Action>
    /// The first free column behind the hints.
    let end: Int

    /// How to name cards that have no key.
    enum Codes: Equatable {
        /// By two letters, none of which has been typed.
        case two
        /// By one more letter behind this one.
        case after(Character)
    }

    /// Chooses what fits into a row, the most urgent first, and always help and the menu.
    ///
    /// - Parameter codes: How cards are named; `nil` when each has a key.
    init(
        _ view: TableView, in row: Rect, _ room: Room = .row, codes: Codes? = nil,
        glyphs: GlyphSet = .unicode, invitation: String? = nil
    ) {
        let columns = row.size.width
        let (lead, hints): (String, [Hint]) =
            switch room {
            case .none: ("", [])
            case .keys(let beside): ("", Self.keys(view, glyphs, columns: columns - beside))
            case .row:
                Self.sheetKeys(view)
                    ?? Self.answers(view, glyphs, columns: columns)
                    ?? Self.invitation(view, invitation, glyphs, columns: columns)
                    ?? ("", Self.all(view, codes, glyphs, columns: columns))
            }
        self.lead = lead
        let indent = lead.isEmpty ? 0 : lead.columns + 1
        bar = KeyBar(hints, in: Rect(row.minX + indent, row.minY, columns - indent, 1))
        end = bar.buttons.last.map { $0.rect.maxX + 1 } ?? row.minX
    }

    private static let menu = Hint(TableCommand.menu.keyName, "menu", .show(.menu))

    /// A hint in many words and in few.
    private struct Choice {
        let long: Hint
        let short: Hint
        let isUrgent: Bool

        init?(
            _ command: TableCommand, _ view: TableView, _ player: PlayersView?, _ glyphs: GlyphSet
        ) {
            guard let words = command.offer(view, player), let hint = words.long,
                let action = command.action(view)
            else { return nil }
            isUrgent = command.row.isUrgent(view)
            long = Hint(command.keyName(glyphs), hint, action)
            short = long.titled(words.short)
        }
    }

    private static func choices(_ view: TableView, _ glyphs: GlyphSet) -> [Choice] {
        let player = PlayersView(view)
        let isBelowReport =
            view.showsReport && view.model.report != nil && !view.isDemonstration
        let commands = isBelowReport ? TableCommand.inHintsBelowReport : TableCommand.inHints
        return commands.compactMap { Choice($0, view, player, glyphs) }
    }

    /// The urgent hints and the menu, with as many words as there is room for.
    private static func keys(_ view: TableView, _ glyphs: GlyphSet, columns: Int) -> [Hint] {
        let urgent = choices(view, glyphs).filter(\.isUrgent)
        let short = urgent.map(\.short)
        let bare = short.map { $0.titled("") }
        let ways = [urgent.map(\.long), short, Array(short.prefix(1) + bare.dropFirst()), bare]
        let menu = [Self.menu.titled("")]
        return (ways.first { KeyBar.columns($0 + menu) <= columns } ?? bare) + menu
    }

    /// What answers a question, and what an open sheet leaves to do during a race; `nil` otherwise.
    private static func sheetKeys(_ view: TableView) -> (String, [Hint])? {
        guard let sheet = view.sheet, let table = view.model.table else { return nil }
        let answers = [Hint("Y", "yes", nil), Hint("N", "no", nil)]
        guard view.model.isDuelRunning, table.isInPlay else {
            if case .question = sheet { return ("", answers) }
            return nil
        }
        let isMine = TablePerspective(view.model, table).isMyTurn
        let lead = isMine ? "It is your turn!" : "Game still running."
        switch sheet {
        case .question: return (lead, answers)
        case .help, .rules, .themes, .settings, .menu:
            return (lead, [Hint("esc", "close", nil)])
        case .chat: return nil
        }
    }

    /// What a player asks for and the keys that answer it, then as many others as there is room for;
    /// `nil` when nobody asks.
    private static func answers(
        _ view: TableView, _ glyphs: GlyphSet, columns: Int
    ) -> (String, [Hint])? {
        guard let player = PlayersView(view), view.model.outage == nil else { return nil }
        let commands: [TableCommand]
        /// The sentence, and the same in few words, of which the name may be cut.
        let sentence: String
        let short: (name: String, rest: String)
        if let proposal = player.model.request.proposal {
            let asker = player.situation.name(player.situation.far)
            commands = [.yes, .no]
            sentence = "\(asker) asks for \(proposal.words)."
            short = (asker, proposal == .new ? ": new game?" : ": pause?")
        } else if let own = player.situation.ownProposal {
            commands = [own == .new ? .new : .pause]
            sentence = "You asked for \(own.words)."
            short = ("", own == .new ? "New game requested" : "Pause requested")
        } else {
            return nil
        }
        let wordy = commands.compactMap { Choice($0, view, player, glyphs)?.long }
        let isRoomy = KeyBar.columns(wordy) + 14 <= columns
        let answers = isRoomy ? wordy : wordy.map { $0.titled("") }
        let room = columns - KeyBar.columns(answers) - 1
        let brief = short.name.fitted(to: max(0, room - short.rest.columns)) + short.rest
        let offers = choices(view, glyphs).filter { choice in
            choice.isUrgent && !answers.contains { $0.key == choice.short.key }
        }
        let (long, brisk) = (offers.map(\.long), offers.map(\.short))
        let help = Hint(TableCommand.help.keyName, "help", .show(.help))
        let (named, bare) = ([help, menu], [help.titled(""), menu.titled("")])
        // Keys without their words would read as a part of the sentence, so it gets shorter first.
        let others = [
            long + named, brisk + named, brisk + bare, brisk, Array(brisk.prefix(1)),
        ]
        let ways =
            [sentence, brief].flatMap { lead in others.map { (lead, answers + $0) } }
            + [(brief, answers + brisk.prefix(1).map { $0.titled("") })]
        let fitting = ways.first { lead, keys in
            lead.columns + 1 + KeyBar.columns(keys) <= columns
        }
        return fitting ?? (brief.fitted(to: room), answers)
    }

    /// How a friend gets in, after the opponent has left a finished game.
    ///
    /// Before the first game a sheet says so.
    ///
    /// - Returns: `nil` when nobody can come.
    private static func invitation(
        _ view: TableView, _ command: String?, _ glyphs: GlyphSet, columns: Int
    ) -> (String, [Hint])? {
        let model = view.model
        guard model.awaitsOpponent, model.table?.phase == .over, let welcome = model.welcome else {
            return nil
        }
        let words = [model.invitation(command), "Table code \(welcome.table)"]
        let least = KeyBar.columns([menu.titled("")]) + 1
        guard let lead = words.compactMap(\.self).first(where: { $0.columns + least <= columns })
        else { return nil }
        return (lead, all(view, nil, glyphs, columns: columns - lead.columns - 1))
    }

    /// The urgent hints, help, and the menu, with as many words as there is room for: first hints get
    /// shorter, then the menu loses its word, then hints do, the last one first.
    private static func needed(
        _ urgent: [Choice], help: Hint, columns: Int
    ) -> (urgent: [Hint], always: [Hint]) {
        let (long, short) = (urgent.map(\.long), urgent.map(\.short))
        let mixed = Array(short.prefix(1) + long.dropFirst())
        // A key without a title goes last, or it would look like part of the next key.
        let named = help.title.isEmpty ? [menu, help] : [help, menu]
        let bare = [help, menu.titled("")]
        var ways = [(long, named), (mixed, named), (short, named)]
        ways += [(long, bare), (mixed, bare), (short, bare)]
        for count in short.indices.dropFirst().reversed() {
            ways.append((short.prefix(count) + short.dropFirst(count).map { $0.titled("") }, bare))
        }
        ways.append((short.map { $0.titled("") }, bare))
        return ways.first { KeyBar.columns($0.0 + $0.1) <= columns } ?? ways[ways.count - 1]
    }

    private static func all(
        _ view: TableView, _ codes: Codes?, _ glyphs: GlyphSet, columns: Int
    ) -> [Hint] {
        let help = Hint(TableCommand.help.keyName, columns < 44 ? "" : "help", .show(.help))
        let choices = choices(view, glyphs)
        let (urgent, always) = needed(
            choices.filter(\.isUrgent), help: help, columns: columns)
        let letters = hints(for: codes, view)
        // Without the letters of a card there is nothing else to do.
        var reserve = letters.isEmpty ? urgent.reduce(0) { $0 + $1.columns + 1 } : 0
        var room = columns - always.reduce(0) { $0 + $1.columns + 1 } + 1
        var chosen: [Hint] = []
        for offer in letters + choices.map(\.long) {
            let needed = urgent.first { $0.key == offer.key }
            let hint = needed ?? offer
            if needed != nil, reserve > 0 { reserve -= hint.columns + 1 }
            guard hint.columns + 1 + (needed == nil ? reserve : 0) <= room else { continue }
            chosen.append(hint)
            room -= hint.columns + 1
        }
        return chosen + always
    }

    /// How to touch a card that has no key.
    private static func hints(for codes: Codes?, _ view: TableView) -> [Hint] {
        let model = view.model
        guard model.seat != nil, model.outage == nil, model.table?.isInPlay == true else {
            return []
        }
        switch codes {
        case .two:
            let letters = Hint("aa", "type two letters", .show(.help))
            let arrows = Hint("←↑↓→", "point", .point(slot: 0))
            return view.cursor == nil ? [letters, arrows] : [letters]
        case .after(let first): return [Hint("\(first)_", "type the second letter", .move(.clear))]
        case nil: return []
        }
    }
}
