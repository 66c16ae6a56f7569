import SetProtocol

/// The sheet of a phase, with its keys in the last line.
struct PhaseSheet: Equatable {
    var panel: Panel
    let keys: [KeyBar<Action>.Item]

    init(_ panel: Panel, keys: [KeyBar<Action>.Item] = []) {
        (self.panel, self.keys) = (panel, keys)
        if !keys.isEmpty { self.panel.lines.append(TextLine("".padded(to: KeyBar.columns(keys)))) }
    }

    /// The keys in their place, if their line is visible.
    private func bar(in area: Rect) -> KeyBar<Action>? {
        guard !keys.isEmpty else { return nil }
        return panel.rect(ofLine: panel.lines.count - 1, in: area).map { KeyBar(keys, in: $0) }
    }

    func action(at point: Point, in area: Rect) -> Action? { bar(in: area)?.action(at: point) }

    func draw(in area: Rect, _ look: Appearance, on canvas: inout Canvas) {
        panel.draw(in: area, look, on: &canvas)
        bar(in: area)?.draw(look, on: &canvas)
    }
}

/// The sheets that lie on the table while no cards are seen.
struct TablePanels {
    let perspective: TablePerspective
    let look: Appearance
    let room: Size
    /// What only a sheet has room for.
    let notice: LogEntry?

    private var table: TableState { perspective.table }
    private var quiet: Style { Tone.quiet.style(look.palette) }

    /// The sheet for the present phase, if it has one, with what is left of a countdown.
    func sheet(seconds: Int?) -> PhaseSheet? {
        switch table.phase {
        case .waiting: return perspective.model.rules.players == .two ? waiting : nil
        case .countdown:
            guard let seconds, seconds > 0, !showsCards else { return nil }
            return PhaseSheet(countdown(seconds))
        case .paused: return showsCards ? nil : PhaseSheet(paused)
        case .open, .turn, .over, nil: return nil
        }
    }

    /// Whether cards are seen: also while the game waits for a lost player, who must not be the only
    /// one able to look for sets.
    private var showsCards: Bool { !table.cards.isEmpty && !table.cards.contains(nil) }

    // MARK: Before the game

    private var waiting: PhaseSheet {
        let isFull = perspective.model.rules.seats.allSatisfy { table.players[$0] != nil }
        if !isFull, perspective.model.seat != nil { return invitation }
        let lines = [seat(at: perspective.near), seat(at: perspective.far), TextLine()] + rules
        return sheet(isFull ? "Ready?" : "Waiting", lines)
    }

    /// A player's name and state, as wide as the other player's, so that both line up.
    private func seat(at seat: Seat) -> TextLine {
        let names = max(
            perspective.who(perspective.near).columns, perspective.who(perspective.far).columns)
        let states = "not ready yet".count
        var line = TextLine(
            "\(perspective.sign(seat, look.glyphs)) \(perspective.who(seat).padded(to: names))",
            perspective.tone(seat).style(look.palette, .bold))
        guard let player = table.players[seat] else {
            // As wide as the other's, because each line is centered.
            line.add("".padded(to: 2 + states + (table.game > 0 ? 8 : 0)))
            return line
        }
        if player.wins > 0 || table.game > 0 {
            line.add("  " + player.wins.counted("win").padded(to: 6))
        }
        if !player.isPresent {
            line.add("  " + "away".padded(to: states), Tone.bad.style(look.palette))
        } else if player.isReady {
            line.add("  " + "ready ✓".padded(to: states), Tone.good.style(look.palette, .bold))
        } else {
            line.add("  not ready yet", quiet)
        }
        return line
    }

    private var invitation: PhaseSheet {
        guard let welcome = perspective.model.welcome else {
            return PhaseSheet(Panel(title: "Waiting", lines: []))
        }
        let spaced = welcome.table.text.map(String.init).joined(separator: " ")
        let command = perspective.model.invitation(look.invitation) ?? ""
        var lines = [
            TextLine(spaced, Tone.mine.style(look.palette, .bold)), TextLine(),
            TextLine("The other player runs:", quiet),
        ]
        lines += SafeText.sanitized(command).wrapped(to: room.width).map { TextLine($0, .bold) }
        let news = notice.map(look.palette.cardWords.sentence)
        let ways =
            perspective.view.isFindable
            ? "On this network, Join a duel in the menu finds it."
            : "or pastes it under Join a duel in the menu"
        let menu = news ?? ways
        lines += menu.wrapped(to: room.width).map { TextLine($0, news == nil ? quiet : .bold) }
        lines.append(TextLine())
        lines += rules
        return sheet("Table", lines)
    }

