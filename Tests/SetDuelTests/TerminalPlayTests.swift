import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("The full screen", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalPlayTests {
    /// A solo game in a terminal and the same game beside it.
    struct Solo {
        let terminal: ProgramTerminal
        var game: ProgramGame

        init(seed: UInt64 = 3, columns: Int = 80, rows: Int = 24) async throws {
            game = try ProgramGame(seed: seed, rules: .solo)
            terminal = try ProgramTerminal("solo --seed \(seed)", columns: columns, rows: rows)
            try await terminal.wait(for: "deck 69")
            try await terminal.settle()
        }

        /// The table as it is laid out on a screen of the terminal's size.
        func layout() async -> TablePicture {
            TablePicture(
                TableView(game.table.clients.first), size: await terminal.screen.size,
                appearance: Appearance(), now: game.table.now)
        }
    }

    @Test("The full screen takes the terminal, draws at once and gives the terminal back")
    func draws() async throws {
        let solo = try await Solo()
        let screen = await solo.terminal.screen
        #expect(screen.title == "set-duel")
        #expect(screen.modes == [1000, 1004, 1006, 1049, 2004, 2031])
        #expect(screen.keyboardFlags == [7])
        #expect(await solo.terminal.isRaw)
        #expect(await !solo.terminal.isRestored)
        let top = try #require(screen.rows.first)
        #expect(top.contains("You") && top.contains("0 sets") && top.contains("deck"))
        for label in await solo.layout().labels {
            #expect(screen.rows.contains { $0.contains(" \(label) ") }, "\(label)")
        }
        await solo.terminal.type("Q")
        #expect(try await solo.terminal.end() == .exited(0))
        #expect(await solo.terminal.isRestored)
        #expect(await solo.terminal.lastWords.contains(/^You 0; 0 sets in 0:\d\d\r\n$/))
    }

    @Test("The full screen is played by the letters on the cards")
    func letters() async throws {
        var solo = try await Solo()
        let labels = await solo.layout().labels
        let set = try #require(solo.game.setSlots)
        for slot in set { await solo.terminal.type(labels[slot]) }
        try await solo.terminal.wait(for: "You found a set!")
        try await solo.terminal.wait(for: "1 set ")
        try await solo.terminal.wait(for: "deck 69")
        // The next touch brings the next cards; a wrong choice costs points.
        await solo.terminal.type(labels[set[0]])
        try await solo.terminal.wait(for: "deck 66")
        for slot in set { try solo.game.perform(.touch(slot: slot)) }
        try solo.game.perform(.touch(slot: set[0]))
        for slot in try #require(solo.game.wrongSlots) { await solo.terminal.type(labels[slot]) }
        try await solo.terminal.wait(for: "Not a set. Pick three cards again.")
        await solo.terminal.type("+")
        try await solo.terminal.wait(for: "deck 63")
        await solo.terminal.type("Qy")
        #expect(try await solo.terminal.end() == .exited(0))
    }

    @Test("The full screen is played by arrows and enter")
    func arrows() async throws {
        let solo = try await Solo()
        let layout = await solo.layout()
        // The first arrow shows the cursor on the first card.
        await solo.terminal.type("\u{1B}[B")
        var place = 0
        for slot in try #require(solo.game.setSlots) {
            for direction in try #require(Self.path(from: place, to: slot, on: layout)) {
                await solo.terminal.type(Self.bytes(of: direction))
            }
            await solo.terminal.type("\r")
            place = slot
        }
        try await solo.terminal.wait(for: "You found a set!")
        await solo.terminal.type("Qy")
        #expect(try await solo.terminal.end() == .exited(0))
    }

    @Test(
        "The full screen is played by clicks, also on the deck",
        arguments: [Size(80, 24), Size(120, 45)])
    func clicks(_ size: Size) async throws {
        let solo = try await Solo(columns: size.width, rows: size.height)
        let layout = await solo.layout()
        let board = try #require(layout.board)
        for slot in try #require(solo.game.setSlots) {
            await solo.terminal.click(board.frame(ofSlot: slot).middle)
        }
        try await solo.terminal.wait(for: "You found a set!")
        await solo.terminal.click(try #require(layout.deckFrame).middle)
        try await solo.terminal.wait(for: "deck 66")
        await solo.terminal.type("Qy")
        #expect(try await solo.terminal.end() == .exited(0))
    }

    @Test("The full screen duels in two terminals")
    func duel() async throws {
        let host = try await ProcessHost("--seed 4 --countdown 0 --claim 60")
        let ann = try ProgramTerminal("join \(host.address) -n Ann")
        try await ann.wait(for: "The other player runs:")
        let bob = try ProgramTerminal("join \(host.address) -n Bob", columns: 132, rows: 43)
        for player in [ann, bob] { try await player.wait(for: "Press enter when you are ready") }
        for player in [ann, bob] { await player.type("\r") }
        for player in [ann, bob] { try await player.wait(for: "See a set?") }
        await bob.type(" ")
        try await bob.wait(for: "Your turn: pick three cards")
        try await ann.wait(for: "Bob claimed a set and is picking.")
        // Who leaves a running duel is asked; who stays has won.
        await bob.type("Q")
        await bob.type("y")
        #expect(try await bob.end() == .exited(0))
        try await ann.wait(for: "win")
        try await host.stop()
        // Who is left keeps the board and the report until they leave.
        try await ann.wait(for: "The host closed the table. Press enter")
        // Two enters in a row, as fast as a test types, would be one key held down.
        await ann.type(" \r")
        #expect(try await ann.end() == .exited(0))
        for player in [ann, bob] { #expect(await player.isRestored) }
        let words = await ann.lastWords
        #expect(words.hasPrefix("You win. You 0, Bob "))
        #expect(words.hasSuffix("\r\nset-duel: the host closed the table\r\n"))
    }

    // MARK: - Arrows

    static func bytes(of direction: BoardLayout.Direction) -> String {
        switch direction {
        case .up: "\u{1B}[A"
        case .down: "\u{1B}[B"
        case .right: "\u{1B}[C"
        case .left: "\u{1B}[D"
        }
    }

    /// The arrows that lead from one card to another.
    static func path(
        from start: Int, to goal: Int, on screen: TablePicture
    ) -> [BoardLayout.Direction]? {
        var paths: [Int: [BoardLayout.Direction]] = [start: []]
        var frontier = [start]
        while let slot = frontier.first, paths[goal] == nil {
            frontier.removeFirst()
            for direction in BoardLayout.Direction.allCases {
                guard let next = screen.neighbor(of: slot, direction), paths[next] == nil else {
                    continue
                }
                paths[next] = (paths[slot] ?? []) + [direction]
                frontier.append(next)
            }
        }
        return paths[goal]
    }
}

extension ProgramTerminal {
    /// Waits until everything that was typed has been seen, the terminal's own answers included:
    /// help comes and goes.
    func settle() throws {
        type("?")
        try wait(for: "show or hide this help")
        type("?")
        try wait(for: "the help to go") { !$0.text.contains("show or hide this help") }
    }
}

extension Rect {
    /// A cell about the middle.
    fileprivate var middle: Point {
        Point(minX + size.width / 2, minY + size.height / 2)
    }
}
