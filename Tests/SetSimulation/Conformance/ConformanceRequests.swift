import SetProtocol

/// Judges a host's answers to one client.
struct ConformanceRequests {
    private struct Request {
        let message: ClientMessage
        /// How many states and chat lines had been received when it was sent.
        let toldBefore: Int
        /// How many of its type, or of no type, had been refused by then.
        let refusedBefore: Int
        /// The board that the client could claim when it sent this; `nil` for none, if the table
        /// has opened since, or if the request may have come too soon to be a reaction.
        var board: BoardNumber?
        var isRefused = false
    }

    private var pending: [Request] = []
    /// Claims from an earlier connection, which may have been held when a newer connection replaced
    /// it.
    private var inherited: [Request] = []
    private var isFollowed = false
    private var toldCount = 0
    /// Refusals per type; `nil` stands for unreadable requests.
    private var refusedCounts: [ClientMessage.MessageType?: Int] = [:]
    private var hint: Hint?
    /// Whether hints may have been lost with an earlier connection.
    private var mayMissHints = false
    /// The board after found cards were last discarded.
    private var refilledBoard: BoardNumber?

    /// Unanswered requests are forgotten, except claims.
    mutating func connectionBegan() {
        inherited += pending.filter { $0.message.type == .claim && !$0.isRefused }
        pending = []
        mayMissHints = true
    }

    mutating func sent(_ message: ClientMessage, seeing board: BoardNumber?) {
        isFollowed = true
        if case .pong = message { return }
        pending.append(
            Request(
                message: message, toldBefore: toldCount,
                refusedBefore: refusedCount(of: message.type), board: board))
    }

    private func refusedCount(of type: ClientMessage.MessageType) -> Int {
        refusedCounts[type, default: 0] + refusedCounts[nil, default: 0]
    }

    mutating func toldEverybody() { toldCount += 1 }

    /// Records that found cards were discarded, which a claim on the previous board may have
    /// caused.
    mutating func refilled(on board: BoardNumber) { refilledBoard = board }

    /// Records that a turn or a pause is over: earlier requests were sent without knowing it.
    mutating func tableOpened() {
        for place in pending.indices { pending[place].board = nil }
    }

    // MARK: - Answers

    /// Judges a pong: by then, everything before its ping must have been answered.
    mutating func observe(pong nonce: Nonce, _ findings: inout ConformanceFindings) {
        guard isFollowed else { return }
        guard let place = pending.firstIndex(where: { $0.message == .ping(nonce) }) else {
            findings.demand(false, .answer, "a pong that answers no ping")
            return
        }
        for request in pending[..<place] {
            // A refusal does not say which of several requests of a type it answers.
            let type = request.message.type
            let isRefused = refusedCount(of: type) > request.refusedBefore
            let isTold = type != .ping && toldCount > request.toldBefore
            findings.demand(isRefused || isTold, .answer, "a pong before the answer to \(type)")
        }
        pending.removeSubrange(...place)
        // Pings wait until a held claim is decided.
        inherited = []
    }

    /// Judges a grant to this client by the board it named.
    mutating func observe(
        grantIn told: TableState, _ findings: inout ConformanceFindings
    ) {
        guard isFollowed else { return }
        func names(_ request: Request) -> Bool {
            guard case .claim(let claim) = request.message else { return false }
            // A claim made while a found set was shown names the board of that display.
            return claim.board == told.board
                || refilledBoard == told.board && claim.board.number == told.board.number - 1
        }
        let places = pending.indices.filter { names(pending[$0]) }
        if places.isEmpty, let place = inherited.firstIndex(where: names) {
            inherited.remove(at: place)
            return
        }
        guard let place = places.first else {
            findings.demand(
                false, .answer, "a turn on board \(told.board.number) that was not claimed")
            return
        }
        // A refusal does not say which of several claims it answers. If it seemed to answer this
        // one, it answered the oldest other.
        let others = pending.indices.filter { pending[$0].message.type == .claim }
        if pending[place].isRefused, let other = others.first(where: { !pending[$0].isRefused }) {
            pending[other].isRefused = true
        }
        pending.remove(at: place)
    }

