import SetProtocol

/// The lines of a scene of the lesson.
struct LineModeLessonTelling {
    let lesson: Lesson
    let theme: Theme
    let background: Background

    private func words(on cards: [Card]) -> Narrator {
        Narrator(
            seat: nil, names: PerSeat(both: ""), theme: theme, background: background,
            cards: Self.laid(cards))
    }

    /// Cards in rows of three, by the slots of a table that have those places: the lesson's boards
    /// fill row by row.
    static func laid(_ cards: [Card]) -> [Card?] {
        var laid: [Card?] = Array(repeating: nil, count: 3 * SlotName.rows)
        for (index, card) in cards.enumerated() where index < laid.count {
            laid[index % 3 * SlotName.rows + index / 3] = card
        }
        return laid
    }

    // MARK: - Stories

    /// What the scene is about, and its cards.
    var story: [String] {
        let step = lesson.scene.step
        let title = step.title.prefix(1).lowercased() + step.title.dropFirst()
        let part = isSecondPart ? ", part 2" : ""
        let head = "Step \(step.rawValue) of \(LessonStep.allCases.count)\(part): \(title)"
        return [title.hasSuffix("?") ? head : head + "."] + lines
    }

    /// Whether an earlier scene of the same step has been read; looks and checks are read together.
    private var isSecondPart: Bool {
        switch lesson.scene {
        case .question(.allDifferent), .keys: true
        case .question(.nearMiss), .looks, .check, .third, .search, .race, .end: false
        }
    }

    private var lines: [String] {
        switch lesson.scene {
        case .looks: looks
        case .check: set
        case .question(let question): named("Cards", lesson.cards.trio(for: question).cards)
        case .third:
            ["Given: \(described(lesson.cards.pair))."] + named("Choices", lesson.cards.choices)
        case .search: ["Board: six cards with one set."] + rows(of: lesson.search.board.cards)
        case .race: race + rows(of: lesson.race.board.cards)
        case .keys: keys
        case .end: ["Lesson: that is all you need."]
        }
    }

    private var looks: [String] {
        let features = Feature.allCases.map { feature in
            let names = Variant.allCases.map {
                CardWords.name(of: feature, $0, theme, on: background)
            }
            return "Feature: \(feature.name) is \(names[0]), \(names[1]), or \(names[2])."
        }
        let example = described(Array(lesson.cards.set.cards.prefix(1)))
        return ["Cards: there are 81 different cards with four features."] + features
            + ["Example: \(example)."]
    }

    private var set: [String] {
        let trio = lesson.cards.set
        return ["Rule: in a set, each feature is all the same or all different."]
            + named("Example", trio.cards) + ["Why: \(words(on: []).reasonsForMatch(trio))."]
    }

    private var race: [String] {
        let rules = Rules.duel
        let best = rules.setPoints + rules.quickBonus
        return [
            "Rule: in a duel, two players look for sets on one board. Type three names to "
                + "claim and pick the set at once.",
            "Rule: you can also type claim first. Then only you can pick, for "
                + "\(Narrator.exactSeconds(rules.claim)).",
            "Rule: a set earns \(rules.setPoints) points, or up to \(best) if you are quick. A wrong "
                + "set, or none in time, costs \(-rules.mismatchPoints), and the other player gets "
                + "\(Narrator.exactSeconds(rules.answer)).",
        ]
    }

    private var keys: [String] {
        let rules = Rules.duel
        return [
            "Command: deal adds three cards when you see no set. If there was a set, you "
                + "lose \(-rules.wrongDealPoints) points; if not, you earn "
                + "\(rules.rightDealPoints). Then only the other player can pick, for "
                + "\(Narrator.exactSeconds(rules.grace)).",
            "Command: pass gives up your turn.",
            "Command: hint shows a card of a set in a solo game.",
            "Listen: board reads the cards again. where red lists the positions of red cards.",
            "Listen: third a1 b2 describes the card that makes a set with these two.",
            "Listen: again repeats the last announcement, and history repeats what came before it.",
            "Command: help all lists all commands.",
        ]
    }

    private func named(_ what: String, _ cards: [Card]) -> [String] {
        ["\(what): \(words(on: cards).named(cards))."]
    }

    private func described(_ cards: [Card]) -> String {
        cards.map { CardWords.describe($0, theme, on: background) }.listed()
    }

    private func rows(of cards: [Card]) -> [String] {
        let words = words(on: cards)
        return stride(from: 0, to: cards.count, by: 3).map { start in
            let row = cards[start..<min(start + 3, cards.count)].map(words.named)
            let letter = SlotName.letter(ofRow: start / 3)
            return "Row \(letter): \(row.joined(separator: "; "))."
        }
    }

    /// The places of the scene's cards with the features in some words.
    func places(ofCardsWith typed: [String]) -> String {
        words(on: shown).places(ofCardsWith: typed)
    }

    private var shown: [Card] {
        switch lesson.scene {
        case .check: lesson.cards.set.cards
        case .question(let question): lesson.cards.trio(for: question).cards
        case .third: lesson.cards.choices
        case .search: lesson.search.board.cards
        case .race: lesson.race.board.cards
        case .looks, .keys, .end: []
        }
    }

    // MARK: - Questions

    /// What can be typed now.
    var question: String {
        let goOn = "Next: press enter."
        guard !lesson.isSolved else {
            if case .wrong = lesson.race.state, lesson.scene == .race {
                return "Next: try again, or press enter to go on."
            }
            return lesson.scene == .end
                ? "Question: play the weakest computer player now? Answer yes or no." : goOn
        }
        switch lesson.scene {
        case .question: return "Question: are these three a set? Answer yes or no."
        case .third:
            return "Question: which of A1, A2, and A3 makes a set with the two given cards?"
        case .search:
            return
                "Question: which three cards are the set? Type three names, such as a1 b2 b3, or hint."
        case .race: return "Question: which three cards are the set? Type their names."
        case .looks, .check, .keys, .end: return goOn
        }
    }

    var hint: String {
        let hints = lesson.search.hints(at: .zero)
        let names = words(on: lesson.search.board.cards).places(of: hints)
        return "\(names) \(hints.count == 1 ? "is" : "are") in the set."
    }

    // MARK: - Verdicts

    /// The verdict on the player's answer, if there is one.
    var verdict: [String] {
        switch lesson.scene {
        case .question(let question):
            guard let answer = lesson.answer(to: question) else { return [] }
            let trio = lesson.cards.trio(for: question)
            let head = answer == question.isSet ? "Right" : "Not quite"
            let reason =
                question.isSet
                ? words(on: []).reasonsForMatch(trio)
                : VerdictWords.reason(for: trio, theme, on: background)
            let verdict = question.isSet ? "it is a set" : "it is not a set"
            return ["\(head): \(verdict). \(reason.capitalizedFirst)."]
        case .third:
            return lesson.tried.flatMap { Trio(lesson.cards.pair + [$0]) }.map { choice($0) } ?? []
        case .search: return lesson.search.board.trio.map { choice($0) } ?? []
        case .race:
            let isSolved = lesson.isSolved
            return lesson.race.board.trio.map { choice($0, isRepeated: !isSolved) } ?? []
        case .looks, .check, .keys, .end: return []
        }
    }

    /// - Parameter isRepeated: Whether the player must try again.
    private func choice(_ trio: Trio, isRepeated: Bool = true) -> [String] {
        if trio.isSet { return ["Set: \(words(on: []).reasonsForMatch(trio))."] }
        let reason = VerdictWords.reason(for: trio, theme, on: background)
        return ["Not a set: \(reason).\(isRepeated ? " Try again." : "")"]
    }
}
