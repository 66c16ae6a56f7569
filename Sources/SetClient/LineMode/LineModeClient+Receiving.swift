import SetProtocol

// MARK: - From the host

extension LineModeClient {
    /// Takes a message from the host.
    ///
    /// - Returns: What to print and to do.
    package mutating func receive(_ message: HostMessage, at now: MonotonicInstant) -> Output {
        guard !hasLeft else { return Output() }
        let before = model
        let effects = model.receive(message, at: now).filter(Self.isForLines)
        switch message {
        case .welcome(let welcome):
            isIntroduced = false
            countdown.stop()
            let isBack = before.outage != nil
            return told(isBack ? [Self.lineForReturn] : greeting(welcome), effects)
        case .state(let state):
            // What is older than the table as it is known has been told already.
            if let known = before.table, state.revision < known.revision, !before.awaitsTable {
                return Output()
            }
            return told(news(state, after: before), effects)
        case .refused(let refused):
            let text = refused.message.isEmpty ? refused.why?.sentence ?? "" : refused.message
            return told([LineModeLine("Refused: \(SafeText.sanitized(text))", .essential)], effects)
        case .hint(let hint):
            return told([LineModeLine(words.line(for: hint), .essential)], effects)
        case .race(let race):
            return told([LineModeLine(words.sentence(for: race), .essential)], effects)
        case .commitment:
            return Output(effects: effects)
        case .reveal:
            guard before.log.last != model.log.last, let finding = model.shuffle.finding else {
                return Output(effects: effects)
            }
            let line = (finding == .kept ? "Shuffle: " : "Warning: ") + finding.sentence
            return told([LineModeLine(line, finding == .kept ? .ordinary : .essential)], effects)
        case .said(let seat, let name, let text):
            return told([LineModeLine(chat(seat, name, text))], effects)
        case .ping, .pong:
            return Output(effects: effects)
        case .bye(let farewell, _, let message):
            countdown.stop()
            let text = SafeText.sanitized(Farewell.sentence(for: farewell, message))
            return told([LineModeLine("Bye: \(text)", .essential)], effects)
        case .error(let error, let message):
            countdown.stop()
            let text = message.isEmpty ? error?.sentence ?? "" : message
            return told([LineModeLine("Error: \(SafeText.sanitized(text))", .essential)], effects)
        }
    }

    /// Whether an effect means something without a screen: a line about the turn is alert enough.
    private static func isForLines(_ effect: ClientEffect) -> Bool {
        switch effect {
        case .send, .quit: true
        case .alert: false
        }
    }

    private func chat(_ seat: Seat?, _ name: String, _ text: String) -> String {
        let speaker =
            if let seat, seat == model.seat { "you" } else {
                SafeText.name(name) + (seat == nil ? ", watching" : "")
            }
        return "Chat: \(speaker): \(SafeText.sanitized(text))"
    }

    private func greeting(_ welcome: Welcome) -> [LineModeLine] {
        let role =
            if let seat = welcome.seat {
                welcome.rules.players == .one
                    ? "a solo game" : "you have the \(seat == .first ? "first" : "second") seat"
            } else {
                "you are watching"
            }
        let lines = [
            "Table: \(welcome.table), \(role).", words.lineForUnusualRules(),
            words.lineForTheme(isRandom: isThemeRandom),
            "Help: type help for all commands, or press enter for the current state.",
        ]
        // Of what was recorded nothing can be asked.
        return lines.dropLast(model.venue == .recorded ? 1 : 0).map { LineModeLine($0, .essential) }
    }

    // MARK: States

    /// What a state has that has not been told, in the order in which it matters.
    private mutating func news(_ state: TableState, after before: TableModel) -> [LineModeLine] {
        let isIntroduction = !isIntroduced
        isIntroduced = true
        var lines: [LineModeLine] = []
        lines += linesForEvent(state, after: before, isIntroduction: isIntroduction)
        lines += isIntroduction ? introduction(state) : []
        lines += linesForBoard(state, isIntroduction: isIntroduction)
        lines += linesForMarks(state, after: before)
        lines += isIntroduction ? [] : linesForScore(state, after: before)
        lines += linesForTurn(state, after: isIntroduction ? nil : before.table)
        if let result = state.result, isIntroduction || before.table?.phase != .over {
            lines.append(LineModeLine(words.line(for: result, in: state, players), .essential))
            lines += model.report.map(words.lines)?.map { LineModeLine($0) } ?? []
        }
        for seat in Seat.allCases {
            if let player = state.players[seat] { knownPlayers[seat] = player }
        }
        return lines
    }

