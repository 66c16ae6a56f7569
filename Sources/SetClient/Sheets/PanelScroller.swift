import SetProtocol

/// How far a panel is scrolled that has more lines than fit.
struct PanelScroller: Hashable, Sendable {
    private(set) var firstRow = 0

    /// The panel as it is scrolled.
    func scrolled(_ panel: Panel) -> Panel {
        var panel = panel
        panel.firstRow = firstRow
        return panel
    }

    /// Scrolls by a key or the wheel.
    ///
    /// - Parameter window: What is visible of the panel.
    /// - Returns: Whether the input scrolls, which it does not where everything is visible.
    mutating func handle(_ input: InputEvent, _ window: ScrollWindow) -> Bool {
        guard window.isNeeded else { return false }
        let row: Int? =
            switch input {
            case .key(let key): window.row(for: key.code)
            case .mouse(let mouse):
                switch mouse.action {
                case .wheelUp: window.row(-2)
                case .wheelDown: window.row(2)
                case .press, .release: nil
                }
            case .paste, .focus, .report: nil
            }
        if let row { firstRow = row }
        return row != nil
    }
}

/// What keys and clicks mean to a sheet that is only read: any of them closes it.
enum ReadOnlySheet {
    /// Keys that lead from one sheet to another, or out, close it and do that.
    static func step(for input: InputEvent) -> SheetStep {
        switch input {
        case .key(let key):
            [.character("?"), .character("I"), .character("O"), .character("Q")].contains(key)
                ? .close(pressing: key) : .close
        case .mouse(let mouse):
            switch mouse.action {
            case .press(.left), .press(.right): .close
            case .press(.middle), .release, .wheelUp, .wheelDown: .stay
            }
        case .paste, .focus, .report: .stay
        }
    }
}
