import SetClient
import SetProtocol
import SetTestSupport
import Testing

@Suite("A terminal that answers late or never", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalAnswerTests {
    @Test("A terminal that answers during a game does not disturb it")
    func late() async throws {
        let terminal = try ProgramTerminal("solo --seed 3 --motion none", answering: .later)
        try await terminal.wait(for: "deck 69")
        await terminal.type("+")
        try await terminal.wait(for: "deck 66")
        let clearings = await terminal.screen.clearings
        await terminal.answer()
        // What a terminal printed instead of answering is wiped when the last answer comes.
        try await terminal.wait(for: "the redrawn screen") {
            $0.clearings > clearings && $0.text.contains("deck 66")
        }
        try await terminal.settle()
        // No part of an answer was taken for a key: nothing is picked, asked or written.
        let text = await terminal.screen.text
        #expect(text.contains("deck 66") && !text.contains("picked") && !text.contains("]11;"))
        await terminal.type("Qy")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.lastWords.contains(/^You -?\d+; 0 sets in 0:\d\d\r\n$/))
        #expect(await terminal.unreadInput == 0)
    }

    @Test("Late terminal answers do not reach the shell", arguments: [false, true])
    func leaving(bySignal: Bool) async throws {
        // Answers are waited for a second at most, which a busy machine may need for answering;
        // `TerminalDevices.fences` is the same without a clock.
        for _ in 0..<4 {
            if try await leavesNothing(bySignal) { return }
        }
        #expect(try await leavesNothing(bySignal))
    }

    private func leavesNothing(_ bySignal: Bool) async throws -> Bool {
        // A remote terminal is given more time.
        let terminal = try ProgramTerminal(
            "solo --seed 3", environment: ["SSH_TTY": "/dev/pts/9"], answering: .later)
        try await terminal.wait(for: "deck 69")
        if bySignal { await terminal.signal(15) } else { await terminal.type("Q") }
        try await terminal.wait(forLastWords: "\u{1B}[c")
        // Longer than a session has to begin with a signal.
        if bySignal { _ = try await terminal.bytesWritten(within: .milliseconds(500)) }
        // First the answers to the initial queries, with a fence of their own; then the last one.
        await terminal.answer()
        #expect(try await terminal.end() == .exited(bySignal ? 143 : 0))
        #expect(await terminal.isRestored)
        let words = await terminal.lastWords
        return await terminal.unreadInput == 0
            && (bySignal || words.contains(/^You 0; 0 sets in 0:\d\d\r\n$/))
    }

    @Test("Other commands do not wait for a terminal that cannot answer")
    func silent() async throws {
        for term in ["dumb", "linux", "screen"] {
            let terminal = try ProgramTerminal(
                "themes", environment: ["TERM": term, "HOME": "/nonexistent"],
                answering: .scripted(""))
            #expect(try await terminal.end() == .exited(0))
            let text = String(decoding: await terminal.bytes, as: UTF8.self)
            #expect(!text.contains("\u{1B}]") && !text.contains("\u{1B}[c"))
        }
    }

    @Test(
        "Printing themes asks the terminal for its background unless set",
        arguments: [
            ("", "ffff/ffff/ffff", true), ("", "0000/0000/0000", false),
            ("--dark", "ffff/ffff/ffff", false), ("--light", "0000/0000/0000", true),
            ("--background=auto", "ffff/ffff/ffff", true),
            ("--background light", "0000/0000/0000", true),
        ])
    func themes(_ option: String, _ ground: String, _ isLight: Bool) async throws {
        let terminal = try ProgramTerminal(
            "themes show classic \(option)",
            environment: ["COLORTERM": "truecolor", "HOME": "/nonexistent"],
            answering: .scripted(
                "\u{1B}]11;rgb:\(ground)\u{1B}\\\u{1B}P>|xterm(390)\u{1B}\\\u{1B}[?62c")
        )
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isCookedAsBefore)
        #expect(await terminal.unreadInput == 0)
        let text = String(decoding: await terminal.bytes, as: UTF8.self)
        // The first ink of the classic theme.
        let inks = (dark: "38;2;255;85;51", light: "38;2;223;27;18")
        #expect(text.contains(isLight ? inks.light : inks.dark))
        #expect(!text.contains(isLight ? inks.dark : inks.light))
        // The shell's screen stays.
        #expect(!text.contains("1049"))
    }
}
