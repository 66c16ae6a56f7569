import SetProtocol

/// What is going on and what the player may do now, in one sentence: for the status line, for the
/// window's title, and for line mode.
struct Status: Equatable {
    let text: String
    let short: String
    /// Whose move it is, or how good the news is.
    let tone: Tone

    init(_ text: String, short: String? = nil, _ tone: Tone = .plain) {
        (self.text, self.short, self.tone) = (text, short ?? text, tone)
    }

    init(_ model: TableModel, in register: Narrator.Register = .screen) {
        self.init(model, TablePerspective(TableView(model), in: register))
    }

    /// - Parameter perspective: That of the same model; `nil` before there is a table.
    init(_ model: TableModel, _ perspective: TablePerspective?) {
        if case .ended(let message, let isError) = model.connection {
            self.init(SafeText.sanitized(message), isError ? .bad : .plain)
        } else if let perspective {
            self = perspective.status
        } else {
            self.init(
                model.host.map { "Waiting for \($0) to answer… esc cancels." }
                    ?? "Joining the table…", short: model.host.map { "Waiting for \($0)…" }, .quiet)
        }
    }

    /// The status at a moment: an outage comes before everything else.
    init(_ view: TableView, _ perspective: TablePerspective?, at now: MonotonicInstant) {
        guard let outage = view.model.outage(at: now) else {
            self.init(view.model, perspective)
            // At the end of a recording, its own keys say how to leave.
            if view.model.isClosed, view.model.table != nil, view.model.venue != .recorded {
                let way = view.isFromMenu ? "for the menu" : "to quit"
                self.init("\(text) Press enter \(way).", short: text, tone)
            }
            return
        }
        let seconds = outage.secondsToAttempt(at: now)
        guard outage.cause != .nothingToWatch else {
            self.init("\(outage.headline). It appears here when it begins.", short: outage.headline)
            return
        }
        self.init(
            "\(outage.headline). \(outage.remedy(at: now))",
            short: seconds == 0
                ? "\(outage.headline): reconnecting now"
                : "\(outage.headline): reconnecting in \(seconds) s",
            .bad)
    }
}

extension TablePerspective {
    /// How to ask for something: "Press enter", or in line mode "Type ready".
    private func press(
        _ command: TableCommand, typed word: String? = nil, isStart: Bool = true
    ) -> String {
        let way =
            register == .line ? "type \(word ?? command.name)" : "press \(command.keyName)"
        return isStart ? way.capitalizedFirst : way
    }

    var status: Status {
        if model.venue == .lesson, let caption = table.message { return Status(caption, .mine) }
        return switch table.phase {
        case .waiting: waiting
        case .countdown: countdown
        case .open: open
        case .turn: turn
        case .paused: paused
        case .over: over
        case nil:
            table.message.map { Status(SafeText.sanitized($0)) }
                ?? Status(TableModel.unknownPhase, short: "Unknown state: wait")
        }
    }

    // MARK: Before the game

    private var waiting: Status {
        let missing = model.rules.seats.filter { table.players[$0] == nil }
        guard let seat = model.seat else {
            return missing.isEmpty
                ? Status("Waiting for both players to be ready.", .quiet)
                : Status("Waiting for the players to sit down.", .quiet)
        }
        guard missing.isEmpty else { return Status("Waiting for another player.", .plain) }
        let opponent = name(far)
        if !table.awaySeats.isEmpty {
            return Status(
                "\(opponent) was disconnected. \(whose(far)) seat is being kept.",
                short: "\(opponent) was disconnected", .quiet)
        }
        if isReady(seat) { return Status("You are ready: waiting for \(opponent).", .quiet) }
        return isReady(far)
            ? Status(
                "\(opponent) is ready. \(press(.ready)) when you are.",
                short: "\(opponent) is ready: press enter", .mine)
            : Status(
                "\(press(.ready)) when you are ready to start.", short: "Ready? Press enter", .mine)
    }

    private var countdown: Status {
        guard table.awaitsFirstCards else { return Status("Get ready: the game resumes.", .good) }
        return table.isSuddenDeath
            ? Status(
                "Tied! Sudden death: \(model.rules.startWord) new cards, next set wins.",
                short: "Tied! The next set wins", .good)
            : table.isMatchPoint
                ? Status(
                    "Get ready: this game decides the match.", short: "The deciding game!", .good)
                : Status(
                    "Get ready: the cards are about to be turned.", short: "Get ready!", .good)
    }

    // MARK: Open play

