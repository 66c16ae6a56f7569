import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Line-mode lesson")
struct LineModeLessonTests {
    /// The lesson after some typed lines, and what it answered to the last.
    private func lesson(
        _ lines: String..., theme: Theme = .classic
    ) -> (lesson: LineModeLesson, answer: [String]) {
        var lesson = LineModeLesson(theme: theme, seed: 7)
        var answer = lesson.begin()
        for line in lines { answer = lesson.read(line) }
        return (lesson, answer)
    }

    /// How a card of the scene is named.
    private func names(_ cards: [Card], among all: [Card]) -> String {
        cards.compactMap { all.firstIndex(of: $0) }
            .map { SlotName(slot: $0 % 3 * 3 + $0 / 3).description.lowercased() }
            .joined(separator: " ")
    }

    @Test("The line-mode lesson prints every scene")
    func whole() {
        var lesson = LineModeLesson(seed: 7)
        var lines = lesson.begin()
        let cards = LessonCards(seed: 7)
        let answers = [
            "", "", "no", "", "no", "", names([cards.third], among: cards.choices), "",
            names(LessonBoard(cards: cards.search).answer, among: cards.search), "",
            "set " + names(LessonBoard(cards: cards.race).answer, among: cards.race), "", "", "yes",
        ]
        for answer in answers {
            lines.append(answer.isEmpty ? ">" : "> " + answer)
            lines += lesson.read(answer)
        }
        #expect(lesson.outcome == .playNow)
        expectPicture(lines.joined(separator: "\n"), Self.whole)
    }

