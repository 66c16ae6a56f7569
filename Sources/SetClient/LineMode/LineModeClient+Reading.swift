import SetProtocol

// MARK: - From the player

extension LineModeClient {
    /// Performs a typed line, with or without its line end, or explains why not.
    ///
    /// - Parameter began: When its first letter was typed; `nil` for a line from a pipe.
    package mutating func read(
        _ line: String, typedSince began: MonotonicInstant? = nil, at now: MonotonicInstant
    ) -> Output {
        guard !hasLeft else { return Output() }
        typedSince = began
        defer { slots.update(model.table?.cards ?? [], at: now) }
        let request = LineModeRequest.parse(line, keyboard)
        let dropped = dropQuestion(unlessAnsweredBy: request)
        var output = perform(request, at: now)
        output.lines.insert(contentsOf: dropped, at: 0)
        if case .command(.again, _, _) = request { return output }
        return noted(output, at: now, isAnswer: true)
    }

    /// Drops a question that is not answered, so that a later "yes" does nothing unexpected.
    private mutating func dropQuestion(unlessAnsweredBy request: LineModeRequest) -> [String] {
        guard let question else { return [] }
        switch request {
        case .command(.yes, _, _), .command(.no, _, _): return []
        case .command(let command, _, _) where Self.move(of: command) == question.move: return []
        case _:
            self.question = nil
            return ["\(question.topic): canceled. Nothing changes."]
        }
    }

    private mutating func perform(_ request: LineModeRequest, at now: MonotonicInstant) -> Output {
        switch request {
        case .nothing: return answer([situationLine(at: now)] + lineForJoining)
        case .unknown(let why): return answer([why])
        case .cards(let words): return obstacle(to: nil) ?? perform(nil, on: words, at: now)
        case .command(let command, let words, let text):
            if !words.isEmpty, command.row.operands.isEmpty {
                let way = command == .clear ? " To unmark one card, name it again." : ""
                return answer(["Refused: Type \(command.name) by itself.\(way)"])
            }
            return obstacle(to: command) ?? perform(command, words, text, at: now)
        }
    }

    /// How to join, while a seat is free.
    private var lineForJoining: [String] {
        guard model.awaitsOpponent, let code = model.welcome?.table else { return [] }
        let command = address.map { " Or: set-duel join \($0) --table \(code)" } ?? ""
        return ["Join: \(Narrator.joining(code))\(command)"]
    }

    /// Refuses a command that needs the host while disconnected, or that may mean anything in a
    /// phase that only a newer host knows; `nil` if it is allowed.
    ///
    /// - Parameter command: `nil` for names of cards.
    private func obstacle(to command: TableCommand?) -> Output? {
        guard model.outage != nil || model.isPhaseUnknown, command?.row.needsHost != false,
            command != .say || model.outage != nil, command != .yes || question?.move != .leave
        else { return nil }
        return answer([
            "Refused: "
                + (model.outage == nil ? TableModel.unknownPhase : TableModel.whileReconnecting)
        ])
    }

    private mutating func perform(
        _ command: TableCommand, _ words: [String], _ text: String, at now: MonotonicInstant
    ) -> Output {
        switch command {
        case .set, .claim, .pick, .what, .third, .where: return perform(command, on: words, at: now)
        case .deal: return ask(.deal, at: now)
        case .pass where !model.rules.needsClaim:
            return answer(["Refused: There are no turns to pass in this game."])
        case .pass: return ask(.pass, at: now)
        case .hint: return ask(.hint, at: now)
        case .ready: return ready(at: now)
        case .queue:
            guard model.seat == nil, model.hasQueue else {
                return answer([
                    "Refused: \(model.seat == nil ? Refusal.noQueue.sentence : "You have a seat.")"
                ])
            }
            return answer([], model.perform(.queue, at: now))
        case .new, .resign, .q: return askFirst(command, at: now)
        case .pause where model.table?.phase == .paused: return refuse(.gamePaused)
        case .pause: return ask(.pause, at: now)
        case .yes, .no: return answerQuestion(command == .yes, at: now)
        case .clear: return clear(at: now)
        case .say: return say(text, at: now)
        case .board, .marks, .score, .report, .time:
            if command == .board { slots.markAsRead() }
            return answer(
                model.table.map { lines(for: command, words, $0, at: now) }
                    ?? ["Now: waiting for the host."])
        case .turn: return answer([situationLine(at: now, tellsChoices: false)])
        case .rules:
            guard model.welcome != nil else { return answer(["Now: waiting for the host."]) }
            return answer(
                self.words.linesForRules(isWhole: words.first == "all") + lineForJoining)
        case .copy:
            let line = model.dailyResult ?? lineForJoining
            return answer(line.isEmpty ? ["Invite: nobody can join now."] : line)
        case .history: return answer(lines(ofHistory: words.first ?? "10"))
        case .again:
            return answer(lastLines.isEmpty ? ["Again: nothing to repeat yet."] : lastLines)
        case .verbosity: return changeVerbosity(words.first)
        case .help: return answer(words.first.map(help) ?? overview)
        // A script need not know what is asked when.
        case .quit where typedSince == nil: return leave("Quit: goodbye.")
        case .quit: return askFirst(command, at: now)
        // They cannot be typed.
        case .settings, .menu, .theme, .colors, .motion, .shuffle, .redraw, .cancel:
            return answer([TableCommand.unknown(command.name)])
        }
    }

