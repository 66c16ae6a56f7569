import SetProtocol

/// Something that goes on while the player waits, and can be ended by them.
package struct WaitingPage: Screen {
    /// How the waiting ended.
    package enum Outcome: Hashable, Sendable {
        /// The player has had enough of it.
        case givenUp
        /// What was waited for has come.
        case over
    }

    /// A line on the page.
    package enum Line: Hashable, Sendable {
        /// Words.
        case words(String)
        /// What somebody else should type.
        case command(String)
    }

    /// The settings it is drawn with.
    package let settings: ClientSettings
    /// The theme it is drawn with.
    package let theme: Theme
    private let title: String
    private let lines: [Line]
    private let way: String
    private let question: String?
    private let masthead: Masthead
    private var isAsking = false

    /// A page to wait on.
    ///
    /// - Parameters:
    ///   - front: The page before it, whose head stays.
    ///   - way: What escape does, in two or three words.
    ///   - question: What is asked before that is done; `nil` to do it at once.
    package init(
        after front: MainMenu, title: String, lines: [Line], way: String, question: String? = nil
    ) {
        (settings, theme, masthead) = (front.settings, front.theme, front.masthead)
        (self.title, self.lines, self.way) = (title, lines, way)
        self.question = question
    }

    /// Waits for escape, and asks back first where that is wanted.
    package mutating func handle(
        _ event: InputEvent, in size: Size, at now: MonotonicInstant
    ) -> [ScreenEffect<Outcome>] {
        switch event {
        case .key(let key) where key.isInterrupt: return [.done(.givenUp)]
        case .key(let key):
            if key.code == .escape || key == .character("q") || key == .character("Q") {
                return leave()
            }
            if isAsking, key == .character("y") { return [.done(.givenUp)] }
            isAsking = false
        case .mouse(let mouse):
            let isOut = mouse.action == .press(.left) && isWayOut(mouse.point, on: size)
            if isOut || mouse.action == .press(.right) { return leave() }
            if mouse.action == .press(.left) { isAsking = false }
        case .focus, .paste, .report: break
        }
        return []
    }

    private mutating func leave() -> [ScreenEffect<Outcome>] {
        guard question != nil, !isAsking else { return [.done(.givenUp)] }
        isAsking = true
        return []
    }

    /// Whether the words about escape stand there.
    private func isWayOut(_ point: Point, on size: Size) -> Bool {
        guard let layout = layout(on: size) else { return false }
        return layout.hints.isEmpty
            ? layout.words.contains(point) : wayOut(layout).action(at: point) != nil
    }

    // MARK: - Drawing

    private func layout(on size: Size) -> PageLayout? {
        PageLayout(size, rows: folded(to: size.width - 4).count + 2)
    }

    private func wayOut(_ layout: PageLayout) -> KeyBar<Key> {
        layout.keys([.init("esc", way, Key(.escape))])
    }

    /// Draws the head, what is waited for, and the way out.
    package func draw(on canvas: inout Canvas, _ appearance: Appearance, at now: MonotonicInstant) {
        let folded = folded(to: canvas.size.width - 4)
        guard let layout = layout(on: canvas.size) else {
            return PageLayout.drawTooSmall(on: &canvas)
        }
        masthead.draw(in: layout.masthead, appearance, on: &canvas)
        let bold = Style(.standard, on: .standard, .bold)
        let quiet = Tone.quiet.style(appearance.palette)
        let rows =
            [(title, bold), ("", quiet)] + folded.map { ($0.text, $0.isCommand ? bold : quiet) }
        for (row, (text, style)) in rows.prefix(layout.content.size.height).enumerated() {
            let x = layout.content.minX + (layout.content.size.width - text.columns) / 2
            canvas.write(text, x, layout.content.minY + row, style, before: layout.content.maxX)
        }
        if isAsking, let question {
            layout.draw(question, Tone.bad.style(appearance.palette, .bold), on: &canvas)
        } else if layout.hints.isEmpty {
            layout.draw("esc \(way)", quiet, on: &canvas)
        }
        wayOut(layout).draw(appearance, on: &canvas)
    }

    private func folded(to columns: Int) -> [(text: String, isCommand: Bool)] {
        lines.flatMap { line -> [(String, Bool)] in
            switch line {
            case .words(""): [("", false)]
            case .words(let text): SafeText.sanitized(text).wrapped(to: columns).map { ($0, false) }
            case .command(let text):
                SafeText.sanitized(text).wrapped(to: columns).map { ($0, true) }
            }
        }
    }
}
