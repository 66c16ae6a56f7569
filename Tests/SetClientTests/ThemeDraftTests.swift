import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Theme draft")
struct ThemeDraftTests {
    private func problems(
        _ change: (inout ThemeDraft) throws -> Void
    ) rethrows -> [ThemeField: String] {
        var draft = ThemeDraft(.classic)
        try change(&draft)
        let verdict = draft.verdict(taken: ["paper"])
        #expect((verdict.theme == nil) == !verdict.problems.isEmpty)
        return verdict.problems
    }

    @Test("An unchanged theme draft is the theme it began with", arguments: Theme.builtIn)
    func unchanged(theme: Theme) {
        let verdict = ThemeDraft(theme).verdict(taken: [])
        #expect(verdict.problems.isEmpty && verdict.theme == theme)
    }

    @Test("A theme draft keeps custom shapes, gradients and pictures")
    func own() throws {
        let zoo = try ThemeFileTests.read(ThemeFileTests.zoo)
        let draft = ThemeDraft(zoo)
        #expect(draft.verdict(taken: []).theme == zoo)
        #expect(draft[.shape, .one] == "polygon" && draft[.shape, .two] == "smooth")
        #expect(draft[.points, .two] == "0.5,0 1,0.2 0.75,0.45 1,0.75 0.6,1 0.1,0.9 0,0.2")
        #expect(draft[.style, .three] == "characters" && draft[.glyphs, .three] == "🐧")
        #expect(draft[.fadeOnDark, .one] == "#FF8020")
        #expect(draft[.fadeOnDark, .two].isEmpty)
    }

    @Test("A theme draft changes only the edited field")
    func changes() throws {
        var draft = ThemeDraft(.highContrast)
        draft[.name] = "mine"
        draft[.shape, .one] = "penguin"
        draft[.onDark, .two] = "00ff00"
        draft[.fadeOnDark, .two] = "#0000FF"
        draft[.paper, .two] = "#FFEEDD"
        draft[.letters] = "no"
        let theme = try #require(draft.verdict(taken: []).theme)
        var wanted = Theme.highContrast
        wanted.name = "mine"
        wanted.symbols.one.drawing = .curve(.penguin)
        wanted.showsColorLetter = false
        #expect(theme.colors.two.ink.dark.trueColor == 0x00FF00)
        #expect(theme.colors.two.ink.dark.gradient == 0x0000FF)
        // What stands for an ink among few colors goes with the ink.
        #expect(theme.colors.two.ink.dark.basic == 10)
        #expect(theme.surfaces[.paper]?.light.trueColor == 0xFFEEDD)
        #expect(theme.surfaces[.paper]?.dark == ColorFallbacks(nil, nil, nil))
        var rest = theme
        rest.colors.two.ink.dark = wanted.colors.two.ink.dark
        rest.surfaces[.paper] = wanted.surfaces[.paper]
        #expect(rest == wanted)
        // Another name for a color is its name on both grounds.
        draft[.colorName, .two] = "sky"
        #expect(draft.verdict(taken: []).theme?.colors.two.name.light == "sky")
    }

    @Test("A theme draft always has three different fills")
    func fills() throws {
        var draft = ThemeDraft(.classic)
        draft[.fill, .one] = "open"
        #expect(Variant.allCases.map { draft[.fill, $0] } == ["open", "striped", "solid"])
        #expect(Variant.allCases.map { draft[.fillName, $0] } == ["open", "striped", "solid"])
        draft[.fill, .one] = "no such fill"
        #expect(try #require(draft.verdict(taken: []).theme).fills.one.fill == .open)
    }

    @Test("A theme draft explains each wrong field at the field")
    func wrong() throws {
        try expectAnswers("themes/form-errors") { question in
            let found = try problems { draft in
                for edit in question.split(separator: " | ") {
                    let words = edit.split(separator: " ", maxSplits: 3)
                    let text = String(words.dropFirst(3).first ?? "")
                        .replacing("\\u{1B}", with: "\u{1B}")
                    let row = try #require(ThemeRow.allCases.first { "\($0)" == words[0] })
                    let variant = UInt8(words[1]).flatMap(Variant.init(rawValue:))
                    draft[row, try #require(variant)] = text
                }
            }
            return found.map { "\($0.row) \($0.variant.rawValue): \($1)" }.sorted()
                .joined(separator: "\n")
        }
    }

    @Test("A theme draft starts a custom shape with visible points")
    func firstPoints() {
        for shape in ["polygon", "smooth"] {
            var draft = ThemeDraft(.classic)
            #expect(!draft.isUsed(.points, .three))
            draft[.shape, .three] = shape
            #expect(draft.isUsed(.points, .three) && !draft[.points, .three].isEmpty)
        }
        #expect(problems { $0[.shape, .one] = "polygon" }.isEmpty)
    }

    @Test("A theme draft of any text can be saved and read, or says why not")
    func anything() async {
        var random = SeededGenerator(seed: 11)
        let fields = ThemeField.all
        let pieces = [
            "\"", "\\", "}", "{", ",", "\n", "\u{0}", "\u{1B}", "\u{202E}", "#FFFFFF", "terminal",
            "0,0", " ", "polygon", "a", "漢", "🐧", "e\u{301}", "\u{FE0F}", "yes", "null", "1e9",
        ]
        for _ in 0..<LongRun.count(150, inLongRun: 2000) {
            var draft = ThemeDraft(Theme.builtIn[Int(random.below(8))])
            for _ in 0...random.below(3) {
                let field = fields[Int(random.below(UInt64(fields.count)))]
                draft[field] = (0...random.below(4)).map { _ in
                    pieces[Int(random.below(UInt64(pieces.count)))]
                }.joined()
            }
            let verdict = draft.verdict(taken: [])
            if let theme = verdict.theme {
                #expect((try? Theme(reading: theme.file)) == theme && verdict.problems.isEmpty)
            } else {
                #expect(!verdict.problems.isEmpty)
            }
            for problem in verdict.problems.values {
                #expect(
                    problem.unicodeScalars.allSatisfy {
                        SafeText.isAllowed($0) || SafeText.isMark($0)
                    })
            }
            await Task.yield()
        }
    }
}
