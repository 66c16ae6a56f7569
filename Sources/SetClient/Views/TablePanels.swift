import SetProtocol

/// The sheet of a phase: what it says, and the keys in its last line.
struct PhaseSheet: Hashable {
    var panel: Panel
    /// Without any, the last line is one like the others.
    private(set) var keys: [KeyBar<Action>.Item] = []

    init(_ panel: Panel) { self.panel = panel }

    /// Appends a line with the keys.
    init(_ panel: Panel, keys: [KeyBar<Action>.Item]) {
        (self.panel, self.keys) = (panel, keys)
        let blank = String(repeating: " ", count: KeyBar.columns(keys))
        self.panel.lines.append(TextLine(blank))
    }

    /// The keys in their place; `nil` where their line is not visible.
    private func bar(in area: Rect) -> KeyBar<Action>? {
        guard !keys.isEmpty else { return nil }
        return panel.rect(ofLine: panel.lines.count - 1, in: area).map { KeyBar(keys, in: $0) }
    }

    /// What a click does.
    func action(at point: Point, in area: Rect) -> Action? {
        bar(in: area)?.action(at: point)
    }

    func draw(in area: Rect, _ look: Appearance, on canvas: inout Canvas) {
        panel.draw(in: area, look, on: &canvas)
        bar(in: area)?.draw(look, on: &canvas)
    }
}

/// The sheets that lie on the table while there are no cards to look at.
struct TablePanels {
    private let situation: TablePerspective
    private let look: Appearance
    private let columns: Int
    private let rows: Int

    /// - Parameters:
    ///   - columns: How wide a line may be.
    ///   - rows: How many lines there may be.
    init(_ situation: TablePerspective, _ look: Appearance, columns: Int, rows: Int) {
        (self.situation, self.look) = (situation, look)
        (self.columns, self.rows) = (columns, rows)
    }

    private var table: TableState { situation.table }
    private var bold: Style { Style(.standard, on: .standard, .bold) }
    private var quiet: Style { Tone.quiet.style(look.palette) }

    /// The sheet for the present phase, if it has one.
    ///
    /// - Parameter seconds: What is left of a countdown.
    func sheet(seconds: Int?) -> PhaseSheet? {
        switch table.phase {
        case .waiting: return situation.model.rules.players == .two ? waiting : nil
        case .countdown:
            guard let seconds, seconds > 0, !showsCards else { return nil }
            return PhaseSheet(countdown(seconds))
        case .paused: return showsCards ? nil : PhaseSheet(paused)
        case .open, .turn, .over, nil: return nil
        }
    }

    /// Whether there are cards to be seen.
    ///
    /// While the game waits for a lost player, nobody who could look for sets is kept from it. The bar
    /// below tells the rest.
    private var showsCards: Bool {
        !table.cards.isEmpty && !table.cards.contains(nil)
    }

    // MARK: Before the game

    private var waiting: PhaseSheet {
        let isFull = situation.model.rules.seats.allSatisfy { table.players[$0] != nil }
        if !isFull, situation.model.seat != nil { return invitation }
        var lines = Seat.allCases.map { $0 == .first ? situation.near : situation.far }.map {
            seat(at: $0)
        }
        lines.append(TextLine())
        lines += rules
        return sheet(isFull ? "Ready?" : "Waiting", lines)
    }

    private func seat(at seat: Seat) -> TextLine {
        var line = TextLine(
            "\(situation.sign(seat, look.glyphs)) \(situation.name(seat))",
            situation.tone(seat).style(look.palette, .bold))
        guard let player = table.players[seat] else { return line }
        if player.wins > 0 || table.game > 0 { line.add("  won \(player.wins)") }
        if !player.isPresent {
            line.add("  away", Tone.bad.style(look.palette))
        } else if player.isReady {
            line.add("  ready ✓", Tone.good.style(look.palette, .bold))
        } else {
            line.add("  not ready yet", quiet)
        }
        return line
    }

    private var invitation: PhaseSheet {
        guard case .joined(let welcome) = situation.model.connection else {
            return PhaseSheet(Panel(title: "Waiting", lines: []))
        }
        let spaced = welcome.table.text.map(String.init).joined(separator: " ")
        let command = look.invitation ?? "set-duel join HOST --table \(welcome.table)"
        var lines = [
            TextLine(spaced, Tone.mine.style(look.palette, .bold)), TextLine(),
            TextLine("The other player runs:", quiet),
        ]
        lines += SafeText.sanitized(command).wrapped(to: columns).map { TextLine($0, bold) }
        let menu = "or pastes it in menu > Join"
        lines += menu.wrapped(to: columns).map { TextLine($0, quiet) }
        lines.append(TextLine())
        lines += rules
        return sheet("Table", lines)
    }

    /// A sheet with the key to all the rules below its lines.
    ///
    /// It cannot be scrolled, so where there is little room it has no gaps, and no more lines than fit.
    private func sheet(_ title: String, _ lines: [TextLine]) -> PhaseSheet {
        let most = max(0, rows - 1)
        let fitting =
            lines.count <= most ? lines : Array(lines.filter { $0.columns > 0 }.prefix(most))
        let key = KeyCommand.rules.keyName
        let words = changes.isEmpty ? "default rules" : "all rules"
        return PhaseSheet(
            Panel(title: title, lines: fitting), keys: [.init(key, words, .show(.rules))])
    }

    /// The rules that are not as usual.
    private var changes: [RuleField] {
        let rules = situation.model.rules
        let usual: Rules = rules.players == .one ? .solo : .duel
        return RuleField.applying(to: rules).filter { $0.text(rules) != $0.text(usual) }
    }

    /// The rules that are not as usual, in a line or two.
    private var rules: [TextLine] {
        let (rules, changes) = (situation.model.rules, changes)
        guard !changes.isEmpty else { return [] }
        let text = changes.map { "\($0.words) \($0.text(rules))" }.joined(separator: ", ")
        let lines = "Custom rules: \(text).".wrapped(to: min(columns, 60))
        return lines.map { TextLine($0, Tone.hint.style(look.palette)) }
    }

    private func countdown(_ seconds: Int) -> Panel {
        let style = Tone.good.style(look.palette, .bold)
        let digits = BigDigits.lines(seconds).map { TextLine($0, style) }
        let title =
            table.isSuddenDeath
            ? "Sudden death" : table.cards.isEmpty ? "Get ready" : "Resuming"
        return Panel(title: title, lines: digits)
    }

    // MARK: Standing still

    private var paused: Panel {
        var lines: [TextLine] = []
        if let away = situation.awaySeats.first {
            lines.append(TextLine("\(situation.who(away)) lost the connection.", bold))
            let next =
                situation.hasOpponentGone
                ? "Press N to end the game, or wait." : "The seat is kept. Game paused."
            lines.append(TextLine(next))
            lines.append(TextLine("All clocks are stopped.", quiet))
        } else {
            lines = [seat(at: situation.near), seat(at: situation.far)]
            if table.clock?.reason == .ready {
                lines.append(TextLine("It resumes when both are ready,", quiet))
                lines.append(TextLine("or when time runs out.", quiet))
            } else {
                lines.append(TextLine("It resumes when both are ready.", quiet))
            }
        }
        return Panel(title: "Paused", lines: lines)
    }
}
