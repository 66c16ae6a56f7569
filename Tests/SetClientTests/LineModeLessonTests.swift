import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("The lesson in line mode")
struct LineModeLessonTests {
    private static let answers = [
        "a1 b1 c1", "a1 b1 c1", "b2", "deal", "a2 c2 c1", "a3 b3 c4",
    ]

    /// The lesson after the answers to some steps.
    private func lesson(after count: Int = 0, theme: Theme = .classic) -> LineModeLesson {
        var settings = ClientSettings()
        settings.theme = theme.name
        var lesson = LineModeLesson(SettingsModel(settings), seed: 7)
        _ = lesson.begin()
        for answer in Self.answers.prefix(count) { _ = lesson.read(answer) }
        return lesson
    }

    @Test("The lesson in line mode teaches the same steps")
    func whole() {
        var lesson = LineModeLesson(SettingsModel(), seed: 7)
        var lines = lesson.begin()
        for answer in Self.answers + ["ready"] {
            #expect(!lesson.hasEnded)
            lines += ["> " + answer] + lesson.read(answer)
        }
        #expect(lesson.hasEnded && lesson.wantsDuel)
        expectPicture(lines.joined(separator: "\n"), Self.whole)
    }

    @Test(
        "The lesson in line mode explains wrong answers and asks again",
        arguments: [
            (1, "deal", "Refused: This is a set: pick it to see why.", nil),
            (2, "a2", "Wrong: no points lost.", "Step 3 of 6. A1 and B1 are picked."),
            (3, "a1 b1 c1", "Wrong: no points lost.", "Step 4 of 6. Two alike and one different"),
            (4, "a1 b1 c1", "Wrong: no points lost.", "Step 5 of 6. There is one set: pick it."),
            (5, "a1 b1 c2", "Wrong: minus 2.", "Step 6 of 6. In a duel, the other player could"),
        ] as [(Int, String, String, String?)])
    func wrong(_ step: Int, _ answer: String, _ verdict: String, _ question: String?) {
        var lesson = lesson(after: step)
        let lines = lesson.read(answer)
        #expect(lines.contains { $0.hasPrefix(verdict) }, "\(lines)")
        guard let question else { return }
        #expect(lines.contains { $0.hasPrefix("Lesson: " + question) }, "\(lines)")
        // Enter repeats what is asked for.
        #expect(lesson.read("").first?.hasPrefix("Lesson: " + question) == true)
    }

    @Test("A turn of the lesson in line mode has no time limit")
    func unhurried() {
        var lesson = lesson(after: 5)
        #expect(lesson.read("claim") == ["Turn: yours, no time limit."])
        #expect(lesson.read("a3 b3 c4").contains { $0.hasPrefix("Lesson: Done!") })
    }

    @Test("The lesson in line mode gives hints")
    func hints() {
        var lesson = lesson(after: 4)
        #expect(lesson.read("hint").first?.hasPrefix("Hint: ") == true)
    }

    @Test("The lesson in line mode can be left at every step, also by the end of input")
    func leaving() {
        for count in 0...Self.answers.count {
            for word in ["quit", "q", nil] {
                var lesson = lesson(after: count)
                let lines = lesson.read(word)
                #expect(lesson.hasEnded && !lesson.wantsDuel)
                #expect(lines.count == 1 && lines[0].hasPrefix("Quit: "), "\(lines)")
            }
        }
    }

    @Test("The lesson in line mode uses the theme's words", arguments: Theme.builtIn)
    func themes(_ theme: Theme) {
        var lesson = lesson(theme: theme)
        let lines = lesson.read("board").joined(separator: "\n")
        let color = CardWords.name(of: .color, .one, theme, on: .dark)
        #expect(lines.contains(color))
        #expect(lines.allSatisfy { $0.isASCII || $0.isLetter })
    }

    private static let whole = """
        Help: type help, or press enter to see what you can do now.
        Lesson: Step 1 of 6. Cards differ in number, shape, shading, and color. These three differ in all four: a set! Name all three: a1 b1 c1. To leave, type quit.
        Board: 3 cards, 78 in the deck.
        Row A: A1 two open violet ovals.
        Row B: B1 three striped green squiggles.
        Row C: C1 one solid red diamond.
        > a1 b1 c1
        Set: 3 points. All features differ.
        Score: 3 points.
        Lesson: Step 2 of 6. In a set, each feature is all the same or all different. Is this a set? If it is, pick all three. If not, type deal.
        Board: 3 cards, 78 in the deck.
        Row A: A1 two open red squiggles.
        Row B: B1 three open red diamonds.
        Row C: C1 one open red oval.
        > a1 b1 c1
        Set: 3 points. Number and shape differ.
        Score: 6 points.
        Lesson: Step 3 of 6. A1 and B1 are picked. Exactly one card makes a set with them: pick it. To hear which, type third a1 b1.
        Board: 5 cards, 76 in the deck.
        Row A: A1 one solid violet squiggle, picked by you; A2 three solid red squiggles.
        Row B: B1 two solid green ovals, picked by you; B2 three solid red diamonds.
        Row C: C1 three striped red diamonds.
        > b2
        Set: 3 points. Number, shape, and color differ.
        Score: 9 points.
        Lesson: Step 4 of 6. Is this a set? Two alike and one different break it. Pick it, or type deal to get three more cards.
        Board: 3 cards, 78 in the deck.
        Row A: A1 two solid red ovals.
        Row B: B1 one solid green oval.
        Row C: C1 three open violet ovals.
        > deal
        Deal: you dealt, plus 1. There was no set.
        Lesson: Step 5 of 6. Right: the shading is solid, solid, and open. With two alike, it is no set. Now there is one: pick it. Type hint for help.
        Board: 6 cards, 75 in the deck.
        Row A: A1 two solid red ovals; A2 three open red diamonds.
        Row B: B1 one solid green oval; B2 three solid violet squiggles.
        Row C: C1 three open violet ovals; C2 three open green squiggles.
        > a2 c2 c1
        Set: 3 points. Shape and color differ.
        Score: 13 points.
        Lesson: Step 6 of 6. In a duel, the first to see a set claims it. Type its three names to claim and pick it at once. Or type claim; in a duel, you then have 5 seconds. To hear the cards again, type board, or where red.
        Board: 12 cards, 69 in the deck.
        Row A: A1 three striped green diamonds; A2 one solid violet oval; A3 one striped red diamond; A4 three solid green squiggles.
        Row B: B1 one open green oval; B2 two solid violet ovals; B3 one striped red squiggle; B4 three open violet squiggles.
        Row C: C1 two open red ovals; C2 three open green squiggles; C3 one solid green diamond; C4 one striped red oval.
        > a3 b3 c4
        Set: 3 points. Shape differs.
        Lesson: Done! Sets earn 3 points or more; a wrong claim or deal costs 2. Type ready to play the weakest computer player, or quit.
        Score: 16 points.
        > ready
        """
}
