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
        expectPicture(lines.joined(separator: "\n"), "line-mode/lesson")
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
        #expect(lesson.read("a3 b3 c4").last?.hasPrefix("Lesson: Done!") == true)
        let over = "Refused: The lesson is over: type ready to play, or quit."
        #expect(lesson.read("a1") == [over])
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
        let color = CardWords(theme).name(of: .color, .one)
        #expect(lines.contains(color))
        #expect(lines.allSatisfy { $0.isASCII || $0.isLetter })
    }
}
