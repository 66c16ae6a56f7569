import SetProtocol

// MARK: - What is new in a state

extension LineModeClient {
    var isOwnTurn: Bool { model.seat != nil && model.table?.turn?.seat == model.seat }

    /// Puts a found set away, once, where it would otherwise stay until the player acts: a listener
    /// waits for the new cards, and would name the next set among the old ones.
    ///
    /// Where only a deal brings new cards, the deal that puts the set away is the player's to make. A
    /// game that is decided, or a pause that is due, goes on by itself.
    mutating func effectsOfShownSet(
        in state: TableState, at now: MonotonicInstant
    ) -> [ClientEffect] {
        guard let card = model.foundCard, model.rules.refill != .never, let seat = model.seat,
            state.players[seat]?.asks == nil, clearedBoard != state.board,
            let found = state.selection?.cards
        else { return [] }
        let rest = state.cards.compactMap(\.self).filter { !found.contains($0) }
        guard state.deck > 0 || CardSet(rest).containsSet, !state.isWon(by: model.rules) else {
            return []
        }
        clearedBoard = state.board
        return model.perform(.touchCard(card), at: now)
    }

    /// What is new in a state, in the order in which it matters.
    mutating func news(_ state: TableState, after before: TableModel) -> [Utterance] {
        let isIntroduction = !isIntroduced
        isIntroduced = true
        noteWholeSet(state)
        // A player's own turn runs out while other lines are read.
        let isOwnTurn = isOwnTurn && !isIntroduction
        let known = isIntroduction ? nil : before.table
        followTime(of: state, after: known)
        let turn = lineForTurn(state, after: known)
        var lines = isOwnTurn ? turn : []
        lines += linesForEvent(state, after: before, isIntroduction: isIntroduction)
        // In the lesson, what to do next comes last.
        let score = isIntroduction || isOwnTurn ? [] : lineForScore(state, after: before)
        lines += model.venue == .lesson ? score : []
        if model.venue == .lesson, let caption = state.message,
            caption != before.table?.message || state.event?.judged != nil
        {
            lines.append("Lesson: \(caption)")
        }
        lines += isIntroduction ? introduction(state) : []
        lines += linesForBoard(state, isIntroduction: isIntroduction)
        if isIntroduction, state.phase != .waiting, model.venue != .lesson {
            lines.append(Utterance(words.fullScore(state)))
        }
        lines += lineForMarks(state, after: before)
        if state.queue != before.table?.queue ?? [] {
            let names = TableModel.names(in: state.queue)
            lines.append("Queue: \(names.isEmpty ? "nobody waits for a seat" : names).")
        }
        // Nor does the score matter then.
        lines += model.venue == .lesson ? [] : score
        lines += isOwnTurn ? [] : turn
        if state.result != nil, isIntroduction || before.table?.phase != .over {
            lines.append("Over: \(Status(model, in: .line).text)")
            lines += model.report.map(lines(of:))?.map { Utterance($0, .ordinary) } ?? []
            lines += model.dailyResult?.map { Utterance("Result: \($0)") } ?? []
        }
        guard !isOwnTurn else { return lines }
        defer { heldChat = [] }
        return lines + heldChat
    }

    /// A set named at once stays one until it is judged, or until something else comes of it.
    private mutating func noteWholeSet(_ state: TableState) {
        switch state.event {
        case .claimed(model.seat), .picked(model.seat, _), .unpicked(model.seat, _, _): break
        case _ where state.turn == nil && state.event?.judged == nil && state.phase == .open: break
        case _: namesWholeSet = false
        }
    }

    private func linesForEvent(
        _ state: TableState, after before: TableModel, isIntroduction: Bool
    ) -> [Utterance] {
        guard let event = state.event else {
            let message = model.venue == .lesson ? nil : state.message
            return message.map { ["Host: \(SafeText.sanitized($0))"] } ?? []
        }
        let isOwn = event.seat != nil && event.seat == model.seat
        switch event {
        // The introduction covers this player's own arrival, and who sits there in a replay.
        case .joined where isIntroduction && (isOwn || model.venue == .recorded),
            .returned where isIntroduction && isOwn:
            return []
        case .refilled where endsGame(state): return []
        // The hint itself has been read out, and the score follows.
        case .hinted where event.seat == model.seat: return []
        // The result, which follows, says so.
        case .resigned where state.result != nil && before.table?.phase != .over,
            .left where state.result != nil && before.table?.phase != .over:
            return []
        // The computer agrees at once.
        case .asked(model.seat ?? .first, _) where model.venue == .embedded: return []
        // The first game against the computer starts by itself.
        case .ready where model.venue == .embedded && state.game == 0: return []
        // Only the third of three picks at once is news.
        case .picked where namesWholeSet && event.seat == model.seat: return []
        // The claim is announced first.
        case .picked where claimAnnouncement != nil && event.seat != model.seat: return []
        case _: break
        }
        // Cards that have just left the table are named by their old slots.
        let isGone = state.cards.contains(nil) || state.cards.isEmpty
        let words = words(on: isGone ? announcedCards : state.cards)
        var lines: [Utterance] = []
        if case .picked(let seat, _) = event, !model.rules.needsClaim,
            let shown = before.table?.selection, shown.verdict == .mismatch
        {
            let places = words.places(of: shown.cards)
            lines.append(Utterance("Cleared: \(places) no longer picked.", .detail(of: seat)))
        }
        if let sentence = words.sentence(for: event, in: state) {
            let isMyMove =
                event == .joined((model.seat ?? .first).opponent) && model.venue != .embedded
                && state.phase == .waiting
                && model.seat.flatMap { state.players[$0] }?.isReady == false
            let next = isMyMove ? " Type ready when you want to start." : ""
            lines.append(Utterance(sentence + next, event.weight))
        }
        if event == .started { lines += model.practiceWords.map { [Utterance($0)] } ?? [] }
        return lines
    }

