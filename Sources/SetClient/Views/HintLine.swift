import SetProtocol

/// The keys that do something now; each hint is also a button.
struct HintLine: Equatable {
    /// What is asked for, before the keys that answer; empty for nothing.
    let lead: String
    let bar: KeyBar<Action>
    /// The first free column behind the hints.
    let end: Int

    /// Chooses what fits into a row, the most urgent first, and always help and the menu.
    ///
    /// - Parameters:
    ///   - message: What may share the row.
    ///   - hasCodes: Whether cards have codes of two letters, because there are more than keys.
    /// - Returns: `nil` where a message is typed, and in a replay, which has keys of its own.
    init?(
        _ view: TableView, _ perspective: TablePerspective?, in row: Rect,
        beside message: TransientMessage?, hasCodes: Bool, _ look: Appearance
    ) {
        if case .chat = view.sheet { return nil }
        guard view.model.venue != .recorded else { return nil }
        let columns = row.size.width
        let offers = Offers(view, perspective, look.glyphs)
        var (lead, hints): (String, [Offers.Hint]) = ("", [])
        // That somebody asks is said with the keys that answer.
        let isAsked =
            if case .asked = view.model.news?.event { message?.content == .news } else { false }
        if message?.place == .besideHints, !isAsked {
            // During play the message has room; before and after, the hints come first.
            hints = offers.urgent(columns - (view.model.table?.isInPlay == true ? 14 : 0))
        } else {
            (lead, hints) =
                offers.sheetKeys ?? offers.answers(columns)
                ?? offers.invitation(look.invitation, columns)
                ?? ("", offers.all(hasCodes ? offers.letters : [], columns))
        }
        self.lead = lead
        let indent = lead.isEmpty ? 0 : lead.columns + 1
        bar = KeyBar(hints, in: Rect(row.minX + indent, row.minY, columns - indent, 1))
        end = bar.buttons.last.map { $0.rect.maxX + 1 } ?? row.minX
    }
}

/// What a row of hints is chosen from.
private struct Offers {
    typealias Hint = KeyBar<Action>.Item

    /// In many words, the most urgent first.
    let long: [Hint]
    /// The urgent ones in ever fewer words: first the first one gets shorter, then all do, then
    /// they lose their words, the last one first.
    let urgentForms: [[Hint]]

    private let view: TableView
    private let perspective: TablePerspective?
    private let glyphs: GlyphSet
    private static let menu = Hint(TableCommand.menu.keyName, "menu", .show(.menu))
    private static let help = Hint(TableCommand.help.keyName, "help", .show(.help))

    init(_ view: TableView, _ perspective: TablePerspective?, _ glyphs: GlyphSet) {
        (self.view, self.perspective, self.glyphs) = (view, perspective, glyphs)
        let isBelowReport =
            view.showsReport && perspective?.report != nil && !view.isDemonstration
        let commands = isBelowReport ? TableCommand.inHintsBelowReport : TableCommand.inHints
        var (long, urgent, short): ([Hint], [Hint], [Hint]) = ([], [], [])
        for command in commands {
            guard let words = command.offer(view, perspective), let title = words.long,
                let action = command.action(view)
            else { continue }
            let hint = Hint(command.keyName(glyphs), title, action)
            long.append(hint)
            guard command.row.isUrgent(view) else { continue }
            urgent.append(hint)
            short.append(hint.titled(words.short))
        }
        let bare = short.map { $0.titled("") }
        self.long = long
        urgentForms =
            [urgent, Array(short.prefix(1) + urgent.dropFirst()), short]
            + short.indices.reversed().map { Array(short[..<$0] + bare[$0...]) }
    }

    /// The urgent ones and the menu.
    func urgent(_ columns: Int) -> [Hint] {
        let ways = urgentForms.map { $0 + [Self.menu.titled("")] }
        return ways.first { KeyBar.columns($0) <= columns } ?? ways[ways.count - 1]
    }

    /// What answers a question, and what an open sheet leaves to do during a race; `nil` otherwise.
    var sheetKeys: (String, [Hint])? {
        guard let sheet = view.sheet, let perspective else { return nil }
        let isRunning = view.model.isDuelRunning && perspective.table.isInPlay
        let lead = perspective.isMyTurn ? "It is your turn!" : "Game still running."
        return switch sheet {
        case .question:
            (isRunning ? lead : "", [Hint("Y", "yes", nil), Hint("N", "no", nil)])
        case .help, .rules, .themes, .settings, .menu:
            isRunning ? (lead, [Hint("esc", "close", nil)]) : nil
        case .chat: nil
        }
    }

