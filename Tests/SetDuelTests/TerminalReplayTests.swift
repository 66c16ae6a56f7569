import SetClient
import SetProtocol
import SetTestSupport
import Testing

@Suite("Replay in a terminal", .serialized, .inTurn, .timeLimit(.minutes(2)))
struct TerminalReplayTests {
    private let folder = JournalFolder()

    private func terminal() async throws -> ProgramTerminal {
        let journal = JournalForgery(try Simulation.history(seed: 15).lines())
        try folder.write(journal.bytes, "duel.setduel")
        let terminal = try ProgramTerminal("replay \(folder.path)/duel.setduel --motion none")
        try await terminal.wait(for: "game 1 of")
        return terminal
    }

    @Test("A replay in a terminal can be paused, resumed, sought and left")
    func keys() async throws {
        let terminal = try await terminal()
        await terminal.type(" ")
        try await terminal.wait(for: "|| ")
        try await terminal.wait(for: "resume")
        await terminal.type("+")
        try await terminal.wait(for: "×2")
        await terminal.type("5")
        try await terminal.wait(for: "×16")
        await terminal.type("?")
        try await terminal.wait(for: "half as fast")
        await terminal.type("\u{1B}")
        try await terminal.wait(for: "the table without the help") {
            !$0.text.contains("half as fast")
        }
        await terminal.type("\u{1B}[F")
        let recording = try Simulation.recording(seed: 15)
        let span = try #require(recording.games.first?.span)
        let length = span.lowerBound.duration(to: span.upperBound)
        let clock = ReplayClock.text(length)
        try await terminal.wait(for: "the end of the game") {
            $0.text.ranges(of: clock).count == 2
        }
        await terminal.type("\u{1B}[H")
        try await terminal.wait(for: " 0:00 ")
        await terminal.type("q")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
        #expect(await terminal.lastWords.isEmpty)
    }

    @Test("A replay in a terminal writes nothing while it is paused")
    func idle() async throws {
        let terminal = try await terminal()
        await terminal.type(" ")
        try await terminal.wait(for: "|| ")
        #expect(try await terminal.bytesWritten(within: .milliseconds(700)) == 0)
        await terminal.signal(15)
        #expect(try await terminal.end() == .exited(143))
        #expect(await terminal.isRestored)
    }

    /// Minutes and seconds, to the nearest.
    private enum ReplayClock {
        static func text(_ duration: Duration) -> String {
            let seconds = (duration.wholeMilliseconds + 500) / 1000
            return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
        }
    }
}