    /// Judges a refusal by its request and by the state in which the request was made.
    mutating func observe(
        _ refused: Refused, in state: TableState?, seats: [Seat], rules: Rules, lastGrant: Seat?,
        _ findings: inout ConformanceFindings
    ) {
        guard let why = refused.why else {
            findings.demand(false, .refusal, "a word that is not in the document")
            return
        }
        var request: Request?
        refusedCounts[refused.request, default: 0] += 1
        if refused.request == .claim, !inherited.isEmpty,
            !pending.contains(where: { $0.message.type == .claim && !$0.isRefused })
        {
            inherited.removeFirst()
            return
        }
        if isFollowed, let type = refused.request {
            let places = pending.indices.filter { pending[$0].message.type == type }
            findings.demand(
                places.contains { !pending[$0].isRefused }, .refusal,
                "\(type) is refused but was not requested")
            // Requests that were carried out, held, or refused earlier cannot be distinguished: any
            // of them may be the one.
            let permitting = places.filter { place in
                guard let state else { return true }
                let judge = ConformanceRefusal(
                    state: state, seats: seats, rules: rules, request: pending[place].message,
                    seenBoard: pending[place].board, lastGrant: lastGrant)
                return judge.permits(why, of: type)
            }
            let place = permitting.first { !pending[$0].isRefused } ?? permitting.first
            let answered =
                place.flatMap { pending[$0].isRefused ? nil : $0 }
                ?? places.first { !pending[$0].isRefused }
            if let answered { pending[answered].isRefused = true }
            request = (place ?? places.first).map { pending[$0] }
        }
        findings.demand(
            refused.request != nil || [.unknownType, .tooFast, .badText].contains(why),
            .refusal, "\(why) of nothing")
        guard let type = refused.request, let state else { return }
        let judge = ConformanceRefusal(
            state: state, seats: seats, rules: rules, request: request?.message,
            seenBoard: request?.board, lastGrant: lastGrant)
        findings.demand(
            judge.permits(why, of: type), .refusal,
            "\(type) is refused as \(why) in phase \(String(describing: state.phase))")
    }

    // MARK: - Hints

    /// Judges a hint by the board.
    mutating func observe(
        _ told: Hint, in state: TableState?, rules: Rules,
        _ findings: inout ConformanceFindings
    ) {
        let most = mayMissHints ? 3 : hint?.board == told.board ? (hint?.cards.count ?? 0) + 1 : 1
        let before = hint?.board == told.board ? hint?.cards ?? [] : []
        (hint, mayMissHints) = (told, false)
        // Once all cards of a set have been shown, another hint changes nothing for the others.
        toldCount += 1
        findings.demand(rules.hints, .hint, "a hint although hints are off")
        guard let state else { return }
        findings.demand(told.board, is: state.board, .hint, "the board of the hint")
        var board = CardSet(state.cards.compactMap(\.self))
        if let selection = state.selection, selection.verdict == .match {
            for card in selection.cards { board.remove(card) }
        }
        let isKnown = !state.cards.contains(nil)
        findings.demand(
            !isKnown || Self.isPartOfSet(told.cards, board), .hint,
            "\(told.cards) are not part of one set")
        // A player who returns is shown the same hint again.
        findings.demand(
            Set(before).isSubset(of: told.cards) && told.cards.count <= most, .hint,
            "\(told.cards) after \(before)")
    }

    private static func isPartOfSet(_ cards: [Card], _ board: CardSet) -> Bool {
        guard cards.allSatisfy(board.contains), Set(cards).count == cards.count else {
            return false
        }
        switch cards.count {
        case 0: return !board.containsSet
        case 1: return board.sets.contains { $0.contains(cards[0]) }
        case 2: return board.contains(.third(completing: cards[0], cards[1]))
        default: return Trio(cards)?.isSet == true
        }
    }
}

/// Which refusals a state allows, according to the table of phases.
struct ConformanceRefusal {
    let state: TableState
    /// The requesting seat: none for a watcher; every possible seat if it is unknown.
    let seats: [Seat]
    let rules: Rules
    /// The request, if known.
    let request: ClientMessage?
    /// The board that could be claimed at the time of the request; `nil` for none, if the table has
    /// opened since, if the request may have come too soon to be a reaction, or if unknown.
    let seenBoard: BoardNumber?
    /// Who got the last turn, which may be over.
    let lastGrant: Seat?

    func permits(_ why: Refusal, of type: ClientMessage.MessageType) -> Bool {
        switch why {
        case .tooFast: return [.say, .pick, .new, .pause, .decline].contains(type)
        case .badText: return type == .say
        case .alreadyGreeted: return type == .hello
        case .unknownType: return false
        case .onlyWatching: return seats.isEmpty && ![.say, .ping, .pong, .leave].contains(type)
        default:
            return seats.contains { permits(why, of: type, from: $0) || hasLost($0, why, type) }
        }
    }

