import SetClient
import SetProtocol
import SetTestSupport
import Testing

@Suite("Keys in a terminal", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalKeyTests {
    @Test(
        "Control and the key that lies where C or D does leaves on every layout",
        arguments: [
            "\u{1B}[1089::99;5u", "\u{1B}[1089;5u", "\u{1B}[1074::100;5u", "\u{3}", "\u{4}",
        ])
    func interrupts(bytes: String) async throws {
        let terminal = try ProgramTerminal("solo --seed 3")
        try await terminal.wait(for: "deck 69")
        await terminal.type(bytes)
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
    }

    @Test("A Cyrillic layout and full-width forms pick the cards in the keys' places")
    func otherLayouts() async throws {
        let scripts = [
            "q": "й", "a": "ф", "z": "я", "w": "ц", "s": "ы", "x": "ч", "e": "у", "d": "в",
            "c": "с",
            "r": "к", "f": "а", "v": "м",
        ]
        let solo = try await TerminalPlayTests.Solo()
        let labels = await solo.layout().labels
        for slot in try #require(solo.game.setSlots) {
            await solo.terminal.type(try #require(scripts[labels[slot]]))
        }
        try await solo.terminal.wait(for: "You found a set!")
        await solo.terminal.type("＋")
        try await solo.terminal.wait(for: "deck 66")
        // A capital letter is a command: this one leaves, after a question.
        await solo.terminal.type("Йн")
        #expect(try await solo.terminal.end() == .exited(0))
    }

    @Test("Y held down since before a request does not agree to it")
    func heldAnswer() async throws {
        let host = try await ProcessHost("--seed 4 --countdown 0")
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
        try await host.stop()
    }

    @Test(
        "Control and L, and the focus, draw everything again after a foreign line",
        arguments: ["\u{C}", "\u{1B}[108;5u", "\u{1B}[1076::108;5u", "\u{1B}[O\u{1B}[I"])
    func redraw(bytes: String) async throws {
        let solo = try await TerminalPlayTests.Solo()
        let pages = [("", "deck 69"), ("?", "draw the screen again"), ("xO", "Settings")]
        for (keys, words) in pages {
            await solo.terminal.type(keys)
            try await solo.terminal.wait(for: words)
            let before = await solo.terminal.screen.rows
            try await solo.terminal.write("\u{1B}[5;1Hwall: the machine goes down")
            #expect(await solo.terminal.screen.rows != before)
            await solo.terminal.type(bytes)
            try await solo.terminal.wait(for: "the picture of before") { $0.rows[4] == before[4] }
        }
        await solo.terminal.type("O")
        await solo.terminal.type("Q")
        #expect(try await solo.terminal.end() == .exited(0))
    }
}
