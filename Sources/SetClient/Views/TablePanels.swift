import SetProtocol

/// The sheets that lie on the table while there are no cards to look at.
struct TablePanels {
    private let situation: Situation
    private let look: Appearance
    private let columns: Int
    private let rows: Int

    /// - Parameters:
    ///   - columns: How wide a line may be.
    ///   - rows: How many lines there may be.
    init(_ situation: Situation, _ look: Appearance, columns: Int, rows: Int) {
        (self.situation, self.look) = (situation, look)
        (self.columns, self.rows) = (columns, rows)
    }

    private var table: TableState { situation.table }
    private var bold: Style { Style(.standard, on: .standard, .bold) }
    private var quiet: Style { Tone.quiet.style(look.palette) }

    /// The sheet for the present phase, if it has one.
    ///
    /// - Parameter seconds: What is left of a countdown.
    func panel(seconds: Int?) -> Panel? {
        switch table.phase {
        case .waiting: return situation.model.rules.players == .two ? waiting : nil
        case .countdown:
            guard let seconds, seconds > 0, !showsCards else { return nil }
            return countdown(seconds)
        case .paused: return showsCards ? nil : paused
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

    private var waiting: Panel {
        let isFull = situation.model.rules.seats.allSatisfy { table.players[$0] != nil }
        if !isFull, situation.model.seat != nil { return invitation }
        var lines = Seat.allCases.map { $0 == .first ? situation.near : situation.far }.map {
            seat(at: $0)
        }
        lines.append(TextLine())
        lines += rules
        return Panel(title: isFull ? "Ready?" : "Waiting", lines: fitted(lines), keys: rulesKey)
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

    private var invitation: Panel {
        guard case .joined(let welcome) = situation.model.connection else {
            return Panel(title: "Waiting", lines: [])
        }
        let spaced = welcome.table.text.map(String.init).joined(separator: " ")
        let command = look.invitation ?? "set-duel join HOST --table \(welcome.table)"
        var lines = [
            TextLine(spaced, Tone.mine.style(look.palette, .bold)), TextLine(),
            TextLine("The other player types:", quiet),
        ]
        lines += SafeText.sanitized(command).wrapped(to: columns).map { TextLine($0, bold) }
        let menu = "or: menu, Join, paste this line"
        lines += menu.wrapped(to: columns).map { TextLine($0, quiet) }
        lines.append(TextLine())
        lines += rules
        return Panel(title: "Table", lines: fitted(lines), keys: rulesKey)
    }

    /// As many lines as there may be, for nobody can scroll these: without gaps, and if need be without some
    /// before the last, whose key leads to all that they would tell.
    private func fitted(_ lines: [TextLine]) -> [TextLine] {
        guard lines.count > rows, let last = lines.last else { return lines }
        return lines.dropLast().filter { $0.columns > 0 }.prefix(max(0, rows - 1)) + [last]
    }

    /// The rules that are not as usual.
    private var changes: [RuleField] {
        let rules = situation.model.rules
        let usual: Rules = rules.players == .one ? .solo : .duel
        return RuleField.applying(to: rules).filter { $0.text(rules) != $0.text(usual) }
    }

    /// What leads to all the rules.
    private var rulesKey: ButtonRow {
        let title = changes.isEmpty ? "the usual rules" : "all rules"
        return ButtonRow([.init(KeyCommand.rules.keyName, title, .show(.rules))])
    }

    /// What is played, in a line or two: only what is not usual; and the key to all of it.
    private var rules: [TextLine] {
        let (rules, changes) = (situation.model.rules, changes)
        let key = rulesKey.line(look)
        guard !changes.isEmpty else { return [key] }
        let text = changes.map { "\($0.words) \($0.text(rules))" }.joined(separator: ", ")
        let lines = "Not as usual: \(text).".wrapped(to: min(columns, 60))
        return lines.map { TextLine($0, Tone.hint.style(look.palette)) } + [key]
    }

    private func countdown(_ seconds: Int) -> Panel {
        let style = Tone.good.style(look.palette, .bold)
        let digits = BigDigits.lines(seconds).map { TextLine($0, style) }
        let title =
            table.isSuddenDeath
            ? "Sudden death" : table.cards.isEmpty ? "Get ready" : "Going on"
        return Panel(title: title, lines: digits)
    }

    // MARK: Standing still

    private var paused: Panel {
        var lines: [TextLine] = []
        if let away = situation.awaySeats.first {
            lines.append(TextLine("\(situation.who(away)) lost the connection.", bold))
            let next =
                situation.hasOpponentGone
                ? "N ends the game; or keep waiting." : "The seat is kept, the game waits."
            lines.append(TextLine(next))
            lines.append(TextLine("The clocks stand still.", quiet))
        } else {
            lines = [seat(at: situation.near), seat(at: situation.far)]
            if table.clock?.reason == .ready {
                lines.append(TextLine("It goes on when both are ready,", quiet))
                lines.append(TextLine("or when the time is over.", quiet))
            } else {
                lines.append(TextLine("It goes on when both are ready.", quiet))
            }
        }
        return Panel(title: "Paused", lines: lines)
    }
}
