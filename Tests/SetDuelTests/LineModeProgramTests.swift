import Foundation
import SetTestSupport
import Testing

@Suite("Line mode in the program", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct LineModeProgramTests {
    private let home = FileManager.default.temporaryDirectory
        .appending(path: "set-duel-\(UUID())").path

    private var environment: [String: String] {
        ["XDG_STATE_HOME": home, "XDG_CONFIG_HOME": home, "HOME": home]
    }

    private func run(_ arguments: String, _ lines: String...) async throws -> [String] {
        let ending = try await ProgramRun.run(
            arguments, environment: environment, input: lines.map { $0 + "\n" }.joined())
        #expect(ending.status == .exited(0))
        return ending.lines
    }

    // A3, C2, and B2 are a set with seed 5.

    @Test("A duel against the computer starts without a word about being ready")
    func notReady() async throws {
        let game = try ProgramRun(["play", "--plain", "--seed", "4", "--answer", "0"])
        try await game.line(containing: "Computer: easy.")
        try await game.line(containing: "time after failure: no limit")
        _ = try await game.line { line in
            #expect(!line.lowercased().contains("ready"))
            return line.hasPrefix("Start: game 1")
        }
        #expect(await game.end().status == .exited(0))
    }

    @Test("A duel against the computer has relaxed times at a terminal, unless they are chosen")
    func relaxed() async throws {
        for (arguments, rules) in [
            ("", "Rules: time to pick: 10 seconds; time after"), (" --claim 5", "Help: "),
        ] {
            let terminal = try ProgramTerminal(
                "play --plain --seed 4" + arguments, environment: ["TERM": "dumb"])
            try await terminal.wait(forLastWords: "Computer: easy; it waits two seconds")
            try await terminal.wait(forLastWords: rules)
            await terminal.signal(15)
            #expect(try await terminal.end() == .exited(143))
        }
    }

    @Test("A demonstration leaves time to listen at a terminal, and none in a pipe")
    func demo() async throws {
        let rule = "Rules: found set shown: "
        let terminal = try ProgramTerminal("demo --plain --seed 1", environment: ["TERM": "dumb"])
        try await terminal.wait(forLastWords: rule + "5 seconds")
        await terminal.type("\u{3}")
        let ending = try await terminal.end()
        #expect(ending == .exited(130))
        let left = try ProgramTerminal("demo --plain --seed 1", environment: ["TERM": "dumb"])
        try await left.wait(forLastWords: "Row C")
        await left.type("quit\r")
        try await left.wait(forLastWords: "Quit: goodbye.")
        #expect(try await left.end() == .exited(0))
        let pipe = try ProgramRun(["demo", "--seed", "1"])
        try await pipe.line(containing: rule + "0.1 seconds")
        await pipe.signal(2)
        #expect(await pipe.endByItself().status == .exited(130))
    }

    @Test("Ctrl-C ends the line being typed and says the score, and how to go on")
    func interrupted() async throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let terminal = try ProgramTerminal(
            "solo --plain --seed 5", environment: environment.merging(["TERM": "dumb"]) { $1 })
        try await terminal.wait(forLastWords: "Row C")
        await terminal.type("A3 C2 B2\r")
        try await terminal.wait(forLastWords: "New: ")
        await terminal.type("whe")
        try await terminal.wait(forLastWords: "\r\nwhe")
        await terminal.type("\u{3}")
        let ending = try await terminal.end()
        #expect(ending == .exited(130))
        let words = await terminal.lastWords
        #expect(
            words.hasSuffix(
                "whe\r\nQuit: goodbye. Score so far: you 5 points, 1 set.\r\n"
                    + "Saved: continue with set-duel solo --resume --plain.\r\n"))
        let again = try await run("solo --resume --plain", "report", "quit")
        #expect(again.contains { $0.hasPrefix("Report: you: points ") })
    }

    @Test("Ctrl-C and ctrl-D in line mode ask before a duel is lost")
    func asked() async throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let terminal = try ProgramTerminal(
            "play --plain --seed 5", environment: environment.merging(["TERM": "dumb"]) { $1 })
        try await terminal.wait(forLastWords: "Row C")
        await terminal.type("\u{4}")
        try await terminal.wait(forLastWords: "quit\r\nQuit: ")
        await terminal.type("no\r")
        try await terminal.wait(forLastWords: "Quit: canceled. Nothing changes.")
        await terminal.type("whe")
        try await terminal.wait(forLastWords: "\r\nwhe")
        await terminal.type("\u{3}")
        try await terminal.wait(forLastWords: "whe\r\nQuit: ")
        try await terminal.wait(forLastWords: "Answer yes or no.")
        await terminal.type("\u{3}")
        #expect(try await terminal.end() == .exited(130))
        #expect(await terminal.lastWords.contains("Quit: goodbye. Final score: "))
    }
}
