import SetProtocol

/// What the protocol document allows a host to send to one client: a second opinion on a host.
///
/// Written from `docs/PROTOCOL.md`, it shares no code with the host. It follows the lines that one
/// client receives and reports every violation of the document. Where the document leaves something
/// open, it accepts every reading.
///
/// Judging a state costs as much as comparing it with the previous one. Sets are counted only when
/// cards are dealt, a hint is shown, or the deck is empty.
package struct ConformanceModel: Sendable {
    /// What the connection is waiting for.
    private enum Connection {
        /// A welcome, or a state if the rules are already known.
        case began
        /// The first state after a welcome.
        case welcomed
        case running
        /// Nothing more.
        case ended
    }

    private(set) var isWatcher: Bool
    /// How far a time may be off because of latency.
    let tolerance: Duration
    /// How late a host's timers may fire.
    let lateness: Duration
    /// Whether the host's process may be stopped for a moment.
    private let mayStop: Bool

    private var connection = Connection.began
    /// Whether connections begin with a `welcome`; journals contain none.
    private var hasWelcome: Bool
    private var table: TableCode?
    private var token: SeatToken?
    private var seat: Seat?
    private(set) var rules: Rules
    /// The last state, with face-down cards filled in as far as known.
    private(set) var last: TableState?
    /// Whether the last state came over this connection.
    private var isFollowing = false
    /// The highest number of a game so far.
    private var highestGame = 0
    /// The moment of the line that is judged.
    private(set) var now = TableInstant.zero
    /// When the table last opened for this client with these cards, or its cards changed.
    private var openedAt = TableInstant.zero
    /// Who got the last turn, found the last set, or dealt, and therefore may have won a race.
    private(set) var lastGrant: Seat?
    /// Who found the last set of this deck; `nil` if there was none or it is unknown.
    private(set) var finder: Seat?
    /// Whether cards may be turned over because the host restarted.
    private(set) var mayTurnOver = false

    /// The state that is judged, the last one before it, and what should follow that one.
    private(set) var published = TableState()
    private(set) var before = TableState()
    var next = TableState()
    var findings = ConformanceFindings()
    var deck = ConformanceDeck()
    var time = ConformanceTime()
    var standstill = ConformanceStandstill()
    var requests = ConformanceRequests()

    /// The time between two pings of a host that is not stopped.
    private static let pingInterval = Duration.milliseconds(800)...(.milliseconds(1250))

    /// A message later than this may always be a reaction.
    private static let longestRoundTrip = Duration.milliseconds(395)

    /// Begins with a client's first connection or with a journal.
    ///
    /// `rules` is `nil` if `welcome` will tell them. `isWatcher` means that states may be skipped.
    /// `tolerance` is how far apart moments may be from the host's; zero for a journal. `lateness`
    /// is how late a timer of the host may act. `mayStop` accepts that time does not count while the
    /// host's process is stopped, as a client may see it.
    package init(
        rules: Rules?, isWatcher: Bool, tolerance: Duration, lateness: Duration,
        mayStop: Bool = false
    ) {
        (self.rules, self.isWatcher, hasWelcome) = (rules ?? .duel, isWatcher, rules == nil)
        (self.tolerance, self.lateness, self.mayStop) = (tolerance, lateness, mayStop)
    }

    /// Begins a new connection, after a return or a restart of the host.
    ///
    /// Earlier states still count; unanswered requests are forgotten.
    package mutating func connectionBegan() {
        (connection, isFollowing) = (.began, false)
        (lastGrant, finder) = (nil, nil)
        deck.connectionBegan()
        time.connectionBegan()
        standstill.connectionBegan()
        requests.connectionBegan()
    }

    /// Goes on in the journal of a host that was restarted.
    package mutating func hostRestarted() {
        connectionBegan()
        mayTurnOver = true
    }

    /// Records a message of the client, so that answers can be judged.
    package mutating func sent(_ message: ClientMessage, at moment: TableInstant) {
        let isInPlay = last?.phase == .open || last?.phase == .turn
        // If the connection was faster this time, the message may have come too soon to be a
        // reaction.
        let jitter = min(tolerance, Self.longestRoundTrip)
        let mayBeTooSoon = rules.players == .two && openedAt.duration(to: moment) < jitter
        requests.sent(message, seeing: isInPlay && !mayBeTooSoon ? last?.board : nil)
    }

    /// Judges the next line that the client receives and returns the violations, in order.
    ///
    /// - Parameter moment: From any fixed beginning; must not decrease.
    package mutating func observe(
        _ message: HostMessage, at moment: TableInstant
    ) -> [ConformanceFault] {
        findings = ConformanceFindings()
        noteSilence(until: max(moment, now))
        judgeOrder(of: message)
        judgeOverdue()
        switch message {
        case .welcome(let welcome): observe(welcome)
        case .state(let state): observe(state)
        case .refused(let refused): observe(refused)
        case .hint(let hint): observe(hint)
        case .race(let race):
            findings.demand(
                rules.players == .two && race.margin >= .zero
                    && .zero...rules.lagFairness ~= race.adjustment
                    && (!race.isDeadHeat || race.margin <= .milliseconds(1))
                    && (isWatcher || lastGrant == nil || lastGrant == race.winner), .race,
                "\(race)")
        case .commitment(let commitment): observe(commitment)
        case .reveal(let reveal): observe(reveal)
        case .said(let speaker, let name, _):
            requests.toldCount += 1
            if let speaker, let last {
                findings.demand(
                    last.players[speaker]?.name, is: name, .said, "the name of \(speaker)")
            }
        case .pong(let nonce): observe(pong: nonce)
        case .status, .ping: break
        case .bye, .error: connection = .ended
        }
        return findings.faults
    }

    /// While the host's process is stopped, nothing comes, and time does not count: a long silence
    /// may be a stop as a whole, a shorter one may end with a ping that was due meanwhile.
    private mutating func noteSilence(until moment: TableInstant) {
        let silence = now.duration(to: moment)
        now = moment
        guard mayStop, connection == .running else { return }
        let isLong = silence > Self.pingInterval.upperBound
        let stop = isLong ? silence : max(.zero, silence - Self.pingInterval.lowerBound)
        time.hostStopped(for: stop)
        if last?.phase == .paused { standstill.hostStopped(for: stop) }
    }

    /// The seats that may be the client's: none for a watcher, both as long as it is unknown.
    var seats: [Seat] { isWatcher ? [] : seat.map { [$0] } ?? Seat.allCases }

    // MARK: - The connection

    private mutating func judgeOrder(of message: HostMessage) {
        switch (connection, message) {
        case (.ended, _): findings.demand(false, .lastLine, "a line after the last one")
        case (.began, .welcome), (.began, .error), (.began, .bye): break
        case (.began, _):
            findings.demand(!hasWelcome, .firstLine, "a line before welcome")
            connection = .running
        case (.welcomed, .state): connection = .running
        case (.welcomed, .ping), (.welcomed, .error), (.welcomed, .bye): break
        case (.welcomed, _): findings.demand(false, .firstLine, "no state after welcome")
        case (.running, _): break
        }
    }

    private mutating func observe(_ welcome: Welcome) {
        if connection == .running {
            judgeMove(welcome)
        } else {
            (hasWelcome, connection) = (true, .welcomed)
            // The queue may have given a seat to a watcher who does not know it yet.
            findings.demand(
                (welcome.seat == nil) == isWatcher || isWatcher && token != nil, .welcome,
                "seat \(String(describing: welcome.seat)) for a \(isWatcher ? "watcher" : "player")"
            )
            findings.demand(
                welcome.token == nil || welcome.token != token || isWatcher, .welcome,
                "a token again")
        }
        findings.demand(
            welcome.version == Hello.protocolVersion
                && welcome.seat.map(welcome.rules.seats.contains) ?? true
                && (welcome.token == nil) == (welcome.seat == nil && welcome.name == nil)
                && (welcome.seat == nil || welcome.name == nil), .welcome,
            "token, name, and seat \(String(describing: welcome.seat))")
        isWatcher = welcome.seat == nil
        for field in RuleField.all where !field.allows(welcome.rules) {
            findings.demand(false, .rules, "the value of \(field.key)")
        }
        findings.demand(
            welcome.rules.players == .one || welcome.rules.claim >= .seconds(1), .rules,
            "a duel with a claim time of less than a second")
        if table == welcome.table {
            findings.demand(welcome.rules == rules, .rules, "the rules have changed")
        } else if table != nil {
            // A different table is independent of the previous one.
            (last, deck, requests) = (nil, ConformanceDeck(), ConformanceRequests())
        }
        (table, rules, seat, token) = (welcome.table, welcome.rules, welcome.seat, welcome.token)
    }

    /// Judges a welcome that is not the first: a place in the queue comes or goes, or becomes a seat, or
    /// a seat goes to the queue.
    private mutating func judgeMove(_ welcome: Welcome) {
        requests.toldCount += 1
        let isAsked = requests.hasAskedForQueue && (token == nil) != (welcome.token == nil)
        let isBetweenGames = last?.phase == .over || last?.phase == .waiting
        let isRight =
            switch (seat, welcome.seat) {
            case (nil, nil): isAsked
            case (nil, _?): token != nil && welcome.token == token && isBetweenGames
            case (_?, nil): welcome.token == nil && isBetweenGames
            case (_?, _?): false
            }
        findings.demand(
            isRight && rules.rotate != .off && rules.players == .two, .welcome, "a second welcome")
    }

    // MARK: - States

    private mutating func observe(_ state: TableState) {
        requests.toldCount += 1
        guard !state.hasUnknownWord else {
            return findings.demand(false, .shape, "a word that is not in the document")
        }
        published = state
        judgeShape()
        let isNext = judgeRevision()
        let known = state.withKnownCards(of: last)
        if let last {
            before = last
            if isNext {
                judge(state.event)
            } else {
                judgeMissing()
                (lastGrant, finder) = (nil, nil)
            }
        }
        // A player's seat is kept with its game; a watcher may have missed the start of another
        // game.
        let mayBeAnother = isWatcher && !isFollowing && last?.revision != state.revision
        judgeDeck(known, isNext: isNext, mayBeAnother: mayBeAnother)
        judgeTime(isNext: isNext)
        noteGrant()
        // Earlier requests are not reactions to this opening.
        let hasOpened = state.phase == .open && last?.phase != .open
        if hasOpened { requests.tableOpened() }
        if hasOpened || state.board != last?.board { openedAt = now }
        // No two games have the same number, except that older hosts count from 1 again when another
        // opponent sits down.
        findings.demand(
            last?.game != 0 || state.game < 2 || state.game > highestGame, .game,
            "game \(state.game) after game \(highestGame)")
        highestGame = max(highestGame, state.game)
        (last, isFollowing) = (known, true)
    }

    /// - Returns: Whether this state directly follows the last one.
    private mutating func judgeRevision() -> Bool {
        guard let last else { return false }
        let (old, new) = (last.revision.number, published.revision.number)
        guard isFollowing else {
            findings.demand(new >= old, .revision, "\(new) after \(old)")
            return false
        }
        findings.demand(
            new == old + 1 || isWatcher && new > old, .revision, "\(new) after \(old)")
        // The state after states skipped for a watcher may have no event.
        let isExplained = published.event != nil || published.queue != last.queue
        findings.demand(isWatcher || isExplained, .repetition, "a state without an event")
        return new == old + 1 && isExplained
    }

    private mutating func judge(_ event: TableEvent?) {
        judgeStep(event)
        judgeStandstill()
        if before.isEnd(rules) || before.isWon, before.phase == .open, before.foundSet.isEmpty {
            findings.demand(
                published.phase == .over || event == .suddenDeath, .mustEnd,
                "\(String(describing: event)) after the end")
        }
        if case .claimed(seat) = event { judgeGrant() }
    }

    /// Judges a state against an older one when states in between are missing.
    private mutating func judgeMissing() {
        // The count may restart with another opponent.
        let mayBeginAgain = published.players.map { $0?.name } != before.players.map { $0?.name }
        findings.demand(
            published.game >= before.game || mayBeginAgain || !isFollowing, .game,
            "game \(published.game) after \(before.game)")
        findings.demand(
            published.board >= before.board, .boardNumber, "a board before \(before.board.number)")
        if published.revision == before.revision {
            var again = published.withKnownCards(of: before)
            (again.event, again.turn, again.clock) = (before.event, before.turn, before.clock)
            findings.demand(again == before, .repetition, "another state of the same revision")
        }
        // States in which cards come or go, or a game begins or ends, are never skipped for a
        // watcher.
        guard isFollowing, published.board == before.board, published.game == before.game else {
            return
        }
        findings.demand(published.deck == before.deck, .cards, "cards came in a skipped state")
    }

    private mutating func noteGrant() {
        switch published.event {
        case .claimed(let seat), .dealt(let seat, _, _, _): lastGrant = seat
        case .setFound(let seat, _, _): (lastGrant, finder) = (seat, seat)
        case .refilled: requests.refilledBoard = published.board
        case .started: finder = nil
        case .paused, .returned: mayTurnOver = false
        default: break
        }
    }
}