    // MARK: Asking the host

    private mutating func ask(_ move: Move, at now: MonotonicInstant) -> Output {
        if let refusal = refusalForSeat { return refuse(refusal) }
        let effects = model.perform(move, at: now)
        // It was sent a moment ago, or waits for the turn of a claim.
        return answer(effects.isEmpty ? ["Wait: the host has yet to answer."] : [], effects)
    }

    func refuse(_ refusal: Refusal) -> Output { answer(["Refused: \(sentence(for: refusal))"]) }

    var refusalForSeat: Refusal? {
        if model.table == nil { return .waitingForReady }
        return model.seat == nil ? .onlyWatching : nil
    }

    private static func move(of command: TableCommand) -> Move? {
        switch command {
        case .new: .new
        case .resign: .resign
        case .q, .quit: .leave
        case _: nil
        }
    }

    /// Asks first if a game would be lost at once; repeating the command says yes.
    private mutating func askFirst(_ command: TableCommand, at now: MonotonicInstant) -> Output {
        let move = Self.move(of: command) ?? .leave
        if move != .leave, let refusal = refusalForSeat { return refuse(refusal) }
        if move == .resign, [.waiting, .over].contains(model.table?.phase) {
            return refuse(refusalForPhase ?? .gameOver)
        }
        if let why = model.obstacle(to: move), move == .new { return answer(["Refused: \(why)"]) }
        switch model.question(before: move) {
        case nil: return confirmed(move, at: now)
        case let asked? where asked == question: return confirmed(move, at: now)
        case let asked?:
            question = asked
            return answer(["\(asked.topic): \(asked.sentence) Answer yes or no."])
        }
    }

    private mutating func confirmed(_ move: Move, at now: MonotonicInstant) -> Output {
        question = nil
        return move == .leave
            ? leave("Quit: goodbye.") : answer([], model.perform(move, at: now))
    }

    /// Does not agree to a new game: the opponent's proposal may have changed while the word was typed.
    private mutating func ready(at now: MonotonicInstant) -> Output {
        if let table = model.table, table.isInPlay, let seat = model.seat,
            table.players[seat.opponent]?.asks == .new
        {
            return answer(["Refused: Type yes to agree to a new game."])
        }
        return ask(.ready, at: now)
    }

    private mutating func answerQuestion(_ isYes: Bool, at now: MonotonicInstant) -> Output {
        guard let question else {
            guard let proposal = model.request.proposal else {
                // "Ben is ready" sounds like a question.
                if isYes, model.isOpponentWaitingToStart { return ask(.ready, at: now) }
                return answer(["Refused: There is no question to answer."])
            }
            // Agreeing ends the game, and the player may have begun to type before this request came.
            if isYes, proposal == .new, confirmed != model.request,
                model.request.age(at: now) < OpponentRequest.readingTime
            {
                confirmed = model.request
                return answer(["New game: this ends the game. Type yes again to agree."])
            }
            return ask(.answer(isYes), at: now)
        }
        if isYes { return confirmed(question.move, at: now) }
        self.question = nil
        return answer(["\(question.topic): canceled. Nothing changes."])
    }

    /// Asks whether to leave, as ctrl-c does first; `nil` if nothing would be lost, or it has been asked.
    mutating func questionBeforeLeaving(at now: MonotonicInstant) -> Output? {
        switch model.question(before: .leave) {
        case nil, .quitAlone(isSaved: true): return nil
        case _ where question?.move == .leave: return nil
        case _: return noted(askFirst(.q, at: now), at: now)
        }
    }

    private mutating func say(_ text: String, at now: MonotonicInstant) -> Output {
        guard !text.isEmpty else {
            return answer(["Refused: Name a message, for example: say hello"])
        }
        guard SafeText.isAllowedChat(text) else { return refuse(.badText) }
        guard model.table != nil else { return refuse(.waitingForReady) }
        let isHeard = model.venue != .embedded && model.venue != .recorded
        guard isHeard else { return answer(["Refused: No one here reads messages."]) }
        return answer([], model.perform(.say(text), at: now))
    }

