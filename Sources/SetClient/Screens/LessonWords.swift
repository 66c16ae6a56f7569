import SetProtocol

/// The words of a scene of the lesson, with the names of a theme.
struct LessonWords {
    let lesson: Lesson
    let theme: Theme
    let background: Background
    let glyphs: GlyphSet
    let now: MonotonicInstant

    struct Text: Hashable {
        let headline: String
        let body: String
        let tone: Tone

        init(_ headline: String, _ body: String, _ tone: Tone = .plain) {
            (self.headline, self.body, self.tone) = (headline, body, tone)
        }
    }

    var text: Text {
        switch lesson.scene {
        case .looks(let feature): looks(feature)
        case .check(let feature): check(feature)
        case .question(let question): self.question(question)
        case .third: third
        case .search: search
        case .race: race
        case .keys: Text("The race at a glance", "")
        case .end: end
        }
    }

    // MARK: - The cards

    private func looks(_ feature: Feature) -> Text {
        let names = variants(of: feature).listed("or")
        let headline = "Cards differ in four features."
        switch feature {
        case .number:
            return Text(
                "Learn the game in two minutes.", "\(headline) First, the number: \(names) symbols."
            )
        case .shape: return Text(headline, "Second, the shape: \(names).")
        case .shading:
            // On small cards, the shading cannot be seen in the symbols alone.
            let fills = theme.fills.all
            let signs = fills.map { glyphs == .ascii ? $0.asciiMark : $0.mark }.map(String.init)
            return Text(
                headline,
                "Third, the shading: \(names). Small cards add a mark: \(signs.joined(separator: " "))."
            )
        case .color:
            return Text(
                headline, "Fourth, the color: \(names). Hard to tell apart? C changes the colors.")
        }
    }

    private func variants(of feature: Feature) -> [String] {
        Variant.allCases.map { CardWords.name(of: feature, $0, theme, on: background) }
    }

    /// What a feature can be, for the list of all four.
    func line(for feature: Feature) -> String {
        feature.name.padded(to: 9) + variants(of: feature).joined(separator: ", ")
    }

    /// What a card shows of a feature, such as "striped" or "ovals".
    func value(of feature: Feature, on card: Card) -> String {
        feature == .shape
            ? CardWords.symbolName(card[.shape], theme, plural: card[.number] != .one)
            : CardWords.name(of: feature, card[feature], theme, on: background)
    }

    /// What a feature says about three cards, for the list of all four, in the words of the table.
    ///
    /// - Parameter columns: The room; with plenty, the line also says what makes the feature agree.
    func line(for finding: FeatureFinding, columns: Int) -> String {
        let lengths: [VerdictWords.Length] = [.full, .medium]
        let lines = lengths.map { length in
            finding.feature.name.padded(to: 9)
                + VerdictWords.remark(finding, length, theme, on: background)
        }
        if finding.agrees {
            let isSpeltOut = columns >= 58 && finding.pattern == .allDifferent
            return isSpeltOut ? lines[0] + " all different" : lines[0]
        }
        return lines[0].columns <= columns ? lines[0] : lines[1]
    }

    /// A verdict on three cards in one row.
    ///
    /// - Parameter separators: What may stand between its parts, the best first.
    /// - Returns: The parts, and what stands between them.
    func verdict(
        on trio: Trio, columns: Int, separators: [String]
    ) -> (items: [VerdictWords.Item], separator: String) {
        let ways = VerdictWords.lines(for: trio, theme, on: background)
        for items in ways {
            for separator in separators {
                let gap = separator.columns
                let width = items.reduce(-gap, { $0 + $1.text.columns + gap })
                if width <= columns { return (items, separator) }
            }
        }
        return (ways.last ?? [], "  ")
    }

    // MARK: - Sets

    private func check(_ feature: Feature) -> Text {
        let headline = "In a set, each feature is all the same or all different."
        let pattern = lesson.cards.set.explanation[feature.rawValue].pattern
        let words =
            switch pattern {
            case .allSame: "all the same"
            case .allDifferent, .twoAlike: "all different"
            }
        if feature == .color {
            return Text(headline, "The color: \(words). All four work: a set!", .good)
        }
        return Text(headline, "The \(feature.name): \(words). That works.")
    }

