import SetProtocol

/// Everything one client knows of a table: messages, moves, and the time go in, effects come out.
///
/// The model reflects the host and never judges: a claim is pending until the host grants it, and
/// cards are picked when the host says so. Only the marks and the arrangement of the cards are its
/// own.
package struct TableModel: Equatable, Sendable {
    package enum Connection: Equatable, Sendable {
        case joining
        case joined(Welcome)
        /// The message says why.
        case ended(message: String, isError: Bool)
    }

    /// Whose process the table is in.
    package enum Venue: Sendable {
        /// Another process hosts it.
        case elsewhere
        /// This process hosts it, also for others, and closes it when its player leaves.
        case hosted
        /// This process hosts it for its player alone, against the computer.
        case embedded
        /// A recording is shown; nothing can be sent.
        case recorded
        /// The lesson answers instead of a host, and leaving costs nothing.
        case lesson
    }

    package let venue: Venue
    package let occasion: Occasion
    /// The host as the player named it; `nil` if this process hosts the table.
    package let host: String?
    package private(set) var connection = Connection.joining
    /// A broken connection that is being restored; `nil` while connected.
    package private(set) var outage: Outage?
    /// The table as the host last described it, its cards where this player has put them.
    package private(set) var table: TableState?
    /// When ``table`` arrived; its remaining times count from here.
    package private(set) var arrival = MonotonicInstant.zero
    /// At most three cards that only this player sees marked, the oldest mark first.
    package private(set) var marks: [Card] = []
    package private(set) var verdict: ShownVerdict?
    /// When three cards turned out to be no set; `nil` once something else has happened.
    private var mismatchTime: MonotonicInstant?
    /// What the opponent asks for; `nil` once this player has said no, whatever the host makes of it.
    private(set) var request = OpponentRequest()
    /// The newest refusal or remark to this player.
    package private(set) var notice: LogEntry?
    /// The cards of a set that the host has shown on this board.
    package private(set) var hint: Hint?
    /// What happened, the newest last; at most ``logLimit`` entries.
    package private(set) var log: [LogEntry] = []
    private(set) var record: GameRecord
    /// The end of the last game; `nil` once the next one begins.
    private(set) var ended: TableState?
    /// This player's seat then.
    private(set) var seatAtEnd: Seat?
    private(set) var shuffle = ShuffleCheck()
    /// The name last seen in each seat, for a player who has left.
    private var lastNames = PerSeat<String?>(both: nil)
    private(set) var unconfirmed = UnconfirmedInput()
    /// Whether the next state counts whatever its revision: the first one after a welcome.
    private(set) var awaitsTable = true
    /// The cards in this player's own order; `nil` while they lie as the host laid them.
    private var arrangement: [Card]?

    static let logLimit = 200

    package internal(set) var saving: GameSaving

    /// - Parameter past: The game so far, if one that was left is continued.
    package init(
        venue: Venue = .elsewhere, host: String? = nil, saving: GameSaving = .never,
        past: Recording? = nil, occasion: Occasion = .usual
    ) {
        (self.venue, self.host, self.saving) = (venue, host, saving)
        self.occasion = occasion
        record = past.map { GameRecord(upToTheEndOf: $0) } ?? GameRecord()
    }

    /// The host's welcome; `nil` before it.
    private(set) var welcome: Welcome?

    /// Whether the host has ended the table, which is still shown.
    var isClosed: Bool { if case .ended = connection { true } else { false } }

    package var seat: Seat? { welcome?.seat }

    /// What is known of the shuffle of a finished game.
    var shuffleFinding: ShuffleCheck.Finding? { relevant(shuffle.conclusion) }

    /// The finding that follows from the last message.
    var shuffleNews: ShuffleCheck.Finding? { relevant(shuffle.news) }

    /// The finding that a player who leaves has not seen yet.
    var unreportedShuffle: ShuffleCheck.Finding? { relevant(shuffle.unreported) }

    /// Older recordings contain no commitments, nor does the lesson, so nothing is said about them.
    private func relevant(_ finding: ShuffleCheck.Finding?) -> ShuffleCheck.Finding? {
        venue == .lesson || isPractice || venue == .recorded && finding == .unverified
            ? nil : finding
    }

    package var rules: Rules { welcome?.rules ?? .duel }

    package var isCalling: Bool { unconfirmed.claim != nil }

    /// Whether a claim is pending whose cards are still to be picked.
    var awaitsPicks: Bool { unconfirmed.claim?.isWhole == false }

    /// This player's picks, counted from the press on: those for a claim's turn to come, or those of
    /// the turn.
    package var picks: [Card] {
        if let claim = unconfirmed.claim { return claim.picks }
        guard mayPick, let seat else { return [] }
        let chosen = table?.selection.flatMap {
            $0.verdict == .undecided && $0.seat == seat ? $0.cards : nil
        }
        return unconfirmed.applied(to: chosen ?? [])
    }

    /// The newest event worth telling.
    var news: LogEntry? { log.last(where: \.isNews) }

    package var mayPick: Bool {
        guard let table, let seat else { return false }
        switch table.phase {
        case .turn: return table.turn?.seat == seat
        case .open: return !rules.needsClaim
        case .waiting, .countdown, .paused, .over, nil: return false
        }
    }

    /// What is left of the turn or the running clock; without a connection, of the time for which
    /// the seat is kept.
    package func countdown(at now: MonotonicInstant) -> Countdown? {
        if let outage = outage(at: now) { return outage.seatCountdown(at: now) }
        guard var countdown = table?.turn?.countdown ?? table?.clock?.countdown else { return nil }
        countdown.remaining = max(.zero, countdown.remaining - arrival.duration(to: now))
        return countdown
    }

    /// The name of the player in a seat, or of the last one who was.
    package func name(of seat: Seat) -> String {
        table?.players[seat]?.name ?? lastNames[seat] ?? "nobody"
    }
}