    private mutating func clear(at now: MonotonicInstant) -> Output {
        if let refusal = refusalForSeat { return refuse(refusal) }
        let hadMarks = !model.marks.isEmpty || !model.picks.isEmpty && model.isCalling
        let effects = model.perform(.clear, at: now)
        if hadMarks { return answer(["Marks: none."], effects) }
        return answer(effects.isEmpty ? ["Marks: nothing to clear."] : [], effects)
    }

    // MARK: Looking

    private func lines(
        for command: TableCommand, _ typed: [String], _ table: TableState, at now: MonotonicInstant
    ) -> [String] {
        switch command {
        case .marks:
            // Cards that were no set are free again.
            let shown = table.selection.flatMap { $0.verdict == .mismatch ? nil : $0 }
            let chosen = shown.map { selection in
                "Picked by \(words.doer(selection.seat)): \(words.named(selection.cards))."
            }
            return words.rules.needsClaim
                ? [chosen, words.line(forMarks: model.marks)].compactMap(\.self)
                : [chosen ?? "Picked: none."]
        case .score: return [words.fullScore(table)]
        case .report: return linesForReport
        case .time:
            guard let countdown = model.countdown(at: now) else {
                return ["Time: no clock is running."]
            }
            let left = (countdown.remaining.wholeMilliseconds + 500) / 1000
            return ["Time: \(left) of \(Narrator.exactSeconds(countdown.total)) left."]
        case _: return board(table, row: typed.first)
        }
    }

    func lines(of report: GameRecord) -> [String] {
        guard let perspective = TablePerspective(TableView(model), in: .line) else { return [] }
        let words = ReportWords(situation: perspective, report: report)
        return words.spoken(cardWords.list).map { "Report: \($0)" }
    }

    private var linesForReport: [String] {
        let isOver = model.report != nil
        let shuffle = isOver ? line(for: model.shuffleFinding).map(\.text) : []
        let lines = lines(of: model.figures)
        let since = model.figures.isWhole ? "" : " since you joined or came back"
        let why = "Report: no one \(isOver ? "" : "has ")claimed or dealt\(since)."
        return (lines.isEmpty ? [why] : lines) + shuffle
    }

    private func lines(ofHistory typed: String) -> [String] {
        guard let number = Int(typed), number > 0 else {
            return ["Refused: Name a number, for example: history 20"]
        }
        return history.isEmpty
            ? ["History: nothing has happened yet."]
            : history.suffix(number).map { "Earlier: \($0)" }
    }

    private mutating func changeVerbosity(_ word: String?) -> Output {
        guard let verbosity = word.map(Verbosity.init(rawValue:)) ?? verbosity else {
            return answer(["Verbosity: type verbosity all, verbosity mine, or verbosity min."])
        }
        self.verbosity = verbosity
        return answer(["Verbosity: \(verbosity.rawValue) at this table: \(verbosity.summary)."])
    }

    private func help(_ word: String) -> [String] {
        // One introduction: a topic on each line would be read aloud each time.
        word == "all"
            ? ["Help: all commands."] + TableCommand.typed.map(\.usage)
            : [TableCommand(typed: word)?.details ?? TableCommand.unknown(word)]
    }

    /// What a newcomer needs, short enough to be heard during a game.
    private var overview: [String] {
        let keys = CardKeys.keys(keyboard)
        func key(_ name: String) -> String {
            SlotName(name).flatMap { keys.indices ~= $0.slot ? String(keys[$0.slot]) : nil } ?? name
        }
        let trio = "a1 b2 c3, or \(["a1", "b2", "c3"].map(key).joined(separator: " "))"
        let play =
            model.rules.needsClaim
            ? "Play: type three cards to claim a set: \(trio). Type one or two to mark them."
            : "Play: type three cards to pick a set: \(trio)."
        let isWatching = model.welcome != nil && model.seat == nil
        let deeds: [TableCommand] = isWatching ? [] : [.deal, .hint, .pass, .ready, .pause, .new]
        let actions = deeds + (model.venue == .embedded ? [] : [.say])
        let words = actions.filter { $0.isMeant(under: model.rules) }.map(\.name)
            .joined(separator: ", ")
        return [
            "Help: a set is three cards in which each feature is all the same or all different.",
            "Cards: name a card by row and column, A1 to C4, or by its key: "
                + "\(key("a1")) is A1, \(key("b1")) is B1, \(key("a2")) is A2.",
        ] + (isWatching ? [] : [play]) + [
            "Look: board, where red, third a1 b2, score, again. Press enter to see what you can do now.",
            "Actions: \(words.isEmpty ? "none" : words). To leave, type q by itself.",
            "More: help all, or help \(isWatching ? "board" : "deal").",
        ]
    }
}

extension QuestionSheet.Question {
    var topic: String {
        switch move {
        case .new: "New game"
        case .resign: "Resign"
        case _: "Quit"
        }
    }
}
