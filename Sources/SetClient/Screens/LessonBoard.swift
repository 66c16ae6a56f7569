import SetProtocol

/// Six cards of which three are picked, as on a board.
struct LessonBoard: Hashable, Sendable {
    /// The cards, by slot.
    let cards: [Card]
    /// At most three cards, in the order they were picked.
    private(set) var picks: [Card] = []

    var verdict: Verdict {
        guard let trio else { return .undecided }
        return trio.isSet ? .match : .mismatch
    }

    /// The picks, if there are three.
    var trio: Trio? { Trio(picks) }

    /// The cards of the only set, in the order of the slots.
    var answer: [Card] { cards.filter { CardSet(cards).sets.first?.contains($0) == true } }

    /// Picks a card or takes it back; the first pick after three that are not a set starts over.
    mutating func touch(_ card: Card) {
        guard cards.contains(card), verdict != .match else { return }
        if verdict == .mismatch { picks = [] }
        if let place = picks.firstIndex(of: card) {
            picks.remove(at: place)
        } else {
            picks.append(card)
        }
    }

    /// Takes all picks back, unless the set has been found.
    mutating func clear() {
        if verdict != .match { picks = [] }
    }
}

/// A set to find at the player's own pace, with hints.
struct LessonSearch: Hashable, Sendable {
    var board: LessonBoard
    private var hintsAsked = 0
    /// When the player first saw the cards.
    private var start: MonotonicInstant?

    /// The time until one card of the set is shown, and again until a second one is.
    static let hintDelay = Duration.seconds(20)

    init(_ cards: [Card]) {
        board = LessonBoard(cards: cards)
    }

    mutating func begin(at now: MonotonicInstant) {
        start = start ?? now
    }

    mutating func askHint(at now: MonotonicInstant) {
        // What was picked wrongly would hide the hint.
        if board.verdict == .mismatch { board.clear() }
        if board.verdict != .match { hintsAsked = min(3, hintCount(at: now) + 1) }
    }

    func hints(at now: MonotonicInstant) -> [Card] {
        Array(board.answer.prefix(hintCount(at: now)))
    }

    private func hintCount(at now: MonotonicInstant) -> Int {
        let waits = start.map { Int($0.duration(to: now) / Self.hintDelay) } ?? 0
        return max(hintsAsked, min(2, max(0, waits)))
    }

    /// When the next hint comes unasked.
    func nextChange(after now: MonotonicInstant) -> MonotonicInstant? {
        guard let start, board.verdict != .match else { return nil }
        return [1, 2].map { start.advanced(by: Self.hintDelay * $0) }.first { $0 > now }
    }
}

/// A set to claim and then pick against the clock, with nothing to lose.
///
/// | state | touch | claim | time runs out |
/// |---|---|---|---|
/// | open | marks | a turn; marks are picked, and three are judged | - |
/// | turn | picks; the third is judged | - | late |
/// | found | - | - | - |
/// | wrong, late | - | a turn | - |
struct LessonRace: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case open
        case turn(until: MonotonicInstant)
        case found
        case wrong(Trio)
        case late(since: MonotonicInstant)
    }

    private(set) var board: LessonBoard
    private(set) var state = State.open
    /// Cards noted before the claim, at most three.
    private(set) var marks: [Card] = []

    /// The length of a turn, as in a duel.
    static var window: Duration { Rules.duel.claim }

    init(_ cards: [Card]) {
        board = LessonBoard(cards: cards)
    }

    mutating func claim(at now: MonotonicInstant) {
        settle(at: now)
        switch state {
        case .turn, .found: return
        case .open, .wrong, .late: break
        }
        board.clear()
        state = .turn(until: now.advanced(by: Self.window))
        let marked = marks
        marks = []
        for card in marked { touch(card, at: now) }
    }

    mutating func touch(_ card: Card, at now: MonotonicInstant) {
        settle(at: now)
        switch state {
        case .open: mark(card)
        case .turn:
            marks.removeAll { $0 == card }
            board.touch(card)
            judge()
        case .found, .wrong, .late: break
        }
    }

    /// Takes back the marks, and in a turn the picks.
    mutating func clear() {
        marks = []
        if case .turn = state { board.clear() }
    }

    /// Ends a turn whose time is up.
    mutating func settle(at now: MonotonicInstant) {
        if case .turn(let end) = state, now >= end { state = .late(since: end) }
    }

    /// Whether time ran out so recently that a key was probably meant for the turn.
    func hasJustEnded(at now: MonotonicInstant) -> Bool {
        guard case .late(let end) = state else { return false }
        return now < end.advanced(by: .milliseconds(700))
    }

    func countdown(at now: MonotonicInstant) -> Countdown? {
        guard case .turn(let end) = state, now < end else { return nil }
        return Countdown(remaining: now.duration(to: end), total: Self.window)
    }

    private mutating func mark(_ card: Card) {
        guard board.cards.contains(card) else { return }
        if let place = marks.firstIndex(of: card) {
            marks.remove(at: place)
        } else {
            if marks.count == 3 { marks.removeFirst() }
            marks.append(card)
        }
    }

    private mutating func judge() {
        guard let trio = board.trio else { return }
        state = trio.isSet ? .found : .wrong(trio)
        marks = []
    }
}
