import SetProtocol

/// The whole game in lines of text, for a screen reader, a pipe, or a simple terminal.
///
/// Messages, typed lines, and the time go in; lines to print and effects come out. Each line says one
/// thing, begins with its topic ("Match:", "Turn:", "New:"), and holds no escape sequence and no
/// drawing character. Cards are named in words and by their slots (see ``SlotName``).
package struct LineModeClient: Equatable, Sendable {
    package struct Output: Equatable, Sendable {
        /// The lines to print, without line ends, safe for any terminal.
        package var lines: [String] = []
        /// What to do after that.
        package var effects: [ClientEffect] = []
    }

    @Boxed package internal(set) var model: TableModel
    let theme: Theme
    private let isThemeRandom: Bool
    /// Some themes name a color after how it looks on the terminal's background.
    let background: Background
    /// The keyboard whose letters name the cards.
    let keyboard: Keyboard
    package internal(set) var verbosity: Verbosity
    /// The cards by slot as last announced.
    private var toldCards: [Card?] = []
    /// Whether the table has been described since the host's welcome.
    private var isIntroduced = false
    private(set) var hasLeft = false
    /// Which seconds are still to be announced.
    private var countdown = SpokenCountdown()
    /// What the player has been asked and not answered.
    var question: Question?
    /// When the line that is being performed was begun; `nil` if it was not typed.
    var typedSince: MonotonicInstant?
    var slots = SlotHistory()
    /// The fresh request for a new game that a second yes agrees to.
    var confirmed: OpponentRequest?
    /// The last lines, also those that were too detailed to print.
    private(set) var history: [String] = []

    private static let historyLimit = 200

    /// What was last printed within a moment, to be repeated.
    private(set) var lastLines: [String] = []
    private var lastLinesBegan = MonotonicInstant.zero

    /// How long lines belong to the same announcement, and how many at most.
    private static let (announcementTime, announcementLimit) = (Duration.milliseconds(500), 20)

    /// Whether all cards of a set were named at once, so that only the result is news.
    var namesWholeSet = false

    /// What others said in this player's turn, to be told after it.
    private var heldChat: [LineModeLine] = []

    /// The board whose found set this client has asked the host to put away.
    private var clearedBoard: BoardNumber?

    /// - Parameter preferences: The theme, keyboard, and verbosity.
    package init(
        _ preferences: SettingsModel = SettingsModel(), venue: TableModel.Venue = .elsewhere,
        saving: GameSaving = .never, past: Recording? = nil
    ) {
        let settings = preferences.settings
        model = TableModel(venue: venue, saving: saving, past: past)
        (theme, isThemeRandom) = (preferences.theme, settings.isThemeRandom)
        background = settings.terminal.background.background ?? .dark
        (verbosity, keyboard) = (settings.verbosity, settings.keyboard)
    }

    /// When to call ``timePassed(at:)`` next.
    package var nextAnnouncement: MonotonicInstant? { hasLeft ? nil : countdown.next }

    /// Announces how much time is left, if that is due; that time is up is for the host to say.
    package mutating func timePassed(at now: MonotonicInstant) -> Output {
        noted(announcement(at: now), at: now)
    }

    private mutating func announcement(at now: MonotonicInstant) -> Output {
        guard !hasLeft, let seconds = countdown.due(at: now), let table = model.table else {
            return Output()
        }
        let left = Narrator.count(seconds, "second")
        if model.outage != nil { return essential("Time: your seat is kept for another \(left).") }
        if let turn = table.turn {
            let line =
                turn.seat == model.seat
                ? LineModeLine("Time: \(left) left.", .essential)
                : LineModeLine(
                    "Time: \(words.doer(turn.seat)) has \(left) left.", .detail(of: turn.seat))
            return told([line])
        }
        switch table.clock?.reason {
        case .away:
            guard let away = table.awaySeats.first else { return Output() }
            return essential("Time: \(words.possessive(away)) seat is kept for another \(left).")
        case .start:
            let what = words.whatStarts(table)
            return essential("Time: \(left) until \(what).")
        case .ready: return essential("Time: \(left) until the game resumes.")
        case .reveal, nil: return Output()
        }
    }

    /// Leaves, because there are no more lines to read.
    package mutating func inputEnded() -> Output { leave("Quit: end of input.") }

    /// Leaves, because a signal ends the program.
    ///
    /// - Parameter isHangUp: Whether the terminal has gone; then nobody reads the lines.
    package mutating func interrupted(isHangUp: Bool) -> Output {
        let keepsSeat = model.keepsSeat(afterHangUp: isHangUp)
        let output = leave("Quit: goodbye.")
        return Output(
            lines: isHangUp ? [] : output.lines,
            effects: keepsSeat ? [.quit] : output.effects)
    }

    /// Ends a connection that closed without a goodbye.
    package mutating func connectionClosed(_ message: String) -> Output {
        guard !hasLeft else { return Output() }
        let effects = model.connectionClosed(message)
        countdown.stop()
        guard !effects.isEmpty else { return Output() }
        let end =
            ["Error: " + SafeText.sanitized(message)]
            + lines(of: model.unreportedShuffle).map(\.text)
        return Output(lines: spoken(end), effects: effects)
    }
}

