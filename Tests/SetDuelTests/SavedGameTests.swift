import Foundation
import SetClient
import SetHost
import SetProtocol
import SetTestSupport
import Testing

@testable import set_duel

@Suite("Saved solo games", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct SavedGameTests {
    private let state = FileManager.default.temporaryDirectory
        .appending(path: "set-duel-\(UUID())").path

    private func solo(_ arguments: String...) throws -> ProgramRun {
        try ProgramRun(
            ["solo", "--plain", "--seed", "5"] + arguments,
            environment: ["XDG_STATE_HOME": state, "HOME": state])
    }

    private var journals: [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: state + "/set-duel/solo")
        return (names ?? []).filter { $0.hasSuffix(".running") }
    }

    @Test("A solo game that was left, or killed, is continued by `solo --resume`")
    func resumed() async throws {
        defer { try? FileManager.default.removeItem(atPath: state) }
        let first = try solo()
        // A3, C2, and B2 are a set with this seed.
        await first.say("A3 C2 B2\n")
        try await first.line(containing: "Set: ")
        await first.say("quit\n")
        let left = await first.end()
        #expect(left.status == .exited(0))
        #expect(left.lines.last == "Saved: continue with set-duel solo --resume --plain.")
        #expect(journals.count == 1)

        let second = try solo("--resume")
        await second.say("score\n")
        _ = try await second.line { $0.contains("Score: ") && $0.contains("1 set") }
        await second.signal(9)
        _ = await second.endByItself()

        let third = try solo("--resume")
        await third.say("score\n")
        _ = try await third.line { $0.contains("Score: ") && $0.contains("1 set") }
        await third.say("quit\n")
        #expect(await third.end().status == .exited(0))
        #expect(journals.count == 1)
    }

    @Test("A saved game is announced, and not replaced by a game in which nothing was found")
    func notReplaced() async throws {
        defer { try? FileManager.default.removeItem(atPath: state) }
        let first = try solo()
        await first.say("A3 C2 B2\n")
        _ = await first.end()

        let second = try solo()
        await second.say("hint\n")
        let left = await second.end()
        #expect(
            left.lines.contains(
                "Saved: you have a saved game. To continue it, type quit, then run set-duel solo "
                    + "--resume --plain."))
        #expect(
            left.lines.last
                == "Not saved: a solo game is saved only once you have found a set. The game you saved before is still there."
        )
        #expect(journals.count == 1)
        try await cutOff(by: 1)
        try await cutOff(by: 9)

        let third = try solo()
        await third.say("A3 C2 B2\nhint\n")
        #expect(
            await third.end().lines.last
                == "Saved: continue with set-duel solo --resume --plain. The game you saved before "
                + "comes after it.")
        #expect(journals.count == 2)
    }

    /// Closes the window of a game without a set, or kills it, and then continues the one that was
    /// saved before.
    private func cutOff(by signal: Int32) async throws {
        let game = try solo()
        await game.say("hint\nscore\n")
        try await game.line(containing: "in the deck.")
        try await game.line(containing: "Score: you minus 1 point")
        await game.signal(signal)
        _ = await game.endByItself()
        let saved = try solo("--resume")
        await saved.say("score\n")
        _ = try await saved.line { $0.contains("Score: ") && $0.contains("1 set") }
        _ = await saved.end()
        #expect(journals.count == 1)
    }

    @Test("On a screen, a saved game is announced when another one starts")
    func announcedOnScreen() async throws {
        defer { try? FileManager.default.removeItem(atPath: state) }
        let first = try solo()
        await first.say("A3 C2 B2\n")
        _ = await first.end()
        let terminal = try ProgramTerminal(
            "solo --seed 3", environment: ["XDG_STATE_HOME": state, "HOME": state])
        try await terminal.wait(for: "A game is saved: set-duel solo --resume continues it.")
        await terminal.type("Q")
        #expect(try await terminal.end() == .exited(0))
    }

    @Test("A saved game is continued beside one that another program plays, and neither is lost")
    func besideAnother() async throws {
        defer { try? FileManager.default.removeItem(atPath: state) }
        let (first, second) = (try solo(), try solo())
        for game in [first, second] {
            await game.say("A3 C2 B2\n")
            try await game.line(containing: "Set: ")
        }
        await first.say("quit\n")
        #expect(await first.end().status == .exited(0))
        for _ in 0..<2 {
            let again = try solo("--resume")
            await again.say("score\n")
            _ = try await again.line { $0.contains("Score: ") && $0.contains("1 set") }
            await again.say("quit\n")
            #expect(await again.end().status == .exited(0))
        }
        // Both in use: there is nothing to continue, and nothing is lost by asking.
        let again = try solo("--resume")
        try await again.line(containing: "Saved: your saved game continues.")
        let refused = try solo("--resume")
        #expect(await refused.end().status == .exited(66))
        await second.say("quit\n")
        #expect(await second.end().status == .exited(0))
        await again.say("quit\n")
        #expect(await again.end().status == .exited(0))
        #expect(journals.count == 2)
    }

    @Test("Of several saved games the newest is continued, and then the one before it")
    func newestFirst() async throws {
        defer { try? FileManager.default.removeItem(atPath: state) }
        // A hint costs a point, which tells the second game from the first.
        for moves in ["A3 C2 B2\n", "hint\nA3 C2 B2\n"] {
            let game = try solo()
            await game.say(moves)
            try await game.line(containing: "Set: ")
            await game.say("quit\n")
            #expect(await game.end().status == .exited(0))
            // Names tell seconds, and both games were begun in one.
            guard moves.hasPrefix("A3"), let name = journals.first else { continue }
            let directory = state + "/set-duel/solo/"
            try FileManager.default.moveItem(
                atPath: directory + name, toPath: directory + "2000" + name.dropFirst(4))
        }
        #expect(journals.count == 2)
        let newest = try solo("--resume")
        await newest.say("score\n")
        _ = try await newest.line { $0.contains("Score: you 4 points") }
        // While it is played, the one before it is next.
        let older = try solo("--resume")
        await older.say("score\n")
        _ = try await older.line { $0.contains("Score: you 5 points") }
        for game in [newest, older] {
            await game.say("quit\n")
            #expect(await game.end().status == .exited(0))
        }
    }

    @Test("A damaged game does not hide the one before it")
    func damaged() async throws {
        defer { try? FileManager.default.removeItem(atPath: state) }
        let game = try solo()
        await game.say("A3 C2 B2\n")
        try await game.line(containing: "Set: ")
        await game.say("quit\n")
        #expect(await game.end().status == .exited(0))
        let newer = state + "/set-duel/solo/2999-01-01T00-00-00-K7M2QX.setduel.running"
        #expect(FileManager.default.createFile(atPath: newer, contents: Data("{}\n".utf8)))
        let again = try solo("--resume")
        await again.say("score\n")
        _ = try await again.line { $0.contains("Score: ") && $0.contains("1 set") }
        await again.say("quit\n")
        #expect(await again.end().status == .exited(0))
    }

    @Test("A saved game that is damaged, or open in another program, is not called missing")
    func unreadable() async throws {
        defer { try? FileManager.default.removeItem(atPath: state) }
        let directory = state + "/set-duel/solo"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        let path = directory + "/2026-01-01T00-00-00-K7M2QX.setduel.running"
        #expect(FileManager.default.createFile(atPath: path, contents: Data("{}\n".utf8)))
        let damaged = try await solo("--resume").end()
        #expect(damaged.status == .exited(66))
        #expect(damaged.errors.contains("the saved game is damaged: \(path):1: "))
        try FileManager.default.removeItem(atPath: path)
        let game = try solo()
        await game.say("A3 C2 B2\n")
        try await game.line(containing: "Set: ")
        let second = try await solo("--resume").end()
        #expect(second.status == .exited(66))
        #expect(second.errors.contains("your saved game is open in another set-duel"))
        await game.say("quit\n")
        #expect(await game.end().status == .exited(0))
    }

    @Test("The menu knows a saved game by its name, and does not read it")
    func name() throws {
        defer { try? FileManager.default.removeItem(atPath: state) }
        let directory = try #require(StateDirectory(environment: ["XDG_STATE_HOME": state]))
        #expect(!SavedGame.exists(in: directory))
        let game = "/2026-01-01T00-00-00-K7M2QX.setduel"
        try FileStore.replace(directory.soloGames + game, with: [])
        #expect(!SavedGame.exists(in: directory))
        try FileStore.replace(directory.soloGames + game + ".running", with: [])
        #expect(SavedGame.exists(in: directory))
    }

    @Test("A game that was killed before a set was found leaves nothing to continue, nor an offer")
    func killedEarly() async throws {
        defer { try? FileManager.default.removeItem(atPath: state) }
        let directory = try #require(StateDirectory(environment: ["XDG_STATE_HOME": state]))
        let game = try solo()
        await game.say("score\n")
        try await game.line(containing: "Score: ")
        await game.signal(9)
        _ = await game.endByItself()
        let refused = try await solo("--resume").end()
        #expect(refused.status == .exited(66))
        #expect(refused.errors.contains("no saved game to continue: start one with set-duel solo"))
        #expect(!SavedGame.exists(in: directory))
    }
}