    private func introduction(_ state: TableState) -> [Utterance] {
        guard let welcome = model.welcome, words.isDuel else { return [] }
        // A computer player arrives a moment later, and says what to do.
        if model.venue == .embedded, state.phase == .waiting,
            state.players[(model.seat ?? .first).opponent] == nil
        {
            return []
        }
        let table = model.venue == .embedded ? nil : welcome.table
        let players = Utterance(words.lineForPlayers(state, table: table))
        // Once both are back, the countdown follows at once.
        let isResuming =
            state.phase == .paused && state.awaySeats.isEmpty
            && state.event == model.seat.map(TableEvent.returned)
        let isPlain =
            state.phase == .turn || state.phase == .over || model.venue == .recorded || isResuming
        return [players] + (isPlain ? [] : [Utterance(situationLine(at: model.arrival))])
    }

    /// Whether the cards that follow a found set matter no more: the result or a sudden death is next.
    private func endsGame(_ state: TableState) -> Bool {
        guard case .refilled = state.event else { return false }
        return state.isSuddenDeath || state.isWon(by: model.rules)
            || state.deck == 0 && !CardSet(state.cards.compactMap(\.self)).containsSet
    }

    /// The whole board at the start of a game, later what has changed.
    private mutating func linesForBoard(
        _ state: TableState, isIntroduction: Bool
    ) -> [Utterance] {
        // Cards do not change while they lie face down, and there is nothing to read.
        guard !state.cards.contains(nil) else { return [] }
        let known = announcedCards
        announcedCards = state.cards
        guard !state.cards.isEmpty, !endsGame(state) else { return [] }
        let isStart = known.isEmpty || known.contains(nil) || state.event == .started
        return (isStart || isIntroduction ? board(state) : words.changes(from: known))
            .map { Utterance($0) }
    }

    /// Marks lost because their cards were judged or are gone.
    private func lineForMarks(_ state: TableState, after before: TableModel) -> [Utterance] {
        let lost = before.marks.filter { !model.marks.contains($0) }
        switch state.event {
        // A granted claim turns marks into picks, and new cards need no word about old ones.
        case .claimed, .started, .suddenDeath: return []
        // A player knows the cards of a set just named.
        case let event where event?.judged != nil && event?.seat == model.seat: return []
        case _ where lost.isEmpty: return []
        case _: return [Utterance("Marks: removed from \(words.named(lost)).", .ordinary)]
        }
    }

    private func lineForScore(_ state: TableState, after before: TableModel) -> [Utterance] {
        let hasChanged = Seat.allCases.contains { seat in
            guard let now = state.players[seat], let then = before.table?.players[seat] else {
                return false
            }
            return now.points != then.points
        }
        // A new game always starts at 0.
        guard hasChanged, state.game == before.table?.game else { return [] }
        return [Utterance(words.scoreLine(state), .ordinary)]
    }

    private mutating func lineForTurn(_ state: TableState, after before: TableState?) -> [Utterance]
    {
        guard let turn = state.turn else {
            let isOpenAgain = before?.turn != nil && state.phase == .open
            guard isOpenAgain, state.selection?.verdict != .match else { return [] }
            // A player who does not see marks may have forgotten them.
            let marks =
                model.marks.isEmpty || !model.rules.needsClaim
                ? "" : " Marked: \(words.places(of: model.marks)); claim picks them."
            let who = words.isDuel ? "either player" : "you"
            return ["Open: \(who) can claim.\(marks)"]
        }
        let isSame = before?.turn?.seat == turn.seat && before?.turn?.reason == turn.reason
        guard !isSame, !namesWholeSet || turn.seat != model.seat else { return [] }
        if let seat = model.seat?.opponent, turn.seat == seat, state.event == .claimed(seat),
            before != nil
        {
            claimAnnouncement = model.arrival.advanced(by: .milliseconds(100))
            return []
        }
        return [Utterance(words.line(for: turn))]
    }

