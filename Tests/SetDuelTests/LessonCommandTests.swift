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
        try await terminal.wait(for: "1/6 Cards differ")
        return terminal
    }

    /// Gives the right answers up to the last step.
    private func goToRace(_ terminal: ProgramTerminal) async throws {
        let steps = [
            ("qaz", "You found a set!"), ("\r", "2/6"), ("qaz", "You found a set!"), ("\r", "3/6"),
            ("s", "You found a set!"), ("\r", "4/6"), ("+", "5/6"), ("wxz", "You found a set!"),
            ("\r", "6/6"),
        ]
        for (keys, words) in steps {
            await terminal.type(keys)
            try await terminal.wait(for: words)
        }
    }

    @Test("The lesson command teaches from start to end and begins a duel against the computer")
    func whole() async throws {
        let terminal = try await terminal()
        try await goToRace(terminal)
        // Marks claimed in one stroke need no quick fingers.
        await terminal.type("edv ")
        try await terminal.wait(for: "Done!")
        #expect(isSeen == nil)
        await terminal.type("\r")
        // Before the game has started, leaving would lose nothing and ask nothing.
        try await terminal.wait(for: "Computer")
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

    @Test("The lesson command ends a claimed turn by itself")
    func late() async throws {
        let terminal = try await terminal(columns: 40, rows: 15)
        try await goToRace(terminal)
        await terminal.type(" ")
        try await terminal.wait(for: "Your turn: pick three")
        try await terminal.wait(for: "You ran out of time.")
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
        await terminal.type("C")
        try await terminal.wait(for: "olor-blind")
        await terminal.type("Q")
        #expect(try await terminal.end() == .exited(0))
        let file = SettingsFile(in: ConfigurationDirectory(path: home + "/set-duel"))
        let expected: StoredSettings = [.colorBlind: "yes", .lessonSeen: "yes"]
        #expect(file.read().settings == expected)
    }
}