// MARK: - Words and lines

extension LineModeClient {
    /// The words for the table as it stands.
    var words: Narrator { words(on: model.table?.cards ?? []) }

    private func words(on cards: [Card?]) -> Narrator {
        Narrator(
            seat: model.seat,
            names: PerSeat(first: model.name(of: .first), second: model.name(of: .second)),
            theme: theme,
            background: background, rules: model.rules, cards: cards)
    }

    private func spoken(_ lines: [String]) -> [String] { lines.map(SpokenText.spoken) }

    /// Keeps lines about the table and prints those that the player wants.
    private mutating func told(_ lines: [LineModeLine], _ effects: [ClientEffect] = []) -> Output {
        history += spoken(lines.map(\.text))
        if history.count > Self.historyLimit {
            history.removeFirst(history.count - Self.historyLimit)
        }
        let wanted = lines.filter { $0.isTold(verbosity, to: model.seat) }
        return Output(lines: spoken(wanted.map(\.text)), effects: effects)
    }

    /// Answers a typed line, whatever the verbosity.
    func answer(_ lines: [String], _ effects: [ClientEffect] = []) -> Output {
        Output(lines: spoken(lines), effects: effects)
    }

    /// Keeps lines to be repeated, with those that were printed just before them.
    ///
    /// - Parameter isAnswer: Whether they answer a typed line.
    mutating func noted(
        _ output: Output, at now: MonotonicInstant, isAnswer: Bool = false
    ) -> Output {
        guard !output.lines.isEmpty || isAnswer && !output.effects.isEmpty else { return output }
        if isAnswer || lastLinesBegan.duration(to: now) > Self.announcementTime { lastLines = [] }
        if lastLines.isEmpty { lastLinesBegan = now }
        lastLines = (lastLines + output.lines).suffix(Self.announcementLimit)
        return output
    }

    /// Leaves and stays silent from now on.
    mutating func leave(_ line: String) -> Output {
        guard !hasLeft else { return Output() }
        hasLeft = true
        countdown.stop()
        return answer(
            [line + finalScore] + lines(of: model.unreportedShuffle).map(\.text) + linesForSaving,
            model.isClosed ? [.quit] : model.perform(.leave, at: .zero))
    }
}

// MARK: - From the host

extension LineModeClient {
    /// Notes that the game can no longer be saved.
    mutating func cannotSave(_ reason: String, at now: MonotonicInstant) -> Output {
        guard model.saving != .never else { return Output() }
        model.cannotSave(reason, at: now)
        return essential("Warning: \(TableModel.unsaved(reason))", [])
    }

    /// Applies a message from the host.
    package mutating func receive(_ message: HostMessage, at now: MonotonicInstant) -> Output {
        noted(answer(to: message, at: now), at: now)
    }

    /// Drops a question of this client when the opponent asks something, or returns so that resigning
    /// would no longer win: a yes must have one meaning.
    private mutating func withdrawnQuestion(after before: TableModel) -> [LineModeLine] {
        guard let question else { return [] }
        let isAsked = model.request.proposal != nil && model.request != before.request
        guard isAsked || question == .resign && model.opponentIsGone != before.opponentIsGone else {
            return []
        }
        self.question = nil
        return [LineModeLine("\(question.rawValue): canceled.", .essential)]
    }