    @Test("The line-mode lesson explains a wrong answer and lets the player retry")
    func wrong() {
        let cards = LessonCards(seed: 7)
        var (lesson, answer) = lesson("", "", "yes")
        #expect(
            answer == [
                "Not quite: it is not a set. Number is 2, 2, and 3.", "Next: press enter.",
            ])
        for _ in 0..<2 { _ = lesson.read("next") }
        let wrong = cards.choices.filter { $0 != cards.third }
        answer = lesson.read(names([wrong[0]], among: cards.choices))
        #expect(answer.first?.hasPrefix("Not a set: ") == true)
        #expect(answer.last?.hasPrefix("Question: which of A1, A2, and A3") == true)
        _ = lesson.read("next")
        let others = cards.search.filter { !LessonBoard(cards: cards.search).answer.contains($0) }
        answer = lesson.read(names(others, among: cards.search))
        #expect(answer.first?.hasPrefix("Not a set: ") == true)
        answer = lesson.read(names(LessonBoard(cards: cards.search).answer, among: cards.search))
        #expect(answer.first?.hasPrefix("Set: ") == true)
    }

    @Test("The line-mode lesson forgives a wrong claim and has no clock")
    func race() {
        let cards = LessonCards(seed: 7).race
        var lesson = lesson("", "", "next", "next", "next", "next").lesson
        #expect(
            lesson.read("claim") == [
                "Claim: in a duel, you now have 5 seconds. Name the three cards in one line."
            ])
        let answer = LessonBoard(cards: cards).answer
        let others = cards.filter { !answer.contains($0) }
        #expect(lesson.read(names(others, among: cards)).first?.hasPrefix("Not a set: ") == true)
        #expect(lesson.read("claim").first?.hasPrefix("Claim: ") == true)
        #expect(
            lesson.read("claim " + names(answer, among: cards)).first?.hasPrefix("Set: ") == true)
        #expect(
            lesson.read(names(answer, among: cards)) == [
                "Refused: There is no card to pick here. Next: press enter."
            ])
    }

    @Test("The line-mode lesson hints one card at a time")
    func hints() {
        var lesson = lesson("", "", "next", "next", "next").lesson
        #expect(lesson.read("hint") == ["Hint: A1 is in the set."])
        #expect(lesson.read("hint")[0].hasSuffix("are in the set."))
        #expect(lesson.read("cheat")[0].contains(" and "))
        #expect(lesson.read("hint") == lesson.read("hint"))
    }

    @Test("Help in the line-mode lesson says what the scene asks for")
    func help() {
        var lesson = lesson("", "").lesson
        for words in ["Answer yes or no.", "Answer yes or no.", "Name one card.", "Name three"] {
            #expect(lesson.read("help")[0].hasPrefix("Help: \(words)"))
            _ = lesson.read("next")
        }
    }

    @Test("The line-mode lesson goes back and repeats")
    func back() {
        var lesson = lesson("", "", "next").lesson
        #expect(lesson.read("back").first == "Step 3 of 7: is it a set?")
        #expect(lesson.read("back").first == "Step 2 of 7: a set.")
        let first = lesson.read("back")
        #expect(first.first == "Step 1 of 7: the cards.")
        #expect(lesson.read("back") == first && lesson.read("again") == first)
        #expect(lesson.read("").first == "Step 2 of 7: a set.")
    }

    @Test("The line-mode lesson lists the places of cards, where there are any")
    func places() {
        var lesson = lesson("", "", "next", "next", "next").lesson
        #expect(lesson.read("where red") == ["Where red: no cards."])
        #expect(lesson.read("where violet") == ["Where violet: 2 cards: A2 and B2."])
        #expect(lesson.read("repeat") == lesson.read("again"))
    }

    @Test("The line-mode lesson waits for an answer unless it is skipped")
    func open() {
        var lesson = lesson("", "").lesson
        let answer = lesson.read("  ")
        #expect(
            answer == [
                "Question: are these three a set? Answer yes or no.",
                "Next: answer, or type next to skip the question.",
            ])
        #expect(lesson.read("next").first == "Step 3 of 7, part 2: is it a set?")
    }

    @Test("The line-mode lesson can be skipped at every step, also by the end of input")
    func skipped() {
        for count in 0...8 {
            for word in ["quit", "q", "skip", "exit", nil] {
                var lesson = LineModeLesson(seed: 7)
                for _ in 0..<count { _ = lesson.read("next") }
                let isOver = lesson.lesson.scene == .end
                // There it is the key of the first card.
                if word == "q", lesson.lesson.scene == .third { continue }
                let lines = word.map { lesson.read($0) } ?? lesson.inputEnded()
                #expect(lesson.outcome == (isOver ? .finished : .skipped))
                #expect(lines.count == 1 && lines[0].hasPrefix("Lesson: "))
                #expect(lesson.read("").isEmpty && lesson.inputEnded().isEmpty)
            }
        }
    }

    @Test(
        "The line-mode lesson explains unusable input",
        arguments: [
            ("yes", "Refused: This is not a yes-or-no question. "),
            ("a1", "Refused: There is no card to pick here. "),
            ("deal", "Refused: Deal works only in a game. "),
            ("hint", "Refused: Hint works only in a game. "),
            ("help", "Help: Press enter to continue. "),
            ("xyzzy", "Unknown command: xyzzy. Press enter "),
            ("\u{1B}[2J", "Unknown: the line contains invalid characters."),
            (
                String(repeating: "x", count: 5000),
                "Unknown: the line is too long. Type help for commands."
            ),
        ])
    func misuse(_ typed: String, _ beginning: String) {
        let answer = lesson(typed).answer
        #expect(answer.first?.hasPrefix(beginning) == true, "\(answer)")
    }

    @Test("The line-mode lesson explains unusable card names")
    func misnaming() {
        var lesson = lesson("", "", "next", "next").lesson
        #expect(lesson.read("b1") == ["Refused: There is no card b1. The cards are A1 to A3."])
        #expect(lesson.read("a1 a2")[0].hasPrefix("Refused: Name one card. "))
        _ = lesson.read("next")
        #expect(lesson.read("a1 a2")[0].hasPrefix("Refused: Name three cards. "))
        #expect(lesson.read("a1 a2 a1")[0].hasPrefix("Refused: "))
        #expect(lesson.read("pick a1 a2 c3")[0].hasPrefix("Refused: There is no card c3. "))
    }

    @Test(
        "The line-mode lesson uses the theme's words and no drawing characters",
        arguments: Theme.builtIn)
    func themes(_ theme: Theme) {
        var lesson = LineModeLesson(theme: theme, seed: 7)
        var lines = lesson.begin()
        while lesson.lesson.scene != .end { lines += lesson.read("next") }
        for variant in Variant.allCases {
            let color = theme.colors[variant].name[.dark]
            #expect(lines.contains { $0.hasPrefix("Feature: color is") && $0.contains(color) })
            let shape = theme.symbols[variant].plural
            #expect(lines.contains { $0.hasPrefix("Feature: shape is") && $0.contains(shape) })
        }
        #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy(\.isASCII) })
    }

    static let whole = """
        Lesson: how to play, in about three minutes. Press enter to continue. Type back, again, or \
        quit.
        Step 1 of 7: the cards.
        Cards: there are 81 different cards with four features.
        Feature: number is one, two, or three.
        Feature: shape is diamonds, squiggles, or ovals.
        Feature: shading is solid, striped, or open.
        Feature: color is red, green, or violet.
        Example: two open violet ovals.
        Next: press enter.
        >
        Step 2 of 7: a set.
        Rule: in a set, each feature is all the same or all different.
        Example: A1 two open violet ovals, A2 three open violet squiggles, A3 one open violet \
        diamond.
        Why: number all different, shape all different, shading all the same, color all the same.
        Next: press enter.
        >
        Step 3 of 7: is it a set?
        Cards: A1 two striped red squiggles, A2 two solid violet squiggles, A3 three open \
        green squiggles.
        Question: are these three a set? Answer yes or no.
        > no
        Right: it is not a set. Number is 2, 2, and 3.
        Next: press enter.
        >
        Step 3 of 7, part 2: is it a set?
        Cards: A1 two striped violet squiggles, A2 three solid red diamonds, A3 one open green \
        oval.
        Question: are these three a set? Answer yes or no.
        > no
        Not quite: it is a set. Number all different, shape all different, shading all different, \
        color all different.
        Next: press enter.
        >
        Step 4 of 7: the third card.
        Given: two open red diamonds and three solid red ovals.
        Choices: A1 one solid red squiggle, A2 one striped red squiggle, A3 one striped red \
        diamond.
        Question: which of A1, A2, and A3 makes a set with the two given cards?
        > a2
        Set: number all different, shape all different, shading all different, color all the same.
        Next: press enter.
        >
        Step 5 of 7: find a set.
        Board: six cards with one set.
        Row A: A1 one solid green squiggle; A2 three solid violet ovals; A3 one striped green \
        squiggle.
        Row B: B1 two solid green diamonds; B2 three striped violet diamonds; B3 three solid \
        green ovals.
        Question: which three cards are the set? Type three names, such as a1 b2 b3, or hint.
        > a1 b1 b3
        Set: number all different, shape all different, shading all the same, color all the same.
        Next: press enter.
        >
        Step 6 of 7: the race.
        Rule: in a duel, two players look for sets on one board. Type three names to claim and \
        pick the set at once.
        Rule: you can also type claim first. Then only you can pick, for 5 seconds.
        Rule: a set earns 3 points, or up to 5 if you are quick. A wrong set, or none in time, \
        costs 2, and the other player gets 10 seconds.
        Row A: A1 two striped red ovals; A2 three solid green diamonds; A3 two solid red \
        diamonds.
        Row B: B1 one solid green diamond; B2 three solid red ovals; B3 one open red oval.
        Question: which three cards are the set? Type their names.
        > set a1 b2 b3
        Set: number all different, shape all the same, shading all different, color all the same.
        Next: press enter.
        >
        Step 6 of 7, part 2: the race.
        Command: deal adds three cards when you see no set. If there was a set, you lose 2 \
        points; if not, you earn 1. Then only the other player can pick, for 7 seconds.
        Command: pass gives up your turn.
        Command: hint shows a card of a set in a solo game.
        Listen: board reads the cards again. where red lists the positions of red cards.
        Listen: third a1 b2 describes the card that makes a set with these two.
        Listen: again repeats the last announcement, and history repeats what came before it.
        Command: help all lists all commands.
        Next: press enter.
        >
        Step 7 of 7: ready.
        Lesson: that is all you need.
        Question: play the weakest computer player now? Answer yes or no.
        > yes
        Lesson: done. Your duel against the weakest computer player starts.
        """
}
