import SetProtocol

/// Everything one client knows of a table, as a value: messages, moves and the time go in, effects come
/// out.
///
/// The model is a reflection of the host's. It never judges: a claim is "being called" until the
/// host grants it, and cards are picked when the host says so. Its own are only the private marks and the
/// arrangement of the cards.
package struct TableModel: Hashable, Sendable {
    /// Where the connection stands.
    package enum Connection: Hashable, Sendable {
        /// Nothing has been heard yet.
        case joining
        /// The host has let us in.
        case joined(Welcome)
        /// It is over; the text says why in plain words.
        case ended(message: String, isError: Bool)
    }

    /// Whose program the table is in, as far as it matters to the player.
    package enum Venue: Hashable, Sendable {
        /// Another program hosts it.
        case elsewhere
        /// This program hosts it for others too, and closes it when its player leaves.
        case hosted
        /// This program hosts it for its player alone: the opponent is the computer.
        case embedded
        /// Nobody's any more: what happened there is looked at again, and nothing can be said to it.
        case recorded
    }

    /// A claim that has been sent and not yet answered.
    struct Call: Hashable, Sendable {
        var board: BoardNumber
        var marks: [Card]
    }

    /// Whose program the table is in.
    package let venue: Venue
    /// Where the connection stands.
    package internal(set) var connection = Connection.joining
    /// What is being done about a line that broke; `nil` while it stands.
    package internal(set) var outage: Outage?
    /// The table as the host last described it, its cards where this player has put them.
    package internal(set) var table: TableState?
    /// When that description arrived; its remaining times count from here.
    package internal(set) var arrival = MonotonicInstant.zero
    /// The cards marked privately, at most three, in the order they were marked.
    package internal(set) var marks: [Card] = []
    /// The newest verdict.
    package internal(set) var verdict: ShownVerdict?
    /// When three cards were judged to be no set, as long as nothing else has happened since.
    package internal(set) var mismatchTime: MonotonicInstant?
    /// The newest refusal or other word to this player, and when it came.
    package internal(set) var notice: LogEntry?
    /// What the host has shown of a set on the present board.
    package internal(set) var hint: Hint?
    /// What happened, the newest last; bounded.
    package internal(set) var log: [LogEntry] = []
    /// What has been seen of the present game.
    var record = GameRecord()
    /// What is known of the host's shuffles.
    var shuffle = ShuffleCheck()
    /// The names last seen in each seat, so that somebody who has left is still called by theirs.
    var lastNames = PerSeat<String?>(both: nil)
    /// The claim that is being called.
    var call: Call?
    /// Whether the host has not described the table since it let us in: whatever it says counts then.
    var awaitsTable = true
    /// The cards as this player has arranged them; `nil` as long as they lie as the host laid them.
    var arrangement: [Card]?

    /// How many entries of the log are kept.
    static let logLimit = 200

    /// A client that has just said hello.
    ///
    /// - Parameter venue: Whose program the table is in.
    package init(venue: Venue = .elsewhere) {
        self.venue = venue
    }

    /// This player's seat; `nil` for a watcher and before the host's welcome.
    package var seat: Seat? {
        guard case .joined(let welcome) = connection else { return nil }
        return welcome.seat
    }

    /// Whether this player only looks on.
    var isWatching: Bool {
        if case .joined(let welcome) = connection { welcome.seat == nil } else { false }
    }

    /// What is played here.
    package var rules: Rules {
        guard case .joined(let welcome) = connection else { return .duel }
        return welcome.rules
    }

    /// Whether this player has said that they see a set and the host has not answered yet.
    package var isCalling: Bool { call != nil }

    /// The figures of the game that has just ended; `nil` while one goes on or none was played.
    var report: GameReport? { table?.phase == .over ? GameReport(record) : nil }

    /// Whether this player may pick cards now.
    package var mayPick: Bool {
        guard let table, let seat else { return false }
        switch table.phase {
        case .turn: return table.turn?.seat == seat
        case .open: return !rules.needsClaim
        case .waiting, .countdown, .paused, .over, nil: return false
        }
    }

    /// Whether a game is going on that leaving would end.
    package var isDuelRunning: Bool {
        guard seat != nil, let table, rules.players == .two else { return false }
        switch table.phase {
        case .countdown, .open, .turn, .paused, nil: return true
        case .waiting, .over: return false
        }
    }

    /// What is left of the turn or of the clock that is running; without a line, of the time for
    /// which the seat is kept.
    ///
    /// - Returns: `nil` when nothing is timed.
    package func countdown(at now: MonotonicInstant) -> Countdown? {
        if let outage = outage(at: now) { return outage.seatCountdown(at: now) }
        guard var countdown = table?.turn?.countdown ?? table?.clock?.countdown else { return nil }
        countdown.remaining = max(.zero, countdown.remaining - arrival.duration(to: now))
        return countdown
    }

    /// The name of whoever sits in a seat or was the last to sit there.
    package func name(of seat: Seat) -> String {
        table?.players[seat]?.name ?? lastNames[seat] ?? "nobody"
    }
}

// MARK: - From the host

