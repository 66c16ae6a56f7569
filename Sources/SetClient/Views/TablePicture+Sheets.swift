import SetProtocol

// MARK: - The open sheet

extension TablePicture {
    var sheetPlace: SheetPlace {
        let isRace = model.rules.players == .two && [.open, .turn].contains(model.table?.phase)
        return SheetPlace(look: appearance, screen: size, area: panelArea, isRace: isRace)
    }

    var menuRows: [MenuSheet.Row] { TableCommand.menuRows(view, appearance.glyphs) }

    var rulesContent: RulesText {
        RulesText(
            rules: model.rules,
            invitation: model.awaitsOpponent ? model.invitation(appearance.invitation) : nil)
    }

    var helpContent: HelpText {
        if let otherHelp { return otherHelp }
        let look = appearance
        let isTall = size.height >= 22
        let cardKeys = look.keyboard.rows[1].prefix(3).map(String.init).joined() + "…"
        var rows: [HelpText.Row] = []
        if !isWatching {
            rows = [
                .init(
                    key: cardKeys, title: "pick card", summary: "pick or mark that card",
                    press: nil),
                .init(key: "←↑↓→", title: "point", summary: "move the cursor", press: nil),
            ]
        }
        let commands = TableCommand.inHelp.filter { $0.row.isForAll || !isWatching }
        rows += commands.compactMap { command in
            command.help(under: model.rules).map { words in
                HelpText.Row(
                    key: command.keyName(look.glyphs), title: words.title, summary: words.summary,
                    press: command.row.keys.first { !$0.modifiers.contains(.control) })
            }
        }
        if !isTall || size.width < 60 {
            // Cards this small show the shading only by a sign.
            let fills = look.palette.theme.fills.all
            let marks = fills.map { look.glyphs == .ascii ? $0.asciiMark : $0.mark }
            rows.append(
                .init(
                    key: String(String.UnicodeScalarView(marks)), title: "shading",
                    summary: fills.map(\.name).joined(separator: ", "), press: nil))
        }
        return HelpText(
            rows: rows, introduction: isTall ? introduction : "",
            legend: isTall
                ? "Any key closes. Click a row to do what it says. Capitals need shift."
                : "",
            footer: isTall ? "" : "any key  close", widest: 92)
    }

    private var isWatching: Bool { model.welcome != nil && model.seat == nil }

    private var introduction: String {
        let set =
            "Three cards are a set if number, shape, shading, and color are each the same on all "
            + "three or different on all three."
        guard model.rules.needsClaim, !isWatching else { return set }
        return set
            + " Claim, then pick three. You can mark cards before your turn; only you see marks. "
            + "A claim picks the marked cards."
    }

    /// The cells of the open sheet, if it covers the table.
    var sheetFrame: Rect? {
        let place = sheetPlace
        return switch view.sheet {
        case .help(let sheet): sheet.frame(helpContent.text(in: place), in: place)
        case .rules(let sheet): sheet.frame(rulesContent.text(in: place), in: place)
        case .themes(let sheet): sheet.frame(view.preferences, in: place)
        case .settings(let sheet): sheet.frame(in: place)
        case .menu(let sheet): sheet.frame(menuRows, in: place)
        case .question(let sheet): sheet.frame(in: place)
        case .chat, nil: nil
        }
    }

    /// Draws the open sheet, and returns whether one covers the table.
    func drawSheet(on canvas: inout Canvas) -> Bool {
        let place = sheetPlace
        switch view.sheet {
        case .help(let sheet): sheet.draw(helpContent.text(in: place), in: place, on: &canvas)
        case .rules(let sheet): sheet.draw(rulesContent.text(in: place), in: place, on: &canvas)
        case .themes(let sheet): sheet.draw(view.preferences, in: place, on: &canvas)
        case .settings(let sheet): sheet.draw(view.preferences, in: place, on: &canvas)
        case .menu(let sheet): sheet.draw(menuRows, in: place, on: &canvas)
        case .question(let sheet): sheet.draw(in: place, on: &canvas)
        case .chat, nil: return false
        }
        return true
    }
}

extension TableView {
    func keyUse(withoutSheet use: KeyUse) -> KeyUse {
        switch sheet {
        case nil: use
        case .chat: .text
        case .settings(let sheet): sheet.isTyping ? .text : .commands
        case .help, .rules, .themes, .menu, .question: .commands
        }
    }

    /// Lets the open sheet handle an input to what the player saw; `nil` when no sheet is open.
    mutating func handleBySheet(_ input: InputEvent, on picture: TablePicture) -> SheetStep? {
        let place = picture.sheetPlace
        switch sheet {
        case .help(var open):
            defer { sheet = .help(open) }
            return open.handle(input, picture.helpContent.text(in: place), in: place)
        case .rules(var open):
            defer { sheet = .rules(open) }
            return open.handle(input, picture.rulesContent.text(in: place), in: place)
        case .themes(var open):
            defer { sheet = .themes(open) }
            return open.handle(input, &preferences, in: place)
        case .settings(var open):
            defer { sheet = .settings(open) }
            return open.handle(input, &preferences, in: place)
        case .chat(var open):
            defer { sheet = .chat(open) }
            return open.handle(input)
        case .menu(var open):
            defer { sheet = .menu(open) }
            let rows = TableCommand.menuRows(self, picture.appearance.glyphs)
            return open.handle(input, rows, in: place)
        case .question(var open):
            defer { sheet = .question(open) }
            return open.handle(input, in: place)
        case nil: return nil
        }
    }
}
