import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Custom keyboards")
struct KeyboardTests {
    private static let neo = ["1234567890", "xvlcwkhgfq", "uiaeosnrtd", "üöäpzbm,.j"]

    private func read(_ text: String) -> (StoredSettings, [FileFault]) {
        StoredSettings.reading(Array(text.utf8))
    }

    private func faults(_ text: String) -> [String] {
        read(text).1.map { "\($0.line): \($0.reason)" }
    }

    @Test("A custom keyboard's letters are on the cards where the keys are")
    func labels() throws {
        func board(_ count: Int) throws -> BoardLayout {
            try #require(BoardLayout(area: Rect(0, 0, 120, 36), count: count))
        }
        let keyboard = try Keyboard("neo", rows: Self.neo)
        #expect(
            try CardKeys.labels(for: board(12), keyboard)
                == ["x", "u", "ü", "v", "i", "ö", "l", "a", "ä", "c", "e", "p"])
        // After the letters come the digits; too few keys give way to codes.
        let short = try Keyboard("short", rows: ["1234", "abcd", "efgh", "ijkl"])
        #expect(try CardKeys.labels(for: board(15), short).suffix(4) == ["l", "1", "2", "3"])
        #expect(try CardKeys.labels(for: board(18), short).first == "aa")
    }

    @Test("A custom keyboard is read in place of a name and from a list")
    func reading() throws {
        let rows = #"["1234567890", "xvlcwkhgfq", "uiaeosnrtd", "üöäpzbm,.j"]"#
        let neo = try Keyboard("neo", rows: Self.neo)
        let (inPlace, faults) = read(#"{"keyboard": {"name": "neo", "rows": \#(rows)}}"#)
        #expect(inPlace[.keyboard] == neo.name && inPlace.ownKeyboards == [neo] && faults.isEmpty)
        let (listed, none) = read(
            #"{"keyboard": "neo", "keyboards": [{"name": "neo", "rows": \#(rows)}]}"#)
        #expect(listed[.keyboard] == neo.name && listed.ownKeyboards == [neo] && none.isEmpty)
        let (unused, _) = read(
            #"{"keyboard": "qwertz", "keyboards": [{"name": "neo", "rows": \#(rows)}]}"#)
        #expect(unused[.keyboard] == "qwertz" && unused.ownKeyboards == [neo])
    }

    @Test(
        "An invalid keyboard is reported with line and reason, and the default used",
        arguments: [
            (
                #"["1234", "abcd", "efgh"]"#,
                "2: a keyboard must have 4 rows, starting with the digits, not 3"
            ),
            (#"[]"#, "2: a keyboard must have 4 rows, starting with the digits, not 0"),
            (#""abcd""#, "2: \"rows\" must be an array of four strings"),
            (
                #"["1234", 5, "abcd", "efgh"]"#,
                "2: a row must be a string, such as \"qwertyuiop\""
            ),
            (#"["1234", "abc", "efgh", "ijkl"]"#, "2: row 2 must have 4 to 12 keys, not 3"),
            (
                #"["1234", "abcdefghijklm", "nopq", "rstu"]"#,
                "2: row 2 must have 4 to 12 keys, not 13"
            ),
            (
                #"["1234", "abcd", "efgh", "ijak"]"#,
                "2: row 4 has \"a\", which is already in row 2"
            ),
            (#"["1234", "abca", "efgh", "ijkl"]"#, "2: row 2 has \"a\", which is already in row 2"),
            (
                #"["1234", "abcd", "ef:h", "ijkl"]"#,
                "2: row 3 has \":\", which is a command key at the table"
            ),
            (
                #"["1234", "abcd", "ef h", "ijkl"]"#,
                "2: row 3 has a space, which is not a single visible character of normal width"
            ),
            (
                #"["1234", "abcd", "efQh", "ijkl"]"#,
                "2: row 3 has \"Q\", which is a command key at the table"
            ),
            (
                #"["1234", "abcd", "efÖh", "ijkl"]"#,
                "2: row 3 has \"Ö\": write each key as typed without shift"
            ),
            (
                #"["1234", "abc\u001b", "efgh", "ijkl"]"#,
                "2: row 2 has U+001B, which is not a single visible character of normal width"
            ),
            (
                #"["1234", "abc\u0007", "efgh", "ijkl"]"#,
                "2: row 2 has U+0007, which is not a single visible character of normal width"
            ),
            (
                #"["1234", "abc漢", "efgh", "ijkl"]"#,
                "2: row 2 has \"漢\", which is not a single visible character of normal width"
            ),
            (
                #"["1234", "aboe\u0301", "fghj", "ijkl"]"#,
                "2: row 2 has U+0301, which is not a single visible character of normal width"
            ),
            (
                #"["1234", "abc\u202e", "efgh", "ijkl"]"#,
                "2: row 2 has U+202E, which is not a single visible character of normal width"
            ),
        ])
    func refused(rows: String, fault: String) {
        let text = "{\"theme\": \"mono\", \"keyboard\": {\"name\": \"x\",\n\"rows\": \(rows)}}"
        let (settings, _) = read(text)
        #expect(faults(text) == [fault])
        #expect(settings[.keyboard] == nil && settings.ownKeyboards.isEmpty)
        #expect(settings[.theme] == "mono")
    }

    @Test("A custom keyboard needs a name of its own that can be shown")
    func names() {
        let rows = #""rows": ["1234", "abcd", "efgh", "ijkl"]"#
        func fault(_ name: String) -> [String] {
            faults("{\"keyboards\": [{\"name\": \(name), \(rows)}]}")
        }
        let unusable = ["1: a keyboard name must have 1 to 16 visible characters"]
        for name in [#""""#, #""a\u0007""#, #"" a""#, "7", "null", #""much too long a name""#] {
            #expect(fault(name) == unusable, "\(name)")
        }
        #expect(
            fault(#""dvorak""#) == [
                "1: a built-in keyboard has this name: choose another"
            ])
        let twin = "{\"name\": \"x\", \(rows)}"
        #expect(
            faults("{\"keyboards\": [\(twin),\n\(twin)]}")
                == ["2: duplicate keyboard \"x\""])
        #expect(faults("{\"keyboards\": [{\(rows)}]}") == ["1: the keyboard is missing \"name\""])
        #expect(
            faults("{\"keyboards\": [{\"name\": \"x\"}]}") == [
                "1: the keyboard is missing \"rows\""
            ])
        #expect(faults("{\"keyboards\": [7]}").count == 1)
        #expect(
            faults("{\"keyboards\": {}}")
                == ["1: \"keyboards\" must be an array of objects: [{ \"name\", \"rows\" }]"])
        #expect(
            faults("{\"keyboard\": {\"nam\": \"x\", \(rows)}}").last
                == "1: unknown key \"nam\" in a keyboard: did you mean \"name\"?")
        let many = (0..<25).map { "{\"name\": \"k\($0)\", \(rows)}" }.joined(separator: ",")
        #expect(
            faults("{\"keyboards\": [\(many)]}") == ["1: only the first 20 keyboards are read"])
    }

    @Test("A custom keyboard cannot contain command keys")
    func commands() {
        for command in KeyCommand.inHelp {
            for case .character(let character) in command.keys.map(\.code) {
                guard command.title != "quit" || character == "Q" else { continue }
                for scalar in character.unicodeScalars {
                    #expect(Keyboard.isCommand(scalar), "\(scalar)")
                }
            }
        }
    }

    @Test("Any text is a valid keyboard or a reported fault")
    func anything() {
        var random = SeededGenerator(seed: 7)
        let letters = Array("abcdxyz:Q漢é\u{301}\u{7}\u{202E} 12".unicodeScalars)
        for _ in 0..<2000 {
            let rows = (0..<Int(random.below(6))).map { _ in
                var row = ""
                for _ in 0..<random.below(14) {
                    row.unicodeScalars.append(letters[Int(random.below(UInt64(letters.count)))])
                }
                return row
            }
            do throws(KeyboardError) {
                let keyboard = try Keyboard("x", rows: rows)
                #expect(keyboard.rows == rows && rows.count == 4)
                let keys = rows.flatMap(\.unicodeScalars)
                #expect(Set(keys).count == keys.count && keys.allSatisfy(SafeText.isAllowed))
            } catch {
                #expect(error.sentence.unicodeScalars.allSatisfy(SafeText.isAllowed))
            }
        }
    }
}
