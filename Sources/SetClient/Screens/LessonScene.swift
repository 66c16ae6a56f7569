import SetProtocol

/// One page of the lesson.
enum LessonScene: Hashable, Sendable {
    /// The three looks of a feature.
    case looks(Feature)
    /// A feature of three cards that are a set.
    case check(Feature)
    case question(LessonQuestion)
    /// Which card makes two others a set?
    case third
    /// Find the set among six cards.
    case search
    /// The same, claimed and against the clock.
    case race
    /// The keys of a duel.
    case keys
    case end

    static let all: [LessonScene] =
        Feature.allCases.map(LessonScene.looks) + Feature.allCases.map(LessonScene.check)
        + LessonQuestion.allCases.map(LessonScene.question)
        + [.third, .search, .race, .keys, .end]

    var step: LessonStep {
        switch self {
        case .looks: .cards
        case .check: .set
        case .question: .question
        case .third: .third
        case .search: .search
        case .race, .keys: .race
        case .end: .end
        }
    }

    /// What the step is called, and which of its pages this is if it has several.
    var title: String {
        let pages = Self.all.filter { $0.step == step }
        guard pages.count > 1, let index = pages.firstIndex(of: self) else { return step.title }
        return "\(step.title) (\(index + 1) of \(pages.count))"
    }

    /// Whether there are two rows of cards, some of which can be touched.
    var hasBoard: Bool { [.third, .search, .race].contains(self) }
}

/// Three cards of which the player says whether they are a set.
enum LessonQuestion: CaseIterable, Hashable, Sendable {
    /// One feature breaks the set.
    case nearMiss
    /// A set in which nothing is the same.
    case allDifferent

    /// The right answer.
    var isSet: Bool { self == .allDifferent }
}

/// A part of the lesson, numbered for the player.
enum LessonStep: Int, CaseIterable, Hashable, Sendable {
    case cards = 1
    case set, question, third, search, race, end

    var title: String {
        switch self {
        case .cards: "The cards"
        case .set: "A set"
        case .question: "Is it a set?"
        case .third: "The third card"
        case .search: "Find a set"
        case .race: "The race"
        case .end: "Ready"
        }
    }
}

/// What a scene shows beside its words.
struct LessonExhibit: Hashable, Sendable {
    struct Slot: Hashable, Sendable {
        /// `nil` for the place of a card to be found.
        var card: Card?
        var state = CardState()
    }

    var slots: [Slot]
    /// The slots of the cards that can be touched.
    var touchable = 0..<0
    /// What the captions below the cards are about.
    var feature: Feature?
    /// The look of the feature that does not fit.
    var odd: Variant?
    /// Three cards whose features are listed, up to the last one.
    var listed: Trio?
    var lastListed = Feature.color
    /// Three cards that have just been judged on a board.
    var judged: Trio?

    init(_ cards: [Card?], _ standing: CardState.Standing = .free) {
        slots = cards.map { card in
            Slot(card: card, state: CardState(standing: card == nil ? .free : standing))
        }
    }

    fileprivate init(_ board: LessonBoard, isOpen: Bool) {
        self.init(board.cards)
        let standing: CardState.Standing =
            switch board.verdict {
            case .undecided: .mine
            case .match: .match
            case .mismatch: .mismatch
            }
        for card in board.picks { change(card) { $0.standing = standing } }
        touchable = isOpen ? slots.indices : 0..<0
        judged = board.trio
    }

    fileprivate mutating func change(_ card: Card?, _ change: (inout CardState) -> Void) {
        for slot in slots.indices where card != nil && slots[slot].card == card {
            change(&slots[slot].state)
        }
    }
}

extension Lesson {
    /// What the scene shows, hints aside.
    var exhibit: LessonExhibit {
        var exhibit: LessonExhibit
        switch scene {
        case .looks(let feature):
            exhibit = LessonExhibit(cards.looks(of: feature))
            exhibit.feature = feature
        case .check(let feature):
            exhibit = LessonExhibit(cards.set.cards, feature == .color ? .match : .free)
            exhibit.feature = feature
            (exhibit.listed, exhibit.lastListed) = (cards.set, feature)
        case .question(let question):
            let trio = cards.trio(for: question)
            guard isSolved else { return LessonExhibit(trio.cards) }
            exhibit = LessonExhibit(trio.cards, question.isSet ? .match : .mismatch)
            exhibit.listed = trio
            for finding in trio.explanation.reversed() {
                guard case .twoAlike(_, let odd) = finding.pattern else { continue }
                (exhibit.feature, exhibit.odd) = (finding.feature, odd)
            }
        case .third:
            let choices = cards.choices.map { isSolved && $0 == tried ? nil : $0 }
            exhibit = LessonExhibit(cards.pair + [isSolved ? cards.third : nil] + choices)
            if isSolved {
                for slot in 0..<3 { exhibit.slots[slot].state.standing = .match }
                for slot in 3..<6 { exhibit.slots[slot].state.isDimmed = true }
            } else {
                exhibit.change(tried) { $0.standing = .mismatch }
                exhibit.touchable = 3..<6
            }
            exhibit.judged = tried.flatMap { Trio(cards.pair + [$0]) }
        case .search: return LessonExhibit(search.board, isOpen: !isSolved)
        case .race:
            exhibit = LessonExhibit(race.board, isOpen: !isSolved)
            for card in race.marks { exhibit.change(card) { $0.isMarked = true } }
            if case .late = race.state {
                for slot in exhibit.slots.indices { exhibit.slots[slot].state.isDimmed = true }
            }
        case .keys: return LessonExhibit([])
        case .end: return LessonExhibit(cards.set.cards, .match)
        }
        return exhibit
    }
}