    /// Whether the request lost a race to a claim that named its cards.
    ///
    /// That refusal follows the verdict, which may have ended the game.
    private func hasLost(_ seat: Seat, _ why: Refusal, _ type: ClientMessage.MessageType) -> Bool {
        why == .notYourTurn && [.claim, .deal, .pick].contains(type) && lastGrant == seat.opponent
    }

    private func permits(
        _ why: Refusal, of type: ClientMessage.MessageType, from seat: Seat
    ) -> Bool {
        if type == .decline { return why == .nothingToAgree }
        let isPlay = [.claim, .pick, .deal, .pass, .hint, .pause].contains(type)
        switch state.phase {
        case .waiting:
            if isReady(seat), type == .ready || type == .new { return why == .alreadyReady }
            guard isPlay || type == .resign else { return false }
            return state.players[seat.opponent] == nil
                ? why == .waitingForOpponent : why == .waitingForReady
        case .countdown:
            return why == .countdownRunning && (isPlay || type == .ready || type == .new)
        case .paused:
            if type == .ready, isReady(seat) { return why == .alreadyReady }
            guard isPlay || type == .ready else { return false }
            let isAway = state.players[seat.opponent]?.isPresent == false
            return why == .opponentAway && isAway || why == .gamePaused && type != .ready
        case .over:
            if type == .ready || type == .new { return why == .alreadyReady && isReady(seat) }
            return why == .gameOver && (isPlay || type == .resign)
        case .open, .turn, nil: return permitsInPlay(why, of: type, from: seat)
        }
    }

    private func isReady(_ seat: Seat) -> Bool { state.players[seat]?.isReady == true }

    private func permitsInPlay(
        _ why: Refusal, of type: ClientMessage.MessageType, from seat: Seat
    ) -> Bool {
        let holder = state.turn?.seat
        // While a claim is held, most requests are refused until it is decided.
        let mayWait = state.phase == .open && rules.players == .two
        if why == .finishYourTurn, mayWait {
            return [.claim, .pick, .deal, .ready, .new, .pause, .resign].contains(type)
        }
        switch (type, why) {
        case (.ready, .nothingToAgree): return true
        case (.ready, .alreadyReady):
            // An agreed pause begins after the turn and after a found set has been shown.
            return (state.phase == .turn || state.selection?.verdict == .match)
                && rules.seats.allSatisfy { state.players[$0]?.asks == .pause }
        case (.claim, .staleBoard), (.deal, .staleBoard): return isStale
        case (.claim, .alreadyYourTurn): return holder == seat || mayWait
        case (.claim, .notYourTurn), (.deal, .notYourTurn):
            return holder == seat.opponent
        case (.pick, .notYourTurn): return holder == seat.opponent
        // A set is shown after which nobody can get the turn.
        case (.claim, .gameOver):
            return ConformanceStep.isEnd(state) || ConformanceStep.isWon(state)
        case (.claim, .gamePaused):
            return state.selection?.verdict == .match
                && rules.seats.allSatisfy { state.players[$0]?.asks == .pause }
        case (.claim, .noClaimNeeded): return rules.players == .one && rules.claim == .zero
        case (.claim, .sameCardTwice): return state.phase == .open
        case (.claim, .cardNotOnBoard): return state.phase == .open
        case (.pick, .claimFirst):
            return state.phase == .open && state.selection?.verdict != .match
                && (rules.players == .two || rules.claim > .zero)
        case (.pick, .cardNotOnBoard):
            guard holder != seat.opponent, case .pick(let card)? = request else {
                return holder != seat.opponent
            }
            return !state.cards.contains(card) || mayWait
        case (.deal, .finishYourTurn): return holder == seat
        case (.deal, .deckEmpty):
            let isShowing = rules.players == .two && state.selection?.verdict == .match
            return state.phase == .open && state.deck == 0 && !isShowing
        case (.pass, .nothingToPass): return holder != seat
        case (.hint, .hintsOff): return !rules.hints
        default: return false
        }
    }

    /// Whether the named board is not current or had not been seen yet, as far as known.
    private var isStale: Bool {
        switch request {
        case .claim(let claim):
            claim.board != state.board || seenBoard.map { $0 < claim.board } ?? true
        case .deal(let board): board != state.board || seenBoard.map { $0 < board } ?? true
        default: true
        }
    }
}