// MARK: - From the host

extension TableModel {
    package mutating func receive(
        _ message: HostMessage, at now: MonotonicInstant
    ) -> [ClientEffect] {
        guard !isOutdated(message) else { return [] }
        shuffle.receive(message)
        if let finding = shuffleNews {
            let entry = note(.shuffle(finding), at: now)
            if finding.isBroken { notice = entry }
        }
        switch message {
        case .welcome(let welcome): welcomed(welcome, at: now)
        case .state(let state): return received(state, at: now)
        case .refused(let refused):
            // Only an answer to the claim settles it; a rate limit names no request.
            if refused.request == .claim || refused.request == nil { loseClaim(isAnswered: true) }
            unconfirmed.refused(refused.request)
            if isNoNews(refused, at: now) { break }
            // A host that knows no declining lets the request stand; here it is closed.
            if refused.why == .unknownType, hasDeclined { break }
            let late = lateClaim(refused).map { LogEntry.Content.refused(nil, message: $0) }
            notice = note(late ?? .refused(refused.why, message: refused.message), at: now)
        case .hint(let hint): self.hint = hint
        case .race(let race): notice = note(.race(race), at: now)
        case .commitment, .reveal: break
        case .said(let seat, let name, let text):
            note(.said(seat, name: name, text: text), at: now)
        case .ping(let nonce): return [.send(.pong(nonce))]
        case .status, .pong: break
        case .bye(let farewell, _, let message):
            return end(Farewell.sentence(for: farewell, message), isError: false)
        case .error(_, let message): return end(message, isError: true)
        }
        return []
    }

    func isOutdated(_ message: HostMessage) -> Bool {
        guard case .state(let news) = message, let table, !awaitsTable else { return false }
        return news.revision < table.revision
    }

    private mutating func end(_ message: String, isError: Bool) -> [ClientEffect] {
        connection = .ended(message: message, isError: isError)
        return [.quit]
    }

    /// Ends a connection that closed without a goodbye.
    package mutating func connectionClosed(_ message: String) -> [ClientEffect] {
        if case .ended = connection { return [] }
        return end(message, isError: true)
    }

    /// Keeps the board and the report of a table that the host has ended, if there are any.
    mutating func tableClosed(_ message: String, isError: Bool, at now: MonotonicInstant) -> Bool {
        guard var state = table, state.game > 0 else { return false }
        connection = .ended(message: message, isError: isError)
        (outage, unconfirmed, notice) = (nil, UnconfirmedInput(), nil)
        request.close()
        note(.remark(message), at: now)
        // Nobody is left to answer.
        for seat in Seat.allCases { state.players[seat]?.asks = nil }
        table = state
        guard state.phase != .over else { return true }
        (state.phase, state.turn, state.clock, state.event) = (.over, nil, nil, nil)
        state.result = GameResult(winner: nil, decider: .left)
        (table, marks) = (state, [])
        (ended, seatAtEnd) = (state, seat)
        record.apply(state, at: now)
        return true
    }

