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
        package var effects: [ClientEffect] = []
    }

    @Boxed package internal(set) var model: TableModel
    let cardWords: CardWords
    private let isThemeRandom: Bool
    /// The host as a second player can name it, if known.
    let address: String?
    let keyboard: Keyboard
    package internal(set) var verbosity: Verbosity
    var announcedCards: [Card?] = []
    /// Whether the table has been described since the host's welcome.
    var isIntroduced = false
    private(set) var hasLeft = false
    var countdown = SpokenCountdown()
    var question: QuestionSheet.Question?
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
    /// When to announce the other player's claim, unless its cards came with it and have been judged by
    /// then.
    var claimAnnouncement: MonotonicInstant?
    /// What others said in this player's turn, to be printed after it.
    var heldChat: [Utterance] = []
    /// The board whose found set this client has asked the host to put away.
    var clearedBoard: BoardNumber?

    package init(
        _ preferences: SettingsModel = SettingsModel(), venue: TableModel.Venue = .elsewhere,
        saving: GameSaving = .never, past: Recording? = nil, address: String? = nil,
        occasion: TableModel.Occasion = .usual
    ) {
        self.address = address
        let settings = preferences.settings
        model = TableModel(venue: venue, saving: saving, past: past, occasion: occasion)
        cardWords = CardWords(
            preferences.theme, on: settings.terminal.background.background ?? .dark)
        isThemeRandom = settings.isThemeRandom
        (verbosity, keyboard) = (settings.verbosity, settings.keyboard)
    }

    // MARK: - Words and lines

    var words: Narrator { words(on: model.table?.cards ?? []) }

    func words(on cards: [Card?]) -> Narrator {
        Narrator(
            seat: model.seat,
            names: PerSeat(first: model.name(of: .first), second: model.name(of: .second)),
            cardWords: cardWords, rules: model.rules, cards: cards)
    }

    /// Keeps lines about the table and prints those that the player wants.
    private mutating func announce(
        _ lines: [Utterance], _ effects: [ClientEffect] = []
    ) -> Output {
        history += lines.map { SpokenText.spoken($0.text) }
        history.removeFirst(max(0, history.count - Self.historyLimit))
        return answer(
            lines.filter { $0.isTold(verbosity, to: model.seat) }.map(\.text), effects)
    }

    /// Answers a typed line, whatever the verbosity.
    func answer(_ lines: [String], _ effects: [ClientEffect] = []) -> Output {
        Output(lines: lines.map(SpokenText.spoken), effects: effects)
    }

    /// Keeps lines to be repeated, with those that were printed just before them.
    mutating func noted(
        _ output: Output, at now: MonotonicInstant, isAnswer: Bool = false
    ) -> Output {
        guard !output.lines.isEmpty || isAnswer && !output.effects.isEmpty else { return output }
        if isAnswer || lastLinesBegan.duration(to: now) > Self.announcementTime { lastLines = [] }
        if lastLines.isEmpty { lastLinesBegan = now }
        lastLines = (lastLines + output.lines).suffix(Self.announcementLimit)
        return output
    }

    // MARK: - Time

    /// When to call ``timePassed(at:)`` next.
    package var nextAnnouncement: MonotonicInstant? {
        hasLeft ? nil : [countdown.next, claimAnnouncement].compactMap(\.self).min()
    }

    /// Announces how much time is left, if that is due; that time is up is for the host to say.
    package mutating func timePassed(at now: MonotonicInstant) -> Output {
        if !hasLeft, let moment = claimAnnouncement, moment <= now {
            claimAnnouncement = nil
            let claim = model.table?.turn.flatMap { $0.reason == .claim && !isOwnTurn ? $0 : nil }
            return noted(announce(claim.map { [Utterance(words.line(for: $0))] } ?? []), at: now)
        }
        guard !hasLeft, let seconds = countdown.due(at: now), let table = model.table else {
            return Output()
        }
        let left = Narrator.count(seconds, "second")
        let line: Utterance? =
            if model.outage != nil { "Time: your seat is kept for another \(left)." } else {
                switch (table.turn, table.clock?.reason) {
                case (let turn?, _) where turn.seat == model.seat: "Time: \(left) left."
                case (let turn?, _):
                    Utterance(
                        "Time: \(words.doer(turn.seat)) has \(left) left.", .detail(of: turn.seat))
                case (nil, .away):
                    table.awaySeats.first.map {
                        "Time: \(words.possessive($0)) seat is kept for another \(left)."
                    }
                case (nil, .start) where table.awaitsFirstCards:
                    "Time: \(left) until the cards are dealt."
                case (nil, .start), (nil, .ready): "Time: \(left) until the game resumes."
                case (nil, .reveal), (nil, nil): nil
                }
            }
        return noted(announce([line].compactMap(\.self)), at: now)
    }

    // MARK: - Leaving

    static let resuming = TableModel.resuming + " --plain"

    package mutating func inputEnded() -> Output { leave("Quit: end of input.") }

    /// Leaves, because a signal ends the program.
    ///
    /// - Parameter isHangUp: Whether the terminal has gone; then nobody reads the lines.
    package mutating func interrupted(isHangUp: Bool) -> Output {
        let keepsSeat = model.keepsSeat(afterHangUp: isHangUp)
        let output = leave("Quit: goodbye.")
        return Output(
            lines: isHangUp ? [] : output.lines, effects: keepsSeat ? [.quit] : output.effects)
    }

    /// Leaves and stays silent from now on.
    mutating func leave(_ goodbye: String) -> Output {
        guard !hasLeft else { return Output() }
        hasLeft = true
        countdown.stop()
        var score = ""
        if let seat = model.seat, let table = model.table, table.game > 0 {
            let name = model.isWorthSaving ? "Score so far" : "Final score"
            let verdict = model.verdict(for: seat, in: table)
            score = " \(verdict)\(name): \(words.standings(model.record.players, hasWins: false))."
        }
        return answer(
            [goodbye + score] + line(for: model.unreportedShuffle).map(\.text) + linesForSaving,
            model.isClosed ? [.quit] : model.perform(.leave, at: .zero))
    }

    /// Whether the game can be continued, and what becomes of one that was saved before it.
    private var linesForSaving: [String] {
        guard model.isUnfinishedSolo else { return [] }
        let isBesideAnother = model.saving == .ifFoundBesideAnother
        guard model.isWorthSaving else {
            let other = isBesideAnother ? " The game you saved before is still there." : ""
            return ["Not saved: a solo game is saved only once you have found a set.\(other)"]
        }
        let other = isBesideAnother ? " The game you saved before comes after it." : ""
        return ["Saved: continue with \(model.resuming) --plain.\(other)"]
    }

    mutating func cannotSave(_ reason: String, at now: MonotonicInstant) -> Output {
        guard model.saving != .never else { return Output() }
        model.cannotSave(reason, at: now)
        return announce(["Warning: \(TableModel.unsaved(reason))"])
    }
}

