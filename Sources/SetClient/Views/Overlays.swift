import SetProtocol

/// The sheets a player may lay over the table.
struct Overlays {
    private let look: Appearance
    private let model: ClientModel
    private let screen: Size

    init(_ model: ClientModel, _ look: Appearance, _ screen: Size) {
        (self.model, self.look, self.screen) = (model, look, screen)
    }

    private var quiet: Style { Tone.quiet.style(look.palette) }
    private var key: Style { Style(.standard, on: .standard, .bold) }

    // MARK: Help

    /// The keys and what they do, in as many columns as fit.
    var help: Panel {
        let isWide = screen.width >= 76
        var rows = [
            (cardKeys, isWide ? "touch the card with that key" : "touch card"),
            ("←↑↓→", isWide ? "point at a card" : "point"),
        ]
        rows += KeyCommand.allCases.map {
            ($0.keyName(look.glyphs), isWide ? $0.summary : $0.title)
        }
        if showsFills {
            rows.append((fillMarks, isWide ? fillNames : "the shading"))
        }
        let keyColumns = isWide ? 7 : 6
        let cells = rows.map { name, text in
            var line = TextLine(name + blanks(keyColumns - name.columns), key)
            line.add(text)
            return line
        }
        var lines = helpHead
        lines += Self.inColumns(cells, 2, width: helpColumns)
        if screen.height >= 22 {
            lines += [
                TextLine(), TextLine("Any key closes this; a click on a row does it.", quiet),
            ]
        }
        let footer = screen.height >= 22 ? "" : Self.wayOut
        return Panel(title: "Keys", footer: footer, lines: lines, isCentred: false)
    }

    /// What stands above the keys, where there is room for it.
    private var helpHead: [TextLine] {
        screen.height >= 22 ? introduction + [TextLine()] : []
    }

    /// The command that a place in the help tells of; `nil` beside them.
    ///
    /// - Parameters:
    ///   - row: Counted from the first row of the sheet, wherever that is scrolled to.
    ///   - column: Counted from the first column of its text.
    func command(inHelpRow row: Int, column: Int) -> KeyCommand? {
        let count = Self.rowsBeforeCommands + KeyCommand.allCases.count + (showsFills ? 1 : 0)
        let (rows, share) = Self.grid(count, 2, width: helpColumns)
        let line = row - helpHead.count
        guard 0..<rows ~= line, column >= 0 else { return nil }
        let place = (column > share ? rows : 0) + line - Self.rowsBeforeCommands
        let commands = KeyCommand.allCases
        return commands.indices.contains(place) ? commands[place] : nil
    }

    /// The rows about cards, which are no command.
    private static let rowsBeforeCommands = 2

    /// Whether the last row tells the signs of the shadings, for cards too small to show them.
    private var showsFills: Bool { screen.height < 22 || screen.width < 60 }

    /// As wide as can be read: on a wide screen the two columns would be far apart.
    private var helpColumns: Int { min(screen.width - 4, 92) }

    /// How a sheet is closed that has no row for telling it.
    private static let wayOut = "any key closes"

    private var cardKeys: String { look.keyboard.rows[1].prefix(3).map(String.init).joined() + "…" }

    /// The signs of the shadings on cards too small to show them otherwise.
    private var fillMarks: String {
        look.palette.theme.fills.all.map { fill in
            String(Character(look.glyphs == .ascii ? fill.asciiMark : fill.mark))
        }.joined()
    }

    private var fillNames: String {
        look.palette.theme.fills.all.map(\.name).joined(separator: ", ")
    }

    private var introduction: [TextLine] {
        let text =
            model.rules.needsClaim
            ? """
            Three cards are a set if each of number, shape, shading and color is the same on all \
            three or different on all three. Claim, then pick three. Marks, made while you have \
            no turn, are yours alone; claim with three marks and they are the set.
            """
            : """
            Three cards are a set if each of number, shape, shading and color is the same on all \
            three or different on all three.
            """
        return text.wrapped(to: helpColumns - 2).map { TextLine($0) }
    }

    // MARK: Rules