    private func linesForEvent(
        _ state: TableState, after before: TableModel, isIntroduction: Bool
    ) -> [LineModeLine] {
        guard let event = state.event else {
            return state.message.map {
                [LineModeLine("Host: \(SafeText.sanitized($0))", .essential)]
            } ?? []
        }
        // One's own coming is what the introduction is about.
        if isIntroduction, event == model.seat.map(TableEvent.joined) { return [] }
        // Cards that have just left the table are named by where they lay.
        let table = state.cards.contains(nil) || state.cards.isEmpty ? toldCards : state.cards
        var lines: [LineModeLine] = []
        if case .picked(let seat, _) = event, !model.rules.needsClaim,
            let shown = before.table?.selection, shown.verdict == .mismatch
        {
            let places = words(on: table).places(of: shown.cards)
            lines.append(LineModeLine("Cleared: \(places) no longer picked.", .detail(of: seat)))
        }
        if let sentence = words(on: table).sentence(for: event, in: state) {
            lines.append(LineModeLine(sentence, event.weight))
        }
        return lines
    }

    private func introduction(_ state: TableState) -> [LineModeLine] {
        guard case .joined(let welcome) = model.connection else { return [] }
        var lines: [LineModeLine] = []
        if words.isDuel {
            let table = model.venue == .embedded ? nil : welcome.table
            let line = words.lineForPlayers(state, table: table)
            lines.append(LineModeLine(line, .essential))
            if state.phase != .turn, state.phase != .over, model.venue != .recorded {
                lines.append(LineModeLine(situationLine(at: model.arrival), .essential))
            }
        }
        if state.phase != .waiting {
            lines.append(LineModeLine(words.fullScore(state), .essential))
        }
        return lines
    }

    /// The whole board at the start of a game, and later what has changed.
    private mutating func linesForBoard(
        _ state: TableState, isIntroduction: Bool
    ) -> [LineModeLine] {
        // Cards that lie face down are the same as before when they are turned up again.
        guard !state.cards.contains(nil) || isIntroduction else { return [] }
        let told = toldCards
        toldCards = state.cards
        guard !state.cards.isEmpty else { return [] }
        let isStart = told.isEmpty || told.contains(nil) || state.event == .started
        guard isStart || isIntroduction else { return words.changes(from: told, deck: state.deck) }
        return words.board(state, remarks).map { LineModeLine($0, .essential) }
    }

    /// Marks that were lost because their cards were judged or are gone.
    private func linesForMarks(_ state: TableState, after before: TableModel) -> [LineModeLine] {
        let lost = before.marks.filter { !model.marks.contains($0) }
        // A granted claim carries the marks over, and fresh cards need no word about old ones.
        if case .claimed = state.event { return [] }
        guard !lost.isEmpty, state.event != .started, state.event != .suddenDeath else {
            return []
        }
        return [LineModeLine("Marks: no longer \(words.named(lost)).")]
    }

    private func linesForScore(_ state: TableState, after before: TableModel) -> [LineModeLine] {
        let hasChanged = Seat.allCases.contains { seat in
            guard let now = state.players[seat], let then = before.table?.players[seat] else {
                return false
            }
            return now.points != then.points
        }
        // A new game begins at nothing, which nobody needs to hear.
        guard hasChanged, state.game == before.table?.game else { return [] }
        return [LineModeLine(words.scoreLine(state))]
    }

    private mutating func linesForTurn(
        _ state: TableState, after before: TableState?
    ) -> [LineModeLine] {
        guard let turn = state.turn else {
            follow(state.clock, after: before)
            let isOpenAgain = before?.turn != nil && state.phase == .open
            guard isOpenAgain, state.selection?.verdict != .match else { return [] }
            return [LineModeLine("Open: no one has the turn.", .essential)]
        }
        guard before?.turn?.seat != turn.seat || before?.turn?.reason != turn.reason else {
            countdown.adjust(turn.countdown, at: model.arrival)
            return []
        }
        countdown.start(turn.countdown, at: model.arrival)
        return [LineModeLine(words.line(for: turn), .essential)]
    }

    /// Follows a clock that is no turn, as far as its seconds are told.
    private mutating func follow(_ clock: Clock?, after before: TableState?) {
        let seconds: [Int]
        switch clock?.reason {
        case .away, .ready: seconds = [30, 10]
        case .start: seconds = [10, 5]
        case .reveal, nil: return countdown.stop()
        }
        if before?.turn == nil, before?.clock?.reason == clock?.reason {
            countdown.adjust(clock?.countdown, at: model.arrival)
        } else {
            countdown.start(clock?.countdown, at: model.arrival, telling: seconds)
        }
    }

    /// What there is to say of single cards.
    var remarks: Narrator.Remarks {
        Narrator.Remarks(
            selection: model.table?.selection, marks: model.marks,
            hinted: model.hint?.cards ?? [])
    }

    /// Where things stand, as a line.
    func situationLine(at now: MonotonicInstant) -> String {
        guard let table = model.table else { return "Now: waiting for the host." }
        if let outage = model.outage { return situationLine(of: outage, at: now) }
        let situation = words.situation(
            table, countdown: model.countdown(at: now), isCalling: model.isCalling)
        return "Now: \(situation). You can: \(words.choices(table))."
    }
}
