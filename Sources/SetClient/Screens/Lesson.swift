import SetProtocol

/// The first-run lesson: what a card is, what a set is, how to find one and how to claim it.
///
/// A value that knows nothing of screens: the page draws it and the line mode tells it. The player
/// can go on and back at any time; what was answered stays answered.
struct Lesson: Hashable, Sendable {
    /// The cards of this run.
    let cards: LessonCards
    private var place = 0
    private var answers: [LessonQuestion: Bool] = [:]
    /// The card last tried as the third one.
    private(set) var tried: Card?
    /// The cards to be found at leisure.
    private(set) var search: LessonSearch
    /// The cards to be found in the race.
    private(set) var race: LessonRace

    /// A lesson at its beginning.
    ///
    /// - Parameter seed: Decides the cards.
    init(seed: UInt64) {
        cards = LessonCards(seed: seed)
        search = LessonSearch(cards.search)
        race = LessonRace(cards.race)
    }

    /// What is shown.
    var scene: LessonScene { LessonScene.all[place] }

    /// Whether this is the first scene, from which there is no way back.
    var isAtStart: Bool { place == 0 }

    /// What the player said to a question; `nil` while it is open.
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

    /// The cards that can be touched now, by slot; empty where nothing can.
    var touchable: [Card] {
        guard !isSolved else { return [] }
        switch scene {
        case .looks, .check, .question, .keys, .end: return []
        case .third: return cards.choices
        case .search: return search.board.cards
        case .race: return race.board.cards
        }
    }

    // MARK: - What the player does

    /// Goes on to the next scene; at the last one nothing happens.
    mutating func goOn(at now: MonotonicInstant) {
        place = min(place + 1, LessonScene.all.count - 1)
        if scene == .search { search.begin(at: now) }
    }

    /// Goes back to the scene before.
    mutating func goBack() {
        place = max(0, place - 1)
    }

    /// Answers the question of the scene; the first answer counts.
    mutating func answer(_ isSet: Bool) {
        guard case .question(let question) = scene, answers[question] == nil else { return }
        answers[question] = isSet
    }

    /// Touches a card that can be touched.
    mutating func touch(_ card: Card, at now: MonotonicInstant) {
        settle(at: now)
        guard touchable.contains(card) else { return }
        switch scene {
        case .looks, .check, .question, .keys, .end: break
        case .third: tried = card
        case .search: search.touch(card)
        case .race: race.touch(card, at: now)
        }
    }

    /// Says "I see a set".
    mutating func claim(at now: MonotonicInstant) {
        if scene == .race { race.claim(at: now) }
    }

    /// Asks for a card of the set.
    mutating func askHint(at now: MonotonicInstant) {
        if scene == .search { search.askHint(at: now) }
    }

    /// Takes back what was picked or marked.
    ///
    /// - Returns: Whether there was anything.
    mutating func clear() -> Bool {
        let before = self
        switch scene {
        case .search: search.clear()
        case .race: race.clear()
        case .looks, .check, .question, .third, .keys, .end: break
        }
        return self != before
    }

    // MARK: - Time

    /// Lets happen what the time alone brings about.
    mutating func settle(at now: MonotonicInstant) {
        race.settle(at: now)
    }

    /// What the lesson has become by a moment.
    func settled(at now: MonotonicInstant) -> Lesson {
        var lesson = self
        lesson.settle(at: now)
        return lesson
    }
}