    private func lines(of finding: ShuffleCheck.Finding?) -> [LineModeLine] {
        guard let finding else { return [] }
        return finding.isBroken
            ? [LineModeLine("Warning: \(finding.sentence)", .essential)]
            : [LineModeLine(finding.sentence)]
    }

    private mutating func answer(to message: HostMessage, at now: MonotonicInstant) -> Output {
        guard !hasLeft else { return Output() }
        let before = model
        // In line mode, the line about the turn is the alert.
        let effects = model.receive(message, at: now).filter { $0 != .alert }
        slots.update(model.table?.cards ?? [], at: now)
        // An older state has been announced already.
        if case .state(let state) = message, let known = before.table,
            state.revision < known.revision, !before.awaitsTable
        {
            return Output()
        }
        let output = told(message, after: before, effects, at: now)
        return Output(
            lines: output.lines + told(lines(of: model.shuffleNews)).lines, effects: output.effects)
    }

    /// Puts a message into words.
    private mutating func told(
        _ message: HostMessage, after before: TableModel, _ effects: [ClientEffect],
        at now: MonotonicInstant
    ) -> Output {
        switch message {
        case .welcome(let welcome):
            (isIntroduced, toldCards) = (false, [])
            clearedBoard = nil
            countdown.stop()
            let isBack = before.outage != nil
            return told(isBack ? [Self.lineForReturn] : greeting(welcome), effects)
        case .state(let state):
            return told(
                withdrawnQuestion(after: before) + news(state, after: before),
                effects + effectsOfShownSet(in: state, at: now))
        case .refused(let refused):
            namesWholeSet = false
            return essential(line(for: refused), effects)
        case .hint(let hint): return essential(words.line(for: hint), effects)
        case .race(let race): return essential(words.sentence(for: race), effects)
        case .commitment, .reveal, .ping, .pong: return Output(effects: effects)
        case .said(let seat, let name, let text):
            let weight: LineModeLine.Weight = seat == model.seat ? .essential : .ordinary
            let line = LineModeLine(chat(seat, name, text), weight)
            // There is no time to listen to others in a player's own turn.
            if isOwnTurn, seat != model.seat, heldChat.count < Self.announcementLimit {
                heldChat.append(line)
                return Output(effects: effects)
            }
            return told([line], effects)
        case .bye(let farewell, _, let message):
            countdown.stop()
            let text = Farewell.sentence(for: farewell, message)
            return essential("Bye: \(SafeText.sanitized(text))", effects)
        case .error(let error, let message):
            countdown.stop()
            let text = message.isEmpty ? error?.sentence ?? "" : message
            return essential("Error: \(SafeText.sanitized(text))", effects)
        }
    }

    private mutating func essential(_ text: String, _ effects: [ClientEffect] = []) -> Output {
        told([LineModeLine(text, .essential)], effects)
    }

    private func line(for refused: Refused) -> String {
        if let text = model.lateClaim(refused) { return SafeText.sanitized(text) }
        let told = refused.message.isEmpty ? refused.why?.sentence ?? "" : refused.message
        // The usual sentence names a key of the screen.
        let text =
            told == Refusal.gameOver.sentence
            ? "The game is over. Type ready to play again." : told
        return "Refused: \(SafeText.sanitized(text))"
    }

    private func chat(_ seat: Seat?, _ name: String, _ text: String) -> String {
        let speaker =
            if let seat, seat == model.seat { "you" } else {
                SafeText.name(name) + (seat == nil ? ", watching" : "")
            }
        return "Chat: \(speaker): \(SafeText.sanitized(text))"
    }

