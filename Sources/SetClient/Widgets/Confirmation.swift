import SetProtocol

/// A question before something is lost, answered by a letter, by arrows and enter, or by a click.
package struct Confirmation: Equatable, Sendable {
    enum Answer: Equatable, Sendable {
        case yes, no
        /// Neither: go back to what was open before.
        case cancel
    }

    let sentence: String
    /// The answers as buttons; the last one loses nothing.
    let items: [KeyBar<Answer>.Item]
    /// The index of the answer that enter gives.
    private(set) var highlighted: Int

    /// - Parameter cancel: What escape does; without it, escape means no.
    package init(_ sentence: String, yes: String, no: String, cancel: String? = nil) {
        self.sentence = sentence
        items =
            [.init("Y", yes, .yes), .init("N", no, .no)]
            + (cancel.map { [.init("esc", $0, .cancel)] } ?? [])
        highlighted = items.count - 1
    }

    func buttons(in row: Rect?, isCentered: Bool = false) -> KeyBar<Answer> {
        KeyBar(
            items, in: row ?? Rect(0, 0, 0, 0), gap: Self.gap, isCentered: isCentered,
            highlighted: highlighted)
    }

    var columns: Int { KeyBar.columns(items, gap: Self.gap) }

    private static let gap = 3

    mutating func answer(to input: InputEvent, on buttons: KeyBar<Answer>) -> Answer? {
        switch input.fromPlayer {
        case .key(let key): return answer(key)
        case .click(let point): return buttons.action(at: point)
        case .rightClick: return .cancel
        case .paste, .scroll, nil: return nil
        }
    }

    private mutating func answer(_ key: Key) -> Answer? {
        switch (key.code, key.modifiers) {
        case (.character("y"), _), (.character("Y"), _): return .yes
        case (.character("n"), _), (.character("N"), _), (.character("c"), .control): return .no
        case (.escape, _), (.backspace, _): return .cancel
        case (.enter, _): return items[highlighted].action
        case (.left, _): highlighted = max(0, highlighted - 1)
        case (.right, _): highlighted = min(items.count - 1, highlighted + 1)
        case (.home, _): highlighted = 0
        case (.end, _): highlighted = items.count - 1
        case (.up, _), (.backtab, _):
            highlighted = (highlighted + items.count - 1) % items.count
        case (.down, _), (.tab, _): highlighted = (highlighted + 1) % items.count
        case _: break
        }
        return nil
    }
}

extension Confirmation? {
    /// Handles an input to an open question; an answer closes it.
    mutating func answer(
        to input: InputEvent, on buttons: KeyBar<Confirmation.Answer>
    ) -> Confirmation.Answer? {
        let answer = self?.answer(to: input, on: buttons)
        if answer != nil { self = nil }
        return answer
    }
}