extension TableState {
    /// The cards of a found set that is shown.
    var foundSet: [Card] { selection.flatMap { $0.verdict == .match ? $0.cards : nil } ?? [] }

    /// The cards that can be claimed.
    var claimable: CardSet {
        var free = CardSet(cards.compactMap(\.self))
        for card in foundSet { free.remove(card) }
        return free
    }

    /// Whether a set was found in a sudden death.
    var isWon: Bool { isSuddenDeath && hasFoundSet }

    /// Whether the deck is empty and no set can be claimed, or somebody has won outright.
    func isEnd(_ rules: Rules) -> Bool {
        outright(rules) != nil || deck == 0 && !cards.contains(nil) && !claimable.containsSet
    }

    /// Who has found as many sets as win the game at once.
    func outright(_ rules: Rules) -> Seat? {
        guard rules.firstTo > 0 else { return nil }
        return Seat.allCases.first { (players[$0]?.sets ?? 0) >= rules.firstTo }
    }

    /// The players who are away.
    var away: [Seat] { players.seats { $0?.isPresent == false } }

    /// Whether both players agreed to a pause.
    func isPauseAgreed(_ rules: Rules) -> Bool {
        rules.seats.allSatisfy { players[$0]?.asks == .pause }
    }

    fileprivate var hasUnknownWord: Bool {
        phase == nil || turn.map { $0.reason == nil } == true
            || clock.map { $0.reason == nil } == true
            || selection.map { $0.verdict == nil } == true
            || result.map { $0.decider == nil } == true
    }

    /// The state with face-down cards filled in that were seen in the same slots, including a found
    /// set.
    fileprivate func withKnownCards(of before: TableState?) -> TableState {
        guard let before, before.board == board, before.cards.count == cards.count,
            cards.contains(nil)
        else { return self }
        var state = self
        state.cards = zip(cards, before.cards).map { $0 ?? $1 }
        if !before.foundSet.isEmpty, cards.allSatisfy({ $0 == nil }) {
            state.selection = before.selection
        }
        return state
    }
}

extension RuleField {
    fileprivate func allows(_ rules: Rules) -> Bool {
        switch kind {
        case .time(let path, let range), .milliseconds(let path, let range):
            range.contains(rules[keyPath: path].wholeMilliseconds)
        case .number(let path, let range): range.contains(rules[keyPath: path])
        case .count(let path, let counts): counts.contains(rules[keyPath: path])
        case .flag, .word: true
        }
    }
}