    /// What is unusual about this table, and how to get help.
    private func greeting(_ welcome: Welcome) -> [LineModeLine] {
        let role =
            if let seat = welcome.seat {
                welcome.rules.players == .one
                    ? "a solo game" : "you have the \(seat == .first ? "first" : "second") seat"
            } else {
                "you are watching"
            }
        // Each step of the lesson is a table of its own.
        if model.venue == .lesson, model.table != nil { return [] }
        // Nobody joins a computer player's table, and a recording answers no commands.
        let lines = [
            model.venue == .lesson || model.venue == .embedded && welcome.seat != nil
                ? nil : "Table: \(welcome.table). \(role.capitalizedFirst).",
            model.venue == .lesson
                ? nil
                : words.lineForUnusualRules(
                    tellsTimes: model.venue == .elsewhere && welcome.seat != nil),
            theme == .classic
                ? nil
                : "Theme: " + Narrator.words(for: theme, isRandom: isThemeRandom, on: background),
            model.venue == .recorded
                ? nil : "Help: type help, or press enter to see what you can do now.",
            model.table == nil && model.record.game > 0
                ? "Saved: your saved game continues." : nil,
            model.saving == .ifFoundBesideAnother
                ? "Saved: you have a saved game. To continue it, type quit, then run "
                    + "\(Self.resuming)."
                : nil,
        ]
        return lines.compactMap(\.self).map { LineModeLine($0, .essential) }
    }

    // MARK: States

    /// Puts a found set away, once, where it would otherwise stay until the player acts: a listener
    /// waits for the new cards, and would name the next set among the old ones.
    ///
    /// Where only a deal brings new cards, the deal that puts the set away is the player's to make. A
    /// game that is decided, or a pause that is due, goes on by itself.
    private mutating func effectsOfShownSet(
        in state: TableState, at now: MonotonicInstant
    ) -> [ClientEffect] {
        guard let card = model.foundCard, model.rules.refill != .never, let seat = model.seat,
            state.players[seat]?.asks == nil, clearedBoard != state.board,
            let found = state.selection?.cards
        else { return [] }
        let rest = state.cards.compactMap(\.self).filter { !found.contains($0) }
        guard state.deck > 0 || CardSet(rest).containsSet else { return [] }
        clearedBoard = state.board
        return model.perform(.touchCard(card), at: now)
    }

    /// What is new in a state, in the order in which it matters.
    private mutating func news(_ state: TableState, after before: TableModel) -> [LineModeLine] {
        let isIntroduction = !isIntroduced
        isIntroduced = true
        var lines: [LineModeLine] = []
        noteWholeSet(state)
        // A player's own turn runs out while other lines are read.
        let isOwnTurn = isOwnTurn && !isIntroduction
        let turn = linesForTurn(state, after: isIntroduction ? nil : before.table)
        lines += isOwnTurn ? turn : []
        lines += linesForEvent(state, after: before, isIntroduction: isIntroduction)
        lines += linesForCaption(state, after: before)
        lines += isIntroduction ? introduction(state) : []
        lines += linesForBoard(state, isIntroduction: isIntroduction)
        if isIntroduction, state.phase != .waiting, model.venue != .lesson {
            lines.append(LineModeLine(words.fullScore(state), .essential))
        }
        lines += linesForMarks(state, after: before)
        // Nor does the score matter then.
        lines += isIntroduction || isOwnTurn ? [] : linesForScore(state, after: before)
        lines += isOwnTurn ? [] : turn
        if state.result != nil, isIntroduction || before.table?.phase != .over {
            lines.append(LineModeLine("Over: \(Status(model, in: .line).text)", .essential))
            lines += model.report.map(lines(of:))?.map { LineModeLine($0) } ?? []
        }
        if !isOwnTurn {
            lines += heldChat
            heldChat = []
        }
        return lines
    }