    private func question(_ question: LessonQuestion) -> Text {
        guard let answer = lesson.answer(to: question) else {
            switch question {
            case .nearMiss:
                return Text("Are these three a set?", "Check one feature at a time.")
            case .allDifferent:
                return Text("And these three?", "Again, check one feature at a time.")
            }
        }
        let isRight = answer == question.isSet
        switch question {
        case .nearMiss:
            let fault = fault(in: lesson.cards.trio(for: question))
            return Text(
                isRight ? "Right, this is not a set." : "Not quite: one feature breaks it.",
                "\(fault) That is never a set.", isRight ? .good : .hint)
        case .allDifferent:
            return Text(
                isRight ? "Right, this is a set!" : "It is a set after all.",
                "Every feature is all different. That works too.",
                isRight ? .good : .hint)
        }
    }

    /// What breaks a set, such as `The shading is open, open, and solid: two alike`.
    private func fault(in trio: Trio) -> String {
        let faults = trio.explanation.filter { !$0.agrees }
        let first = faults.first.map { VerdictWords.reason($0, theme, on: background) } ?? ""
        let others = faults.dropFirst().map(\.feature.name)
        let rest =
            switch others.count {
            case 0: ""
            case 1: " The \(others[0]) fails too."
            case _: " Others fail too."
            }
        return "The \(first): two alike.\(rest)"
    }

    private var third: Text {
        guard let tried = lesson.tried else {
            return Text(
                "Which card completes the set?",
                "Each feature: all the same or all different. Press a card's letter, use arrows "
                    + "and enter, or click.")
        }
        if lesson.isSolved {
            return Text(
                "Yes, that makes a set!", "For any two cards, exactly one card completes the set.",
                .good)
        }
        let fault = Trio(lesson.cards.pair + [tried]).map(fault) ?? ""
        return Text("Not that one.", "\(fault) Try another one.", .hint)
    }

    private var search: Text {
        let board = lesson.search.board
        switch (board.verdict, board.picks.count) {
        case (.match, _):
            return Text(
                "You found it!", "That is the game: find sets. Next: be the first.", .good)
        case (.mismatch, _):
            let fault = board.trio.map(fault) ?? ""
            return Text("Not a set.", "\(fault) Try again.", .hint)
        case (.undecided, 0):
            switch lesson.search.hints(at: now).count {
            case 0:
                return Text(
                    "These six cards contain one set.",
                    "Pick its three cards: press their letters, use arrows and enter, or "
                        + "click them.")
            case 1: return Text("Hint: this card is in the set.", "Which two go with it?", .hint)
            case 2: return Text("Hint: these two are in the set.", "Which is the third?", .hint)
            case _: return Text("These three are the set.", "Pick them.", .hint)
            }
        case (.undecided, 1): return Text("Two more cards.", "", .mine)
        case (.undecided, _): return Text("One more card.", "", .mine)
        }
    }

    // MARK: - The race

    private var race: Text {
        let rules = Rules.duel
        let window = Narrator.exactSeconds(LessonRace.window)
        let failed =
            "In a duel, you lose \(-rules.timeoutPoints) points; the other player gets "
            + "\(Narrator.exactSeconds(rules.answer)). Space: try again."
        switch lesson.race.state {
        case .open:
            switch lesson.race.marks.count {
            case 0:
                return Text(
                    "In a duel, you race for each set.",
                    "See the set? Press space to claim it. You then have \(window) to pick "
                        + "its cards.")
            case 3: return Text("Three cards marked. Press space to claim the set.", "", .mine)
            case 1: return Text("Marked. Only you can see it.", "Space claims and picks it.", .mine)
            case _:
                return Text(
                    "Two marked. Only you can see them.", "Space claims and picks them.", .mine)
            }
        case .turn:
            let more = ["pick three cards", "two more cards", "one more card"]
            return Text(
                "Your turn: \(more[min(2, lesson.race.board.picks.count)]).",
                "The other player can only watch.", .mine)
        case .found:
            return Text(
                "You found a set!",
                "In a duel, it earns \(rules.setPoints) points, or up to "
                    + "\(rules.setPoints + rules.quickBonus) if you are quick.", .good)
        case .wrong(let trio):
            return Text("Not a set.", "\(shortFault(in: trio)) \(failed)", .hint)
        case .late: return Text("Time is up.", failed, .hint)
        }
    }

    private func shortFault(in trio: Trio) -> String {
        let names = trio.explanation.filter { !$0.agrees }.map(\.feature.name)
        return names.count == 1
            ? "Two alike in \(names[0])." : "Two alike in \(names.count) features."
    }

    // MARK: - What next

    private var end: Text {
        Text(
            "That is all you need.",
            "Press enter to duel the weakest computer player. It is slow and often wrong.",
            .good)
    }

    /// Below the words of the end.
    static let reminders = [
        "Press \(KeyCommand.help.keyName) in a game to see every key.",
        "To see this again: set-duel lesson, or l in the menu.",
    ]
}
