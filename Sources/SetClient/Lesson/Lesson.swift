import SetProtocol

/// The lesson: a table for one player that teaches the game, in the place of a host.
///
/// It answers messages as a host would, so the player learns with the real screen and keys, or with
/// the real typed commands. Each step is a new table with its own cards and rules. A state's
/// ``TableState/message`` says what the step is about, whenever the table has nothing better to say.
///
/// | step | picks three cards | deals |
/// |---|---|---|
/// | none | not a set: explained | goes on to six, with the cards dealt |
/// | third | the pair is picked already | refused: there is a set |
/// | race | after a claim, against the clock | refused: there is a set |
/// | others | a set ends the step, other cards are explained | refused: there is a set |
///
/// After a set, any pick or deal goes on to the next step; after the last one, being ready asks for
/// a duel.
package struct Lesson: Equatable, Sendable {
    enum Step: Int, CaseIterable, Sendable {
        /// The four features, on three cards that differ in all of them.
        case features = 1
        case mixed
        /// Which card completes a pair?
        case third
        /// Is this a set? It is not.
        case none
        case six
        /// Claim a set among twelve cards and pick it in time.
        case race
    }

    private(set) var step = Step.features
    package private(set) var wantsDuel = false
    let cards: LessonCards
    var words: LessonWords
    private let isTimed: Bool
    private var table = TableState()
    private var player = PlayerState(name: "You")
    private var hasFailed = false
    /// How many cards of a set hints have shown; `nil` for no hint yet.
    private var hintCount: Int?
    private(set) var turnEnd: MonotonicInstant?

    /// - Parameter isTimed: Whether a claimed turn ends after the time of a duel.
    init(seed: UInt64, words: LessonWords, isTimed: Bool) {
        cards = LessonCards(seed: seed)
        (self.words, self.isTimed) = (words, isTimed)
    }

    /// Begins with the first step, again if the lesson is under way.
    mutating func start() -> [HostMessage] {
        player = PlayerState(name: "You")
        return begin(.features)
    }

    // MARK: - From the player

    mutating func receive(_ message: ClientMessage, at now: MonotonicInstant) -> [HostMessage] {
        switch message {
        case .pick(let card): return pick(card, at: now)
        case .claim(let claim): return self.claim(claim.cards ?? [], at: now)
        case .pass where table.phase == .turn:
            return endTurn(.passed(.first, .claim, points: rules.timeoutPoints))
        case .deal: return deal()
        case .hint: return hint()
        case .new: return start()
        case .ready where table.phase == .waiting:
            wantsDuel = true
            return []
        case .leave: return []
        case _:
            return refuse(message.type, .waitingForReady, "Not in the lesson.")
        }
    }

    mutating func advance(to now: MonotonicInstant) -> [HostMessage] {
        guard let turnEnd, now >= turnEnd else { return [] }
        return endTurn(.timedOut(.first, .claim, points: rules.timeoutPoints))
    }

    private mutating func claim(_ cards: [Card], at now: MonotonicInstant) -> [HostMessage] {
        guard step == .race, table.phase == .open else { return [] }
        let window = isTimed ? rules.claim : nil
        turnEnd = window.map { now.advanced(by: $0) }
        table.phase = .turn
        table.selection = nil
        table.turn = Turn(
            seat: .first, reason: .claim,
            countdown: window.map { Countdown(remaining: $0, total: $0) })
        return [publish(.claimed(.first))] + cards.flatMap { pick($0, at: now) }
    }

    private mutating func pick(_ card: Card, at now: MonotonicInstant) -> [HostMessage] {
        guard table.cards.contains(card), table.phase != .waiting else { return [] }
        if isSolved { return goOn() }
        var picks = picks
        if let turnEnd { table.turn?.countdown?.remaining = now.duration(to: turnEnd) }
        if let index = picks.firstIndex(of: card) {
            guard step != .third else { return [] }
            picks.remove(at: index)
            select(picks, .undecided)
            return [publish(.unpicked(.first, card, points: 0))]
        }
        picks.append(card)
        guard let trio = Trio(picks) else {
            select(picks, .undecided)
            return [publish(.picked(.first, card))]
        }
        return [judge(trio)]
    }

    private mutating func deal() -> [HostMessage] {
        if isSolved || step == .none { return goOn() }
        return refuse(
            .deal, .finishYourTurn,
            step == .mixed ? "This is a set: pick it to see why." : "There is a set: look again.")
    }

    private func refuse(
        _ request: ClientMessage.MessageType, _ why: Refusal, _ message: String
    ) -> [HostMessage] {
        [.refused(Refused(request: request, why: why, message: message))]
    }

    private mutating func hint() -> [HostMessage] {
        let sets = CardSet(table.cards.compactMap(\.self)).sets
        let count = sets.isEmpty ? 0 : min(3, (hintCount ?? 0) + 1)
        let cards = Array((sets.first?.cards ?? []).prefix(count))
        let hint = HostMessage.hint(Hint(board: table.board, cards: cards))
        guard count != hintCount else { return [hint] }
        hintCount = count
        return [hint, publish(.hinted(.first, shown: count, points: 0))]
    }

    // MARK: - The table

    private var rules: Rules {
        var rules = Rules.solo
        let duel = Rules.duel
        (rules.mismatchPoints, rules.hintPoints) = (0, 0)
        if step == .race {
            (rules.claim, rules.mismatchPoints) = (duel.claim, duel.mismatchPoints)
        }
        return rules
    }

    private var isSolved: Bool { table.selection?.verdict == .match }

    /// The cards picked so far; those that were judged are free again.
    private var picks: [Card] {
        table.selection.flatMap { $0.verdict == .undecided ? $0.cards : nil } ?? []
    }

    private mutating func select(_ cards: [Card], _ verdict: Verdict) {
        table.selection =
            cards.isEmpty ? nil : Selection(seat: .first, cards: cards, verdict: verdict)
    }

    private mutating func goOn() -> [HostMessage] {
        guard let next = Step(rawValue: step.rawValue + 1) else { return [] }
        guard step == .none else { return begin(next) }
        let dealt = Array(cards.six.suffix(3))
        return begin(
            next, after: .dealt(.first, dealt, setsBefore: 0, points: rules.rightDealPoints))
    }

    private mutating func begin(_ step: Step, after event: TableEvent? = nil) -> [HostMessage] {
        self.step = step
        table.game = 1
        table.board = table.board.next
        (table.phase, table.turn, table.selection) = (.open, nil, nil)
        (turnEnd, hasFailed, hintCount) = (nil, false, nil)
        switch step {
        case .features: table.cards = cards.allDifferent.cards
        case .mixed: table.cards = cards.mixed.cards
        case .third:
            table.cards = cards.pair + cards.choices
            select(cards.pair, .undecided)
        case .none: table.cards = cards.nearMiss.cards
        case .six: table.cards = cards.six
        case .race: table.cards = cards.twelve
        }
        table.deck = Card.all.count - table.cards.count
        if case .dealt(_, _, _, let points) = event { player.points += points }
        let welcome = Welcome(seat: .first, token: nil, table: Self.code, rules: rules)
        return [.welcome(welcome), publish(event)]
    }

    private mutating func judge(_ trio: Trio) -> HostMessage {
        hasFailed = !trio.isSet
        (table.phase, table.turn, turnEnd) = (.open, nil, nil)
        let points = trio.isSet ? rules.setPoints : rules.mismatchPoints
        player.points += points
        select(trio.cards, trio.isSet ? .match : .mismatch)
        guard trio.isSet else {
            // The pair stays picked.
            if step == .third { select(cards.pair, .undecided) }
            return publish(.mismatch(.first, trio, points: points))
        }
        player.sets += 1
        if step == .race { table.phase = .waiting }
        return publish(.setFound(.first, trio, points: points))
    }

    private mutating func endTurn(_ event: TableEvent) -> [HostMessage] {
        (table.phase, table.turn, turnEnd, hasFailed) = (.open, nil, nil, true)
        table.selection = nil
        player.points += rules.timeoutPoints
        return [publish(event)]
    }

    private mutating func publish(_ event: TableEvent?) -> HostMessage {
        table.revision = table.revision.next
        table.event = event
        table.players.first = player
        let isPicking = !picks.isEmpty && step != .third || table.phase == .turn
        table.message =
            if table.phase == .waiting { words.end } else if isPicking || isSolved { nil } else {
                words.caption(of: self.step, cards, hasFailed: hasFailed)
            }
        return .state(table)
    }

    private static let code: TableCode = {
        var generator = SeededGenerator(seed: 0)
        return TableCode(using: &generator)
    }()
}
