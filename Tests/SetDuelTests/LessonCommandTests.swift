import Foundation
import SetClient
import SetProtocol
import SetTestSupport
import Testing

@Suite("The lesson command", .serialized, .inTurn, .timeLimit(.minutes(5)))
final class LessonCommandTests {
    private let home: String
    private var environment: [String: String] { ["XDG_CONFIG_HOME": home] }

    init() throws {
        home = NSTemporaryDirectory() + "set-duel-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    /// What is kept in the player's settings.
    private var isSeen: Bool? {
        let file = SettingsFile(in: ConfigurationDirectory(path: home + "/set-duel"))
        return file.read().settings[.lessonSeen].map { $0 == "yes" }
    }

    private func terminal(
        _ options: String = "", columns: Int = 80, rows: Int = 24
    ) async throws -> ProgramTerminal {
        let terminal = try ProgramTerminal(
            "lesson --seed 7 \(options)", columns: columns, rows: rows, environment: environment,
            limit: .seconds(120))
        try await terminal.wait(for: "Learn the game in two minutes.")
        return terminal
    }

    @Test("The lesson command teaches from start to end and begins a duel against the computer")
    func whole() async throws {
        let terminal = try await terminal()
        await terminal.type("\r\r\r")
        try await terminal.wait(for: "Fourth, the color: red, green, or violet.")
        await terminal.type("\r\r\r\r")
        try await terminal.wait(for: "All four work: a set!")
        await terminal.type("\ry")
        try await terminal.wait(for: "Not quite: one feature breaks it.")
        await terminal.type("\ry")
        try await terminal.wait(for: "Right, this is a set!")
        await terminal.type("\r")
        try await terminal.wait(for: "Which card completes the set?")
        await terminal.type("a")
        try await terminal.wait(for: "Not that one.")
        await terminal.type("s")
        try await terminal.wait(for: "Yes, that makes a set!")
        await terminal.type("\r")
        try await terminal.wait(for: "These six cards contain one set.")
        await terminal.type("qad")
        try await terminal.wait(for: "You found it!")
        await terminal.type("\r")
        try await terminal.wait(for: "In a duel, you race for each set.")
        // Marks claimed in one stroke need no quick fingers.
        await terminal.type("qsd")
        try await terminal.wait(for: "Three cards marked")
        await terminal.type(" ")
        try await terminal.wait(for: "the judged claim") {
            $0.text.contains("You found a set!") || $0.text.contains("Not a set.")
        }
        await terminal.type("\r")
        try await terminal.wait(for: "The race at a glance")
        await terminal.type("\r")
        try await terminal.wait(for: "That is all you need.")
        #expect(isSeen == nil)
        await terminal.type("\r")
        // Before the game has started, leaving would lose nothing and ask nothing.
        try await terminal.wait(for: "deck 69")
        #expect(isSeen == true)
        await terminal.type("Q")
        try await terminal.wait(for: "You will lose this game.")
        await terminal.type("y")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
    }

    @Test("The lesson command reports colors that cannot be saved")
    func notKept() async throws {
        try Data().write(to: URL(fileURLWithPath: home + "/set-duel"))
        let terminal = try await terminal()
        await terminal.type("C")
        try await terminal.wait(for: "Could not save settings")
        await terminal.type("\u{1B}")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
    }

    @Test("The lesson command runs the bar of a claimed turn by itself")
    func bar() async throws {
        let terminal = try await terminal(columns: 40, rows: 15)
        for _ in 0..<12 { await terminal.type("\t") }
        try await terminal.wait(for: "In a duel, you race")
        await terminal.type(" ")
        try await terminal.wait(for: "Your turn: pick three cards.")
        try await terminal.wait(for: "Time is up.")
        await terminal.type("\u{3}")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
    }

    @Test(
        "The lesson command is left at once, and is not offered again",
        arguments: ["\u{1B}", "\u{3}"])
    func skipped(_ key: String) async throws {
        let terminal = try await terminal()
        await terminal.type(key)
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
        #expect(await terminal.lastWords.isEmpty)
        #expect(isSeen == true)
    }

    @Test("The lesson command is ended by a signal, which is no reason not to offer it again")
    func signal() async throws {
        let terminal = try await terminal()
        await terminal.signal(SIGTERM)
        #expect(try await terminal.end() == .exited(143))
        #expect(await terminal.isRestored)
        #expect(isSeen == nil)
    }

    @Test("The lesson command keeps the palette that was chosen in it")
    func palette() async throws {
        let terminal = try await terminal()
        await terminal.type("\r\r\rC")
        try await terminal.wait(for: "blue, orange, or yellow")
        await terminal.type("Q")
        #expect(try await terminal.end() == .exited(0))
        let file = SettingsFile(in: ConfigurationDirectory(path: home + "/set-duel"))
        let expected: StoredSettings = [.colorBlind: "yes", .lessonSeen: "yes"]
        #expect(file.read().settings == expected)
    }

    @Test("The lesson command uses line mode without a terminal and ends with its input")
    func lines() async throws {
        let ending = try await ProgramRun.run(
            "lesson --seed 7", environment: environment, input: "\n\nno\nhelp\n")
        #expect(ending.status == .exited(0))
        #expect(ending.errors.isEmpty)
        #expect(
            ending.lines.first?.hasPrefix("Lesson: how to play, in about three minutes.") == true)
        #expect(ending.lines.contains("Right: it is not a set. Number is 2, 2, and 3."))
        #expect(
            ending.lines.last
                == "Lesson: end of input. Run set-duel lesson --plain to take it again.")
        #expect(isSeen == true)
    }
}
