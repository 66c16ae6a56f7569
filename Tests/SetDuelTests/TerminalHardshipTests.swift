import SetClient
import SetProtocol
import SetTestSupport
import Testing

@Suite("The full screen bears", .serialized, .timeLimit(.minutes(5)))
struct TerminalHardshipTests {
    @Test("any change of size")
    func resizing() async throws {
        // Without motion, so that no frame for the old size is under way: the reference terminal
        // takes one for a fault where a real one only clips it.
        let terminal = try ProgramTerminal("solo --seed 3 --motion none")
        try await terminal.wait(for: "deck 69")
        try await terminal.settle()
        let before = await terminal.screen.rows[1..<19]
        for (columns, rows) in [(120, 40), (40, 12), (1, 1), (200, 3), (3, 200), (80, 24)] {
            let clearings = await terminal.screen.clearings
            try await terminal.resize(columns: columns, rows: rows)
            try await terminal.wait(for: "a screen of \(columns) by \(rows)") {
                $0.clearings > clearings && !$0.text.contains("#")
            }
        }
        #expect(await terminal.screen.rows[1..<19] == before)
        await terminal.type("Q")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
    }

    @Test("to be looked at: nothing is written while nothing happens")
    func idle() async throws {
        let terminal = try ProgramTerminal("solo --seed 3")
        try await terminal.wait(for: "deck 69")
        try await terminal.settle()
        try await expectSilence(of: terminal)
        await terminal.type("\u{1B}[B")
        #expect(try await terminal.bytesWritten(within: .seconds(5)) > 0)
        try await terminal.settle()
        try await expectSilence(of: terminal)
        await terminal.type("Q")
        #expect(try await terminal.end() == .exited(0))
    }

    /// Expects no byte for a while; the news leaves the screen once, after five seconds.
    private func expectSilence(of terminal: ProgramTerminal) async throws {
        let time = Duration.milliseconds(300)
        if try await terminal.bytesWritten(within: time) == 0 { return }
        #expect(try await terminal.bytesWritten(within: time) == 0)
    }

    @Test("pasted text, which plays nothing")
    func pasting() async throws {
        let terminal = try ProgramTerminal("solo --seed 3")
        try await terminal.wait(for: "deck 69")
        try await terminal.settle()
        let before = await terminal.screen.rows[0..<19]
        await terminal.type("\u{1B}[200~qwer+asdfQ\u{03}\r\u{1B}[201~")
        try await terminal.settle()
        #expect(await terminal.screen.rows[0..<19] == before)
        // In a message it is text.
        await terminal.type(":\u{1B}[200~hello Q\u{1B}[201~")
        try await terminal.wait(for: "hello Q")
        await terminal.type("\u{03}")
        #expect(try await terminal.end() == .exited(0))
    }

    @Test("five thousand bytes of anything", arguments: [1, 2, 3])
    func noise(_ seed: UInt64) async throws {
        let terminal = try ProgramTerminal("solo --seed 3")
        try await terminal.wait(for: "deck 69")
        var generator = SeededGenerator(seed: seed)
        // Without the keys that leave or stop the program.
        let leaving: Set<UInt8> = [0x03, 0x1A, UInt8(ascii: "Q")]
        var noise: [UInt8] = []
        while noise.count < 5000 {
            let byte = UInt8(generator.below(256))
            // Half of it begins like something a terminal would send.
            if generator.below(8) == 0 { noise += [0x1B, UInt8(ascii: "[")] }
            if !leaving.contains(byte) { noise.append(byte) }
        }
        try await terminal.type(bytes: noise)
        // An end to whatever was begun: a paste, a sequence, a message, a question.
        await terminal.type("\u{1B}\\\u{1B}[201~\u{1B}[27u\u{1B}[27u")
        try await terminal.settle()
        await terminal.type("\u{03}")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
    }
}
