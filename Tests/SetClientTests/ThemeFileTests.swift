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

    static func read(_ text: String) throws(ThemeFileError) -> Theme {
        try Theme(reading: Array(text.utf8))
    }

    @Test("Theme files reproduce every built-in theme exactly", arguments: Theme.builtIn)
    func roundTrip(theme: Theme) throws {
        #expect(try Theme(reading: theme.file) == theme)
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
        #expect(Set(Card.all.map { CardWords.code($0, zoo) }).count == 81)
    }

    /// A change of the file and what is said about it.
    struct Wrong: CustomTestStringConvertible {
        let old: String
        let new: String
        let line: Int
        let words: String

        init(_ old: String, _ new: String, _ line: Int, _ words: String) {
            (self.old, self.new, self.line, self.words) = (old, new, line, words)
        }
        var testDescription: String { "\(new.prefix(40)): \(words)" }
    }

    static let wrong = [
        Wrong("\"name\"", "\"nam\"", 2, "unknown key \"nam\" in a theme: did you mean \"name\"?"),
        Wrong("\"zoo\"", "\"\\u001b[2J\"", 2, "\"name\" must be a string of 1 to 16"),
        Wrong("\"zoo\"", "\"a\\u202Eb\"", 2, "\"name\" must be a string"),
        Wrong("\"zoo\"", "\"random\"", 2, "and not \"random\""),
        Wrong("\"zoo\"", "7", 2, "\"name\" must be a string"),
        Wrong("\"zoo\"", "NaN", 2, "invalid JSON: unexpected character"),
        Wrong("\"stars\"", "\"st\\nars\"", 4, "\"plural\" must be a string of 1 to 20 visible"),
        Wrong("\"stars\"", "\"e\\u0301\\u0301\"", 4, "\"plural\" must be a string"),
        Wrong("\"letter\": \"s\"", "\"letter\": \"S\"", 4, "one letter from a to z"),
        Wrong(
            "\"letter\": \"c\"", "\"letter\": \"s\"", 7,
            "\"letter\" is the same as for symbol 1"),
        Wrong("[\"★\", \"⍟\", \"☆\"]", "[\"★\", \"⍟\"]", 4, "\"glyphs\" must be an array of 3"),
        Wrong("\"⍟\"", "\"🐧\"", 4, "characters of the same width"),
        Wrong("\"⍟\"", "\"❤\\uFE0F\"", 4, "one visible character"),
        Wrong("[0.66, 0.33]", "[1e999, 0]", 5, "invalid JSON: the number is too large"),
        Wrong("[0.66, 0.33]", "[1.5, 0]", 5, "point 2 is outside the box"),
        Wrong("[0.66, 0.33]", "[0.5, 0]", 5, "point 2 is the same as the point before it"),
        Wrong("[0.66, 0.33]", "[\"0.5\", 0]", 5, "a point must be two numbers from 0 to 1"),
        Wrong(
            "\"polygon\"", "\"curve\": \"box\", \"polygon\"", 4,
            "only one drawing: \"curve\" or \"polygon\""),
        Wrong(
            "\"glyphs\": \"🐧\"", "\"glyphs\": \"🐧\", \"curve\": \"pengiun\"", 9,
            "did you mean \"penguin\"?"),
        Wrong("\"#50B0FF\"", "\"#50B0F\"", 14, "must be written as \"#RRGGBB\""),
        Wrong(
            "\"#50B0FF\"", "{\"color\": \"#50B0FF\", \"256\": 256}", 14, "a number from 0 to 255"),
        Wrong("\"#50B0FF\"", "{\"color\": \"#50B0FF\", \"16\": 1.5}", 14, "a number from 0 to 15"),
        Wrong("\"sky\"", "\"gold\"", 14, "\"name\" is the same as for color 1"),
        Wrong("\"#50B0FF\"", "\"#FF70A0\"", 15, "\"dark\" is the same as for color 2"),
        Wrong("\"light\": \"#0050A0\"", "\"lihgt\": 1", 14, "did you mean \"light\"?"),
        Wrong("\"colors\"", "\"fills\": [1, 2, 3], \"colors\"", 11, "a fill must be an object"),
        Wrong("\"colors\"", "\"inks\": {\"papre\": 1}, \"colors\"", 11, "did you mean \"paper\"?"),
        Wrong("\"colors\"", "\"showsColorLetter\": 1, \"colors\"", 11, "true or false"),
        Wrong("\"colors\"", "\"name\": \"zoo\", \"colors\"", 11, "duplicate key"),
    ]

    @Test("An error in a theme file names the line and the possible values", arguments: wrong)
    func faults(_ wrong: Wrong) throws {
        let text = Self.zoo.replacing(wrong.old, with: wrong.new, maxReplacements: 1)
        #expect(text != Self.zoo)
        let error = #expect(throws: ThemeFileError.self) { try Self.read(text) }
        let faults = try #require(error).faults
        #expect(
            faults.contains { $0.line == wrong.line && $0.reason.contains(wrong.words) },
            "\(faults)")
        #expect(faults.allSatisfy { $0.reason.unicodeScalars.allSatisfy(SafeText.isAllowed) })
    }

    @Test("All faults of a theme file are reported at once, in line order")
    func all() throws {
        let text = Self.zoo.replacing("\"zoo\"", with: "1").replacing("\"#50B0FF\"", with: "2")
        let error = #expect(throws: ThemeFileError.self) { try Self.read(text) }
        #expect(error?.faults.map(\.line) == [2, 14])
    }

    @Test("A hostile theme file is refused safely")
    func hostile() {
        let deep = String(repeating: "[", count: 100_000)
        let long = "{\"name\": \"" + String(repeating: "a", count: 1 << 20) + "\"}"
        let many = "[" + String(repeating: "0,", count: 200_000) + "0]"
        for text in [deep, long, many, "", " ", "{", "\u{FEFF}{}", "[]", "{}", "3", "\"\""] {
            #expect(throws: ThemeFileError.self) { try Self.read(text) }
        }
        #expect(throws: ThemeFileError.self) { try Theme(reading: [0xFF, 0xFE, 0, 0x7B]) }
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