    private mutating func welcomed(_ welcome: Welcome, at now: MonotonicInstant) {
        let before = self.welcome
        // A television goes from table to table.
        if let before, before.table != welcome.table, before.seat == nil, welcome.seat == nil {
            self = TableModel(venue: venue, host: host)
            shuffle.receive(.welcome(welcome))
        }
        connection = .joined(welcome)
        self.welcome = welcome
        awaitsTable = true
        if let before, before.table == welcome.table, before.seat != welcome.seat {
            (marks, hint, unconfirmed) = ([], nil, UnconfirmedInput())
            remark(
                welcome.seat == nil
                    ? "You made room for the next player." : "You have a seat: get ready.",
                at: now)
        }
        if outage != nil { remark("Reconnected. \(wayBackIn)", at: now) }
        outage = nil
    }

    private mutating func received(_ news: TableState, at now: MonotonicInstant) -> [ClientEffect] {
        awaitsTable = false
        if news.game != table?.game || news.event == .suddenDeath { arrangement = nil }
        let state = news.arranged(by: &arrangement)
        let before = table
        for seat in Seat.allCases {
            if let name = state.players[seat]?.name { lastNames[seat] = name }
        }
        table = state
        if state.phase == .over {
            (ended, seatAtEnd) = (state, seat)
        } else if state.phase != .waiting {
            ended = nil
        }
        arrival = now
        record.apply(news, at: now)
        if let before { forget(whatWasTrueOf: before, now: state) }
        if let seat {
            let (asks, asked) = (state.players[seat.opponent], before?.players[seat.opponent])
            request.update(asks?.asks, after: asked?.asks, at: now)
        }
        // Cards that lie face down may be the marked ones.
        if !state.cards.contains(nil) { marks.removeAll { !state.cards.contains($0) } }
        unconfirmed.update(state.event, by: seat, isTurn: mayPick)
        if !state.isInPlay { loseClaim(isAnswered: false) }
        if state.phase == .over || state.phase == .waiting { marks = [] }
        keepHint(on: state)
        if state.queue != before?.queue ?? [] {
            let (old, new) = (Self.words(for: before?.queue ?? []), Self.words(for: state.queue))
            if notice?.remark == old { notice = nil }
            if !state.queue.isEmpty { remark(new, at: now) }
        }
        if let event = state.event {
            apply(event, at: now)
        } else if let message = state.message, venue != .lesson {
            remark(message, at: now)
        }
        return effects(ofTurnFrom: before?.turn, to: state, at: now) + readiness(after: before)
    }

    /// Against the computer, the first game starts at once.
    private func readiness(after before: TableState?) -> [ClientEffect] {
        guard venue == .embedded, let seat, let table, table.phase == .waiting, table.game == 0,
            table.players[seat]?.isReady == false, table.players[seat.opponent]?.isReady == true,
            before?.players[seat.opponent]?.isReady != true
        else { return [] }
        return [.send(.ready)]
    }

    private mutating func apply(_ event: TableEvent, at now: MonotonicInstant) {
        note(.event(event), at: now)
        if let (seat, trio, _) = event.judged {
            let isTaken = trio.isSet && marks.contains(where: trio.contains)
            verdict = ShownVerdict(seat: seat, trio: trio, time: now, hasTakenMarks: isTaken)
            if case .mismatch = event { mismatchTime = now }
            marks.removeAll(where: trio.contains)
        } else if event == .started || event == .suddenDeath {
            verdict = nil
            marks = []
            // The status names a board.
            if board == nil { practiceWords.map { remark($0, at: now) } }
        }
    }

