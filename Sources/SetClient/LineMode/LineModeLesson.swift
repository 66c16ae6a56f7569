import SetProtocol

/// The lesson in lines of text, for a screen reader, a pipe or a simple terminal.
///
/// A value: typed lines go in, lines to print come out. Places are named and cards told as in the
/// line-mode game, and the same words are understood, so that what is learned holds there. There is
/// no clock: nobody should have to listen against time to learn the rules.
package struct LineModeLesson: Hashable, Sendable {
    private(set) var lesson: Lesson
    private let theme: Theme
    private let background: Background
    /// How it ended; `nil` while it goes on.
    package private(set) var outcome: LessonPage.Outcome?

    /// A lesson at its beginning.
    ///
    /// - Parameters:
    ///   - theme: What the cards are called.
    ///   - background: What the terminal draws on; some themes name a color after how it looks there.
    ///   - seed: Decides the cards.
    package init(theme: Theme = .classic, on background: Background = .dark, seed: UInt64) {
        (self.theme, self.background) = (theme, background)
        lesson = Lesson(seed: seed)
    }

    /// What is told before anything is typed.
    package func begin() -> [String] {
        spoken(["Lesson: how to play, in about a minute. " + Self.help] + told)
    }

    /// Does what a typed line says, or explains what can be typed.
    ///
    /// - Parameter line: Anything at all, with or without its line end.
    /// - Returns: The lines to print.
    package mutating func read(_ line: String) -> [String] {
        guard outcome == nil else { return [] }
        return spoken(perform(LineModeRequest(line)))
    }

    /// Notes that there are no more lines to read.
    package mutating func inputEnded() -> [String] {
        outcome == nil ? spoken(leave("end of input.")) : []
    }

    private static let help =
        "Press enter to continue. Type back, again, or quit."

    // MARK: - Reading

    private mutating func perform(_ request: LineModeRequest) -> [String] {
        switch request {
        case .nothing: return lesson.isSolved ? goOn() : [telling.question, Self.stillOpen]
        case .tooLong: return ["Unknown: line too long."]
        case .unreadable: return ["Unknown: the line contains invalid characters."]
        case .cards(let words): return pick(words)
        case .command(let command, let words, _): return perform(command, words)
        case .unknown("next"): return goOn()
        case .unknown("back"): return goBack()
        case .unknown("again"): return told
        case .unknown("q"), .unknown("skip"): return leave("skipped.")
        case .unknown(let word):
            return ["Unknown: \(SafeText.sanitized(word, limit: 20)). " + Self.help]
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
                        + "Name the three cards."
                ]
                : pick(words)
        case .hint where lesson.scene == .search && !lesson.isSolved:
            lesson.askHint(at: .zero)
            return ["Hint: \(telling.hint)"]
        case .board, .what, .turn: return told
        case .help: return ["Help: " + Self.help, telling.question]
        case .quit: return leave("skipped.")
        case .claim, .hint, .deal, .pass, .marks, .clear, .score, .report, .time, .rules, .ready,
            .new,
            .pause, .resume, .resign, .say, .history, .verbosity:
            return ["Refused: \(command.rawValue) works only in a game. \(telling.question)"]
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
        case .looks, .check, .question, .third, .search, .race, .keys:
            return ["Refused: yes or no does not apply here. \(telling.question)"]
        }
    }

    private mutating func leave(_ why: String) -> [String] {
        outcome = lesson.scene == .end ? .finished : .skipped
        return ["Lesson: \(why) Run set-duel lesson to see it again."]
    }

    // MARK: - Cards

    /// One card where one is asked for, else three at once.
    private mutating func pick(_ words: [String]) -> [String] {
        // Three names on a line claim a set and choose it at once.
        lesson.claim(at: .zero)
        let cards = lesson.touchable
        guard !cards.isEmpty else {
            return ["Refused: there is no card to pick here. \(telling.question)"]
        }
        let isOne = lesson.scene == .third
        guard words.count == (isOne ? 1 : 3) else {
            return ["Refused: name \(isOne ? "one card" : "three cards"). \(telling.question)"]
        }
        var chosen: [Card] = []
        for word in words {
            guard let slot = LineModeRequest.Name(word)?.slot, cards.indices ~= slot else {
                let name = SafeText.sanitized(word, limit: 20)
                let last = SlotName(slot: cards.count - 1)
                return ["Refused: no card \(name). Cards are A1 to \(last)."]
            }
            guard !chosen.contains(cards[slot]) else {
                return ["Refused: \(CardNameError.namedTwice.sentence)"]
            }
            chosen.append(cards[slot])
        }
        for card in chosen { lesson.touch(card, at: .zero) }
        return telling.verdict + [telling.question]
    }

    // MARK: - TransientMessage

    private var told: [String] { telling.story + telling.verdict + [telling.question] }

    private var telling: LineModeLessonTelling {
        LineModeLessonTelling(lesson: lesson, theme: theme, background: background)
    }

    private func spoken(_ lines: [String]) -> [String] {
        lines.filter { !$0.isEmpty }.map(SpokenText.spoken)
    }
}

extension LessonScene {
    /// Whether the scene is told together with the one before it: what a screen shows feature by
    /// feature is told at once.
    fileprivate var isToldBefore: Bool {
        switch self {
        case .looks(let feature), .check(let feature): feature != .number
        case .question, .third, .search, .race, .keys, .end: false
        }
    }
}
