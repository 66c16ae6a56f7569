import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Theme files")
struct ThemeFileTests {
    /// A whole theme in few lines, with own shapes and a picture.
    static let zoo = """
        {
          "name": "zoo",
          "symbols": [
            {"singular": "star", "plural": "stars", "letter": "s", "glyphs": ["★", "⍟", "☆"],
             "polygon": [[0.5, 0], [0.66, 0.33], [1, 0.38], [0.75, 0.62], [0.85, 1], [0.5, 0.8],
               [0.15, 1], [0.25, 0.62], [0, 0.38], [0.34, 0.33]]},
            {"singular": "cloud", "plural": "clouds", "letter": "c", "glyphs": "c",
             "smooth": [[0.5, 0], [1, 0.2], [0.75, 0.45], [1, 0.75], [0.6, 1], [0.1, 0.9], [0, 0.2]]},
            {"singular": "penguin", "plural": "penguins", "letter": "p", "glyphs": "🐧"}
          ],
          "colors": [
            {"name": "gold", "letter": "G", "dark": {"color": "#FFD040", "to": "#FF8020"},
             "light": "#8A5A00"},
            {"name": "sky", "letter": "S", "dark": "#50B0FF", "light": "#0050A0"},
            {"name": "rose", "letter": "R", "dark": "#FF70A0", "light": "#B00050"}
          ]
        }
        """

    static func read(_ text: String) throws(ThemeProblems) -> Theme {
        try Theme(reading: Array(text.utf8))
    }

    @Test(
        "Theme files reproduce every built-in theme exactly, and it tells 81 cards apart",
        arguments: Theme.builtIn)
    func roundTrip(theme: Theme) throws {
        #expect(try Theme(reading: theme.file) == theme)
        for background in Background.allCases {
            #expect(Set(Card.all.map { CardWords(theme, on: background).code($0) }).count == 81)
            #expect(Set(Card.all.map { CardWords(theme, on: background).describe($0) }).count == 81)
        }
    }

    @Test("A custom theme file is reproduced, with omitted colors derived")
    func own() throws {
        let zoo = try Self.read(Self.zoo)
        #expect(try Theme(reading: zoo.file) == zoo)
        #expect(zoo.fills == .usual && zoo.surfaces.isEmpty && !zoo.showsColorLetter)
        #expect(zoo.colors.one.ink.dark == ColorFallbacks(0xFFD040, to: 0xFF8020, 221, 11))
        #expect(zoo.symbols.three.drawing == .characters(.ellipse))
        #expect(zoo.symbols.three.isPicture)
        #expect(Palette(zoo).showsColorLetter)
        var nested = zoo
        nested.symbols.three.drawing = .characters(zoo.symbols.one.drawing.curve)
        #expect(try Theme(reading: nested.file) == nested)
    }

    @Test(
        "A theme file with custom shapes and pictures makes 81 different cards",
        arguments: Blitter.allCases)
    func pictures(blitter: Blitter) throws {
        let zoo = try Self.read(Self.zoo)
        let view = CardView(Palette(zoo, on: .dark, .none), blitter)
        for size in [Size(15, 5), Size(12, 4), Size(4, 1), Size(6, 2)].sampled(every: 2) {
            let pictures = Card.all.map { CardViewTests.picture(view, .up($0), size) }
            #expect(Set(pictures).count == 81, "\(size)")
        }
        #expect(Set(Card.all.map { CardWords(zoo).code($0) }).count == 81)
    }

    @Test("An error in a theme file names the line and the possible values")
    func faults() throws {
        try expectAnswers("themes/file-errors") { question in
            let change = question.split(separator: " -> ")
            let text = Self.zoo.replacing(change[0], with: change[1], maxReplacements: 1)
            let error = #expect(throws: ThemeProblems.self) { try Self.read(text) }
            let faults = try #require(error).problems
            #expect(faults.allSatisfy { $0.reason.unicodeScalars.allSatisfy(SafeText.isAllowed) })
            return faults.map { "\($0.line ?? 0): \($0.reason)" }.joined(separator: "\n")
        }
    }

    @Test("All faults of a theme file are reported at once, in line order")
    func all() throws {
        let text = Self.zoo.replacing("\"zoo\"", with: "1").replacing("\"#50B0FF\"", with: "2")
        let error = #expect(throws: ThemeProblems.self) { try Self.read(text) }
        #expect(error?.problems.map(\.line) == [2, 14])
    }

    @Test("A hostile theme file is refused safely")
    func hostile() {
        let deep = String(repeating: "[", count: 100_000)
        let long = "{\"name\": \"" + String(repeating: "a", count: 1 << 20) + "\"}"
        let many = "[" + String(repeating: "0,", count: 200_000) + "0]"
        for text in [deep, long, many, "", " ", "{", "\u{FEFF}{}", "[]", "{}", "3", "\"\""] {
            #expect(throws: ThemeProblems.self) { try Self.read(text) }
        }
        #expect(throws: ThemeProblems.self) { try Theme(reading: [0xFF, 0xFE, 0, 0x7B]) }
    }

    @Test("A truncated or altered theme file never causes a crash")
    func mutations() throws {
        let bytes = Array(Self.zoo.utf8)
        var random = SeededGenerator(seed: 11)
        for _ in 0..<150 {
            var mutated = bytes
            let place = Int(random.below(UInt64(bytes.count)))
            if random.below(2) == 0 {
                mutated.removeSubrange(place...)
            } else {
                mutated[place] = UInt8(truncatingIfNeeded: random.next())
            }
            guard let theme = try? Theme(reading: mutated) else { continue }
            #expect(try Theme(reading: theme.file) == theme)
        }
    }
}
