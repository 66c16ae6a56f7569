/// A question before something is lost, answered by a letter or a click.
package struct Confirmation: Equatable, Sendable {
    enum Answer: Sendable {
        case yes, no
        /// Neither: go back to what was open before.
        case cancel

        /// The answer a key gives, if any.
        init?(_ key: Key) {
            switch (key.code, key.modifiers) {
            case (.character("y"), _), (.character("Y"), _): self = .yes
            case (.character("n"), _), (.character("N"), _), (.character("c"), .control): self = .no
            case (.escape, _), (.backspace, _): self = .cancel
            case _: return nil
            }
        }
    }

    let sentence: String
    /// The answers as buttons.
    let items: [KeyBar<Answer>.Item]

    /// - Parameter cancel: What escape does; without it, escape means no.
    package init(_ sentence: String, yes: String, no: String, cancel: String? = nil) {
        self.sentence = sentence
        items =
            [.init("Y", yes, .yes), .init("N", no, .no)]
            + (cancel.map { [.init("esc", $0, .cancel)] } ?? [])
    }

    /// The answer an input gives, if any.
    func answer(to input: InputEvent, on buttons: KeyBar<Answer>) -> Answer? {
        switch input.fromPlayer {
        case .key(let key): Answer(key)
        case .click(let point): buttons.action(at: point)
        case .rightClick: .cancel
        case .paste, .scroll, nil: nil
        }
    }
}
