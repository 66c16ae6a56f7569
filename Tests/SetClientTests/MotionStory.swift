import SetProtocol

@testable import SetClient

/// A table on which things happen one after another, and the screens that show it.
struct MotionStory {
    private(set) var view: TableView
    private(set) var state = TableState()
    private var deck: [Card]
    /// The cards that were turned face down last.
    private(set) var hidden: [Card?] = []
    var size: Size
    var appearance = Appearance()
    var now = ViewScene.now

    /// A game about to begin.
    init(_ width: Int, _ height: Int, seed: UInt64 = 5) {
        size = Size(width, height)
        deck = SeededGenerator.shuffledDeck(seed: seed)
        view = TableView(ViewScene.table())
        state = view.model.table ?? TableState()
    }

    var model: TableModel { view.model }

    /// The still picture of the moment.
    var screen: TablePicture {
        TablePicture(view, size: size, appearance: appearance, now: now)
    }

    /// Both players are ready.
    mutating func countDown() {
        state.clock = Clock(
            reason: .start, countdown: Countdown(remaining: .seconds(3), total: .seconds(3)))
        publish(.countdown, in: .countdown)
    }

    /// The first cards are dealt.
    mutating func start(_ count: Int = 12) {
        state.game += 1
        deck = SeededGenerator.shuffledDeck(seed: UInt64(state.game))
        state.cards = draw(count)
        (state.discard, state.lastDiscard, state.selection) = (0, nil, nil)
        state.clock = nil
        publish(.started)
    }

    /// The player has said that they see a set.
    mutating func claim() {
        state.turn = Turn(
            seat: .first, reason: .claim,
            countdown: Countdown(remaining: .seconds(5), total: .seconds(5)))
        publish(.claimed(.first), in: .turn)
    }

    /// The player picks a card in their own turn.
    mutating func pick(_ slot: Int) {
        guard let card = state.cards[slot] else { return }
        let cards = (state.selection?.cards ?? []) + [card]
        state.selection = Selection(seat: .first, cards: cards, verdict: .undecided)
        publish(.picked(.first, card), in: .turn)
    }

    /// Three cards join.
    mutating func deal() {
        let cards = draw(3)
        state.cards += cards
        state.selection = nil
        publish(.dealt(.first, cards.compactMap(\.self), setsBefore: 0, points: 1))
    }

    /// Three cards are judged.
    mutating func judge(_ slots: [Int], isSet: Bool) {
        let cards = slots.compactMap { state.cards[$0] }
        guard let trio = Trio(cards) else { return }
        state.selection = Selection(
            seat: .first, cards: cards, verdict: isSet ? .match : .mismatch)
        publish(
            isSet ? .setFound(.first, trio, points: 3) : .mismatch(.first, trio, points: -2))
    }

    /// The found cards leave and others take their slots, or the last ones close the gaps.
    mutating func refill(closingGaps: Bool = false) {
        guard let found = state.selection?.cards else { return }
        state.discard += 3
        state.lastDiscard = found.last
        state.selection = nil
        var cards = state.cards
        for card in found {
            guard let slot = cards.firstIndex(of: card) else { continue }
            cards[slot] = closingGaps ? nil : draw(1).first ?? nil
        }
        if closingGaps {
            let count = cards.count - 3
            var extra = cards.suffix(3).compactMap(\.self)
            cards.removeLast(3)
            for slot in cards.indices where cards[slot] == nil { cards[slot] = extra.popLast() }
            assert(cards.count == count)
        }
        state.cards = cards
        publish(.refilled([]))
    }

    /// The cards are turned face down, or up again.
    mutating func pause(_ faceUp: [Card?]?) {
        if faceUp == nil { hidden = state.cards }
        state.cards = faceUp ?? state.cards.map { _ in nil }
        state.phase = faceUp == nil ? .paused : .open
        publish(faceUp == nil ? .paused : .resumed)
    }

    /// The game ends.
    mutating func end(wonBy winner: Seat?, by decider: GameResult.Decider = .points) {
        state.selection = nil
        state.result = GameResult(winner: winner, decider: decider)
        publish(.over, in: .over)
    }

    /// The player does something.
    mutating func perform(_ action: Action) {
        _ = view.perform(action, at: now)
    }

    private mutating func draw(_ count: Int) -> [Card?] {
        defer { deck.removeFirst(min(count, deck.count)) }
        return Array(deck.prefix(count))
    }

    private mutating func publish(_ event: TableEvent, in phase: TablePhase = .open) {
        state.revision = Revision(state.revision.number + 1)
        state.board = BoardNumber(state.board.number + 1)
        if state.phase != .paused { state.phase = phase }
        if phase != .turn { state.turn = nil }
        state.event = event
        state.deck = deck.count
        _ = view.receive(.state(state), at: now)
    }
}

extension TablePicture {
    /// The screen at rest.
    var still: Canvas {
        var canvas = Canvas(size)
        draw(on: &canvas)
        return canvas
    }

    /// The screen as something moves on it.
    func picture(_ motion: Motion, at now: MonotonicInstant) -> Canvas {
        var prints = CardCache()
        return picture(motion, at: now, with: &prints)
    }

    /// The screen as something moves on it, with cards that may have been drawn before.
    func picture(_ motion: Motion, at now: MonotonicInstant, with prints: inout CardCache) -> Canvas
    {
        var canvas = Canvas(size)
        motion.draw(self, on: &canvas, with: &prints, at: now)
        return canvas
    }
}

extension Motion {
    /// What moves when a story goes on.
    static func between(
        _ before: TablePicture, _ after: TablePicture, level: MotionLevel = .full
    ) -> Motion {
        var motion = Motion(level: level)
        motion.changed(from: before, to: after, at: after.now)
        return motion
    }

    /// The moments of all pictures from one moment until everything is at rest, the last included.
    func frames(from start: MonotonicInstant, pace: FramePacing.Pace = .smooth)
        -> [MonotonicInstant]
    {
        var frames = [start]
        while let next = nextFrame(after: frames[frames.count - 1], pace: pace) {
            frames.append(next)
            if frames.count > 1000 { break }
        }
        return frames
    }
}