extension TableModel {
    /// Takes a message from the host.
    ///
    /// - Returns: What to do, in order.
    package mutating func receive(_ message: HostMessage, at now: MonotonicInstant)
        -> [ClientEffect]
    {
        switch message {
        case .welcome(let welcome):
            return welcomed(welcome, at: now)
        case .state(let state):
            return received(state, at: now)
        case .refused(let refused):
            // Only an answer to the claim ends the calling; a rate limit names no request.
            if refused.request == .claim || refused.request == nil { call = nil }
            if isNoNews(refused, at: now) { return [] }
            notice = note(.refused(refused.why, message: refused.message), at: now)
            return []
        case .hint(let hint):
            self.hint = hint
            return []
        case .race(let race):
            notice = note(.race(race), at: now)
            return []
        case .commitment(let commitment):
            shuffle.receive(commitment)
            return []
        case .reveal(let reveal):
            guard let finding = shuffle.receive(reveal) else { return [] }
            let entry = note(.shuffle(finding.sentence), at: now)
            if finding != .kept { notice = entry }
            return []
        case .said(let seat, let name, let text):
            note(.said(seat, name: name, text: text), at: now)
            return []
        case .ping(let nonce):
            return [.send(.pong(nonce))]
        case .pong:
            return []
        case .bye(let farewell, _, let message):
            connection = .ended(
                message: Farewell.sentence(for: farewell, message), isError: false)
            return [.quit]
        case .error(_, let message):
            connection = .ended(message: message, isError: true)
            return [.quit]
        }
    }

    /// Notes that the connection is gone without a goodbye.
    ///
    /// - Returns: What to do, in order.
    package mutating func connectionClosed(_ message: String) -> [ClientEffect] {
        if case .ended = connection { return [] }
        connection = .ended(message: message, isError: true)
        return [.quit]
    }

    private mutating func welcomed(_ welcome: Welcome, at now: MonotonicInstant) -> [ClientEffect] {
        connection = .joined(welcome)
        awaitsTable = true
        if outage != nil { remark("Reconnected. You are back at the table.", at: now) }
        outage = nil
        return []
    }

    private mutating func received(_ news: TableState, at now: MonotonicInstant) -> [ClientEffect] {
        if let table, news.revision < table.revision, !awaitsTable { return [] }
        awaitsTable = false
        let state = arranged(news)
        let before = table
        for seat in Seat.allCases {
            if let name = state.players[seat]?.name { lastNames[seat] = name }
        }
        table = state
        arrival = now
        record.apply(news, at: now)
        shuffle.receive(news)
        if let before { forget(whatWasTrueOf: before, now: state) }
        // Cards that lie face down may be the marked ones.
        if !state.cards.contains(nil) { marks.removeAll { !state.cards.contains($0) } }
        keepHint(on: state)
        if let event = state.event {
            apply(event, at: now)
        } else if let message = state.message {
            remark(message, at: now)
        }
        return effects(ofTurnFrom: before?.turn, to: state)
    }

    private mutating func apply(_ event: TableEvent, at now: MonotonicInstant) {
        note(.event(event), at: now)
        switch event {
        case .setFound(let seat, let trio, let points), .mismatch(let seat, let trio, let points):
            verdict = ShownVerdict(seat: seat, trio: trio, points: points, time: now)
            if case .mismatch = event { mismatchTime = now }
            marks.removeAll(where: trio.contains)
        case .started, .suddenDeath:
            verdict = nil
            marks = []
        case .joined, .left, .away, .returned, .seatReleased, .ready, .countdown, .claimed,
            .picked, .unpicked, .timedOut, .passed, .dealt, .refilled, .hinted, .asked, .withdrew,
            .paused, .resumed, .resigned, .over:
            break
        }
    }

    /// A granted claim carries the marks made before it into the turn.
    private mutating func effects(
        ofTurnFrom before: Turn?, to state: TableState
    ) -> [ClientEffect] {
        guard let turn = state.turn else {
            if let call, call.board != state.board { self.call = nil }
            return []
        }
        defer { call = nil }
        guard turn.seat == seat, before?.seat != turn.seat else { return [] }
        guard turn.reason == .claim else { return [.alert] }
        let carried = (call?.marks ?? []).filter(marks.contains)
        marks.removeAll(where: carried.contains)
        return carried.map { .send(.pick($0)) }
    }

    /// Tells the player something, in a line that goes away by itself.
    package mutating func remark(_ text: String, at now: MonotonicInstant) {
        notice = note(.remark(text), at: now)
    }

    @discardableResult
    mutating func note(_ content: LogEntry.Content, at now: MonotonicInstant) -> LogEntry {
        let names = PerSeat(first: name(of: .first), second: name(of: .second))
        var entry = LogEntry(time: now, content: content, names: names)
        entry.isDealRight = wasLastDealRight
        log.append(entry)
        if log.count > Self.logLimit { log.removeFirst(log.count - Self.logLimit) }
        return entry
    }
}

extension Farewell {
    /// What a person is told when the host says goodbye.
    package var sentence: String {
        switch self {
        case .left: "You left the table."
        case .closing: "The host closed the table."
        case .restarting: "The host is restarting: join again in a moment."
        }
    }

    /// The same, in the host's own words where only a newer host knows the reason.
    static func sentence(for farewell: Farewell?, _ message: String?) -> String {
        farewell?.sentence ?? message ?? "The host closed the connection."
    }
}
