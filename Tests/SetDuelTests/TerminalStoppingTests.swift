import SetClient
import SetProtocol
import SetTestSupport
import Testing

@Suite(
    "Suspending the program", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalStoppingTests {
    @Test(
        "The terminal goes to the shell when the player suspends, and returns",
        arguments: ["\u{1A}", "\u{1B}[122;5u", "?\u{1A}", ":hello\u{1A}"])
    func stop(_ keys: String) async throws {
        // A separate shell, because the system does not suspend a program without one.
        let terminal = try ProgramTerminal(
            shell: """
                set -m; set-duel solo --seed 3; echo STOPPED; read word; echo "word: $word"
                fg; echo "END: $?"
                """)
        try await terminal.wait(for: "deck 69")
        try await terminal.settle()
        // The clock in the first row goes on.
        let before = await terminal.screen.rows[3..<21]
        await terminal.type(keys)
        try await terminal.wait(forLastWords: "STOPPED")
        #expect(await terminal.isRestored)
        // The shell reads what is typed, and nothing else.
        await terminal.type("here\r")
        try await terminal.wait(for: "deck 69")
        #expect(await terminal.isRaw)
        // What was open lies there still; where nothing was, escape would open the menu.
        if keys.hasPrefix("?") || keys.hasPrefix(":") { await terminal.type("\u{1B}[27u") }
        try await terminal.settle()
        #expect(await terminal.screen.rows[3..<21] == before)
        await terminal.type("Q")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
        // A terminal of the tests that is too busy to answer in time answers the shell.
        let answer = "[?62;22c"
        let words = await terminal.lastWords.replacing("^[\(answer)", with: "")
            .replacing("\u{1B}\(answer)", with: "").replacing(answer, with: "")
        #expect(words.contains("word: here\r\n") && words.contains("END: 0\r\n"), "\(words)")
    }

    @Test("The terminal goes to the shell when another process stops the program")
    func seized() async throws {
        let terminal = try ProgramTerminal("solo --seed 3")
        try await terminal.wait(for: "deck 69")
        try await terminal.settle()
        // The clock in the first row goes on.
        let before = await terminal.screen.rows[3..<21]
        for _ in 0..<3 {
            await terminal.signal(19)
            await terminal.cook()
            let clearings = await terminal.screen.clearings
            await terminal.signal(18)
            try await terminal.wait(for: "the redrawn screen") {
                $0.clearings > clearings && $0.text.contains("deck 69")
            }
            try await terminal.settle()
            #expect(await terminal.isRaw)
            #expect(await terminal.screen.rows[3..<21] == before)
            #expect(await terminal.screen.keyboardFlags == [7])
            // Reports of a change between dark and light, too.
            #expect(await terminal.screen.modes == [1000, 1004, 1006, 1049, 2004, 2031])
        }
        await terminal.type("Q")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
    }

    @Test(
        "The terminal goes to the shell for good when its window is closed while it comes back to it"
    )
    func hangUpMeanwhile() async throws {
        // The kernel also continues a program whose terminal is gone, and either may be heard first.
        let terminal = try ProgramTerminal(
            "solo --seed 3 --motion none", answering: .later)
        try await terminal.wait(for: "deck 69")
        await terminal.signal(18)
        // It left the screen first and waits for an answer.
        try await terminal.wait(forLastWords: "\u{1B}[c")
        await terminal.hangUp()
        let end = try await terminal.end()
        #expect(end == .exited(129))
    }
}
