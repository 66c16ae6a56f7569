import SetProtocol

/// Six cards of which three are picked, as on a board.
struct LessonBoard: Hashable, Sendable {
    /// The cards, by slot.
    let cards: [Card]
    /// What has been picked, in order; at most three.
    private(set) var picks: [Card] = []

    init(_ cards: [Card]) {
        self.cards = cards
    }

    /// What is known about the picks.
    var verdict: Verdict {
        guard let trio else { return .undecided }
        return trio.isSet ? .match : .mismatch
    }

    /// The picks, when there are three.
    var trio: Trio? { Trio(picks) }

    /// The cards of the only set, in the order of the slots.
    var answer: [Card] { cards.filter { CardSet(cards).sets.first?.contains($0) == true } }

    /// Picks a card or takes it back; the first pick after three that are no set begins anew.
    mutating func touch(_ card: Card) {
        guard cards.contains(card), verdict != .match else { return }
        if verdict == .mismatch { picks = [] }
        if let place = picks.firstIndex(of: card) {
            picks.remove(at: place)
        } else {
            picks.append(card)
        }
    }

    /// Takes everything back, unless the set has been found.
    mutating func clear() {
        if verdict != .match { picks = [] }
    }
}

/// The set is looked for at leisure, with hints.
struct LessonSearch: Hashable, Sendable {
    private(set) var board: LessonBoard
    private var hintsAsked = 0
    /// When the player first saw the cards.
    private var start: MonotonicInstant?

    /// After this long a card of the set is shown, and again after as long a second one.
    static let hintDelay = Duration.seconds(20)

    init(_ cards: [Card]) {
        board = LessonBoard(cards)
    }

    mutating func begin(at now: MonotonicInstant) {
        start = start ?? now
    }

    mutating func touch(_ card: Card) { board.touch(card) }
    mutating func clear() { board.clear() }

    /// Shows one more card of the set.
    mutating func askHint(at now: MonotonicInstant) {
        if board.verdict != .match { hintsAsked = min(3, hintCount(at: now) + 1) }
    }

    /// The cards that have been shown.
    func hints(at now: MonotonicInstant) -> [Card] {
        Array(board.answer.prefix(hintCount(at: now)))
    }

    private func hintCount(at now: MonotonicInstant) -> Int {
        let waits = start.map { Int($0.duration(to: now) / Self.hintDelay) } ?? 0
        return max(hintsAsked, min(2, max(0, waits)))
    }

    /// When the next card is shown without being asked for.
    func nextChange(after now: MonotonicInstant) -> MonotonicInstant? {
        guard let start, board.verdict != .match else { return nil }
        return [1, 2].map { start.advanced(by: Self.hintDelay * $0) }.first { $0 > now }
    }
}

/// The set is claimed and then picked against the clock, but nothing is lost.
///
/// | state | touch | claim | time runs out |
/// |---|---|---|---|
/// | open | marks | a turn; three marks are judged at once | - |
/// | turn | picks; the third is judged | - | late |
/// | found | - | - | - |
/// | wrong, late | - | a turn | - |
struct LessonRace: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// Nobody has the turn.
        case open
        /// The player has it, until this moment.
        case turn(until: MonotonicInstant)
        /// The set was picked in time.
        case found
        /// Three cards were picked that are no set.
        case wrong(Trio)
        /// Time ran out at this moment.
        case late(since: MonotonicInstant)
    }

    private(set) var board: LessonBoard
    private(set) var state = State.open
    /// Cards noted before the claim, at most three.
    private(set) var marks: [Card] = []

    /// How long a turn lasts: as long as in a duel.
    static var window: Duration { Rules.duel.claim }

    init(_ cards: [Card]) {
        board = LessonBoard(cards)
    }

    mutating func claim(at now: MonotonicInstant) {
        settle(at: now)
        switch state {
        case .turn, .found: return
        case .open, .wrong, .late: break
        }
        board.clear()
        state = .turn(until: now.advanced(by: Self.window))
        guard marks.count == 3 else { return }
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

    /// Takes marks back, or in the turn the picks.
    mutating func clear() {
        marks = []
        if case .turn = state { board.clear() }
    }

    /// Ends a turn whose time is up.
    mutating func settle(at now: MonotonicInstant) {
        if case .turn(let end) = state, now >= end { state = .late(since: end) }
    }

    /// Whether time ran out so shortly before that whoever does something means it for the turn.
    func hasJustEnded(at now: MonotonicInstant) -> Bool {
        guard case .late(let end) = state else { return false }
        return now < end.advanced(by: .milliseconds(700))
    }

    /// What is left of the turn.
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
