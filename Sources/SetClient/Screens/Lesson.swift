import SetProtocol

/// The first-run lesson: what a card is, what a set is, how to find one and how to claim it.
///
/// The value knows nothing of screens: a page draws it, and line mode prints it. The player can go
/// forward and back at any time; answers stay.
struct Lesson: Hashable, Sendable {
    let cards: LessonCards
    private var index = 0
    private var answers: [LessonQuestion: Bool] = [:]
    /// The card last tried as the third one.
    private(set) var tried: Card?
    private(set) var search: LessonSearch
    private(set) var race: LessonRace

    /// - Parameter seed: Decides the cards.
    init(seed: UInt64) {
        cards = LessonCards(seed: seed)
        search = LessonSearch(cards.search)
        race = LessonRace(cards.race)
    }

    var scene: LessonScene { LessonScene.all[index] }

    var isAtStart: Bool { index == 0 }

    /// The player's answer; `nil` while the question is open.
    func answer(to question: LessonQuestion) -> Bool? { answers[question] }

    /// Whether the player has done what the scene asks for, or it asks for nothing.
    var isSolved: Bool {
        switch scene {
        case .looks, .check, .keys, .end: true
        case .question(let question): answers[question] != nil
        case .third: tried == cards.third
        case .search: search.board.verdict == .match
        case .race:
            switch race.state {
            case .open, .turn: false
            case .found, .wrong, .late: true
            }
        }
    }

    /// The cards that can be touched now, by slot.
    var touchable: [Card] {
        let exhibit = exhibit
        return exhibit.touchable.compactMap { exhibit.slots[$0].card }
    }

    // MARK: - What the player does

    /// Goes to the next scene, if there is one.
    mutating func goOn(at now: MonotonicInstant) {
        index = min(index + 1, LessonScene.all.count - 1)
        if scene == .search { search.begin(at: now) }
    }

    mutating func goBack() {
        index = max(0, index - 1)
    }

    /// Answers the question of the scene; only the first answer counts.
    mutating func answer(_ isSet: Bool) {
        guard case .question(let question) = scene, answers[question] == nil else { return }
        answers[question] = isSet
    }

    /// Touches a card, if it can be touched.
    mutating func touch(_ card: Card, at now: MonotonicInstant) {
        settle(at: now)
        guard touchable.contains(card) else { return }
        switch scene {
        case .looks, .check, .question, .keys, .end: break
        case .third: tried = card
        case .search: search.board.touch(card)
        case .race: race.touch(card, at: now)
        }
    }

    mutating func claim(at now: MonotonicInstant) {
        if scene == .race { race.claim(at: now) }
    }

    mutating func askHint(at now: MonotonicInstant) {
        if scene == .search { search.askHint(at: now) }
    }

    /// Takes back all picks or marks.
    mutating func clear() {
        if scene == .search { search.board.clear() }
        if scene == .race { race.clear() }
    }

    // MARK: - Time

    /// Ends a turn whose time is up.
    mutating func settle(at now: MonotonicInstant) {
        race.settle(at: now)
    }

    func settled(at now: MonotonicInstant) -> Lesson {
        var lesson = self
        lesson.settle(at: now)
        return lesson
    }
}
