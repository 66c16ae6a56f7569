import SetProtocol

/// Keys and what they do, side by side in one row; those with an action are buttons.
struct KeyBar<Value: Equatable & Sendable>: Equatable, Sendable {
    struct Item: Equatable, Sendable {
        let key: String
        var title: String
        /// What a click does; `nil` where a click does nothing.
        let action: Value?

        init(_ key: String, _ title: String, _ action: Value?) {
            (self.key, self.title, self.action) = (key, title, action)
        }

        /// Its width with the key as a cap.
        var columns: Int { KeyBar.columns([self]) }

        func titled(_ title: String) -> Item { Item(key, title, action) }
    }

    struct Button: Equatable, Sendable {
        let item: Item
        /// The cells that answer a click.
        let rect: Rect
        var action: Value? { item.action }
    }

    enum Look: Sendable {
        /// Reversed, with a blank at each side.
        case caps
        /// Bold, before quiet words.
        case plain
    }

    let buttons: [Button]
    private let look: Look
    /// The index of the item that enter chooses.
    private let highlighted: Int?

    /// Lays out items from the left; what does not fit is left out.
    ///
    /// - Parameter gap: Columns between two items.
    init(
        _ items: [Item], in row: Rect, gap: Int = 1, isCentered: Bool = false, look: Look = .caps,
        highlighted: Int? = nil
    ) {
        (self.look, self.highlighted) = (look, highlighted)
        var fitting: [Item] = []
        for item in items
        where Self.columns(fitting + [item], gap: gap, look: look) <= row.size.width {
            fitting.append(item)
        }
        let spare = row.size.width - Self.columns(fitting, gap: gap, look: look)
        var x = row.minX + (isCentered ? spare / 2 : 0)
        buttons = fitting.map { item in
            let width = Self.columns([item], look: look)
            defer { x += width + gap }
            return Button(item: item, rect: Rect(x, row.minY, width, 1))
        }
    }

    static func columns(_ items: [Item], gap: Int = 1, look: Look = .caps) -> Int {
        let margin = look == .caps ? 2 : 0
        let widths = items.map { item in
            item.key.columns + margin + (item.title.isEmpty ? 0 : item.title.columns + 1)
        }
        return widths.reduce(0, +) + gap * max(0, items.count - 1)
    }

    func action(at point: Point) -> Value? {
        buttons.first { $0.rect.contains(point) }?.action
    }

    func draw(_ appearance: Appearance, on canvas: inout Canvas) {
        let palette = appearance.palette
        let (key, words): (Style, Style) =
            switch look {
            case .caps: (Style(palette.ink(.label), on: .standard, [.bold, .reverse]), Style())
            case .plain: (.bold, Tone.quiet.style(palette))
            }
        for (index, button) in buttons.enumerated() {
            let (item, rect) = (button.item, button.rect)
            let isHere = index == highlighted
            if isHere { canvas.write(appearance.glyphs.pointer, rect.minX - 2, rect.minY, .bold) }
            let name = look == .caps ? " \(item.key) " : item.key
            let end = canvas.write(name, rect.minX, rect.minY, key, before: rect.maxX)
            guard !item.title.isEmpty else { continue }
            canvas.write(
                " \(item.title)", end, rect.minY, isHere ? .bold : words, before: rect.maxX)
        }
    }
}
