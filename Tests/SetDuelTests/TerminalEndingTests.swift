import SetClient
import SetProtocol
import SetTestSupport
import Testing

@Suite("Restoring the terminal", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalEndingTests {
    static func solo() async throws -> ProgramTerminal {
        let terminal = try ProgramTerminal("solo --seed 3")
        try await terminal.wait(for: "deck 69")
        return terminal
    }

    @Test(
        "The terminal is restored when the player leaves by keys",
        arguments: ["Q", "\u{03}", "\u{1B}[99;5u", "?Q", ":hello\u{03}"])
    func keys(_ keys: String) async throws {
        let terminal = try await Self.solo()
        await terminal.type(keys)
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
    }

    @Test(
        "The terminal is restored when the player leaves a duel and confirms",
        arguments: ["Qy", "\u{03}\u{03}"])
    func duel(_ keys: String) async throws {
        let terminal = try ProgramTerminal("play --seed 3 --countdown 0")
        try await terminal.wait(for: "See a set?")
        await terminal.type("Qn")
        try await terminal.settle()
        await terminal.type(keys)
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
    }

    @Test("The terminal is restored when a signal asks for an end", arguments: [2, 15, 1])
    func signals(_ number: Int32) async throws {
        let terminal = try await Self.solo()
        await terminal.signal(number)
        #expect(try await terminal.end() == .exited(128 + number))
        #expect(await terminal.isRestored)
        #expect(await terminal.lastWords.isEmpty)
    }

    @Test(
        "The terminal is restored when the program dies of a fault or a signal that nobody watches",
        arguments: [11, 4, 7, 8, 6, 5, 3, 10, 12, 14, 24, 25, 26, 27, 31])
    func faults(_ number: Int32) async throws {
        let terminal = try await Self.solo()
        await terminal.signal(number)
        #expect(try await terminal.end() == .killed(number))
        #expect(await terminal.isRestored)
    }

    @Test(
        "The terminal is restored when the host dies and the player does not wait for it",
        arguments: ["join", "watch"])
    func host(_ command: String) async throws {
        let host = try await ProcessHost()
        // Somebody must have opened a table for others to watch.
        let ann = try ProgramRun(["join", host.address, "--plain"])
        try await ann.line(containing: "first seat")
        let terminal = try ProgramTerminal("\(command) \(host.address)")
        try await terminal.wait(for: "not ready yet")
        await host.run.signal(9)
        try await terminal.wait(for: "Connection lost. Reconnecting")
        await terminal.type("Q")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
    }

    /// On a busy machine, a refusal may take so long that the page about the attempt is drawn.
    @Test("The terminal is restored when there is no host")
    func refused() async throws {
        let terminal = try ProgramTerminal("join 127.0.0.1:1")
        #expect(try await terminal.end() == .exited(69))
        if await terminal.bytes.contains(0x1B) {
            #expect(await terminal.isRestored)
        } else {
            #expect(await terminal.isCookedAsBefore)
        }
    }

    @Test(
        "The terminal is restored when the player leaves a demonstration",
        arguments: ["\u{1B}", "q", "Q", "\u{3}"])
    func demonstration(_ key: String) async throws {
        let terminal = try ProgramTerminal("demo --seed 1")
        try await terminal.wait(for: "esc  leave")
        await terminal.type(key)
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
    }

    @Test("The terminal is restored when a demonstration is stopped by a signal")
    func demonstration() async throws {
        let terminal = try ProgramTerminal("demo --seed 1")
        try await terminal.wait(for: "deck 69")
        await terminal.signal(15)
        #expect(try await terminal.end() == .exited(143))
        #expect(await terminal.isRestored)
    }
}