    /// A sheet with the key to the rules.
    ///
    /// It cannot be scrolled: if there is little room, it loses its gaps and the lines that do not fit.
    private func sheet(_ title: String, _ lines: [TextLine]) -> PhaseSheet {
        let most = max(0, room.height - 1)
        let fitting =
            lines.count <= most ? lines : Array(lines.filter { $0.columns > 0 }.prefix(most))
        let key = TableCommand.rules.keyName
        let words = changes.isEmpty ? "rules" : "all rules"
        return PhaseSheet(
            Panel(title: title, lines: fitting), keys: [.init(key, words, .show(.rules))])
    }

    private var changes: [RuleField] {
        let rules = perspective.model.rules
        return RuleField.applying(to: rules).filter { $0.text(rules) != $0.text(rules.usual) }
    }

    private var rules: [TextLine] {
        let (rules, changes) = (perspective.model.rules, changes)
        guard !changes.isEmpty else { return [] }
        let text = changes.map { "\($0.words) \($0.text(rules))" }.joined(separator: ", ")
        let lines = "Custom rules: \(text).".wrapped(to: min(room.width, 60))
        return lines.map { TextLine($0, Tone.hint.style(look.palette)) }
    }

    private func countdown(_ seconds: Int) -> Panel {
        let style = Tone.good.style(look.palette, .bold)
        let digits = BigText.lines(String(seconds)).map { TextLine($0, style) }
        let title =
            !table.awaitsFirstCards
            ? "Resuming"
            : table.isSuddenDeath
                ? "Sudden death" : table.isMatchPoint ? "Deciding game" : "Get ready"
        return Panel(title: title, lines: digits)
    }

    // MARK: Standing still

    private var paused: Panel {
        var lines: [TextLine] = []
        func add(_ sentence: String, _ style: Style = Style()) {
            lines += sentence.wrapped(to: room.width).map { TextLine($0, style) }
        }
        if let away = table.awaySeats.first {
            let verb = perspective.isMine(away) ? "were" : "was"
            add("\(perspective.who(away)) \(verb) disconnected.", .bold)
            add(
                perspective.model.opponentIsGone
                    ? "Press N to end the game, or wait."
                    : "\(perspective.whose(away)) seat is being kept.")
            add("All clocks are stopped.", quiet)
            if !perspective.model.opponentIsGone, !perspective.isMine(away) {
                add("When its time ends, you can end the game or wait.", quiet)
            }
        } else if perspective.model.rules.players == .one {
            lines = [TextLine("Press enter to resume.")]
        } else {
            lines = [seat(at: perspective.near), seat(at: perspective.far)]
            if table.clock?.reason == .ready {
                lines.append(TextLine("The game resumes when both players", quiet))
                lines.append(TextLine("are ready or time runs out.", quiet))
            } else {
                lines.append(TextLine("The game resumes when both are ready.", quiet))
            }
        }
        return Panel(title: "Paused", lines: lines)
    }
}

extension Outage {
    /// The sheet that is shown while the client reconnects, with less in it where there is little room.
    func sheet(in area: Rect, at now: MonotonicInstant) -> PhaseSheet {
        let columns = min(max(1, area.size.width - 4), 56)
        let why = sentence.wrapped(to: columns).map { TextLine($0) }
        let remedy = remedy(at: now).wrapped(to: columns).map { TextLine($0, .bold) }
        let seat = seat(at: now).map { $0.wrapped(to: columns).map { TextLine($0) } } ?? []
        let choices = [why + remedy + seat + [TextLine()], remedy + seat, remedy]
        let lines = choices.first { $0.count + 3 <= area.size.height }
        return PhaseSheet(
            Panel(title: headline, lines: lines ?? remedy),
            keys: lines == nil ? [] : [.init(TableCommand.quit.keyName, "leave", .quit)])
    }

    /// How long the seat is kept; `nil` without a seat that another could take.
    private func seat(at now: MonotonicInstant) -> String? {
        guard seatKeptUntil != nil else { return nil }
        guard let left = seatCountdown(at: now) else {
            return "You may have lost your seat by now."
        }
        let seconds = CountdownBar(left, row: CountdownBar.digitColumns + 1).seconds
        return "Your seat is kept for \(seconds) s."
    }
}
