import SetProtocol

/// The keys that do something now; each hint is a button too.
struct HintLine: Hashable {
    private typealias Hint = KeyBar<Action>.Item

    /// How much of the row there is for the hints.
    enum Room: Hashable {
        /// Nothing: somebody types there.
        case none
        /// The least, for something is being told beside them that should have so many columns: what a
        /// game hangs on and the menu, by their keys alone but for what there is room to name.
        case keys(beside: Int)
        /// All of it.
        case row
    }

    /// What can be clicked.
    let bar: KeyBar<Action>
    /// The first column behind the hints where something else may stand.
    let end: Int

    /// How a card is named that has no key of its own.
    enum Codes: Hashable {
        /// By two letters, none of which has been typed.
        case two
        /// By one more letter behind this one.
        case after(Character)
    }

    /// Chooses what fits into a row, the most urgent first; help and the menu are always among it.
    ///
    /// - Parameters:
    ///   - codes: How cards are named, where that has to be told.
    ///   - glyphs: The characters that there are for the keys.
    init(
        _ model: ClientModel, in row: Rect, _ room: Room = .row, codes: Codes? = nil,
        glyphs: GlyphSet = .unicode
    ) {
        let hints: [Hint] =
            switch room {
            case .none: []
            case .keys(let columns):
                Self.keys(model, glyphs, columns: row.size.width - columns)
            case .row: Self.all(model, codes, glyphs, columns: row.size.width)
            }
        bar = KeyBar(hints, in: row)
        end = bar.buttons.last.map { $0.rect.maxX + 1 } ?? row.minX
    }

    private static let menu = Hint(
        KeyCommand.menu.keyName, KeyCommand.menu.title, .show(.menu))

    /// Whether a turn, a claim, or an answer to the other player may hang on a command that is offered.
    private static func isUrgent(_ command: KeyCommand, _ model: ClientModel) -> Bool {
        let isOn = model.table?.phase == .open || model.table?.phase == .turn
        return switch command {
        case .claim, .pass, .deal, .pause, .new: true
        case .enter: !isOn || model.cursor == nil
        // The report has such a button of its own.
        case .cancel: !isOn && model.isReportHidden
        case .hint, .clear, .chat, .help, .rules, .resign, .settings, .menu, .theme, .colors,
            .motion, .shuffle, .quit:
            false
        }
    }

    private static func hint(
        _ command: KeyCommand, _ model: ClientModel, _ glyphs: GlyphSet
    ) -> Hint? {
        guard let title = command.offer(model), let action = command.action(model) else {
            return nil
        }
        return Hint(command.keyName(glyphs), title, action)
    }

    private static func urgent(_ model: ClientModel, _ glyphs: GlyphSet) -> [Hint] {
        KeyCommand.offered.filter { isUrgent($0, model) }.compactMap { hint($0, model, glyphs) }
    }

    /// What is urgent and the menu, with as many words as there is room for.
    private static func keys(
        _ model: ClientModel, _ glyphs: GlyphSet, columns: Int
    ) -> [Hint] {
        let urgent = urgent(model, glyphs)
        let short = urgent.map(\.abridged)
        let bare = urgent.map { $0.titled("") }
        let ways = [urgent, short, Array(short.prefix(1) + bare.dropFirst()), bare]
        let menu = [Self.menu.titled("")]
        return (ways.first { KeyBar.columns($0 + menu) <= columns } ?? bare) + menu
    }

    /// The urgent ones and help and the menu, with as many words as there is room for: at first what
    /// can be said shorter is, then the menu goes without its word, then the last ones do.
    private static func needed(
        _ urgent: [Hint], help: Hint, columns: Int
    ) -> (urgent: [Hint], always: [Hint]) {
        let first = urgent.prefix(1).map(\.abridged)
        let short = urgent.map(\.abridged)
        let (named, bare) = ([help, menu], [help, menu.titled("")])
        var ways = [(urgent, named), (first + urgent.dropFirst(), named), (short, named)]
        ways += [(urgent, bare), (first + urgent.dropFirst(), bare), (short, bare)]
        for count in short.indices.dropFirst().reversed() {
            ways.append((short.prefix(count) + short.dropFirst(count).map { $0.titled("") }, bare))
        }
        ways.append((short.map { $0.titled("") }, bare))
        return ways.first { KeyBar.columns($0.0 + $0.1) <= columns } ?? ways[ways.count - 1]
    }

    private static func all(
        _ model: ClientModel, _ codes: Codes?, _ glyphs: GlyphSet, columns: Int
    ) -> [Hint] {
        let help = Hint(
            KeyCommand.help.keyName, columns < 44 ? "" : "help", .show(.help))
        let (urgent, always) = needed(urgent(model, glyphs), help: help, columns: columns)
        let letters = hints(for: codes, model)
        // Who cannot name a card can do nothing else.
        var reserve = letters.isEmpty ? urgent.reduce(0) { $0 + $1.columns + 1 } : 0
        var room = columns - always.reduce(0) { $0 + $1.columns + 1 } + 1
        var chosen: [Hint] = []
        for offer in letters + KeyCommand.offered.compactMap({ hint($0, model, glyphs) }) {
            let needed = urgent.first { $0.key == offer.key }
            let hint = needed ?? offer
            if needed != nil, reserve > 0 { reserve -= hint.columns + 1 }
            guard hint.columns + 1 + (needed == nil ? reserve : 0) <= room else { continue }
            chosen.append(hint)
            room -= hint.columns + 1
        }
        return chosen + always
    }

    /// How to touch a card without a key of its own; nothing while none can be touched.
    private static func hints(for codes: Codes?, _ model: ClientModel) -> [Hint] {
        guard model.seat != nil, model.outage == nil,
            model.table?.phase == .open || model.table?.phase == .turn
        else { return [] }
        switch codes {
        case .two:
            let letters = Hint("aa", "type two letters", .show(.help))
            let arrows = Hint("←↑↓→", "point", .point(slot: 0))
            return model.cursor == nil ? [letters, arrows] : [letters]
        case .after(let first):
            return [Hint("\(first)_", "type the second letter", .clear)]
        case nil: return []
        }
    }
}

extension KeyBar.Item {
    /// With as few words as still tell what it does.
    fileprivate var abridged: Self {
        let heads = ["claim", "pick", "give up", "agree"]
        return titled(heads.first { title.hasPrefix($0 + " ") } ?? title)
    }
}
