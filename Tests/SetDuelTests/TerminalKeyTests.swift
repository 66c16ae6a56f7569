import SetClient
import SetProtocol
import SetTestSupport
import Testing

@Suite("Keys in a terminal", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalKeyTests {
    @Test("Y held down since before a request does not agree to it")
    func heldAnswer() async throws {
        let host = try await HostProcess("--seed 4 --countdown 0")
        let ann = try ProgramTerminal("join \(host.address) -n Ann")
        try await ann.wait(for: "The other player runs:")
        let bob = try ProgramTerminal("join \(host.address) -n Bob")
        for player in [ann, bob] { try await player.wait(for: "Press enter when you are ready") }
        for player in [ann, bob] { await player.type("\r") }
        for player in [ann, bob] { try await player.wait(for: "See a set?") }
        let held = "\u{1B}[121:89;2:2u"
        await bob.type("Y" + held)
        await ann.type("Ny")
        try await bob.wait(for: "Y  yes")
        // No counts from half a second on; by then, yes would have counted.
        while await !ann.screen.text.contains("said no") {
            await bob.type(held + held + "N" + held)
            try await bob.settle()
            try await ann.settle()
        }
        for player in [ann, bob] {
            await player.type("Q")
            await player.type("y")
            _ = try await player.end()
        }
        #expect(await host.stop().status == .exited(0))
    }

    @Test(
        "Control and L, and the focus, draw everything again after a foreign line",
        arguments: ["\u{C}", "\u{1B}[108;5u", "\u{1B}[1076::108;5u", "\u{1B}[O\u{1B}[I"])
    func redraw(bytes: String) async throws {
        let terminal = try ProgramTerminal("solo --seed 3")
        try await terminal.wait(for: "deck 69")
        try await terminal.settle()
        let pages = [("", "deck 69"), ("?", "draw the screen again"), ("xO", "Settings")]
        for (keys, words) in pages {
            await terminal.type(keys)
            try await terminal.wait(for: words)
            let before = await terminal.screen.rows
            try await terminal.write("\u{1B}[5;1Hwall: the machine goes down")
            #expect(await terminal.screen.rows != before)
            await terminal.type(bytes)
            try await terminal.wait(for: "the picture of before") { $0.rows[4] == before[4] }
        }
        await terminal.type("O")
        await terminal.type("Q")
        #expect(try await terminal.end() == .exited(0))
    }
}
