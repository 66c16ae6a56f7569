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
        var columns: Int { key.columns + title.columns + 3 }
    }

    /// What can be clicked.
    let buttons: [Button]
    private let hints: [Hint]
    private let row: Rect

    /// How a card is named that has no key of its own.
    enum Codes: Hashable {
        /// By two letters, none of which has been typed.
        case two
        /// By one more letter behind this one.
        case after(Character)
    }

    /// Chooses what fits into a row, the most urgent first; help is always among it.
    ///
    /// - Parameter codes: How cards are named, where that has to be told.
    init(_ model: ClientModel, in row: Rect, isOpen: Bool, codes: Codes? = nil) {
        self.row = row
        guard isOpen else {
            (buttons, hints) = ([], [])
            return
        }
        let help = Hint(
            key: KeyCommand.help.keyName, title: row.size.width < 44 ? "" : "help",
            action: .show(.help))
        var chosen: [Hint] = []
        var room = row.size.width - help.columns
        for hint in Self.hints(for: codes, model) where hint.columns + 1 <= room {
            chosen.append(hint)
            room -= hint.columns + 1
        }
        for command in KeyCommand.offered {
            guard let title = command.offer(model), let action = command.action(model) else {
                continue
            }
            let hint = Hint(key: command.keyName, title: title, action: action)
            guard hint.columns + 1 <= room else { continue }
            chosen.append(hint)
            room -= hint.columns + 1
        }
        hints = chosen + [help]
        var x = row.minX
        buttons = hints.map { hint in
            defer { x += hint.columns + 1 }
            return Button(rect: Rect(x, row.minY, hint.columns, 1), action: hint.action)
        }
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
            canvas.write(" \(hint.title)", end, row.minY, Style(), before: row.maxX)
        }
    }
}
