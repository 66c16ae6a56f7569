import SetProtocol

/// The lesson in lines of text, with the words and commands of the line-mode game, but no clock.
package struct LineModeLesson: Hashable, Sendable {
    private(set) var lesson: Lesson
    private let theme: Theme
    private let background: Background
    /// The keyboard whose letters name the cards.
    private let keyboard: Keyboard
    /// How it ended; `nil` while it goes on.
    package private(set) var outcome: LessonPage.Outcome?

    /// - Parameter seed: Decides the cards.
    package init(
        theme: Theme = .classic, on background: Background = .dark,
        keyboard: Keyboard = .qwerty, seed: UInt64
    ) {
        (self.theme, self.background, self.keyboard) = (theme, background, keyboard)
        lesson = Lesson(seed: seed)
    }

    /// The first lines.
    package func begin() -> [String] {
        spoken(["Lesson: how to play, in about three minutes. " + Self.help] + told)
    }

    /// Performs a typed line, or explains what can be typed.
    package mutating func read(_ line: String) -> [String] {
        guard outcome == nil else { return [] }
        return spoken(perform(LineModeRequest(line, keyboard)))
    }

    /// Leaves, because there are no more lines to read.
    package mutating func inputEnded() -> [String] {
        outcome == nil ? spoken(leave("end of input.")) : []
    }

    private static let help = "Press enter to continue. Type back, again, or quit."

    /// The same for the scene; at a question, enter only repeats it.
    private var help: String {
        let way = "Type next to skip the question, or back, again, or quit."
        if lesson.isSolved, lesson.scene != .end { return Self.help }
        return switch lesson.scene {
        case .question: "Answer yes or no. \(way)"
        case .third: "Name one card. \(way)"
        case .search, .race: "Name three cards. \(way)"
        case .end: "Answer yes or no."
        case .looks, .check, .keys: Self.help
        }
    }

    // MARK: - Reading

    private mutating func perform(_ request: LineModeRequest) -> [String] {
        switch request {
        case .nothing: return lesson.isSolved ? goOn() : [telling.question, Self.stillOpen]
        case .tooLong: return ["Unknown: the line is too long. Type help for commands."]
        case .unreadable: return ["Unknown: the line contains invalid characters."]
        case .cards(let words): return pick(words)
        case .command(let command, let words, _): return perform(command, words)
        case .unknown("next"): return goOn()
        case .unknown("back"): return goBack()
        case .unknown("skip"): return leave("skipped.")
        case .unknown(let word):
            return ["Unknown command: \(SafeText.sanitized(word, limit: 20)). " + help]
        }
    }

    private static let stillOpen = "Next: answer, or type next to skip the question."

    private mutating func perform(_ command: LineModeCommand, _ words: [String]) -> [String] {
        switch command {
        case .yes: return answer(true)
        case .no: return answer(false)
        case .set, .pick: return pick(words)
        case .claim where lesson.scene == .race && lesson.race.state != .found:
            return words.isEmpty
                ? [
                    "Claim: in a duel, you now have \(Narrator.exactSeconds(LessonRace.window)). "
                        + "Name the three cards in one line."
                ]
                : pick(words)
        case .hint where lesson.scene == .search && !lesson.isSolved:
            lesson.askHint(at: .zero)
            return ["Hint: \(telling.hint)"]
        case .board, .what, .turn, .again: return told
        case .where: return [telling.places(ofCardsWith: words)]
        case .help: return ["Help: " + help, telling.question]
        // Where one card is asked for, this key is the first one.
        case .q where lesson.scene == .third && !lesson.isSolved: return pick([command.rawValue])
        case .q, .quit: return leave(lesson.scene == .end ? "done." : "skipped.")
        case _:
            let name = command.rawValue.capitalizedFirst
            return ["Refused: \(name) works only in a game. \(telling.question)"]
        }
    }

    private mutating func goOn() -> [String] {
        guard lesson.scene != .end else { return leave("done.") }
        repeat { lesson.goOn(at: .zero) } while lesson.scene.isToldBefore
        return told
    }

    private mutating func goBack() -> [String] {
        repeat { lesson.goBack() } while lesson.scene.isToldBefore
        return told
    }

    private mutating func answer(_ isYes: Bool) -> [String] {
        switch lesson.scene {
        case .end:
            guard isYes else { return leave("done.") }
            outcome = .playNow
            return ["Lesson: done. Your duel against the weakest computer player starts."]
        case .question where !lesson.isSolved:
            lesson.answer(isYes)
            return telling.verdict + [telling.question]
        case .question: return ["Refused: You have answered. \(telling.question)"]
        case _:
            return ["Refused: This is not a yes-or-no question. \(telling.question)"]
        }
    }

    private mutating func leave(_ why: String) -> [String] {
        outcome = lesson.scene == .end ? .finished : .skipped
        return ["Lesson: \(why) Run set-duel lesson --plain to take it again."]
    }

    // MARK: - Cards

    /// Picks one card where one is asked for, else three at once.
    private mutating func pick(_ words: [String]) -> [String] {
        // Three names on a line claim a set and pick it at once.
        lesson.claim(at: .zero)
        let cards = lesson.touchable
        guard !cards.isEmpty else {
            return ["Refused: There is no card to pick here. \(telling.question)"]
        }
        let isOne = lesson.scene == .third
        guard words.count == (isOne ? 1 : 3) else {
            return ["Refused: Name \(isOne ? "one card" : "three cards"). \(telling.question)"]
        }
        var chosen: [Card] = []
        for word in words {
            let slot = LineModeRequest.Name(word, keyboard)?.slot
            let places = LineModeLessonTelling.laid(cards)
            guard let slot, places.indices ~= slot, let card = places[slot] else {
                let name = SafeText.sanitized(word, limit: 20)
                let last = cards.count > 3 ? "B3" : "A3"
                return ["Refused: There is no card \(name). The cards are A1 to \(last)."]
            }
            guard !chosen.contains(card) else {
                return ["Refused: \(CardNameError.namedTwice.sentence)"]
            }
            chosen.append(card)
        }
        for card in chosen { lesson.touch(card, at: .zero) }
        return telling.verdict + [telling.question]
    }

    // MARK: - Telling

    private var told: [String] { telling.story + telling.verdict + [telling.question] }

    private var telling: LineModeLessonTelling {
        LineModeLessonTelling(lesson: lesson, theme: theme, background: background)
    }

    private func spoken(_ lines: [String]) -> [String] {
        lines.filter { !$0.isEmpty }.map(SpokenText.spoken)
    }
}

extension LessonScene {
    /// Whether the scene before already covered this one: line mode lists all features at once.
    fileprivate var isToldBefore: Bool {
        switch self {
        case .looks(let feature), .check(let feature): feature != .number
        case .question, .third, .search, .race, .keys, .end: false
        }
    }
}
