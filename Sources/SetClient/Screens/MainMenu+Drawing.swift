import SetProtocol

// MARK: - Places

extension MainMenu {
    /// Where everything lies, the same on every screen so that nothing jumps; `nil` when the terminal
    /// is too small.
    func layout(_ size: Size) -> PageLayout? {
        let rows = max(menu.items.count, hostForm.form.height + Self.headingRows)
        return PageLayout(size, rows: rows, items: menu.items.count)
    }

    /// The rows of a heading and of the blank below it.
    private static let headingRows = 2

    /// Where a list lies, below its heading if it has one.
    func list(_ columns: Int, _ layout: PageLayout) -> Rect {
        let column = layout.column(columns)
        guard heading != nil else { return column }
        return Rect(
            column.minX, column.minY + Self.headingRows, column.size.width,
            max(1, column.size.height - Self.headingRows))
    }

    /// Where a form lies.
    func formArea(_ layout: PageLayout) -> Rect { list(56, layout) }

    /// Where the themes lie: below the head, which wears what is tried on, and above their keys.
    func themeArea(_ size: Size) -> Rect {
        let top = layout(size)?.masthead.maxY ?? 0
        return Rect(0, top, size.width, size.height - top - ThemeChooser.barRows(size))
    }

    private var heading: String? {
        switch screen {
        case .menu, .themes, .settings, .rules: nil
        case .computer: "Choose the computer's strength"
        case .host: "Host a duel"
        case .join: "Join a duel"
        case .watch: "Watch a duel"
        }
    }
}

// MARK: - Drawing

extension MainMenu {
    /// Draws the head and the screen that is open below it.
    package func draw(on canvas: inout Canvas, _ appearance: Appearance, at now: MonotonicInstant) {
        guard let layout = layout(canvas.size) else {
            return PageLayout.drawTooSmall(on: &canvas)
        }
        if screen == .settings, let settingsPage {
            return settingsPage.draw(on: &canvas, appearance)
        }
        if screen == .rules { return reading.draw(on: &canvas, appearance) }
        if screen == .themes, let chooser {
            // The head would look out from behind a sheet that needs its rows.
            let area = themeArea(canvas.size)
            if chooser.fits(area, on: canvas.size, appearance) {
                masthead.draw(in: layout.masthead, appearance, on: &canvas)
            }
            let words = notice.map { ($0.text, $0.isBad) }
            return chooser.draw(in: area, notice: words, appearance, on: &canvas)
        }
        masthead.draw(in: layout.masthead, appearance, on: &canvas)
        if let heading { draw(heading, layout, on: &canvas) }
        switch screen {
        case .menu:
            let area = list(menu.columns, layout)
            menu.draw(in: area, pitch: layout.pitch, appearance, on: &canvas)
        case .computer:
            let area = list(strengths.columns, layout)
            strengths.draw(in: area, pitch: layout.pitch, appearance, on: &canvas)
        case .host: hostForm.form.draw(in: formArea(layout), appearance, on: &canvas)
        case .join: joinForm.form.draw(in: formArea(layout), appearance, on: &canvas)
        case .watch: watchForm.form.draw(in: formArea(layout), appearance, on: &canvas)
        case .themes, .settings, .rules: break
        }
        // A long message may take the row of the way back where that has none of its own.
        keyBar(layout).draw(appearance, on: &canvas)
        drawWords(layout, appearance, on: &canvas)
    }

    private func draw(_ heading: String, _ layout: PageLayout, on canvas: inout Canvas) {
        let x = layout.content.minX + (layout.content.size.width - heading.columns) / 2
        canvas.write(
            heading, x, layout.content.minY, Style(.standard, on: .standard, .bold),
            before: layout.content.maxX)
    }

    private func drawWords(
        _ layout: PageLayout, _ look: Appearance, on canvas: inout Canvas
    ) {
        if let notice {
            let tone: Tone = notice.isBad ? .bad : .mine
            return layout.draw(notice.text, tone.style(look.palette, .bold), on: &canvas)
        }
        if screen == .menu, isWelcoming {
            let style = Tone.mine.style(look.palette, .bold)
            return layout.draw(MainMenuItems.welcome, style, on: &canvas)
        }
        layout.draw(explanation, Tone.quiet.style(look.palette), on: &canvas)
    }

    private var explanation: String {
        switch screen {
        case .menu: menu.pointed.explanation
        case .computer: strengths.pointed.explanation
        case .host: hostForm.explanation
        case .join: joinForm.explanation
        case .watch: watchForm.explanation
        case .themes, .settings, .rules: ""
        }
    }

    /// The keys of the screen; where they have no row of their own, the way back stands below what is
    /// chosen from or filled in.
    func keyBar(_ layout: PageLayout) -> KeyBar<Key> {
        guard layout.hints.isEmpty else { return layout.keys(keyItems) }
        let back = keyItems.filter { $0.action == Key(.escape) }
        let content = layout.content
        let row = Rect(content.minX, content.maxY - 1, content.size.width, 1)
        return KeyBar(back, in: row, isCentered: true)
    }

    private var keyItems: [KeyBar<Key>.Item] {
        typealias Item = KeyBar<Key>.Item
        let (choose, row) = (Item("↑↓", "choose", nil), Item("↑↓", "row", nil))
        let back = Item("esc", "back", Key(.escape))
        func enter(_ title: String) -> Item { Item("enter", title, Key(.enter)) }
        return switch screen {
        case .menu: [choose, enter("go"), Item("q", "quit", .character("q"))]
        case .computer: [choose, enter("play"), back]
        case .host: [enter("open"), row, Item("←→", "change", nil), back]
        case .join: [enter("join"), row, back]
        case .watch: [enter("watch"), row, back]
        case .themes, .settings, .rules: []
        }
    }
}

extension String {
    /// The text with its first letter large.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
