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

    private let isWatcher: Bool
    /// Whether connections begin with a `welcome`; journals contain none.
    private var hasWelcome: Bool
    private var rules: Rules?
    private var seat: Seat?
    private var table: TableCode?
    private var token: SeatToken?
    private var connection = Connection.began
    private var last: TableState?
    /// The highest number of a game so far.
    private var highestGame = 0
    /// Whether the last state came over this connection.
    private var isFollowing = false
    /// Who got the last turn, found the last set, or dealt, and therefore may have won a race.
    private var lastGrant: Seat?
    private var finder: Seat?
    private var lastMoment = TableInstant.zero
    /// When the table last opened for this client with these cards, or its cards changed.
    private var openedAt = TableInstant.zero
    private var deck = ConformanceDeck()
    private var time: ConformanceTime
    private var standstill: ConformanceStandstill
    private var requests = ConformanceRequests()
    /// How much lower the latency may be than previously measured.
    private let jitter: Duration
    /// Whether the host's process may be stopped for a moment.
    private let mayStop: Bool

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
        (self.rules, self.isWatcher, hasWelcome) = (rules, isWatcher, rules == nil)
        self.mayStop = mayStop
        time = ConformanceTime(tolerance: tolerance, lateness: lateness, isWatcher: isWatcher)
        standstill = ConformanceStandstill(slack: tolerance + lateness + .milliseconds(2))
        jitter = min(tolerance, Self.longestRoundTrip)
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

    /// Records a message of the client, so that answers can be judged.
    package mutating func sent(_ message: ClientMessage, at moment: TableInstant) {
        let isInPlay = last?.phase == .open || last?.phase == .turn
        // If the connection was faster this time, the message may have come too soon to be a
        // reaction.
        let mayBeTooSoon = rules?.players == .two && openedAt.duration(to: moment) < jitter
        requests.sent(message, seeing: isInPlay && !mayBeTooSoon ? last?.board : nil)
    }

    /// Judges the next line that the client receives and returns the violations, in order.
    ///
    /// - Parameter moment: From any fixed beginning; must not decrease.
    package mutating func observe(
        _ message: HostMessage, at moment: TableInstant
    ) -> [ConformanceFault] {
        var findings = ConformanceFindings()
        let moment = max(moment, lastMoment)
        noteSilence(until: moment)
        judgeOrder(of: message, &findings)
        time.judgeOverdue(at: moment, &findings)
        let known = rules ?? .duel
        switch message {
        case .welcome(let welcome): observe(welcome, &findings)
        case .state(let state): observe(state, at: moment, known, &findings)
        case .refused(let refused):
            requests.observe(
                refused, in: last, seats: seats, rules: known, lastGrant: lastGrant, &findings)
        case .hint(let hint):
            findings.demand(!isWatcher, .privacy, "a watcher is shown a hint")
            requests.observe(hint, in: last, rules: known, &findings)
        case .race(let race): observe(race, known, &findings)
        case .commitment(let commitment): deck.observe(commitment, after: last, &findings)
        case .reveal(let reveal): deck.observe(reveal, after: last, &findings)
        case .said(let speaker, let name, _):
            requests.toldEverybody()
            if let speaker, let last {
                findings.demand(
                    last.players[speaker]?.name, is: name, .said, "the name of \(speaker)")
            }
        case .pong(let nonce): requests.observe(pong: nonce, &findings)
        case .ping: break
        case .bye, .error: connection = .ended
        }
        return findings.faults
    }

    /// While the host's process is stopped, nothing comes, and time does not count: a long silence
    /// may be a stop as a whole, a shorter one may end with a ping that was due meanwhile.
    private mutating func noteSilence(until moment: TableInstant) {
        let silence = lastMoment.duration(to: moment)
        lastMoment = moment
        guard mayStop, connection == .running else { return }
        let isLong = silence > Self.pingInterval.upperBound
        let stop = isLong ? silence : max(.zero, silence - Self.pingInterval.lowerBound)
        time.hostStopped(for: stop)
        if last?.phase == .paused { standstill.hostStopped(for: stop) }
    }

    private var seats: [Seat] { isWatcher ? [] : seat.map { [$0] } ?? Seat.allCases }

    // MARK: - The connection

    private mutating func judgeOrder(
        of message: HostMessage, _ findings: inout ConformanceFindings
    ) {
        switch (connection, message) {
        case (.ended, _): findings.demand(false, .lastLine, "a line after the last one")
        case (.began, .welcome), (.began, .error), (.began, .bye): break
        case (.began, _):
            findings.demand(!hasWelcome, .firstLine, "a line before welcome")
            connection = .running
        case (.welcomed, .state): connection = .running
        case (.welcomed, .ping), (.welcomed, .error), (.welcomed, .bye): break
        case (.welcomed, _): findings.demand(false, .firstLine, "no state after welcome")
        case (.running, .welcome): findings.demand(false, .firstLine, "a second welcome")
        case (.running, _): break
        }
    }

    private mutating func observe(_ welcome: Welcome, _ findings: inout ConformanceFindings) {
        (hasWelcome, connection) = (true, .welcomed)
        findings.demand(
            welcome.version == Hello.protocolVersion && (welcome.seat == nil) == isWatcher
                && (welcome.token == nil) == isWatcher, .welcome,
            "seat \(String(describing: welcome.seat)) for a \(isWatcher ? "watcher" : "player")")
        if let seat = welcome.seat {
            findings.demand(
                welcome.rules.seats.contains(seat) && welcome.token != token, .welcome,
                "\(seat), or a token again")
        }
        for field in RuleField.all where !field.allows(welcome.rules) {
            findings.demand(false, .rules, "the value of \(field.key)")
        }
        findings.demand(
            welcome.rules.players == .one || welcome.rules.claim >= .seconds(1), .rules,
            "a duel with a claim time of less than a second")
        if table == welcome.table, let rules {
            findings.demand(welcome.rules == rules, .rules, "the rules have changed")
        }
        if let table, table != welcome.table { forgetTable() }
        (table, rules, seat, token) = (welcome.table, welcome.rules, welcome.seat, welcome.token)
    }

    /// A different table is independent of the previous one.
    private mutating func forgetTable() {
        (last, deck, requests) = (nil, ConformanceDeck(), ConformanceRequests())
    }

    private func observe(
        _ race: Race, _ rules: Rules, _ findings: inout ConformanceFindings
    ) {
        findings.demand(
            rules.players == .two && race.margin >= .zero
                && .zero...rules.lagFairness ~= race.adjustment
                && (!race.isDeadHeat || race.margin <= .milliseconds(1))
                && (isWatcher || lastGrant == nil || lastGrant == race.winner), .race, "\(race)")
    }

    // MARK: - States

    private mutating func observe(
        _ told: TableState, at moment: TableInstant, _ rules: Rules,
        _ findings: inout ConformanceFindings
    ) {
        requests.toldEverybody()
        findings.demand(!told.hasUnknownWord, .shape, "a word that is not in the document")
        if told.hasUnknownWord { return }
        ConformanceShape(rules: rules, state: told).judge(&findings)
        let before = last
        let isNext = judgeRevision(told, &findings)
        let state = told.withKnownCards(of: before)
        if let before {
            if isNext {
                follow(state, told, after: before, at: moment, rules, &findings)
            } else {
                judgeMissing(told, after: before, &findings)
                (lastGrant, finder) = (nil, nil)
            }
        }
        // A player's seat is kept with its game; a watcher may have missed the start of another
        // game.
        let mayBeAnother = isWatcher && !isFollowing && before?.revision != told.revision
        deck.observe(
            state, after: before, isNext: isNext, mayBeAnother: mayBeAnother, &findings)
        time.observe(
            told, after: isNext ? before : nil, at: moment, rules: rules, &findings)
        noteGrant(told)
        // Earlier requests are not reactions to this opening.
        let hasOpened = told.phase == .open && before?.phase != .open
        if hasOpened { requests.tableOpened() }
        if hasOpened || told.board != before?.board { openedAt = moment }
        judgeNumber(ofGameIn: told, &findings)
        (last, isFollowing) = (state, true)
    }

    /// No two games have the same number, except that older hosts count from 1 again when another
    /// opponent sits down.
    private mutating func judgeNumber(
        ofGameIn told: TableState, _ findings: inout ConformanceFindings
    ) {
        if last?.game == 0, told.game > 1 {
            findings.demand(
                told.game > highestGame, .game, "game \(told.game) after game \(highestGame)")
        }
        highestGame = max(highestGame, told.game)
    }

    /// - Returns: Whether this state directly follows the last one.
    private func judgeRevision(
        _ told: TableState, _ findings: inout ConformanceFindings
    ) -> Bool {
        guard let last else { return false }
        let (old, new) = (last.revision.number, told.revision.number)
        guard isFollowing else {
            findings.demand(new >= old, .revision, "\(new) after \(old)")
            return false
        }
        findings.demand(
            new == old + 1 || isWatcher && new > old, .revision, "\(new) after \(old)")
        // The state after states skipped for a watcher may have no event.
        findings.demand(isWatcher || told.event != nil, .repetition, "a state without an event")
        return new == old + 1 && told.event != nil
    }

    private mutating func follow(
        _ state: TableState, _ told: TableState, after before: TableState, at moment: TableInstant,
        _ rules: Rules, _ findings: inout ConformanceFindings
    ) {
        guard let event = told.event else { return }
        var bonuses: Set<Int> = []
        if case .setFound(let seat, _, _) = event {
            bonuses = time.bonuses(for: seat, turn: before.turn, at: moment, rules: rules)
        }
        var step = ConformanceStep(
            rules: rules, before: before, told: told, bonuses: bonuses, finder: finder)
        findings.add(step.judge(event))
        standstill.observe(told, after: before, at: moment, rules: rules, &findings)
        let isOver = ConformanceStep.isEnd(before) || ConformanceStep.isWon(before)
        if isOver, before.phase == .open, before.selection?.verdict != .match {
            findings.demand(
                told.phase == .over || event == .suddenDeath, .mustEnd, "\(event) after the end")
        }
        if case .claimed(seat) = event {
            requests.observe(grantIn: told, &findings)
        }
    }

    /// Judges a state against an older one when states in between are missing.
    private func judgeMissing(
        _ told: TableState, after before: TableState, _ findings: inout ConformanceFindings
    ) {
        // The count may restart with another opponent.
        let mayBeginAgain = told.players.map { $0?.name } != before.players.map { $0?.name }
        findings.demand(
            told.game >= before.game || mayBeginAgain || !isFollowing, .game,
            "game \(told.game) after \(before.game)")
        findings.demand(
            told.board >= before.board, .boardNumber, "a board before \(before.board.number)")
        if told.revision == before.revision {
            var again = told.withKnownCards(of: before)
            (again.event, again.turn, again.clock) = (before.event, before.turn, before.clock)
            findings.demand(again == before, .repetition, "another state of the same revision")
        }
        // States in which cards come or go, or a game begins or ends, are never skipped for a
        // watcher.
        guard isFollowing, told.board == before.board, told.game == before.game else { return }
        findings.demand(
            told.deck == before.deck, .cards, "cards came in a skipped state")
    }

    private mutating func noteGrant(_ told: TableState) {
        switch told.event {
        case .claimed(let seat), .dealt(let seat, _, _, _): lastGrant = seat
        case .setFound(let seat, _, _): (lastGrant, finder) = (seat, seat)
        case .refilled: requests.refilled(on: told.board)
        case .started: finder = nil
        default: break
        }
    }
}

extension ConformanceFindings {
    mutating func add(_ other: ConformanceFindings) {
        for fault in other.faults { demand(false, fault.law, fault.details) }
    }
}

extension TableState {
    /// The state with face-down cards filled in that were seen in the same slots, including a found
    /// set.
    fileprivate func withKnownCards(of before: TableState?) -> TableState {
        guard let before, before.board == board, before.cards.count == cards.count,
            cards.contains(nil)
        else { return self }
        var state = self
        state.cards = zip(cards, before.cards).map { $0 ?? $1 }
        if before.selection?.verdict == .match, cards.allSatisfy({ $0 == nil }) {
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
        case .flag, .word: true
        }
    }
}