    /// What a player asks for and the keys that answer it, then as many others as there is room for;
    /// `nil` when nobody asks.
    func answers(_ columns: Int) -> (String, [Hint])? {
        guard let perspective, perspective.model.outage == nil else { return nil }
        let commands: [TableCommand]
        /// The sentence, and the same in few words, of which the name may be cut.
        let sentence: String
        let short: (name: String, rest: String)
        if let proposal = perspective.model.request.proposal {
            let asker = perspective.name(perspective.far)
            commands = [.yes, .no]
            sentence = "\(asker) asks for \(proposal.words)."
            short = (asker, proposal == .new ? ": new game?" : ": pause?")
        } else if let own = perspective.ownProposal {
            commands = [own == .new ? .new : .pause]
            let opponent = perspective.name(perspective.far)
            sentence = "You asked for \(own.words): waiting for \(opponent)."
            short = ("", own == .new ? "New game requested" : "Pause requested")
        } else {
            return nil
        }
        let keys = Set(commands.map { $0.keyName(glyphs) })
        // Two commands may share a key, which then is that of the first.
        let wordy = commands.compactMap { command in
            long.first { $0.key == command.keyName(glyphs) }
        }
        let isRoomy = KeyBar.columns(wordy) + 14 <= columns
        let answers = isRoomy ? wordy : wordy.map { $0.titled("") }
        let room = columns - KeyBar.columns(answers) - 1
        let brief = short.name.fitted(to: max(0, room - short.rest.columns)) + short.rest
        // Keys without their words would read as a part of the sentence, so it gets shorter first.
        let forms = urgentForms.prefix(3).map { form in
            form.filter { !keys.contains($0.key) }
        }
        let others =
            forms.map { $0 + [Self.help, Self.menu] }
            + [forms[2] + [Self.help.titled(""), Self.menu.titled("")]]
            + [forms[2], Array(forms[2].prefix(1))]
        // In the narrowest rows, before a key loses its word, the name goes: only one can ask.
        let bare = short.name.isEmpty ? brief : String(short.rest.dropFirst(2)).capitalizedFirst
        let ways =
            [sentence, brief, bare].flatMap { lead in others.map { (lead, answers + $0) } }
            + [(brief, answers + forms[2].prefix(1).map { $0.titled("") })]
        let fitting = ways.first { lead, keys in
            lead.columns + 1 + KeyBar.columns(keys) <= columns
        }
        return fitting ?? (brief.fitted(to: room), answers)
    }

    /// How a friend gets in, after the opponent has left a finished game: before the first, a sheet says so.
    func invitation(_ command: String?, _ columns: Int) -> (String, [Hint])? {
        let model = view.model
        guard model.awaitsOpponent, model.table?.phase == .over, let welcome = model.welcome else {
            return nil
        }
        let words = [model.invitation(command), "Table code \(welcome.table)"]
        let least = KeyBar.columns([Self.menu.titled("")]) + 1
        guard let lead = words.compactMap(\.self).first(where: { $0.columns + least <= columns })
        else { return nil }
        return (lead, all([], columns - lead.columns - 1))
    }

    /// The letters of a card, the urgent hints, and as many others as fit, then help and the menu.
    func all(_ letters: [Hint], _ columns: Int) -> [Hint] {
        // A key without a title goes last, or it would look like part of the next key.
        let (named, bare) =
            columns < 44
            ? ([Self.menu, Self.help.titled("")], [Self.help.titled(""), Self.menu.titled("")])
            : ([Self.help, Self.menu], [Self.help, Self.menu.titled("")])
        let ways =
            urgentForms.prefix(3).map { ($0, named) } + urgentForms.map { ($0, bare) }
        let (urgent, always) =
            ways.first { KeyBar.columns($0.0 + $0.1) <= columns } ?? ways[ways.count - 1]
        func width(_ hints: [Hint]) -> Int { hints.reduce(0) { $0 + $1.columns + 1 } }
        // Without the letters of a card there is nothing else to do.
        var reserve = letters.isEmpty ? width(urgent) : 0
        var room = columns - width(always) + 1
        var chosen: [Hint] = []
        for offer in letters + long {
            let needed = urgent.first { $0.key == offer.key }
            let hint = needed ?? offer
            if needed != nil, reserve > 0 { reserve -= hint.columns + 1 }
            guard hint.columns + 1 + (needed == nil ? reserve : 0) <= room else { continue }
            chosen.append(hint)
            room -= hint.columns + 1
        }
        return chosen + always
    }

    /// How to name a card by its code, or by the letter that is left of it.
    var letters: [Hint] {
        let model = view.model
        guard model.seat != nil, model.outage == nil, model.table?.isInPlay == true else {
            return []
        }
        if let first = view.firstLetter {
            return [Hint("\(first)_", "type the second letter", .move(.clear))]
        }
        let letters = Hint("aa", "type two letters", .show(.help))
        let arrows = Hint("←↑↓→", "point", .point(slot: 0))
        return view.cursor == nil ? [letters, arrows] : [letters]
    }
}