// MARK: - From the host

extension LineModeClient {
    package mutating func receive(_ message: HostMessage, at now: MonotonicInstant) -> Output {
        // An older state has been announced already.
        guard !hasLeft, !model.isOutdated(message) else { return Output() }
        let before = model
        // In line mode, the line about the turn is the alert.
        let effects = model.receive(message, at: now).filter { $0 != .alert }
        slots.update(model.table?.cards ?? [], at: now)
        let output = announce(message, after: before, effects, at: now)
        let shuffle = announce(line(for: model.shuffleNews))
        return noted(
            Output(lines: output.lines + shuffle.lines, effects: output.effects), at: now)
    }

    private mutating func announce(
        _ message: HostMessage, after before: TableModel, _ effects: [ClientEffect],
        at now: MonotonicInstant
    ) -> Output {
        switch message {
        case .welcome(let welcome):
            let isSame =
                before.outage == nil && before.welcome?.table == welcome.table
                && welcome.features.contains(.queue)
            // Only the queue has changed.
            if isSame, before.seat == welcome.seat { return Output(effects: effects) }
            (isIntroduced, announcedCards, clearedBoard) = (false, [], nil)
            countdown.stop()
            let isBack = before.outage != nil
            if isSame {
                return announce([Utterance("Seat: " + (model.notice?.remark ?? ""))], effects)
            }
            let back = Utterance("Connection: reconnected. \(model.wayBackIn)")
            return announce(isBack ? [back] : greeting(welcome), effects)
        case .state(let state):
            return announce(
                withdrawnQuestion(after: before) + news(state, after: before),
                effects + effectsOfShownSet(in: state, at: now))
        case .refused(let refused):
            namesWholeSet = false
            return announce([Utterance(line(for: refused))], effects)
        case .hint(let hint): return announce([Utterance(words.line(for: hint))], effects)
        case .race(let race): return announce([Utterance(words.sentence(for: race))], effects)
        case .status, .commitment, .reveal, .ping, .pong: return Output(effects: effects)
        case .said(let seat, let name, let text):
            let isOwn = seat == model.seat
            let line = Utterance(words.chat(seat, name, text), isOwn ? .essential : .ordinary)
            // There is no time to listen to others in a player's own turn.
            guard isOwnTurn, !isOwn, heldChat.count < Self.announcementLimit else {
                return announce([line], effects)
            }
            heldChat.append(line)
            return Output(effects: effects)
        case .bye(let farewell, _, let message):
            countdown.stop()
            let text = Farewell.sentence(for: farewell, message)
            return announce(["Bye: \(SafeText.sanitized(text))"], effects)
        case .error(let error, let message):
            countdown.stop()
            let text = message.isEmpty ? error?.sentence ?? "" : message
            return announce(["Error: \(SafeText.sanitized(text))"], effects)
        }
    }

