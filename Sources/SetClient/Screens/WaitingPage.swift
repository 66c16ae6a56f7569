import SetProtocol

/// Something that goes on while the player waits, and that the player can end; or a game that waits
/// for the player.
package struct WaitingPage: Screen {
    package enum Outcome: Sendable {
        case givenUp
        /// What was waited for has come, or the player starts.
        case over
    }

    package enum Line: Hashable, Sendable {
        case words(String)
        /// A command for somebody else to run.
        case command(String)
    }

    package let settings: ClientSettings
    package let theme: Theme
    private let title: String
    private let lines: [Line]
    /// The newest last.
    private var news: [String] = []
    private let way: String
    private let start: String?
    private let question: Confirmation?
    private let masthead: Masthead
    private var asked: Confirmation?

    /// - Parameters:
    ///   - front: The page before it, if any, whose masthead stays.
    ///   - way: What escape does, in two or three words.
    ///   - start: What space and enter do; `nil` if they do nothing.
    ///   - question: What is asked before that is done; `nil` to do it at once.
    package init(
        after front: MainMenu?, _ preferences: SettingsModel, title: String, lines: [Line],
        way: String, start: String? = nil, question: Confirmation? = nil
    ) {
        (settings, theme) = (preferences.settings, preferences.theme)
        masthead = front?.masthead ?? Masthead(seed: .random(in: .min ... .max))
        (self.title, self.lines, self.way, self.question) = (title, lines, way, question)
        self.start = start
    }

    /// The page while a connection is made.
    ///
    /// - Parameter timeout: How long an answer is waited for.
    package init(
        connectingTo endpoint: Endpoint, for timeout: Duration, after front: MainMenu?,
        _ preferences: SettingsModel
    ) {
        let seconds = timeout.wholeMilliseconds / 1000
        self.init(
            after: front, preferences, title: "Connecting to \(endpoint)…",
            lines: [.words("Gives up after \(seconds) seconds without an answer.")],
            way: "cancel")
    }

    package var isAsking: Bool { asked != nil }

    /// An interrupt while the question is open means yes.
    package mutating func handle(
        _ event: InputEvent, in size: Size, at now: MonotonicInstant
    ) -> [ScreenEffect<Outcome>] {
        if event.isInterrupt { return leave() }
        if let buttons = asked?.buttons(in: layout(on: size)?.hints, isCentered: true) {
            return asked.answer(to: event, on: buttons) == .yes ? [.done(.givenUp)] : []
        }
        switch event.fromPlayer {
        case .key(let key) where start != nil && [.enter, .character(" ")].contains(key.code):
            return [.done(.over)]
        case .key(let key):
            return [.escape, .character("q"), .character("Q")].contains(key.code) ? leave() : []
        case .click(let point):
            guard let layout = layout(on: size) else { return [] }
            let key =
                layout.hints.isEmpty
                ? layout.words.contains(point) ? Key(.escape) : nil
                : keys(layout).action(at: point)
            return key.map { handle(.key($0), in: size, at: now) } ?? []
        case .rightClick: return leave()
        case .scroll, .paste, nil: return []
        }
    }

    package mutating func add(_ text: String) {
        news = (news + [SafeText.sanitized(text)]).suffix(3)
    }

    private mutating func leave() -> [ScreenEffect<Outcome>] {
        guard let question, asked == nil else { return [.done(.givenUp)] }
        asked = question
        return []
    }

    // MARK: - Drawing

    private func layout(on size: Size) -> PageLayout? {
        PageLayout(size, rows: folded(to: size.width - 4).count + 5)
    }

    private var items: [KeyBar<Key>.Item] {
        (start.map { [.init("space", $0, Key(.enter))] } ?? []) + [.init("esc", way, Key(.escape))]
    }

    private func keys(_ layout: PageLayout) -> KeyBar<Key> { layout.keys(items) }

    package func draw(on canvas: inout Canvas, _ appearance: Appearance, at now: MonotonicInstant) {
        guard let layout = layout(on: canvas.size) else {
            return PageLayout.drawTooSmall(on: &canvas)
        }
        masthead.draw(in: layout.masthead, appearance, on: &canvas)
        let quiet = Tone.quiet.style(appearance.palette)
        let rows =
            [(title, Style.bold), ("", quiet)]
            + folded(to: canvas.size.width - 4).map { ($0.text, $0.isCommand ? .bold : quiet) }
            + news.map { ($0.fitted(to: canvas.size.width - 4), Style()) }
        for (row, (text, style)) in rows.prefix(layout.content.size.height).enumerated() {
            canvas.write(
                text, centeredIn: layout.content, row: layout.content.minY + row, style)
        }
        if let asked {
            let keys = layout.hints.isEmpty ? " y or n" : ""
            canvas.writeNotice(
                asked.sentence + keys, in: layout.words, Tone.bad.style(appearance.palette, .bold))
            asked.buttons(in: layout.hints, isCentered: true).draw(appearance, on: &canvas)
            return
        }
        if layout.hints.isEmpty {
            let words = items.map { "\($0.key) \($0.title)" }.joined(separator: "   ")
            canvas.writeNotice(words, in: layout.words, quiet)
        }
        keys(layout).draw(appearance, on: &canvas)
    }

    private func folded(to columns: Int) -> [(text: String, isCommand: Bool)] {
        lines.flatMap { line -> [(String, Bool)] in
            let (text, isCommand) =
                switch line {
                case .words(let text): (text, false)
                case .command(let text): (text, true)
                }
            let lines = SafeText.sanitized(text).wrapped(to: columns)
            return (lines.isEmpty ? [""] : lines).map { ($0, isCommand) }
        }
    }
}
