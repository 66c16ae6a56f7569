import Foundation
import SetClient
import SetProtocol
import SetTestSupport
import Testing

@Suite("Full-screen robustness", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalHardshipTests {
    @Test("Keys are obeyed while the terminal is stopped, and all is shown once it goes on")
    func stopped() async throws {
        let terminal = try ProgramTerminal("solo --seed 3 --motion none")
        try await terminal.wait(for: "deck 69")
        try await terminal.settle()
        await terminal.stopOutput()
        for keys in ["?", "\u{1B}[27u", ":hello there"] {
            await terminal.type(keys)
            try #require(await terminal.awaitReading())
        }
        await terminal.stopOutput(false)
        try await terminal.wait(for: "hello there")
        await terminal.type("\u{03}")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
    }

    @Test("A program whose terminal is stopped can be left, and gives back what it can")
    func leavingStopped() async throws {
        let terminal = try ProgramTerminal("solo --seed 3 --motion none")
        try await terminal.wait(for: "deck 69")
        try await terminal.settle()
        await terminal.stopOutput()
        await terminal.type("\u{1B}[B")
        try #require(await terminal.awaitReading())
        await terminal.type("Q")
        #expect(await terminal.endUnread() == .exited(0))
        #expect(await terminal.isCookedAsBefore)
    }

    @Test("Keys typed while the process is stopped are dropped")
    func standstill() async throws {
        let terminal = try ProgramTerminal("solo --seed 3 --motion none")
        try await terminal.wait(for: "deck 69")
        for _ in 0..<5 {
            try await terminal.settle()
            let entries = await terminal.entries
            await terminal.signal(SIGSTOP)
            await terminal.type("qwe")
            try #require(await terminal.awaitReading(leaving: 3))
            await terminal.signal(SIGCONT)
            // It takes the terminal back and redraws everything; what was written before may come first.
            try await terminal.awaitEntry(after: entries)
            try await terminal.wait(for: "deck 69")
            try await terminal.settle()
            #expect(await terminal.screen.text.contains("Pick three cards that make a set."))
        }
        await terminal.type("q")
        try await terminal.wait(for: "Pick two more cards.")
        await terminal.type("Qy")
        #expect(try await terminal.end() == .exited(0))
    }

    @Test("The full screen writes nothing while nothing happens")
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

    @Test("The full screen takes the terminal, draws at once and gives the terminal back")
    func draws() async throws {
        let terminal = try ProgramTerminal("solo --seed 3")
        try await terminal.wait(for: "deck 69")
        try await terminal.settle()
        let screen = await terminal.screen
        #expect(screen.title == "set-duel")
        #expect(screen.modes == [1000, 1004, 1006, 1049, 2004, 2031])
        #expect(screen.keyboardFlags == [7])
        #expect(await terminal.isRaw)
        #expect(await !terminal.isRestored)
        let top = try #require(screen.rows.first)
        #expect(top.contains("You") && top.contains("0 sets") && top.contains("deck"))
        for label in "qazwsxedcrfv" {
            #expect(screen.rows.contains { $0.contains(" \(label) ") }, "\(label)")
        }
        await terminal.type("Q")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
        #expect(await terminal.lastWords.contains(/^You 0; 0 sets in 0:\d\d\r\n$/))
    }

    @Test("The window title shows events while unfocused and is restored")
    func title() async throws {
        let terminal = try ProgramTerminal("solo --seed 3")
        try await terminal.wait(for: "deck 69")
        try await terminal.settle()
        #expect(await terminal.screen.title == "set-duel")
        await terminal.type("\u{1B}[O")
        try await terminal.wait(for: "the news") { $0.title.hasSuffix(" – set-duel") }
        await terminal.type("\u{1B}[I")
        try await terminal.wait(for: "the plain title") { $0.title == "set-duel" }
        await terminal.type("\u{1B}[O")
        try await terminal.wait(for: "the news again") { $0.title.hasSuffix(" – set-duel") }
        await terminal.type("Q")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
    }

    @Test("The menu writes nothing while nothing happens, and survives any resize")
    func quiet() async throws {
        let terminal = try ProgramTerminal("")
        try await terminal.wait(for: "Duel the computer")
        let quiet = Duration.milliseconds(200).whenSlow
        while try await terminal.bytesWritten(within: quiet) > 0 {}
        #expect(try await terminal.bytesWritten(within: .milliseconds(300)) == 0)
        for (columns, rows) in [(120, 40), (30, 10), (1, 1), (200, 60), (80, 24)] {
            let clearings = await terminal.screen.clearings
            try await terminal.resize(columns: columns, rows: rows)
            try await terminal.wait(for: "a screen of \(columns) by \(rows)") {
                $0.clearings > clearings && !$0.text.contains("#")
            }
        }
        await terminal.type("q")
        #expect(try await terminal.end() == .exited(0))
    }

    @Test(
        "The full screen survives any change of size at any moment, cells of any shape included",
        arguments: [1, 2])
    func resizingWildly(_ seed: UInt64) async throws {
        let terminal = try ProgramTerminal("solo --seed 3")
        try await terminal.wait(for: "deck 69")
        let help = try await terminal.settle()
        var generator = SeededGenerator(seed: seed)
        for step in 0..<40 {
            let isTiny = generator.below(4) == 0
            let columns = Int(isTiny ? 1 + generator.below(4) : 40 + generator.below(261))
            let rows = Int(isTiny ? 1 + generator.below(4) : 15 + generator.below(86))
            let pixels: (UInt16, UInt16) =
                switch generator.below(4) {
                case 0: (0, 0)
                case 1: (1, 65_535)
                case 2: (UInt16(generator.below(65_536)), UInt16(generator.below(65_536)))
                default: (UInt16(columns * 10), UInt16(rows * 20))
                }
            // Shuffling keeps the cards moving.
            await terminal.type(step % 3 == 0 ? "S+" : "S")
            try await terminal.resizeRudely(columns: columns, rows: rows, pixels: pixels)
        }
        try await terminal.resizeRudely(columns: 80, rows: 24, pixels: (800, 480))
        // The signal of a new size may be heard long after keys that were typed later.
        var before: ArraySlice<String> = []
        var isHeard = false
        repeat {
            before = await terminal.screen.rows[3..<21]
            isHeard = try await terminal.settle() == help && !before.contains { $0.contains("#") }
            for _ in 0..<2 { try await terminal.settle() }
        } while await terminal.screen.rows[3..<21] != before || !isHeard
        // What is there now is what a screen drawn from nothing shows.
        for columns in [84, 80] {
            let clearings = await terminal.screen.clearings
            try await terminal.resize(
                columns: columns, rows: 24, pixels: (UInt16(columns * 10), 480))
            try await terminal.wait(for: "a screen of \(columns) columns") {
                $0.clearings > clearings && !$0.text.contains("#")
            }
            // Until then, what was cleared may have been for the size before.
            while (try await terminal.settle() == help) != (columns == 80) {}
        }
        let now = await terminal.screen.rows[3..<21]
        #expect(now == before, "\((now + ["instead of"] + before).joined(separator: "\n"))")
        await terminal.type("Qy")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
    }

    @Test("The full screen survives pasted garbage, which plays nothing", arguments: [1, 2])
    func pastingGarbage(_ seed: UInt64) async throws {
        let terminal = try ProgramTerminal("solo --seed 3")
        try await terminal.wait(for: "deck 69")
        try await terminal.settle()
        // The clock of a game alone is in the first three rows.
        let before = await terminal.screen.rows[3..<21]
        var generator = SeededGenerator(seed: seed)
        // Everything but an escape, with which the end mark begins.
        let garbage = (0..<9000).map { _ in UInt8(generator.below(256)) }.map {
            $0 == 0x1B ? 0 : $0
        }
        let start = Array("\u{1B}[200~".utf8)
        let fakes = Array("\u{1B}[201\u{1B}\u{1B}[20\u{1B}[2\u{1B}[A\u{1B}]0;x\u{7}Q\u{3}".utf8)
        let end = Array("\u{1B}[201~".utf8)
        try await terminal.type(bytes: start + garbage + fakes + garbage + end)
        try await terminal.settle()
        #expect(await terminal.screen.rows[3..<21] == before)
        // One that never ends can be left by a signal at least.
        try await terminal.type(bytes: start + garbage)
        await terminal.signal(15)
        #expect(try await terminal.end() == .exited(143))
        #expect(await terminal.isRestored)
        #expect(await terminal.unreadInput == 0)
    }

    @Test("The full screen survives ten thousand random bytes in a duel")
    func anything() async throws {
        let noise = Self.noise(5)
        var place = 0
        while place < noise.count {
            // Some of it reaches the terminal after the program has left, or while it is stopped.
            let terminal = try ProgramTerminal("play --seed 3 --countdown 0", isSilent: true)
            try await terminal.wait(for: "See a set?")
            while place < noise.count, await !terminal.hasEnded {
                let end = min(place + 100, noise.count)
                try await terminal.type(bytes: Array(noise[place..<end]))
                place = end
            }
            // It has left in order, or it is still there and leaves when asked to.
            if await !terminal.hasEnded { await terminal.signal(15) }
            let status = try await terminal.end()
            // Being asked to leave kills again once the terminal is given back.
            #expect([.exited(0), .exited(143), .killed(15)].contains(status))
            #expect(await terminal.isRestored)
        }
    }

    /// Ten thousand bytes, of which half begin like something a terminal would send.
    private static func noise(_ seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        var noise: [UInt8] = []
        while noise.count < 10_000 {
            let byte = UInt8(generator.below(256))
            if generator.below(8) == 0 { noise += [0x1B, UInt8(ascii: "[")] }
            noise.append(byte)
        }
        return noise
    }
}
