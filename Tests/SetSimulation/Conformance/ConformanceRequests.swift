import SetProtocol

/// What one client has asked for, and what was answered.
struct ConformanceRequests {
    fileprivate struct Request {
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

    fileprivate var pending: [Request] = []
    /// Claims from an earlier connection, which may have been held when a newer connection replaced
    /// it.
    fileprivate var inherited: [Request] = []
    fileprivate var isFollowed = false
    /// How many states and chat lines have been received.
    var toldCount = 0
    /// Refusals per type; `nil` stands for unreadable requests.
    fileprivate var refusedCounts: [ClientMessage.MessageType?: Int] = [:]
    fileprivate var hint: Hint?
    /// Whether hints may have been lost with an earlier connection.
    fileprivate var mayMissHints = false
    /// The board after found cards were last discarded, which a claim on the previous board may have
    /// caused.
    var refilledBoard: BoardNumber?

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

    /// Whether the client has asked for a place in the queue, or to lose it.
    var hasAskedForQueue: Bool { !isFollowed || pending.contains { $0.message == .queue } }

    fileprivate func refusedCount(of type: ClientMessage.MessageType) -> Int {
        refusedCounts[type, default: 0] + refusedCounts[nil, default: 0]
    }

    /// Records that a turn or a pause is over: earlier requests were sent without knowing it.
    mutating func tableOpened() {
        for place in pending.indices { pending[place].board = nil }
    }
}

/// Judges a host's answers to one client.
extension ConformanceModel {
    /// Judges a pong: by then, everything before its ping must have been answered.
    mutating func observe(pong nonce: Nonce) {
        guard requests.isFollowed else { return }
        guard let place = requests.pending.firstIndex(where: { $0.message == .ping(nonce) }) else {
            return findings.demand(false, .answer, "a pong that answers no ping")
        }
        for request in requests.pending[..<place] {
            // A refusal does not say which of several requests of a type it answers.
            let type = request.message.type
            let isRefused = requests.refusedCount(of: type) > request.refusedBefore
            let isTold = type != .ping && requests.toldCount > request.toldBefore
            findings.demand(isRefused || isTold, .answer, "a pong before the answer to \(type)")
        }
        requests.pending.removeSubrange(...place)
        // Pings wait until a held claim is decided.
        requests.inherited = []
    }

    /// Judges a grant to this client by the board it named.
    mutating func judgeGrant() {
        guard requests.isFollowed else { return }
        let (board, refilled) = (published.board, requests.refilledBoard)
        func names(_ request: ConformanceRequests.Request) -> Bool {
            guard case .claim(let claim) = request.message else { return false }
            // A claim made while a found set was shown names the board of that display.
            return claim.board == board
                || refilled == board && claim.board.number == board.number - 1
        }
        guard let place = requests.pending.firstIndex(where: names) else {
            if let place = requests.inherited.firstIndex(where: names) {
                requests.inherited.remove(at: place)
                return
            }
            return findings.demand(
                false, .answer, "a turn on board \(board.number) that was not claimed")
        }
        // A refusal does not say which of several claims it answers. If it seemed to answer this
        // one, it answered the oldest other.
        if requests.pending[place].isRefused, let other = unanswered(.claim).first {
            requests.pending[other].isRefused = true
        }
        requests.pending.remove(at: place)
    }

    /// The places of the requests of a type that no refusal has answered.
    private func unanswered(_ type: ClientMessage.MessageType) -> [Int] {
        requests.pending.indices.filter {
            requests.pending[$0].message.type == type && !requests.pending[$0].isRefused
        }
    }

    /// Judges a refusal by its request and by the state in which the request was made.
    mutating func observe(_ refused: Refused) {
        guard let why = refused.why else {
            return findings.demand(false, .refusal, "a word that is not in the document")
        }
        requests.refusedCounts[refused.request, default: 0] += 1
        guard let type = refused.request else {
            return findings.demand(
                [.unknownType, .tooFast, .badText].contains(why), .refusal, "\(why) of nothing")
        }
        let open = unanswered(type)
        if type == .claim, !requests.inherited.isEmpty, open.isEmpty {
            requests.inherited.removeFirst()
            return
        }
        var request: ConformanceRequests.Request?
        if requests.isFollowed {
            findings.demand(!open.isEmpty, .refusal, "\(type) is refused but was not requested")
            // Requests that were carried out, held, or refused earlier cannot be distinguished: any
            // of them may be the one.
            let places = requests.pending.indices.filter {
                requests.pending[$0].message.type == type
            }
            let permitting = places.filter { permits(why, of: type, by: requests.pending[$0]) }
            let answered = open.first(where: permitting.contains)
            request = (answered ?? permitting.first ?? places.first).map { requests.pending[$0] }
            if let place = answered ?? open.first { requests.pending[place].isRefused = true }
        }
        let (phase, isPermitted) = (last?.phase, permits(why, of: type, by: request))
        findings.demand(
            isPermitted, .refusal,
            "\(type) is refused as \(why) in phase \(String(describing: phase))")
    }

    // MARK: - Hints