    /// Drops a question of this client when the opponent asks something, or returns so that resigning
    /// would no longer win: a yes must have one meaning.
    private mutating func withdrawnQuestion(after before: TableModel) -> [Utterance] {
        guard let question else { return [] }
        let isAsked = model.request.proposal != nil && model.request != before.request
        guard
            isAsked || question == .resign && model.opponentIsGone != before.opponentIsGone
                || model.question(before: question.move) == nil
        else { return [] }
        self.question = nil
        return ["\(question.topic): canceled."]
    }

    func line(for finding: ShuffleCheck.Finding?) -> [Utterance] {
        guard let finding else { return [] }
        let topic = finding == .kept ? "" : finding.isBroken ? "Warning: " : "Shuffle: "
        return [Utterance(topic + finding.sentence, finding.isBroken ? .essential : .ordinary)]
    }

    private func line(for refused: Refused) -> String {
        if let text = model.lateClaim(refused) { return SafeText.sanitized(text) }
        let isUsual = ["", refused.why?.sentence].contains(refused.message)
        let usual = refused.request == .decline ? refused.why?.sentence : refused.why.map(sentence)
        let text = isUsual ? usual ?? "" : refused.message
        return "Refused: \(SafeText.sanitized(text))"
    }

    /// A refusal in the words of line mode and of this table: the usual ones may name a key.
    func sentence(for refusal: Refusal) -> String {
        switch (refusal, model.venue) {
        case (.onlyWatching, .recorded): "This is a replay."
        case (.onlyWatching, .embedded): "This is a demo."
        case (.waitingForReady, .lesson): "The lesson is over: type ready to play, or quit."
        case (.gameOver, _): "The game is over. Type ready to play again."
        case (.nothingToAgree, _): "The game is running."
        case _: refusal.sentence
        }
    }

    /// What is unusual about this table, and how to get help.
    private func greeting(_ welcome: Welcome) -> [Utterance] {
        // Each step of the lesson is a table of its own.
        if model.venue == .lesson, model.table != nil { return [] }
        var lines: [Utterance?] = []
        if model.venue != .lesson {
            let role =
                switch welcome.seat {
                case _? where !words.isDuel: "A solo game"
                case .first: "You have the first seat"
                case .second: "You have the second seat"
                case nil where model.venue == .recorded: "A replay"
                case nil where model.venue == .embedded: "A demo"
                case nil: "You are watching"
                }
            let isPlayer = welcome.seat != nil
            // Nobody joins a computer player's table.
            let isHidden = model.venue == .embedded && isPlayer
            let tellsTimes = model.venue == .elsewhere && isPlayer
            lines = [
                isHidden ? nil : "Table: \(welcome.table). \(role).",
                words.lineForUnusualRules(tellsTimes: tellsTimes).map { Utterance($0) },
            ]
        }
        if cardWords.theme != .classic {
            let words = cardWords.summary(isRandom: isThemeRandom)
            lines.append("Theme: \(words)")
        }
        // A recording answers no commands.
        if model.venue != .recorded {
            lines.append("Help: type help, or press enter to see what you can do now.")
        }
        if model.table == nil, model.record.game > 0 {
            lines.append("Saved: your saved game continues.")
        }
        if model.saving == .ifFoundBesideAnother {
            lines.append(
                """
                Saved: you have a saved game. To continue it, type quit, then run \(Self.resuming).
                """)
        }
        return lines.compactMap(\.self)
    }

    // MARK: - The connection

    /// Announces a lost connection at once, with the time for which the seat is kept, and later only
    /// attempts that are worth waiting for: one every half minute.
    package mutating func connectionLost(_ outage: Outage, at now: MonotonicInstant) -> Output {
        guard !hasLeft else { return Output() }
        let isNews = model.outage == nil
        claimAnnouncement = nil
        _ = model.connectionLost(outage, at: now)
        if isNews {
            countdown.follow(outage.seatCountdown(at: now), at: now, telling: [30, 10])
            return announce([
                "Connection: lost. \(outage.sentence)\(words.seatKept(outage, at: now))",
                "Connection: reconnecting. Nothing you type is sent. Type quit to leave.",
            ])
        }
        let seconds = outage.secondsToAttempt(at: now)
        let isWorthIt = (5...7).contains(outage.attempt) || outage.attempt % 6 == 0
        guard seconds > 1, isWorthIt else { return Output() }
        let wait = Narrator.count(seconds, "second")
        let line = "Connection: reconnecting in \(wait), attempt \(outage.attempt)."
        return announce([Utterance(line, .ordinary)])
    }

    package mutating func connectionClosed(_ message: String) -> Output {
        guard !hasLeft else { return Output() }
        let effects = model.connectionClosed(message)
        countdown.stop()
        guard !effects.isEmpty else { return Output() }
        let error = "Error: " + SafeText.sanitized(message)
        return answer([error] + line(for: model.unreportedShuffle).map(\.text), effects)
    }

    package mutating func remark(_ text: String) -> Output {
        guard !hasLeft else { return Output() }
        return announce(["Connection: \(SafeText.sanitized(text))"])
    }
}