    /// What was picked while a claim was on its way is picked in the turn, for whatever reason it came.
    private mutating func effects(
        ofTurnFrom before: Turn?, to state: TableState, at now: MonotonicInstant
    ) -> [ClientEffect] {
        guard let turn = state.turn else { return [] }
        guard turn.seat == seat else {
            loseClaim(isAnswered: false)
            return []
        }
        guard before?.seat != turn.seat else { return [] }
        let claim = unconfirmed.claim.flatMap { $0.isWhole ? nil : $0 }
        unconfirmed.turnBegan()
        let alert: [ClientEffect] = turn.reason == .claim ? [] : [.alert]
        let picks = (claim?.picks ?? []).filter(state.cards.contains)
        if let gone = claim.map({ $0.picks.count - picks.count }), gone > 0 {
            let verb = gone == 1 ? "has" : "have"
            let text = "\(gone.counted("picked card")) \(verb) just left the board."
            remark(text, isAboutTheMoment: true, at: now)
        }
        let isPassed = claim?.passes == true && turn.reason == .claim && picks.count < 3
        return alert + picks.map { pick($0) } + (isPassed ? [.send(.pass)] : [])
    }

    /// Turns what was picked for a claim that is lost into marks.
    private mutating func loseClaim(isAnswered: Bool) {
        guard let claim = unconfirmed.endClaim(isAnswered: isAnswered), !claim.isWhole else {
            return
        }
        let taken = table?.foundCards ?? []
        let kept = claim.picks.filter { card in
            !marks.contains(card) && !taken.contains(card) && table?.cards.contains(card) == true
        }
        marks = (kept + marks).suffix(3)
    }

    /// Shows the player a message that disappears by itself, and with the turn it may be about.
    package mutating func remark(
        _ text: String, isAboutTheMoment: Bool = false, at now: MonotonicInstant
    ) {
        notice = note(isAboutTheMoment ? .refused(nil, message: text) : .remark(text), at: now)
    }

    @discardableResult
    private mutating func note(_ content: LogEntry.Content, at now: MonotonicInstant) -> LogEntry {
        let names = PerSeat(first: name(of: .first), second: name(of: .second))
        var entry = LogEntry(
            time: now, content: content, names: names, reader: seat,
            isDealRight: wasLastDealRight)
        if case .event(.setFound(_, let trio, let points)) = content {
            entry.earnings = SetEarnings(points, for: trio, on: table?.cards ?? [], rules)
        }
        log.append(entry)
        if log.count > Self.logLimit { log.removeFirst(log.count - Self.logLimit) }
        return entry
    }
}

// MARK: - Without a connection

extension TableModel {
    /// Notes that the connection broke, or how reconnecting goes on.
    ///
    /// A pending claim is forgotten, and its picks become marks: the next state tells whether it was
    /// granted.
    package mutating func connectionLost(_ outage: Outage, at now: MonotonicInstant)
        -> [ClientEffect]
    {
        let isNews = self.outage == nil
        self.outage = outage
        loseClaim(isAnswered: true)
        unconfirmed = UnconfirmedInput()
        guard isNews else { return [] }
        note(.remark("Connection lost. \(outage.sentence)"), at: now)
        return [.alert]
    }
}

// MARK: - From the player

extension TableModel {
    /// Carries out what is the client's own to do, and asks the host for the rest.
    package mutating func perform(_ move: Move, at now: MonotonicInstant) -> [ClientEffect] {
        if welcome != nil, seat == nil, move.isForPlayers {
            // The host refuses a watcher's other requests in the same words.
            let refusal = Refusal.onlyWatching
            notice = note(.refused(refusal, message: refusal.sentence), at: now)
            return []
        }
        if let why = obstacle(to: move) {
            remark(why, isAboutTheMoment: true, at: now)
            return []
        }
        switch move {
        case .touch(let slot): return touch(slot: slot)
        case .touchCard(let card): return touch(card)
        case .claim: return claim(marks)
        case .claimCards(let cards): return claim(cards)
        case .deal: return deal()
        case .pass:
            guard isCalling else { return ask(.pass) }
            unconfirmed.pass()
            return []
        case .hint: return ask(.hint)
        case .ready: return ask(.ready)
        case .answer(let isYes): return answer(isYes)
        case .new: return ask(.new)
        case .pause:
            let isPaused = table?.phase == .paused && table?.clock?.reason != .away
            return ask(isPaused ? .ready : .pause)
        case .resign: return [.send(.resign)]
        case .say(let text): return [.send(.say(text))]
        case .queue: return [.send(.queue)]
        case .clear: return clear()
        case .shuffle:
            shuffle(at: now)
            return []
        case .leave: return isWorthSaving ? [.quit] : [.send(.leave), .quit]
        }
    }