@Suite("Recorded duels against the computer", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct RecordedDuelTests {
    @Test("A duel against the computer is recorded and can be replayed")
    func recorded() async throws {
        let state = FileManager.default.temporaryDirectory.appending(path: "set-duel-\(UUID())")
        defer { try? FileManager.default.removeItem(at: state) }
        let environment = ["XDG_STATE_HOME": state.path, "HOME": state.path]
        let game = try ProgramRun(["play", "--plain", "--seed", "5"], environment: environment)
        try await game.line(containing: "Start: game 1")
        try await game.line(containing: "Board: ")
        await game.say("quit\nyes\n")
        #expect(await game.end().status == .exited(0))

        let replay = try ProgramRun(["replay", "--plain"], environment: environment)
        let shown = await replay.end()
        #expect(shown.status == .exited(0))
        #expect(shown.lines.contains { $0.contains("Computer") })
        let check = try ProgramRun(["replay", "--verify"], environment: environment)
        let verdict = await check.end()
        #expect(verdict.lines.last == "Verdict: the journal is valid.")
    }
}

@Suite("Solo games that cannot be saved", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct UnsavedGameTests {
    @Test("A solo game whose directory cannot be used says so, and does not claim to be saved")
    func unusable() async throws {
        let state = FileManager.default.temporaryDirectory.appending(path: "set-duel-\(UUID())")
            .path
        defer { try? FileManager.default.removeItem(atPath: state) }
        // A file where the directory should be.
        #expect(FileManager.default.createFile(atPath: state, contents: nil))
        let game = try ProgramRun(
            ["solo", "--plain", "--seed", "5"],
            environment: ["XDG_STATE_HOME": state, "HOME": state])
        try await game.line(containing: "Warning: This game cannot be saved: ")
        await game.say("A3 C2 B2\n")
        try await game.line(containing: "Set: ")
        await game.say("quit\nyes\n")
        let ending = await game.end()
        #expect(ending.status == .exited(0))
        #expect(ending.lines.contains { $0.hasPrefix("Quit: ") })
        #expect(!ending.lines.contains { $0.hasPrefix("Saved:") })
    }
}
