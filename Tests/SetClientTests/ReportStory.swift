import SetProtocol
import Testing

@testable import SetClient

/// A game told second by second, of which every figure can be worked out by hand.
///
/// | clock | what happens |
/// |---|---|
/// | 0 | twelve cards |
/// | 8, 10 | Ann claims and finds the first set |
/// | 11.5 | its places are refilled |
/// | 11.55, 13 | Bob claims at once, on what lay there before, and finds the second |
/// | 14.5 | refilled |
/// | 18, 20 | Bob claims and is wrong; Ann passes at 25 |
/// | 30 | a pause of a minute |
/// | 40 | Ann deals, with sets there; Bob's grace runs out at 47 |
/// | 50, 55 | Ann claims and is too late |
/// | 58 | Bob finds the third in his answer |
/// | 60 | the end |
struct ReportStory {
    var model = TableModel()
    private(set) var state = TableState()
    private var now = MonotonicInstant(.seconds(20))
    private var deck: [Card]
    /// The sets that were found, in their order.
    private(set) var found: [Trio] = []

    /// A table of Ann and Bob, seen from a seat or by a watcher.
    init(seat: Seat? = .first, rules: Rules = .duel, seed: UInt64) throws {
        deck = SeededGenerator.shuffledDeck(seed: seed)
        let code = try #require(TableCode("K7M2QX"))
        let welcome = Welcome(seat: seat, token: nil, table: code, rules: rules)
        _ = model.receive(.welcome(welcome), at: now)
        state.players.first = PlayerState(name: "Ann")
        if rules.players == .two { state.players.second = PlayerState(name: "Bob") }
    }

    /// The whole game, or the part of it that somebody sees who comes at a moment.
    static func played(
        seat: Seat? = .first, from start: Double = 0, to end: Double = 60, seed: UInt64 = 1
    ) throws -> ReportStory {
        var story = try ReportStory(seat: seat, seed: seed)
        // A late watcher receives the state of that time, without an event.
        for (clock, step) in steps where clock <= end {
            try story.take(step, at: clock, isHeard: clock >= start)
        }
        return story
    }

    /// A game alone: two sets after four and ten seconds, and a hint.
    static func solo() throws -> ReportStory {
        var story = try ReportStory(rules: .solo, seed: 1)
        let steps: [(Double, Step)] = [
            (0, .start), (4, .found(.first, 5)), (6, .refill), (12, .hint), (16, .found(.first, 3)),
            (17, .refill), (20, .end),
        ]
        for (clock, step) in steps { try story.take(step, at: clock, isHeard: true) }
        return story
    }

    /// A player wants another game.
    mutating func agree(_ seat: Seat) {
        state.revision = state.revision.next
        state.players[seat]?.isReady = true
        state.event = .ready(seat)
        _ = model.receive(.state(state), at: now)
    }

    private enum Step {
        case start, claim(Seat), found(Seat, Int), refill, mismatch(Seat), pass(Seat, TurnReason)
        case timeOut(Seat, TurnReason, Int), pause, resume, deal(Seat), hint, end
    }

    /// The moments by the clock of play; the pause is between the two at 30.
    private static let steps: [(Double, Step)] = [
        (0, .start), (8, .claim(.first)), (10, .found(.first, 4)), (11.5, .refill),
        (11.55, .claim(.second)), (13, .found(.second, 5)), (14.5, .refill),
        (18, .claim(.second)), (20, .mismatch(.second)), (25, .pass(.first, .answer)),
        (30, .pause), (30, .resume), (40, .deal(.first)), (47, .timeOut(.second, .grace, 0)),
        (50, .claim(.first)), (55, .timeOut(.first, .claim, -2)), (58, .found(.second, 3)),
        (60, .end),
    ]

    // MARK: - TransientMessage

    private mutating func take(_ step: Step, at clock: Double, isHeard: Bool) throws {
        if case .resume = step { now = now.advanced(by: .seconds(60)) }
        let pause: Double = now.sinceZero >= .seconds(90) ? 60 : 0
        now = MonotonicInstant(.milliseconds(Int((20 + clock + pause) * 1000)))
        try change(for: step)
        state.revision = state.revision.next
        guard isHeard else { return }
        _ = model.receive(.state(state), at: now)
    }

    private mutating func change(for step: Step) throws {
        state.phase = .open
        switch step {
        case .start:
            state.game = 1
            add(deal(12))
            state.event = .started
        case .claim(let seat):
            state.event = .claimed(seat)
            state.phase = .turn
        case .found(let seat, let points): try find(seat, points)
        case .refill:
            let places = state.cards.indices.filter { place in
                state.cards[place].map { found.last?.contains($0) == true } ?? false
            }
            let fresh = deal(3)
            for (place, card) in zip(places, fresh) { state.cards[place] = card }
            changeBoard(.refilled(fresh))
        case .mismatch(let seat):
            let cards = state.cards.compactMap(\.self)
            let wrong = cards.dropFirst(2).first { Trio([cards[0], cards[1], $0])?.isSet == false }
            let trio = try #require(wrong.flatMap { Trio([cards[0], cards[1], $0]) })
            earn(seat, -2)
            state.event = .mismatch(seat, trio, points: -2)
            state.phase = .turn
        case .pass(let seat, let reason): state.event = .passed(seat, reason, points: 0)
        case .timeOut(let seat, let reason, let points):
            earn(seat, points)
            state.event = .timedOut(seat, reason, points: points)
        case .pause:
            state.phase = .paused
            state.event = .paused
        case .resume: state.event = .resumed
        case .deal(let seat):
            let sets = CardSet(state.cards.compactMap(\.self)).setCount
            let fresh = deal(3)
            add(fresh)
            earn(seat, -2)
            changeBoard(.dealt(seat, fresh, setsBefore: sets, points: -2))
            state.phase = .turn
        case .hint:
            earn(.first, -1)
            state.event = .hinted(.first, shown: 1, points: -1)
        case .end:
            state.phase = .over
            state.players.second?.wins = 1
            let isSolo = state.players.second == nil
            state.result = GameResult(
                winner: isSolo ? nil : .second, decider: isSolo ? .played : .points)
            state.event = .over
        }
    }

    private mutating func find(_ seat: Seat, _ points: Int) throws {
        let sets = CardSet(state.cards.compactMap(\.self)).sets
        guard let trio = sets.first else { throw CancellationError() }
        found.append(trio)
        state.discard += 3
        earn(seat, points)
        state.players[seat]?.sets += 1
        changeBoard(.setFound(seat, trio, points: points))
    }

    private mutating func earn(_ seat: Seat, _ points: Int) {
        state.players[seat]?.points += points
    }

    private mutating func changeBoard(_ event: TableEvent) {
        state.board = state.board.next
        state.event = event
    }

    private mutating func deal(_ count: Int) -> [Card] {
        defer { deck.removeFirst(count) }
        state.deck = deck.count - count
        return Array(deck.prefix(count))
    }

    private mutating func add(_ cards: [Card]) {
        state.cards += cards.map(Optional.some)
        state.board = state.board.next
    }
}
