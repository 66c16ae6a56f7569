import SetProtocol

/// One picture of the lesson; some are looked at, in some the player does something.
enum LessonScene: Hashable, Sendable {
    /// The three looks of a feature.
    case looks(Feature)
    /// What a feature says about three cards that are a set.
    case check(Feature)
    /// Are these three cards a set?
    case question(LessonQuestion)
    /// Which card makes two others a set?
    case third
    /// Where is the set among six cards?
    case search
    /// The same, claimed and against the clock.
    case race
    /// The keys of a duel.
    case keys
    /// What next?
    case end

    /// All of them in their order.
    static let all: [LessonScene] =
        Feature.allCases.map(LessonScene.looks) + Feature.allCases.map(LessonScene.check)
        + LessonQuestion.allCases.map(LessonScene.question)
        + [.third, .search, .race, .keys, .end]

    /// The step it belongs to.
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
}

/// Three cards of which the player says whether they are a set.
enum LessonQuestion: CaseIterable, Hashable, Sendable {
    /// They are none, for one feature alone.
    case nearMiss
    /// They are one, though nothing is the same.
    case allDifferent

    /// The right answer.
    var isSet: Bool {
        switch self {
        case .nearMiss: false
        case .allDifferent: true
        }
    }
}

/// A part of the lesson, as it is counted for the player.
enum LessonStep: Int, CaseIterable, Hashable, Sendable {
    case cards = 1
    case set, question, third, search, race, end

    /// What it is about.
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
