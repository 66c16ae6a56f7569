import Foundation
import SetTestSupport
import Testing

/// The program in a shell, as Tests/Golden/sessions has it: after each `$` what the line prints, errors after
/// `!`, and how it ends if not with 0.
@Suite("Sessions in a shell", .inTurn, .timeLimit(.minutes(5)))
struct SessionTests {
    @Test(
        "A session in a shell prints and returns what is written down",
        arguments: ["exits", "themes", "solo", "menu", "replay", "completion"])
    func session(_ name: String) async throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "set-duel-\(UUID())")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        let program = try #require(RealHostProcess.program).deletingLastPathComponent().path
        let environment = ["HOME": home.path, "PATH": "\(program):/usr/bin:/bin"]
        let lines = goldenText("sessions/\(name)").split(separator: "\n")
            .filter { $0.hasPrefix("$ ") || $0.hasPrefix("# ") }
        try #require(!lines.isEmpty)
        var sections: [String] = []
        for line in lines {
            guard line.hasPrefix("$ ") else {
                sections.append(String(line))
                continue
            }
            let script = "cd \"$HOME\" && \(line.dropFirst(2))"
            let ending = await (try ProgramRun(shell: script, environment: environment)).end()
            sections.append("\(line)\n\(Self.text(ending))".replacing(home.path, with: "~"))
        }
        expectPicture(sections.joined(separator: "\n"), "sessions/\(name)")
    }

    private static func text(_ ending: ProgramRun.Ending) -> String {
        let errors = ending.errors.split(separator: "\n").map { "! \($0)\n" }.joined()
        let status =
            switch ending.status {
            case .exited(0): ""
            case .exited(let code): "exit \(code)\n"
            case .killed(let signal): "killed by \(signal)\n"
            }
        return ending.output + errors + status
    }
}