    private var open: Status {
        if let selection = table.selection, selection.verdict == .match {
            let found = "\(who(selection.seat)) found a set!"
            let isWaiting = table.clock == nil && model.seat != nil
            let way = register == .line ? "Name a card or deal" : press(.ready)
            let next =
                !isWaiting
                ? table.clock != nil && bringsNewCards ? " New cards are next." : ""
                : bringsNewCards ? " \(way) for the next cards." : " \(way) to continue."
            let tone = isMine(selection.seat) ? .good : tone(selection.seat)
            return Status(found + next, short: found, tone)
        }
        guard let seat = model.seat else {
            return table.isSuddenDeath
                ? Status("Sudden death: the next set wins.", .good)
                : Status("Both players are looking for a set.", .plain)
        }
        if !model.rules.needsClaim { return solo }
        if model.isCalling {
            return Status(
                "Claiming… the host decides who is first.", short: "Claiming…", tone(seat))
        }
        let end = table.deck == 0 ? " The deck is empty." : ""
        let way = register == .line ? "Type its cards" : press(.claim)
        if model.marks.count >= 2 {
            let number = model.marks.count == 2 ? "Two" : "Three"
            return Status(
                "\(number) marked. \(press(.claim)) to claim and pick them.",
                short: "Space claims your marks", tone(seat))
        }
        if table.isSuddenDeath {
            return Status(
                "Sudden death: next set wins. \(way) to claim.",
                short: "Next set wins: space claims", .good)
        }
        return Status("See a set? \(way) to claim it.\(end)", short: "See a set? Press space")
    }

    /// Whether new cards replace a set that is found now.
    private var bringsNewCards: Bool {
        if table.isWon(by: model.rules) { return false }
        return switch model.rules.refill {
        case .toTwelve: table.deck > 0 && table.cards.count <= model.rules.boardSize
        case .always: table.deck > 0
        case .never: false
        }
    }

    private var solo: Status {
        if table.selection?.verdict == .mismatch {
            return Status(
                "Not a set. Pick three cards again.", short: "Not a set. Pick again.", .bad)
        }
        switch pickCount {
        case 0:
            if let board = model.board?.capitalizedFirst, let words = model.practiceWords {
                return Status(words, short: "\(board): find a set")
            }
            if table.deck > 0 { return Status("Pick three cards that make a set.") }
            let short = "Deck empty: find the last sets"
            return Status("The deck is empty: find the last sets.", short: short)
        case 1: return Status("Pick two more cards.", short: "Two more cards", .mine)
        case _: return Status("Pick one more card.", short: "One more card", .mine)
        }
    }

    // MARK: Turns

    private var turn: Status {
        guard let turn = table.turn else { return Status("A player is picking.") }
        return isMine(turn.seat) ? myTurn(turn) : othersTurn(turn)
    }

    private func myTurn(_ turn: Turn) -> Status {
        let opponent = name(far)
        let more = ["pick three cards", "two more cards", "one more card", "three picked"][
            min(pickCount, 3)]
        let short = more.capitalizedFirst
        switch turn.reason {
        case .claim, nil:
            let marked = pickCount > 0 && pickCount == model.unconfirmed.pickedMarks
            let marks = pickCount == 1 ? "your mark is" : "your marks are"
            let given = marked ? "\(marks) picked, " : ""
            return Status("Your turn: \(given)\(more).", short: short, .mine)
        case .answer:
            if pickCount > 0 { return Status("Your turn: \(more).", short: short, .mine) }
            let time = turn.countdown == nil ? "take your time" : "pick three"
            let failure = failure(ifWrong: "was wrong") ?? "found no set"
            return Status(
                "\(opponent) \(failure). Your turn: \(time) or pass.",
                short: "\(opponent) \(failure): pick three", .mine)
        case .grace:
            if pickCount > 0 { return Status("\(opponent) dealt, your turn: \(more).", .mine) }
            return Status(
                "\(opponent) dealt. Find a set, or pass for free.",
                short: "\(opponent) dealt: find a set or pass", .mine)
        }
    }

    /// How the claim before an answer turn failed, whatever has happened since.
    private func failure(ifWrong wrong: String?) -> String? {
        for entry in model.log.reversed() {
            switch entry.event {
            case .passed: return "passed"
            case .timedOut: return "ran out of time"
            case .mismatch: return wrong
            case _: continue
            }
        }
        return nil
    }

    private func othersTurn(_ turn: Turn) -> Status {
        let holder = name(turn.seat)
        let other = turn.seat.opponent
        let tone = tone(turn.seat)
        switch turn.reason {
        case .claim:
            return Status(
                "\(holder) claimed a set and is picking.", short: "\(holder) is picking", tone)
        case .answer:
            let failure = failure(ifWrong: nil).map { "\(who(other)) \($0)" }
            return Status(
                "\(failure ?? "\(whose(other)) claim failed"): \(holder) can pick now.",
                short: "\(holder) can pick now", tone)
        case .grace:
            return Status(
                "\(who(other)) dealt: \(holder) can look for a set.",
                short: "\(who(other)) dealt: \(whose(turn.seat)) turn", tone)
        case nil: return Status("\(holder) is picking.", short: "\(holder) is picking", tone)
        }
    }

    // MARK: Standing still

