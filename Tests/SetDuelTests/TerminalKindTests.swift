import SetClient
import SetTestSupport
import Testing

@Suite("Output by kind of terminal", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalKindTests {
    /// A terminal, and what is, and is not, written to it.
    struct Kind: CustomTestStringConvertible {
        let environment: [String: String]
        var options = ""
        var has: [String] = []
        var lacks: [String] = []
        /// Whether only ASCII may be written.
        var isASCII = false

        var testDescription: String { "\(environment.sorted { $0.key < $1.key }) \(options)" }
    }

    /// What a console does not know: queries, a title, a mouse, and more than sixteen colors.
    private static let modern = [
        "\u{1B}[>", "\u{1B}[?u", "\u{1B}]", "\u{1B}P", "$p", "?1000h", "?1004h", "?2004h",
        "?2026h", "?2031h", "[6n", "[22;0t", "38;2;", "48;2;",
    ]
    /// The first ink of the classic theme.
    private static let (dark, light) = ("38;2;255;85;51", "38;2;223;27;18")

    private static func colored(_ options: String, _ variable: String?, isLight: Bool) -> Kind {
        var environment = ["COLORTERM": "truecolor"]
        environment["SET_DUEL_BACKGROUND"] = variable
        // The terminal of the tests answers that it is dark, and is not always heard.
        return Kind(
            environment: environment, options: options, has: [isLight ? light : dark],
            lacks: [isLight ? dark : light])
    }

    static let kinds =
        ["linux", "vt220"].map { term in
            Kind(
                environment: ["TERM": term, "COLORTERM": "truecolor"], lacks: modern, isASCII: true)
        } + [
            // With a mouse, screen would hold a lone escape back.
            Kind(
                environment: ["TERM": "screen", "STY": "1.pts", "COLORTERM": ""],
                has: ["\u{1B}[>0q", "?1004h", "38;5;"], lacks: ["\u{1B}]1", "?1000h", "38;2;"]),
            Kind(
                environment: ["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0"], has: ["38;5;"],
                lacks: ["38;2;"]),
        ]
        + ["C", "POSIX", "de_DE.ISO-8859-1"].map { locale in
            Kind(environment: ["LANG": locale], lacks: ["[6n"], isASCII: true)
        } + [
            colored("--dark", nil, isLight: false), colored("--light", nil, isLight: true),
            colored("", "light", isLight: true),
            colored("--background dark", "light", isLight: false),
            colored("--background=auto", nil, isLight: false),
        ]

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

    @Test("Output contains only what the kind of terminal supports", arguments: kinds)
    func kind(_ kind: Kind) async throws {
        let text = try await bytes(kind.environment, kind.options)
        let missing = kind.has.filter { !text.contains($0) }
        let excess = kind.lacks.filter { text.contains($0) }
        #expect(missing.isEmpty && excess.isEmpty, "\(missing), \(excess)")
        #expect(!kind.isASCII || text.utf8.allSatisfy { $0 < 0x80 })
        // Programs in between count only coarse drawings as one column, apart from what is measured.
        let isBetween = kind.environment["TERM"] == "screen" || kind.environment["TMUX"] != nil
        let fine = text.unicodeScalars.count { 0x1FB00...0x1FBFF ~= $0.value }
        #expect(!isBetween || fine <= 1)
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
}