    private var isOwnTurn: Bool { model.seat != nil && model.table?.turn?.seat == model.seat }

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
    ) -> [LineModeLine] {
        guard let event = state.event else {
            return model.venue == .lesson
                ? []
                : state.message.map {
                    [LineModeLine("Host: \(SafeText.sanitized($0))", .essential)]
                } ?? []
        }
        // The introduction covers this player's own arrival.
        if isIntroduction, let seat = model.seat, event == .joined(seat) || event == .returned(seat)
        {
            return []
        }
        // The hint itself has been read out, and the score follows.
        if case .hinted(model.seat, _, _) = event { return [] }
        // The result, which follows, says so.
        if state.result != nil, before.table?.phase != .over, event.endsGame { return [] }
        // The computer agrees at once.
        if event == .asked(model.seat ?? .first, .pause), model.venue == .embedded { return [] }
        // The first game against the computer starts by itself.
        if case .ready = event, model.venue == .embedded, state.game == 0 { return [] }
        // Only the third of three picks at once is news.
        if namesWholeSet, event.isPick(of: model.seat) { return [] }
        // Cards that have just left the table are named by their old slots.
        let table = state.cards.contains(nil) || state.cards.isEmpty ? toldCards : state.cards
        var lines: [LineModeLine] = []
        if case .picked(let seat, _) = event, !model.rules.needsClaim,
            let shown = before.table?.selection, shown.verdict == .mismatch
        {
            let places = words(on: table).places(of: shown.cards)
            lines.append(LineModeLine("Cleared: \(places) no longer picked.", .detail(of: seat)))
        }
        if let sentence = words(on: table).sentence(for: event, in: state) {
            let next = model.venue == .embedded ? "" : words.next(after: event, in: state)
            lines.append(LineModeLine(sentence + next, event.weight))
        }
        return lines
    }

    /// What the lesson asks for now.
    private func linesForCaption(
        _ state: TableState, after before: TableModel
    ) -> [LineModeLine] {
        guard model.venue == .lesson, let caption = state.message,
            caption != before.table?.message || state.event?.judged != nil
        else { return [] }
        return [LineModeLine("Lesson: \(caption)", .essential)]
    }

    private func introduction(_ state: TableState) -> [LineModeLine] {
        guard let welcome = model.welcome else { return [] }
        // A computer player arrives a moment later, and says what to do.
        if model.venue == .embedded, words.isDuel, state.phase == .waiting,
            state.players[(model.seat ?? .first).opponent] == nil
        {
            return []
        }
        var lines: [String] = []
        if words.isDuel {
            let table = model.venue == .embedded ? nil : welcome.table
            lines.append(words.lineForPlayers(state, table: table))
            // Once both are back, the countdown follows at once.
            let isResuming =
                state.phase == .paused && state.awaySeats.isEmpty
                && state.event == model.seat.map(TableEvent.returned)
            if state.phase != .turn, state.phase != .over, model.venue != .recorded, !isResuming {
                lines.append(situationLine(at: model.arrival))
            }
        }
        return lines.map { LineModeLine($0, .essential) }
    }

    /// The whole board at the start of a game, later what has changed.
    private mutating func linesForBoard(
        _ state: TableState, isIntroduction: Bool
    ) -> [LineModeLine] {
        // Cards do not change while they lie face down, and there is nothing to read.
        guard !state.cards.contains(nil) else { return [] }
        let told = toldCards
        toldCards = state.cards
        guard !state.cards.isEmpty else { return [] }
        let isStart = told.isEmpty || told.contains(nil) || state.event == .started
        guard isStart || isIntroduction else { return words.changes(from: told) }
        return words.board(state, remarks).map { LineModeLine($0, .essential) }
    }

    /// Marks lost because their cards were judged or are gone.
    private func linesForMarks(_ state: TableState, after before: TableModel) -> [LineModeLine] {
        let lost = before.marks.filter { !model.marks.contains($0) }
        // A granted claim turns marks into picks, and new cards need no word about old ones.
        if case .claimed = state.event { return [] }
        // A player knows the cards of a set just named.
        if let judged = state.event?.judged, judged.seat == model.seat { return [] }
        guard !lost.isEmpty, state.event != .started, state.event != .suddenDeath else { return [] }
        return [LineModeLine("Marks: removed from \(words.named(lost)).")]
    }

    private func linesForScore(_ state: TableState, after before: TableModel) -> [LineModeLine] {
        let hasChanged = Seat.allCases.contains { seat in
            guard let now = state.players[seat], let then = before.table?.players[seat] else {
                return false
            }
            return now.points != then.points
        }
        // A new game always starts at 0.
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
            // A player who does not see marks may have forgotten them.
            let marks =
                model.marks.isEmpty || !model.rules.needsClaim
                ? "" : " Marked: \(words.places(of: model.marks)); claim picks them."
            return [LineModeLine("Open: \(words.whoCanClaim).\(marks)", .essential)]
        }
        guard before?.turn?.seat != turn.seat || before?.turn?.reason != turn.reason else {
            countdown.adjust(turn.countdown, at: model.arrival)
            return []
        }
        // New cards are being read for most of a turn after a deal.
        let seconds = turn.reason == .grace ? [5] : [10, 5, 3]
        countdown.start(turn.countdown, at: model.arrival, telling: seconds)
        if namesWholeSet, turn.seat == model.seat { return [] }
        return [LineModeLine(words.line(for: turn), .essential)]
    }

    /// Follows a clock that is not a turn.
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

    var remarks: Narrator.Remarks {
        Narrator.Remarks(
            selection: model.table?.selection, marks: model.marks,
            hinted: model.hint?.cards ?? [])
    }

    /// Where the game stands, as a line.
    ///
    /// - Parameter tellsChoices: Whether to tell what can be typed now.
    func situationLine(at now: MonotonicInstant, tellsChoices: Bool = true) -> String {
        guard let table = model.table else { return "Now: waiting for the host." }
        if model.venue == .lesson, let caption = table.message { return "Lesson: \(caption)" }
        if let outage = model.outage { return situationLine(of: outage, at: now) }
        let situation =
            "Now: " + Status(model, in: .line).text
            + words.details(table, model.countdown(at: now))
        return tellsChoices ? "\(situation) You can type: \(choices)." : situation
    }
}