    private var paused: Status {
        if let away = table.awaySeats.first {
            if model.opponentIsGone {
                return Status(
                    "\(name(away)) did not return. Wait, or \(press(.new, isStart: false)) to end the game and win.",
                    short: "\(name(away)) is gone: press N to win", .plain)
            }
            let seen = table.cards.contains(nil) ? "" : " and has seen these cards"
            let next = model.seat == nil ? "The game waits" : "At zero, you can end the game"
            return Status(
                "\(name(away)) is away\(seen). \(next).",
                short: "\(name(away)) is away: seat kept", .quiet)
        }
        guard let seat = model.seat else { return Status("The game is paused.", .quiet) }
        let opponent = name(far)
        if isReady(seat) {
            return Status(
                "Paused until \(opponent) is ready or time runs out.",
                short: "Paused: waiting for \(opponent)", .quiet)
        }
        let resume = press(.ready, typed: "resume")
        return isReady(far)
            ? Status(
                "\(opponent) wants to resume. \(resume) to agree.",
                short: "\(opponent) wants to resume: press enter", .mine)
            : Status(
                "Paused. \(resume)\(register == .line ? "" : " to resume").",
                short: "Paused: press enter", .quiet)
    }

    private var over: Status {
        let (headline, tone) = (self.headline, resultTone)
        if let next = nextInQueue { return Status("\(headline). \(next).", tone) }
        guard let seat = model.seat else { return Status("\(headline).", tone) }
        guard model.rules.players == .two else {
            let next = register == .line ? " \(press(.ready)) for \(model.anotherGame)." : ""
            return Status("\(headline).\(next)", tone)
        }
        if table.players[far] == nil {
            return Status("\(headline). Waiting for another player.", short: headline, tone)
        }
        if isReady(seat) {
            return Status(
                "\(headline). \(table.nextGame.capitalizedFirst): waiting for \(name(far)).",
                short: headline, tone)
        }
        let next = table.theNextGame
        return isReady(far)
            ? Status(
                "\(headline). \(name(far)) wants \(next): \(press(.ready, isStart: false)).",
                short: "\(name(far)) wants \(next): press enter", .theirs)
            : Status("\(headline). \(press(.ready)) for \(next).", short: headline, tone)
    }
}

/// How a game ended, in words.
extension TablePerspective {
    /// Bad for the loser, good for the winner and for watchers.
    var resultTone: Tone {
        guard let winner = table.result?.winner else { return .plain }
        return isMine(winner.opponent) ? .bad : .good
    }

    var headline: String {
        guard let result = table.result else { return "The game is over" }
        guard let winner = result.winner else {
            switch result.decider {
            case .points, .sets, .suddenDeath: return "A draw, \(score) all"
            case .resigned, .left: return model.closing ?? "The game was abandoned"
            case .played: return "You finished \(model.board ?? "the deck"): \(score) points"
            case nil: return "The game is over"
            }
        }
        let won = isMine(winner) ? "You win" : "\(name(winner, in: report)) wins"
        if table.match?.winner == winner {
            let wins = [winner, winner.opponent].map { table.players[$0]?.wins ?? 0 }
            return "\(won) the match, \(wins[0]) to \(wins[1])"
        }
        let loser = isMine(winner.opponent) ? "you" : name(winner.opponent, in: report)
        switch result.decider {
        case .points: return "\(won) by \(margin(winner, \.points, "point"))"
        case .sets: return "\(won) by \(margin(winner, \.sets, "set"))"
        case .suddenDeath: return "\(won) in sudden death"
        case .resigned: return "\(won): \(loser) resigned"
        case .left: return "\(won): \(loser) left"
        case .played, nil: return won
        }
    }

    private func margin(
        _ winner: Seat, _ tally: KeyPath<PlayerState, Int>, _ noun: String
    ) -> String {
        let more = report?.players[winner]?[keyPath: tally] ?? 0
        let less = report?.players[winner.opponent]?[keyPath: tally] ?? 0
        // A hostile host's numbers need not add up.
        guard more > less else { return "\(noun)s, \(more) to \(less)" }
        let margin = more.subtractingReportingOverflow(less).partialValue
        return "\(margin.counted(noun)), \(more) to \(less)"
    }

    /// What counts, of the player shown on the left.
    private var score: Int {
        let player = report?.players[near]
        let countsSets = model.rules.victory == .sets && model.rules.players == .two
        return (countsSets ? player?.sets : player?.points) ?? 0
    }
}

/// The title of the terminal's window: the short status, for a player who is looking at another one.
package enum WindowTitle {
    package static let plain = "set-duel"

    /// The title; what the player should react to has a dot.
    ///
    /// - Parameter hasFocus: Whether the window has the focus, where a changing title would distract.
    package static func text(_ model: TableModel, hasFocus: Bool) -> String {
        guard !hasFocus, let table = model.table else { return plain }
        let status = Status(model)
        let isAsking =
            switch table.phase {
            case .countdown: true
            case .over: status.tone == .theirs
            case .open: false
            case .waiting, .turn, .paused, nil: model.seat != nil && status.tone == .mine
            }
        let news = model.outage == nil ? status.short : "Connection lost"
        let dot = isAsking || model.outage != nil ? "● " : ""
        return SafeText.sanitized("\(dot)\(news) – \(plain)", limit: 80)
    }
}