    /// Judges a hint by the board.
    mutating func observe(_ hint: Hint) {
        findings.demand(!isWatcher, .privacy, "a watcher is shown a hint")
        findings.demand(rules.hints, .hint, "a hint although hints are off")
        let before = requests.hint?.board == hint.board ? requests.hint?.cards ?? [] : []
        let most = requests.mayMissHints ? 3 : before.count + 1
        (requests.hint, requests.mayMissHints) = (hint, false)
        // Once all cards of a set have been shown, another hint changes nothing for the others.
        requests.toldCount += 1
        guard let last else { return }
        findings.demand(hint.board, is: last.board, .hint, "the board of the hint")
        findings.demand(
            last.cards.contains(nil) || Self.isPartOfSet(hint.cards, last.claimable), .hint,
            "\(hint.cards) are not part of one set")
        // A player who returns is shown the same hint again.
        findings.demand(
            Set(before).isSubset(of: hint.cards) && hint.cards.count <= most, .hint,
            "\(hint.cards) after \(before)")
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

    // MARK: - Which refusals a state allows, according to the table of phases

    private func permits(
        _ why: Refusal, of type: ClientMessage.MessageType, by request: ConformanceRequests.Request?
    ) -> Bool {
        guard let state = last else { return true }
        switch why {
        case .tooFast: return [.say, .queue, .pick, .new, .pause, .decline].contains(type)
        case .badText: return type == .say
        case .alreadyGreeted: return type == .hello
        case .noQueue: return type == .queue
        case .unknownType: return false
        case .onlyWatching:
            return seats.isEmpty && ![.say, .queue, .ping, .pong, .leave].contains(type)
        case _: break
        }
        return seats.contains { seat in
            // A race lost to a claim that named its cards is refused after the verdict, which may
            // have ended the game.
            why == .notYourTurn && [.claim, .deal, .pick].contains(type)
                && lastGrant == seat.opponent
                || permits(why, of: type, by: request, from: seat, in: state)
        }
    }

    private func permits(
        _ why: Refusal, of type: ClientMessage.MessageType,
        by request: ConformanceRequests.Request?, from seat: Seat, in state: TableState
    ) -> Bool {
        if type == .decline { return why == .nothingToAgree }
        let isPlay = [.claim, .pick, .deal, .pass, .hint, .pause].contains(type)
        let isReady = state.players[seat]?.isReady == true
        switch state.phase {
        case .waiting:
            if isReady, type == .ready || type == .new { return why == .alreadyReady }
            guard isPlay || type == .resign else { return false }
            return state.players[seat.opponent] == nil
                ? why == .waitingForOpponent : why == .waitingForReady
        case .countdown:
            return why == .countdownRunning && (isPlay || type == .ready || type == .new)
        case .paused:
            if type == .ready, isReady { return why == .alreadyReady }
            guard isPlay || type == .ready else { return false }
            let isAway = state.players[seat.opponent]?.isPresent == false
            return why == .opponentAway && isAway || why == .gamePaused && type != .ready
        case .over:
            if type == .ready || type == .new { return why == .alreadyReady && isReady }
            return why == .gameOver && (isPlay || type == .resign)
        case .open, .turn, nil:
            return permitsInPlay(why, of: type, by: request, from: seat, in: state)
        }
    }

    private func permitsInPlay(
        _ why: Refusal, of type: ClientMessage.MessageType,
        by request: ConformanceRequests.Request?, from seat: Seat, in state: TableState
    ) -> Bool {
        let (holder, isOpen, isShowing) = (
            state.turn?.seat, state.phase == .open, !state.foundSet.isEmpty
        )
        // While a claim is held, most requests are refused until it is decided.
        let mayWait = isOpen && rules.players == .two
        switch (type, why) {
        case (_, .finishYourTurn) where mayWait:
            return [.claim, .pick, .deal, .ready, .new, .pause, .resign].contains(type)
        case (.ready, .nothingToAgree): return true
        case (.ready, .alreadyReady):
            // An agreed pause begins after the turn and after a found set has been shown.
            return (state.phase == .turn || isShowing) && state.isPauseAgreed(rules)
        case (.claim, .staleBoard), (.deal, .staleBoard):
            // The named board is not current or had not been seen yet, as far as known.
            guard let named = request?.message.board else { return true }
            return named != state.board || request?.board.map { $0 < named } ?? true
        case (.claim, .alreadyYourTurn): return holder == seat || mayWait
        case (.claim, .notYourTurn), (.deal, .notYourTurn), (.pick, .notYourTurn):
            return holder == seat.opponent
        // A set is shown after which nobody can get the turn.
        case (.claim, .gameOver): return state.isEnd(rules) || state.isWon
        case (.claim, .gamePaused): return isShowing && state.isPauseAgreed(rules)
        case (.claim, .noClaimNeeded): return !rules.needsClaim
        case (.claim, .sameCardTwice), (.claim, .cardNotOnBoard): return isOpen
        case (.pick, .claimFirst): return isOpen && !isShowing && rules.needsClaim
        case (.pick, .cardNotOnBoard):
            guard holder != seat.opponent else { return false }
            guard case .pick(let card)? = request?.message else { return true }
            return !state.cards.contains(card) || mayWait
        case (.deal, .finishYourTurn): return holder == seat
        case (.deal, .deckEmpty):
            return isOpen && state.deck == 0 && !(rules.players == .two && isShowing)
        case (.pass, .nothingToPass): return holder != seat
        case (.hint, .hintsOff): return !rules.hints
        default: return false
        }
    }
}

extension ClientMessage {
    /// The board that a claim or a deal names.
    fileprivate var board: BoardNumber? {
        switch self {
        case .claim(let claim): claim.board
        case .deal(let board): board
        default: nil
        }
    }
}
