import SetClient
import SetProtocol
import SetTestSupport
import Testing

@Suite("Output by kind of terminal", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalKindTests {
    /// Plays a little and leaves.
    ///
    /// - Returns: Everything that was written.
    private func bytes(
        _ environment: [String: String], _ options: String = ""
    ) async throws -> String {
        let terminal = try ProgramTerminal("solo --seed 3 \(options)", environment: environment)
        try await terminal.wait(for: "deck 69")
        await terminal.type("qw?")
        try await terminal.wait(for: "show or hide this help")
        await terminal.type("?")
        try await terminal.settle()
        await terminal.type("Q")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
        return String(decoding: await terminal.bytes, as: UTF8.self)
    }

    @Test("Output to a dumb terminal is plain lines")
    func dumb() async throws {
        let terminal = try ProgramTerminal("solo --seed 3", environment: ["TERM": "dumb"])
        try await terminal.wait(forLastWords: "Row C")
        await terminal.type("quit\r")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isCookedAsBefore)
        #expect(await !terminal.bytes.contains(0x1B))
    }

    @Test("Output to a console contains only what it supports", arguments: ["linux", "vt220"])
    func console(_ term: String) async throws {
        let text = try await bytes(["TERM": term, "COLORTERM": "truecolor"])
        let start = text.prefix(40)
        #expect(start.hasPrefix("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"))
        for sequence in [
            "\u{1B}[>", "\u{1B}[?u", "\u{1B}]", "\u{1B}P", "$p", "?1000h", "?1004h", "?2004h",
            "?2026h", "?2031h", "[6n", "[22;0t", "38;2;", "48;2;",
        ] {
            let isThere = text.contains(sequence)
            #expect(!isThere, "\(sequence.dropFirst())")
        }
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test("Output to screen has no color queries or sextants")
    func screen() async throws {
        let text = try await bytes(["TERM": "screen", "STY": "1.pts", "COLORTERM": ""])
        let isAsked = (text.contains("\u{1B}]1"), text.contains("\u{1B}[>0q"))
        #expect(isAsked == (false, true))
        // With a mouse it would hold a lone escape back.
        #expect(!text.contains("?1000h") && text.contains("?1004h"))
        try expectIndexed(text)
        try expectCoarse(text)
    }

    @Test("Output within tmux has 256 colors and no sextants")
    func tmux() async throws {
        let text = try await bytes(["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0"])
        try expectIndexed(text)
        try expectCoarse(text)
    }

    private func expectIndexed(_ text: String) throws {
        let has = (trueColor: text.contains("38;2;"), indexed: text.contains("38;5;"))
        #expect(has == (false, true))
    }

    /// Expects only drawings that every program in between counts as one column, apart from the
    /// characters whose width is measured.
    private func expectCoarse(_ text: String) throws {
        let fine = text.unicodeScalars.filter { 0x1FB00...0x1FBFF ~= $0.value }
        #expect(fine.count <= 1)
    }

    @Test("Output has colors only where wanted")
    func colors() async throws {
        let truecolor = ["COLORTERM": "truecolor"]
        func has(_ text: String) -> Bool {
            text.contains(/\x1B\[([0-9;]*;)?(3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]/)
        }
        #expect(has(try await bytes(truecolor)))
        #expect(has(try await bytes(["NO_COLOR": "1"], "--color always")))
        #expect(!has(try await bytes(truecolor.merging(["NO_COLOR": "1"]) { $1 })))
        #expect(!has(try await bytes(truecolor, "--color never")))
        #expect(!has(try await bytes(["TERM": "vt100"])))
    }

    @Test(
        "Output is ASCII in an ASCII locale", arguments: ["C", "POSIX", "de_DE.ISO-8859-1"])
    func locale(_ name: String) async throws {
        let text = try await bytes(["LANG": name])
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(!text.contains("[6n"))
    }

    @Test("Output uses the background that the player names")
    func ground() async throws {
        func text(_ options: String, _ variable: String? = nil) async throws -> String {
            var environment = ["COLORTERM": "truecolor"]
            environment["SET_DUEL_BACKGROUND"] = variable
            return try await bytes(environment, options)
        }
        let inks = (dark: "38;2;255;85;51", light: "38;2;223;27;18")
        for (options, variable, isLight) in [
            ("--dark", nil, false), ("--light", nil, true), ("", "light", true),
            ("--background dark", "light", false), ("--background=auto", nil, false),
        ] as [(String, String?, Bool)] {
            let text = try await text(options, variable)
            // The terminal of the tests answers that it is dark, and is not always heard.
            let has = (dark: text.contains(inks.dark), light: text.contains(inks.light))
            #expect(has == (!isLight, isLight), "\(options)")
        }
    }
}