// MARK: - The connection

extension LineModeClient {
    /// Announces a lost connection, or progress in restoring it.
    ///
    /// Announces the loss at once, with the time for which the seat is kept, and then only attempts
    /// that are worth waiting for: later, one every half minute.
    ///
    /// - Returns: What to print.
    package mutating func connectionLost(_ outage: Outage, at now: MonotonicInstant) -> Output {
        guard !hasLeft else { return Output() }
        let isNews = model.outage == nil
        _ = model.connectionLost(outage, at: now)
        guard isNews else { return told(line(forAttempt: outage, at: now)) }
        let seat = outage.seatCountdown(at: now)
        countdown.start(seat, at: now, telling: [30, 10])
        let kept = seat.map { " Your seat is kept for \(Narrator.seconds($0.remaining))." } ?? ""
        let text = "Connection: lost. \(outage.sentence)\(kept)"
        return told([
            LineModeLine(text, .essential),
            LineModeLine("Connection: reconnecting. Nothing you type is sent. Type quit to leave."),
        ])
    }

    private func line(forAttempt outage: Outage, at now: MonotonicInstant) -> [LineModeLine] {
        let seconds = outage.secondsToAttempt(at: now)
        let isWorthIt = (5...7).contains(outage.attempt) || outage.attempt % 6 == 0
        guard seconds > 1, isWorthIt else { return [] }
        let wait = Narrator.count(seconds, "second")
        return [LineModeLine("Connection: reconnecting in \(wait), attempt \(outage.attempt).")]
    }

    /// Where the game stands without a connection.
    private func situationLine(of outage: Outage, at now: MonotonicInstant) -> String {
        let seat = outage.seatCountdown(at: now)
        let kept = seat.map { ". Your seat is kept for \(Narrator.seconds($0.remaining))" } ?? ""
        return "Now: reconnecting to the host, attempt \(outage.attempt)\(kept). "
            + "You can type: board, score, history, quit."
    }

    /// Announces something about the connection.
    package mutating func remark(_ text: String) -> Output {
        guard !hasLeft else { return Output() }
        return essential("Connection: \(SafeText.sanitized(text))")
    }

    private static let lineForReturn = LineModeLine(
        "Connection: reconnected. You are back at the table.", .essential)

    /// Refuses a command that needs the host while disconnected, or that may mean anything in a
    /// phase that only a newer host knows; `nil` if it is allowed.
    ///
    /// - Parameter command: `nil` for names of cards.
    func refusalWithoutLine(of command: TableCommand?) -> Output? {
        guard model.outage != nil || model.isPhaseUnknown, command?.row.needsHost != false,
            command != .say || model.outage != nil
        else { return nil }
        let reason =
            model.outage == nil ? TableModel.unknownPhase : TableModel.whileReconnecting
        return answer(["Refused: \(reason)"])
    }
}