    /// Why a move cannot be asked for now.
    func obstacle(to move: Move) -> String? {
        guard move.needsHost else { return nil }
        if isClosed { return "The table is closed." }
        if outage != nil { return Self.whileReconnecting }
        if case .say = move { return nil }
        if move == .new, case .daily = occasion, !isPractice, table?.phase != .over {
            return "The deck of the day is played once."
        }
        return isPhaseUnknown ? Self.unknownPhase : nil
    }

    /// Agrees to what the opponent asks for by its name, since it may change while this is on its way;
    /// a no also closes the request here, for hosts that know no declining.
    private mutating func answer(_ isYes: Bool) -> [ClientEffect] {
        guard let proposal = request.proposal else { return [] }
        if notice?.isAside == true { notice = nil }
        guard isYes else {
            request.close()
            return [.send(.decline)]
        }
        return [.send(proposal.message)]
    }

    private func ask(_ message: ClientMessage) -> [ClientEffect] {
        table == nil ? [] : [.send(message)]
    }

    // MARK: Cards

    private mutating func touch(slot: Int) -> [ClientEffect] {
        guard let table, table.cards.indices.contains(slot) else { return [] }
        return table.cards[slot].map { touch($0) } ?? []
    }

    /// Picks in this player's turn, ends the showing of a found set, or marks.
    private mutating func touch(_ card: Card) -> [ClientEffect] {
        guard let table, seat != nil, table.cards.contains(card) else { return [] }
        if isCalling {
            unconfirmed.touch(card)
            return []
        }
        if mayPick {
            // Three picks are being judged; a fourth would be made in another situation.
            guard picks.count < 3 || !rules.needsClaim else { return [] }
            return [pick(card)]
        }
        guard rules.needsClaim else { return [] }
        if table.isInPlay { mismatchTime = nil }
        if table.foundCards.contains(card) {
            // In a duel, both see it for the full time.
            return table.clock == nil ? [.send(.pick(card))] : []
        }
        if let index = marks.firstIndex(of: card) {
            marks.remove(at: index)
        } else if table.isInPlay {
            if marks.count == 3 { marks.removeFirst() }
            marks.append(card)
        }
        return []
    }

    private mutating func pick(_ card: Card) -> ClientEffect {
        marks.removeAll { $0 == card }
        if rules.needsClaim { unconfirmed.sent(card) }
        return .send(.pick(card))
    }

    /// Claims, or picks the cards in this player's turn.
    private mutating func claim(_ cards: [Card]) -> [ClientEffect] {
        guard let table, seat != nil else { return [] }
        if mayPick { return cards.flatMap { touch($0) } }
        guard unconfirmed.claim?.board != table.board else { return [] }
        loseClaim(isAnswered: false)
        let isWhole = cards.count == 3
        unconfirmed.begin(
            UnconfirmedInput.Claim(board: table.board, picks: cards, isWhole: isWhole))
        // A claim of three cards keeps its marks until it is judged.
        if !isWhole { marks.removeAll(where: cards.contains) }
        return [.send(.claim(Claim(board: table.board, cards: isWhole ? cards : nil)))]
    }

    private mutating func clear() -> [ClientEffect] {
        marks = []
        unconfirmed.clear()
        guard outage == nil, !isCalling else { return [] }
        let picks = picks
        return picks.count < 3 ? picks.map { pick($0) } : []
    }

    /// Deals; not twice on one board.
    private mutating func deal() -> [ClientEffect] {
        guard let table, unconfirmed.deal != table.board else { return [] }
        unconfirmed.deal = table.board
        return [.send(.deal(table.board))]
    }
}

// MARK: - What is true for a while only

extension TableModel {
    /// How long after this player's third card keys are ignored that were meant for the board before.
    static let ownVerdictTime = Duration.milliseconds(400)
    /// How long a mismatch stays lit where no turn follows it.
    static let mismatchTime = Duration.seconds(6)

