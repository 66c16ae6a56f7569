import SetProtocol

/// A sheet of text: keys scroll it where it does not fit, and any other key or click closes it.
struct TextSheet: Equatable, Sendable {
    /// The key that opens it, and closes it too.
    let key: Key
    private(set) var firstRow = 0

    mutating func handle(
        _ input: InputEvent, _ text: SheetText, in place: SheetPlace
    ) -> SheetStep {
        let panel = shown(text)
        let window = panel.scroll(in: place.whole)
        if window.isNeeded, let row = window.row(for: input, wheel: 2) {
            firstRow = row
            return .stay
        }
        switch input.fromPlayer {
        case .key(let key):
            // Keys that open another sheet or leave close this one and do that.
            let leads = key != self.key && "?IOQ".contains { key == .character($0) }
            return leads ? SheetStep(closes: true, key: key) : .close
        case .click(let point):
            let frame = panel.frame(in: place.whole)
            guard frame.inset(2, 1).contains(point) else { return .close }
            let (line, column) = (window.first + point.y - frame.minY - 1, point.x - frame.minX - 2)
            let press = text.presses.first { $0.line == line && $0.columns ~= column }
            return press.map { SheetStep(closes: true, key: $0.key) } ?? .close
        case .rightClick: return .close
        case .paste, .scroll, nil: return .stay
        }
    }

    func draw(_ text: SheetText, in place: SheetPlace, on canvas: inout Canvas) {
        shown(text).draw(in: place.whole, place.look, on: &canvas)
    }

    func frame(_ text: SheetText, in place: SheetPlace) -> Rect {
        text.panel.frame(in: place.whole)
    }

    private func shown(_ text: SheetText) -> Panel {
        var panel = text.panel
        panel.firstRow = firstRow
        return panel
    }
}

struct SheetText {
    let panel: Panel
    /// The keys that clicks on parts of its lines press.
    var presses: [(line: Int, columns: Range<Int>, key: Key)] = []

    init(_ title: String, footer: String, _ lines: [TextLine]) {
        panel = Panel(title: title, footer: footer, lines: lines, isCentered: false)
    }
}
