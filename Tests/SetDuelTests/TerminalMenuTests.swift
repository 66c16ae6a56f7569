import Foundation
import SetClient
import SetProtocol
import SetTestSupport
import Testing

@Suite("The full-screen menu", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalMenuTests {
    private static func menu() async throws -> ProgramTerminal {
        let terminal = try ProgramTerminal("")
        try await terminal.wait(for: "Duel the computer")
        return terminal
    }

    private func leave(_ terminal: ProgramTerminal) async throws {
        try await terminal.wait(for: "Duel the computer")
        await terminal.type("q")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
        #expect(await terminal.lastWords.isEmpty)
    }

    @Test(
        "The menu leads to a solo game, a duel, and the lesson, and back, without the shell between"
    )
    func alone() async throws {
        let terminal = try await Self.menu()
        await terminal.type("a\r")
        try await terminal.wait(for: "deck 69")
        await terminal.type("Q")
        try await terminal.wait(for: "Duel the computer")
        await terminal.type("c")
        try await terminal.wait(for: "Choose the computer")
        await terminal.type("\r")
        // The game starts by itself; before it has, leaving would lose nothing and ask nothing.
        try await terminal.wait(for: "deck 69")
        await terminal.type("Q")
        try await terminal.wait(for: "You will lose this game.")
        await terminal.type("y")
        try await terminal.wait(for: "Duel the computer")
        await terminal.type("l")
        try await terminal.wait(for: "1/6 Cards differ")
        await terminal.type("\u{1B}")
        try await leave(terminal)
        let bytes = await String(decoding: terminal.bytes, as: UTF8.self)
        #expect(
            bytes.split(separator: "\u{1B}[?1049h", omittingEmptySubsequences: false).count == 2)
    }

    @Test("The menu gives the terminal back when a signal asks for an end", arguments: [2, 15, 1])
    func signals(_ number: Int32) async throws {
        let terminal = try await Self.menu()
        await terminal.signal(number)
        #expect(try await terminal.end() == .exited(128 + number))
        #expect(await terminal.isRestored)
    }

    @Test("The menu ends with the program when a signal comes at the table")
    func signalAtTable() async throws {
        let terminal = try await Self.menu()
        await terminal.type("a\r")
        try await terminal.wait(for: "deck 69")
        await terminal.signal(15)
        #expect(try await terminal.end() == .exited(143))
        #expect(await terminal.isRestored)
    }

    @Test("The menu stays when no host answers or knows the code, and keeps what was typed")
    func nobody() async throws {
        let host = try await ProcessHost()
        let terminal = try await Self.menu()
        await terminal.type("j")
        try await terminal.wait(for: "Table code")
        await terminal.type("127.0.0.1:1\r")
        try await terminal.wait(for: "Cannot connect to 127.0.0.1:1")
        try await terminal.wait(for: "Address      127.0.0.1:1")
        await terminal.type("\u{1B}[D")
        try await terminal.wait(for: "or paste the set-duel join")
        await terminal.type("\u{1B}[200~set-duel join \(host.address) --table K7M2QX\u{1B}[201~")
        try await terminal.wait(for: "K7M2QX")
        await terminal.type("\r")
        try await terminal.wait(for: "Unknown table code")
        await terminal.type("\u{1B}")
        try await leave(terminal)
    }

    @Test("The menu opens a table at which the player sits and a friend sits down")
    func hosting() async throws {
        let ann = try await Self.menu()
        await ann.type("h")
        try await ann.wait(for: "Open the table")
        // Any free port.
        await ann.type("\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[A\u{15}\r")
        try await ann.wait(for: "The other player runs")
        let row = try #require(await ann.screen.rows.first { $0.contains("set-duel join") })
        let words = row.split(separator: " ").map(String.init)
        let place = try #require(words.firstIndex(of: "join"))
        let port = try #require(words[place + 1].split(separator: ":").last)
        let code = try #require(words.firstIndex(of: "--table").map { words[$0 + 1] })
        let bob = try ProgramRun(["join", "127.0.0.1:\(port)", "--table", code, "--plain"])
        try await bob.line(containing: "second seat")
        try await ann.wait(for: "Press enter when you are ready")
        // There is no other table at which a friend would wait alone.
        let cyd = try await ProgramRun.run("join 127.0.0.1:\(port) --new-table --plain")
        #expect(cyd.status == .exited(77))
        #expect(cyd.errors.contains("no free table"), "\(cyd.errors)")
        // Leaving while somebody is still there needs a confirmation.
        await ann.type("Q")
        try await ann.wait(for: "Close the table?")
        await ann.type("y")
        try await leave(ann)
        #expect(await bob.endByItself().errors.contains("the host closed the table"))
    }

    @Test("The menu shows a host's invitation to who only hosts, and asks before it closes")
    func onlyHosting() async throws {
        let terminal = try await Self.menu()
        await terminal.type("h")
        try await terminal.wait(for: "Open the table")
        await terminal.type("\u{1B}[A\u{1B}[C\u{1B}[A\u{1B}[A\u{1B}[C\u{1B}[A\u{15}\r")
        try await terminal.wait(for: "Hosting")
        #expect(await terminal.screen.text.contains("--table"))
        await terminal.type("q")
        try await terminal.wait(for: "Close all tables")
        await terminal.type("y")
        try await leave(terminal)
    }

    @Test("The menu writes nothing while nothing happens, and survives any resize")
    func quiet() async throws {
        let terminal = try await Self.menu()
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
        try await leave(terminal)
    }

    @Test("The menu saves a chosen theme")
    func theme() async throws {
        let home = NSTemporaryDirectory() + "set-duel-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let terminal = try ProgramTerminal("", environment: ["XDG_CONFIG_HOME": home])
        try await terminal.wait(for: "New here?")
        await terminal.type("t")
        try await terminal.wait(for: "color-blind")
        await terminal.type("f\r")
        try await leave(terminal)
        // A player with settings may still not know the game.
        let next = try ProgramTerminal("", environment: ["XDG_CONFIG_HOME": home])
        try await next.wait(for: "New here?")
        await next.type("\u{1B}")
        try await next.wait(for: "To take the lesson later")
        try await leave(next)
        let last = try ProgramTerminal("", environment: ["XDG_CONFIG_HOME": home])
        try await last.wait(for: "Duel the computer")
        #expect(await !last.screen.text.contains("New here?"))
        try await leave(last)
    }

    @Test("The menu goes on when the theme of a variable is deleted")
    func deletedTheme() async throws {
        let home = NSTemporaryDirectory() + "set-duel-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        var environment = ["XDG_CONFIG_HOME": home]
        let copied = try await ProgramRun.run("themes copy mono mine", environment: environment)
        #expect(copied.status == .exited(0))
        environment["SET_DUEL_THEME"] = "mine"
        let terminal = try ProgramTerminal("", environment: environment)
        try await terminal.wait(for: "Duel the computer")
        await terminal.type("tX")
        try await terminal.wait(for: "Delete \"mine\" permanently?")
        await terminal.type("y")
        try await terminal.wait(for: "SET_DUEL_THEME still names this")
        await terminal.type("\u{1B}")
        try await terminal.wait(for: "Play alone")
        await terminal.type("a\r")
        try await terminal.wait(for: "deck 69")
        await terminal.type("Q")
        try await leave(terminal)
    }

    @Test("The menu is a list of lines without full-screen support, and the help in a pipe")
    func dumb() async throws {
        let terminal = try ProgramTerminal("", environment: ["TERM": "dumb"])
        await terminal.type("q\r")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.lastWords.contains("1: Duel the computer."))
        #expect(await !terminal.bytes.contains(0x1B))
        #expect(await terminal.isCookedAsBefore)
        let piped = try await ProgramRun.run("")
        #expect(piped.status == .exited(0) && piped.output.contains("Usage: set-duel COMMAND"))
    }

    @Test("An event on a terminal in line mode does not break the line being typed")
    func typing() async throws {
        let terminal = try ProgramTerminal(
            "play --plain --strength master --countdown 0 --seed 4",
            environment: ["TERM": "dumb"])
        try await terminal.wait(forLastWords: "Row C")
        await terminal.type("a1 c")
        try await terminal.wait(forLastWords: "Set: Computer, ")
        let text = String(decoding: await terminal.bytes, as: UTF8.self)
        #expect(text.contains("a1 c\r    \rTurn: Computer claimed, 10 seconds.\r\na1 c"))
        await terminal.type("\u{15}quit\r")
        try await terminal.wait(forLastWords: "Answer yes or no.")
        await terminal.type("yes\r")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isCookedAsBefore)
    }
}
