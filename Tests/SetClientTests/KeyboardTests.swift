import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Custom keyboards")
struct KeyboardTests {
    private static let neo = ["1234567890", "xvlcwkhgfq", "uiaeosnrtd", "üöäpzbm,.j"]

    private func read(_ text: String) -> (StoredSettings, [FileProblem]) {
        StoredSettings.reading(Array(text.utf8))
    }

    private func faults(_ text: String) -> [String] {
        read(text).1.map { "\($0.line ?? 0): \($0.reason)" }
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

    @Test("An invalid keyboard is reported with line and reason, and the default used")
    func refused() throws {
        try expectAnswers("settings/keyboard-errors") { question in
            let text = question.replacing("{", with: "{\"theme\": \"mono\", ", maxReplacements: 1)
            let (settings, _) = read(text)
            #expect(settings[.keyboard] == nil && settings[.theme] == "mono")
            return faults(text).joined(separator: "\n")
        }
        let rows = #""rows": ["1234", "abcd", "efgh", "ijkl"]"#
        let many = (0..<25).map { "{\"name\": \"k\($0)\", \(rows)}" }.joined(separator: ",\n")
        #expect(
            faults("{\"keyboards\": [\(many)]}") == ["21: only the first 20 keyboards are read"])
    }

    @Test("A custom keyboard cannot contain command keys")
    func commands() {
        for command in TableCommand.inHelp {
            let keys = command.row.keys.filter { !$0.modifiers.contains(.control) }
            for case .character(let character) in keys.map(\.code) {
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

    // MARK: - Other scripts

    /// What typed characters mean as keys of cards, or as commands.
    private func meaning(
        _ typed: String, on keyboard: Keyboard = .qwerty, hasCards: Bool = true
    ) -> String {
        String(
            typed.compactMap { character -> Character? in
                let key = keyboard.meaning(of: .character(character), hasCards: hasCards)
                return if case .character(let meaning) = key.code { meaning } else { nil }
            })
    }

    @Test(
        "Letters of other scripts mean the card keys in their places",
        arguments: [
            ("йцукенгшщзфывапролджячсмитьбю", Keyboard.qwerty, "qwertyuiopasdfghjkl;zxcvbnm,."),
            ("йцукенфывапячсми", .qwertz, "qwertzasdfgyxcvb"),
            ("йцуфывжячь", .azerty, "azeqsdmwx,"), ("йцуфывжя", .dvorak, "',.aoes;"),
            ("йцуеждщ", .colemak, "qwfgoiy"), ("ςερτυασδφζχψ", .qwerty, "wertyasdfzxc"),
            ("ςεα", .azerty, "zeq"), ("іїўє", .qwerty, "s]o'"),
            ("ｑｗ；！　＋？：", .qwerty, "qw;! +?:"), ("ａ", .azerty, "a"), ("qwж", .qwertz, "qwö"),
        ])
    func places(typed: String, keyboard: Keyboard, keys: String) {
        #expect(meaning(typed, on: keyboard) == keys)
    }

    @Test(
        "Every command letter and sign can be typed on a Cyrillic layout",
        arguments: Keyboard.builtIn)
    func commandLetters(keyboard: Keyboard) {
        let typed = "ЙЦУКЕНГШЩЗФЫВАПРОЛДЖЯЧСМИТЬБЮ+-=!?:"
        let meanings = meaning(typed, on: keyboard, hasCards: false)
        let commands = TableCommand.inHelp.flatMap(\.row.keys).compactMap { key -> Character? in
            if case .character(let character) = key.code, key.modifiers.isEmpty {
                character
            } else {
                nil
            }
        }
        for command in commands where command != " " {
            #expect(meanings.contains(command), "\(command) on \(keyboard.name)")
        }
    }

    @Test("Letters of a player's own keyboard stay card keys, and are commands elsewhere")
    func ownScript() throws {
        let own = try Keyboard(
            "mine", rows: ["1234567890", "йцукенгшщз", "фывапролдж", "ячсмитьбю."])
        #expect(meaning("йцф", on: own) == "йцф")
        #expect(meaning("йЙН", on: own, hasCards: false) == "qQY")
        #expect(meaning("ЙН", on: own) == "QY")
        #expect(own.hint(on: .character("й")) == nil)
    }

    @Test("Text keeps what is typed")
    func text() {
        var key = Key.character("й")
        key.base = "q"
        #expect(InputEvent.key(key).meant(for: .text, on: .qwerty) == .key(.character("й")))
        #expect(InputEvent.key(key).meant(for: .cards, on: .azerty) == .key(.character("a")))
        let wide = InputEvent.key(.character("ｑ"))
        #expect(wide.meant(for: .text, on: .qwerty) == wide)
    }

    @Test("A key of an unknown script is known by its place where the terminal tells it")
    func basePlace() {
        var key = Key.character("ק")
        #expect(Keyboard.azerty.meaning(of: key, hasCards: true) == key)
        key.base = "q"
        #expect(Keyboard.azerty.meaning(of: key, hasCards: true) == .character("a"))
        key.modifiers = .shift
        #expect(Keyboard.azerty.meaning(of: key, hasCards: true) == .character("A"))
        key.code = .character("Й")
        #expect(Keyboard.qwerty.meaning(of: key, hasCards: true) == .character("Q"))
    }

    @Test("A key of an unknown script names its letter and the cure")
    func unknownScript() {
        for letter in ["ק", "ა", "た", "ض", "љ"] as [Character] {
            #expect(
                Keyboard.qwerty.hint(on: .character(letter))
                    == "Your keyboard writes \(letter): switch to a Latin layout, or choose a "
                    + "keyboard in the settings.")
        }
        for character in ["q", "é", "ö", "ế", "€", "5", "🙂"] as [Character] {
            #expect(Keyboard.qwerty.hint(on: .character(character)) == nil, "\(character)")
        }
        #expect(Keyboard.qwerty.hint(on: .control("ב")) == nil)
    }

    @Test(
        "A letter of an unknown script is named with the cure, at a table and in the menu"
    )
    func unknownScriptOnScreens() {
        let hint =
            "Your keyboard writes ק: switch to a Latin layout, or choose a keyboard in the settings."
        let key = InputEvent.key(.character("ק"))
        for scene in [ViewScene.open, .ready, .watching] {
            var driver = TableDriver(scene.view(), Size(120, 40))
            driver.handle(key)
            #expect(driver.rows.contains { $0.contains("Your keyboard writes ק") }, "\(scene)")
            // A message keeps its letters.
            driver.press(.character(":"))
            driver.handle(key)
            if case .chat(let chat) = driver.view.sheet { #expect(chat.text == "ק") }
        }
        var menu = MainMenuScene(Size(120, 40))
        menu.press(.character("ק"))
        #expect(menu.rows.contains { $0.contains(hint) })
    }

    @Test("The Greek layout's key of the first card touches it")
    func greekSemicolon() {
        var driver = TableDriver(ViewScene.open.view())
        #expect(driver.action(for: .character(";")) == .touch(slot: 0))
        var full = TableDriver(ViewScene.open.view(cards: 30), Size(120, 40))
        #expect(full.action(for: .character(";")) == .touch(slot: 28))
    }

    @Test("Line mode reads full-width forms, and a message keeps them")
    func lineMode() {
        #expect(
            LineModeRequest.parse("ｄｅａｌ", .qwerty) == .command(.deal, words: [], text: ""))
        #expect(LineModeRequest.parse("Ａ１　Ｂ２，ｃ３", .qwerty) == .cards(["a1", "b2", "c3"]))
        #expect(
            LineModeRequest.parse("ｓａｙ　ｑ　ｗ", .qwerty)
                == .command(.say, words: ["q", "w"], text: "ｑ　ｗ"))
    }
}