    private mutating func followTime(of state: TableState, after before: TableState?) {
        let isSame =
            before != nil && before?.turn?.seat == state.turn?.seat
            && before?.turn?.reason == state.turn?.reason
            && (state.turn != nil || before?.clock?.reason == state.clock?.reason)
        let seconds: [Int] =
            switch (state.turn, state.clock?.reason) {
            // New cards are being read for most of a turn after a deal.
            case (let turn?, _): turn.reason == .grace ? [5] : [10, 5, 3]
            case (nil, .away), (nil, .ready): [30, 10]
            case (nil, .start): [10, 5]
            case (nil, .reveal), (nil, nil): []
            }
        countdown.follow(
            state.turn == nil ? state.clock?.countdown : state.turn?.countdown, at: model.arrival,
            telling: isSame ? nil : seconds)
    }
}

// MARK: - Where the game stands

extension LineModeClient {
    /// Where the game stands, and what can be typed now.
    func situationLine(at now: MonotonicInstant, tellsChoices: Bool = true) -> String {
        guard let table = model.table else { return "Now: waiting for the host." }
        if model.venue == .lesson, let caption = table.message { return "Lesson: \(caption)" }
        if let outage = model.outage {
            return "Now: reconnecting to the host, attempt \(outage.attempt)."
                + "\(words.seatKept(outage, at: now)) You can type: board, score, history, quit."
        }
        let situation =
            "Now: " + Status(model, in: .line).text
            + words.details(table, model.countdown(at: now))
        return tellsChoices ? "\(situation) You can type: \(choices)." : situation
    }

    /// What the hints on the screen offer, in the words to be typed.
    private var choices: String {
        let view = TableView(model)
        let perspective = TablePerspective(view)
        let cards =
            if model.mayPick || model.awaitsPicks { "card names to pick" } else if model.seat == nil
            { model.canChat ? "say" : "" } else {
                switch model.table?.phase {
                case .open where !model.isCalling: "three card names to claim, fewer to mark"
                case .turn: "card names to mark"
                case .open, .waiting, .countdown, .paused, .over, nil: ""
                }
            }
        let offers = TableCommand.inHints.compactMap { command -> String? in
            guard !command.row.typed.isEmpty, command != .quit,
                let words = command.offer(view, perspective)
            else { return nil }
            let word =
                switch (command, model.table?.phase) {
                case (.ready, .paused): "resume"
                // A key on the screen; here, a deal brings the next cards.
                case (.ready, .open): model.table?.deck == 0 ? "" : "deal"
                case _: command.name
                }
            let cost =
                words.price == 0 ? "" : " (costs \(Narrator.count(-words.price, "point")))"
            return word + cost
        }
        let isOver = model.table?.phase == .over
        let alone = isOver && model.awaitsOpponent ? ["ready", "rules"] : []
        let board = model.table?.cards.isEmpty == false ? ["board"] : []
        let last = isOver ? ["report", "quit"] : ["quit"]
        return ([cards] + alone + offers + board + last).filter { !$0.isEmpty }
            .joined(separator: ", ")
    }

    // MARK: The board

    /// The whole board, a line for each row, or only the row of a letter.
    func board(_ state: TableState, row letter: String? = nil) -> [String] {
        guard !state.cards.isEmpty else { return ["Board: empty."] }
        let number = Narrator.count(state.cards.count, "card")
        guard state.cards.contains(where: { $0 != nil }) else {
            return ["Board: \(number), face down."]
        }
        let rows = (0..<min(SlotName.rows, state.cards.count)).map { row in
            let places = SlotName.slots(ofRow: row, of: state.cards.count).map(place)
            return "Row \(SlotName.letter(ofRow: row)): \(places.joined(separator: "; "))."
        }
        guard let letter else { return ["Board: \(number), \(state.deck) in the deck."] + rows }
        return [
            rows.first { $0.hasPrefix("Row \(letter.uppercased()):") }
                ?? "Refused: There is no such row. For example: board a"
        ]
    }

    func place(_ slot: Int) -> String {
        guard let card = model.table?.cards[slot] else {
            return "\(SlotName(slot: slot)) face down"
        }
        let words = words
        var facts = [words.named(card)]
        if let selection = model.table?.selection, selection.cards.contains(card) {
            switch selection.verdict {
            case .undecided: facts.append("picked by \(words.doer(selection.seat))")
            case .match: facts.append("found by \(words.doer(selection.seat))")
            // Cards that were no set are as free as the others.
            case .mismatch: break
            case nil: facts.append("shown by \(words.doer(selection.seat))")
            }
        }
        if model.marks.contains(card) { facts.append("marked") }
        if model.hint?.cards.contains(card) == true { facts.append("hinted") }
        return facts.joined(separator: ", ")
    }
}