    /// The rules of the table, those that can apply; what is not usual stands out.
    var rules: Panel {
        let rules = model.rules
        let usual: Rules = rules.players == .one ? .solo : .duel
        let fields = RuleField.applying(to: rules)
        let room = screen.height - 4
        let isLong = room >= fields.count + 1 && screen.width >= 70
        // Two columns where they are wide enough for a name and a value.
        let share = screen.width >= 72 ? (screen.width - 5) / 2 : screen.width - 4
        let cells = fields.map { field -> TextLine in
            let (value, usualValue) = (field.text(rules), field.text(usual))
            let isUsual = value == usualValue
            let style = isUsual ? Style() : Tone.hint.style(look.palette, .bold)
            let nameStyle = isUsual ? quiet : style
            var line = TextLine(isUsual ? " " : "•", style)
            if isLong {
                line.add(pad(" \(field.words)", 19), nameStyle)
                line.add(pad(" \(value)", 15), isUsual ? key : style)
                let note = isUsual ? "" : " (usual: \(usualValue))"
                line.add((field.summary + note).fitted(to: screen.width - 42), nameStyle)
            } else {
                let note = !isUsual && share >= 34 ? " (usual \(usualValue))" : ""
                let room = max(5, share - 3 - value.columns - note.columns)
                line.add(pad(field.words.fitted(to: room), min(room, 18)) + " ", nameStyle)
                line.add(value, isUsual ? key : style)
                line.add(note, quiet)
            }
            return line
        }
        let columns = isLong || screen.width < 72 ? 1 : 2
        let lines =
            columns == 1 ? cells : Self.inColumns(cells, columns, width: screen.width - 4)
        return Panel(
            title: "Rules of this table", footer: Self.wayOut, lines: lines, isCentred: false)
    }

    // MARK: Questions

    /// A question and its two answers.
    func question(_ question: Question) -> Panel {
        let text =
            switch question {
            case .quit: "Leave the table? The running game would be lost."
            case .resign: "Give this game up?"
            case .new: "Begin a new game? This one would be lost."
            case .close: "Close the table? \(opponent) is still here."
            }
        var lines = text.wrapped(to: min(screen.width - 6, 50)).map { TextLine($0) }
        let isYes = model.considered == .confirm
        var answers = answer("y", "yes", isPointed: isYes)
        answers.add(blanks(Self.answerGap))
        answers.add(answer("n", "no", isPointed: !isYes))
        lines += [TextLine(), answers]
        return Panel(title: "Sure?", lines: lines)
    }

    private static let answerGap = 3

    /// An answer with its key; the one that enter gives carries the sign of the menus.
    private func answer(_ letter: String, _ word: String, isPointed: Bool) -> TextLine {
        let reverse = Style(.standard, on: .standard, [.bold, .reverse])
        let sign = isPointed ? look.glyphs.pointer : " "
        var line = TextLine("\(sign) ", key)
        line.add(" \(letter) ", reverse)
        line.add(" \(word) ", isPointed ? reverse : Style())
        return line
    }

    private var opponent: String {
        model.table.map { Situation(model, $0) }.map { $0.name($0.far) } ?? ""
    }

    /// The cells of yes and no in a question's panel.
    func answers(_ question: Question, in area: Rect) -> (yes: Rect, no: Rect) {
        let panel = self.question(question)
        let frame = panel.frame(in: area)
        let width = panel.lines.last?.columns ?? 0
        let x = frame.minX + 2 + max(0, (frame.size.width - 4 - width) / 2)
        let y = frame.maxY - 2
        let yes = answer("y", "yes", isPointed: false).columns
        return (Rect(x, y, yes, 1), Rect(x + yes + Self.answerGap, y, yes - 1, 1))
    }

    // MARK: Columns

    private func pad(_ text: String, _ columns: Int) -> String {
        text + blanks(columns - text.columns)
    }

    private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

    /// How many rows there are and how wide each column is.
    private static func grid(_ count: Int, _ columns: Int, width: Int) -> (rows: Int, share: Int) {
        ((count + columns - 1) / columns, (width - (columns - 1)) / columns)
    }

    /// Sets lines side by side, the first ones in the first column.
    static func inColumns(_ cells: [TextLine], _ columns: Int, width: Int) -> [TextLine] {
        let (rows, share) = grid(cells.count, columns, width: width)
        return (0..<rows).map { row in
            var line = TextLine()
            for column in 0..<columns where column * rows + row < cells.count {
                let cell = cells[column * rows + row].cut(to: share)
                line.add(cell)
                let next = column + 1 < columns
                if next { line.add(String(repeating: " ", count: share + 1 - cell.columns)) }
            }
            return line
        }
    }
}

extension TextLine {
    /// The line, or as much of it as fits.
    fileprivate func cut(to columns: Int) -> TextLine {
        var line = TextLine()
        for piece in pieces {
            line.add(piece.text.fitted(to: columns - line.columns), piece.style)
            if line.columns >= columns { break }
        }
        return line
    }
}
