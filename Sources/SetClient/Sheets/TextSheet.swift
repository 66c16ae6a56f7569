import SetProtocol

/// A sheet of text: keys scroll it where it does not fit, and any other key or click closes it.
protocol TextSheet: Hashable, Sendable {
    associatedtype Content
    /// The key that opens it, and closes it too.
    static var key: Key { get }
    /// The first visible line.
    var firstRow: Int { get set }
    func panel(_ content: Content, in place: SheetPlace) -> Panel
    /// What a click does; `nil` to close the sheet.
    func click(_ point: Point, _ content: Content, in place: SheetPlace) -> SheetStep?
}

extension TextSheet {
    func click(_ point: Point, _ content: Content, in place: SheetPlace) -> SheetStep? { nil }

    mutating func handle(
        _ input: InputEvent, _ content: Content, in place: SheetPlace
    ) -> SheetStep {
        let window = panel(content, in: place).scroll(in: place.whole)
        if window.isNeeded, let row = window.row(for: input, wheel: 2) {
            firstRow = row
            return .stay
        }
        switch input.fromPlayer {
        case .key(Self.key): return .close
        case .key(let key):
            // Keys that open another sheet or leave close this one and do that.
            return "?IOQ".contains { key == .character($0) } ? .close(pressing: key) : .close
        case .click(let point): return click(point, content, in: place) ?? .close
        case .rightClick: return .close
        case .paste, .scroll, nil: return .stay
        }
    }

    func draw(_ content: Content, in place: SheetPlace, on canvas: inout Canvas) {
        panel(content, in: place).draw(in: place.whole, place.look, on: &canvas)
    }

    func frame(_ content: Content, in place: SheetPlace) -> Rect {
        panel(content, in: place).frame(in: place.whole)
    }
}