    /// Drops what was said about a turn, phase, or board that is over.
    private mutating func forget(whatWasTrueOf before: TableState, now state: TableState) {
        let isOtherTurn =
            before.phase != state.phase || before.turn?.seat != state.turn?.seat
            || before.turn?.reason != state.turn?.reason
        if isOtherTurn || before.board != state.board,
            case .refused(let why, _) = notice?.content, why?.isAboutTheMoment ?? true
        {
            notice = nil
        }
        if isOtherTurn || state.event?.isOfPlay == true { mismatchTime = nil }
    }

    /// Whether the opponent still asks for what this player has declined.
    private var hasDeclined: Bool {
        guard let seat else { return false }
        return request.proposal == nil && table?.players[seat.opponent]?.asks != nil
    }

    mutating func dropUnansweredRequest(at now: MonotonicInstant) {
        if let end = request.end, end <= now { request.close() }
    }

    /// Keeps a hint for as long as all of its cards are on the board.
    private mutating func keepHint(on state: TableState) {
        guard let shown = hint, shown.board != state.board else { return }
        let taken = state.foundCards
        let isThere = shown.cards.allSatisfy { state.cards.contains($0) && !taken.contains($0) }
        // That there is no set holds for one board only.
        hint = isThere && !shown.cards.isEmpty ? Hint(board: state.board, cards: shown.cards) : nil
    }

    /// Whether a mismatch is still lit: during the answer turn, else for a while; without claims until
    /// the next touch.
    func showsMismatch(at now: MonotonicInstant) -> Bool {
        guard rules.needsClaim else { return true }
        guard let end = mismatchEnd else { return mismatchTime != nil }
        return now < end
    }

    /// When a lit mismatch goes out by itself.
    var mismatchEnd: MonotonicInstant? {
        guard rules.needsClaim, let mismatchTime, table?.phase == .open else { return nil }
        return mismatchTime.advanced(by: Self.mismatchTime)
    }

    /// Whether a key or a click came too soon to be meant for what is shown now.
    ///
    /// A fourth letter after three cards would become a forgotten mark, a second space a claim on
    /// cards barely dealt; an answer may have been meant for an earlier request, and the key of a new
    /// game for a no to a request that has just gone.
    func isTooSoon(_ move: Move, at now: MonotonicInstant) -> Bool {
        switch move {
        case .answer: request.isTooFreshToAnswer(at: now)
        case .new: request.hasJustGone(at: now)
        case .claim: hasJustChosen(at: now) || hasJustLostMarks(at: now)
        case .touch, .touchCard: hasJustChosen(at: now)
        case _: false
        }
    }

    /// Whether a refusal answers a key that was pressed before its wish came true: a fourth letter
    /// before three cards were judged, or a second enter before the countdown.
    private func isNoNews(_ refused: Refused, at now: MonotonicInstant) -> Bool {
        switch (refused.request, refused.why) {
        case (.pick, .notYourTurn): hasJustChosen(at: now)
        case (.ready, .countdownRunning), (.new, .countdownRunning): true
        case _: false
        }
    }

    private func hasJustChosen(at now: MonotonicInstant) -> Bool {
        guard let verdict, verdict.seat == seat, rules.needsClaim, !mayPick else { return false }
        return verdict.time.duration(to: now) < Self.ownVerdictTime
    }

    private var wasLastDealRight: Bool {
        for entry in log.reversed() {
            if case .dealt(_, _, let setsBefore, _) = entry.event { return setsBefore == 0 }
        }
        return false
    }
}

// MARK: - The player's own arrangement of the cards

extension TableModel {
    package var canShuffle: Bool {
        guard let cards = table?.cards else { return false }
        return cards.count > 1 && !cards.contains(nil)
    }

    /// Rearranges the cards for this player alone: requests and marks name cards, never slots.
    private mutating func shuffle(at now: MonotonicInstant) {
        guard canShuffle, let cards = table?.cards else { return }
        var generator = SeededGenerator(
            seed: UInt64(truncatingIfNeeded: now.sinceZero.components.attoseconds)
                &+ UInt64(truncatingIfNeeded: now.sinceZero.components.seconds))
        let shuffled = generator.shuffled(cards)
        table?.cards = shuffled
        arrangement = shuffled.compactMap(\.self)
    }
}
