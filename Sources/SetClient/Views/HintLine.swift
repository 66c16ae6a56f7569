import SetProtocol

/// Something on the screen that can be clicked.
struct Button: Hashable {
    /// The cells that answer.
    let rect: Rect
    /// What a click asks for.
    let action: Action
}

/// The keys that do something now; each hint is a button too.
struct HintLine: Hashable {
    private struct Hint: Hashable {
        let key: String
        let title: String
        let action: Action
        var columns: Int { key.columns + (title.isEmpty ? 2 : title.columns + 3) }
        var withoutTitle: Hint { Hint(key: key, title: "", action: action) }
    }

    /// How much of the row there is for the hints.
    enum Room: Hashable {
        /// Nothing: somebody types there.
        case none
        /// The least, for something is being told beside them: what a game is played with, and the
        /// menu, by their keys alone.
        case keys
        /// All of it.
        case row
    }

    /// What can be clicked.
    let buttons: [Button]
    /// The first column behind the hints where something else may stand.
    let end: Int
    private let hints: [Hint]
    private let row: Rect

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
        self.row = row
        hints =
            switch room {
            case .none: []
            case .keys: Self.urgent(model, glyphs).map(\.withoutTitle) + [Self.menu.withoutTitle]
            case .row: Self.all(model, codes, glyphs, columns: row.size.width)
            }
        var x = row.minX
        buttons = hints.map { hint in
            defer { x += hint.columns + 1 }
            return Button(rect: Rect(x, row.minY, hint.columns, 1), action: hint.action)
        }
        end = x
    }

    private static let menu = Hint(
        key: KeyCommand.menu.keyName, title: KeyCommand.menu.title, action: .show(.menu))

    /// What a turn or a claim may hang on.
    private static let urgentCommands: Set<KeyCommand> = [.claim, .pass, .deal]

    private static func hint(
        _ command: KeyCommand, _ model: ClientModel, _ glyphs: GlyphSet
    ) -> Hint? {
        guard let title = command.offer(model), let action = command.action(model) else {
            return nil
        }
        return Hint(key: command.keyName(glyphs), title: title, action: action)
    }

    private static func urgent(_ model: ClientModel, _ glyphs: GlyphSet) -> [Hint] {
        KeyCommand.offered.filter(urgentCommands.contains).compactMap { hint($0, model, glyphs) }
    }

    private static func all(
        _ model: ClientModel, _ codes: Codes?, _ glyphs: GlyphSet, columns: Int
    ) -> [Hint] {
        let help = Hint(
            key: KeyCommand.help.keyName, title: columns < 44 ? "" : "help", action: .show(.help))
        let needed = urgent(model, glyphs).reduce(0) { $0 + $1.columns + 1 }
        let isTight = help.columns + 1 + menu.columns + needed > columns
        let always = [help, isTight ? menu.withoutTitle : menu]
        var room = columns - always[0].columns - 1 - always[1].columns
        var chosen: [Hint] = []
        let offers = KeyCommand.offered.compactMap { hint($0, model, glyphs) }
        for hint in hints(for: codes, model) + offers where hint.columns + 1 <= room {
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
            let letters = Hint(key: "aa", title: "type two letters", action: .show(.help))
            let arrows = Hint(key: "←↑↓→", title: "point", action: .point(slot: 0))
            return model.cursor == nil ? [letters, arrows] : [letters]
        case .after(let first):
            return [Hint(key: "\(first)_", title: "type the second letter", action: .clear)]
        case nil: return []
        }
    }

    /// Draws the hints.
    func draw(_ palette: Palette, on canvas: inout Canvas) {
        let key = Style(palette.ink(.label), on: .standard, [.bold, .reverse])
        for (hint, button) in zip(hints, buttons) {
            let end = canvas.write(
                " \(hint.key) ", button.rect.minX, row.minY, key, before: row.maxX)
            guard !hint.title.isEmpty else { continue }
            canvas.write(" \(hint.title)", end, row.minY, Style(), before: row.maxX)
        }
    }
}
