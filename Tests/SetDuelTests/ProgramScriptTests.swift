import SetTestSupport
import Testing

// The suites play the scripts in Tests/Golden/scripts; each file tells what people see and do.

@Suite("The full screen", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalPlayTests {
    @Test("The full screen is played and left", arguments: try ProgramScript.all("play"))
    func scripts(_ script: ProgramScript) async throws { try await script.play() }
}

@Suite("Restoring the terminal", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalEndingTests {
    @Test("The terminal is restored", arguments: try ProgramScript.all("endings"))
    func scripts(_ script: ProgramScript) async throws { try await script.play() }
}

@Suite("The full-screen menu", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalMenuTests {
    @Test("The menu leads everywhere and back", arguments: try ProgramScript.all("menu"))
    func scripts(_ script: ProgramScript) async throws { try await script.play() }
}

@Suite("Settings and themes in a terminal", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalSettingsTests {
    @Test("Settings and themes apply and are saved", arguments: try ProgramScript.all("settings"))
    func scripts(_ script: ProgramScript) async throws { try await script.play() }
}

@Suite("The lesson command", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct LessonCommandTests {
    @Test("The lesson command teaches and is left", arguments: try ProgramScript.all("lesson"))
    func scripts(_ script: ProgramScript) async throws { try await script.play() }
}

@Suite("Line mode in the program", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct LineModeProgramTests {
    @Test("Line mode plays in pipes and terminals", arguments: try ProgramScript.all("line-mode"))
    func scripts(_ script: ProgramScript) async throws { try await script.play() }
}

@Suite("Saved games", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct SavedGameTests {
    @Test("Games are saved and continued", arguments: try ProgramScript.all("saved"))
    func scripts(_ script: ProgramScript) async throws { try await script.play() }
}

@Suite("Exit codes", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct ProcessExitTests {
    @Test("The program says how it ended", arguments: try ProgramScript.all("exits"))
    func scripts(_ script: ProgramScript) async throws { try await script.play() }
}

/// Each line of a session runs in a shell; below it is what it prints, errors after `!`, and how it ends.
@Suite("Sessions in a shell", .inTurn, .timeLimit(.minutes(5)))
struct SessionTests {
    @Test(
        "A session in a shell prints and returns what is written down",
        arguments: ["exits", "themes", "solo", "menu", "replay", "completion"])
    func session(_ name: String) async throws {
        let home = TestDirectory()
        var sections: [String] = []
        for line in goldenText("sessions/\(name)").split(separator: "\n") {
            if line.hasPrefix("# ") { sections.append(String(line)) }
            guard line.hasPrefix("$ ") else { continue }
            let run = try ProgramRun(shell: String(line.dropFirst(2)), home: home.path)
            let text = "\(line)\n\(await run.end().transcript)"
            sections.append(text.replacing(home.path, with: "~"))
        }
        try #require(!sections.isEmpty)
        expectPicture(sections.joined(separator: "\n"), "sessions/\(name)")
    }
}
