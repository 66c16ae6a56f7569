import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("The replay command", .serialized, .inTurn, .timeLimit(.minutes(2)))
struct ReplayCommandTests {
    private let folder = JournalFolder()

    /// Puts a journal into the folder.
    private func write(
        _ forgery: JournalForgery, _ name: String = "2026-11-21T17-20-05-K7M2QX.setduel"
    ) throws -> String {
        try folder.write(forgery.bytes, name)
        return folder.path + "/" + name
    }

    private func journal(_ seed: UInt64 = 15) throws -> JournalForgery {
        JournalForgery(try Simulation.history(seed: seed).lines())
    }

    private func run(_ arguments: String) async throws -> ProgramRun.Ending {
        try await ProgramRun.run(arguments, environment: ["XDG_STATE_HOME": folder.path])
    }

    @Test("The replay command prints a duel's lines as a watcher saw them, with times")
    func lines() async throws {
        let ending = try await run("replay \(try write(try journal()))")
        #expect(ending.status == .exited(0) && ending.errors.isEmpty)
        #expect(try #require(ending.lines.first).hasSuffix(". A replay."))
        let times = ending.lines.filter { $0.contains(#/^\[\d+:\d\d\.\d\] \w+: /#) }
        #expect(times.count > 20)
        #expect(ending.output.contains("] Set: "))
        #expect(!ending.output.contains("type help"))
        #expect(!ending.output.contains("\u{1B}"))
    }

    @Test("The replay command tells one game of several, and says how many there are")
    func games() async throws {
        let recording = try Simulation.recording(seed: 15)
        let path = try write(try journal())
        let count = recording.games.count
        let whole = try await run("replay \(path)")
        let last = try await run("replay \(path) --game \(count)")
        #expect(last.lines.count <= whole.lines.count)
        #expect(last.lines.last == whole.lines.last)
        let none = try await run("replay \(path) --game \(count + 1)")
        #expect(none.status == .exited(64))
        #expect(none.errors.contains("no game \(count + 1) in this journal"))
    }

    @Test(
        "The replay command takes the newest journal of the directory, and says when there is none")
    func newest() async throws {
        let none = try await run("replay")
        #expect(none.status == .exited(66))
        #expect(none.errors.contains("no duel is recorded here"))
        _ = try write(try journal(1), "set-duel-not-a-journal")
        _ = try write(try journal(1), "2026-11-21T17-20-05-K7M2QX.setduel")
        let open = try #require(
            (2...20).first { Simulation.history(seed: $0).steps.last?.input != .closed })
        _ = try write(try journal(open), "2026-11-22T17-20-05-AAAAAA.setduel.running")
        let verified = try await run("replay --verify --journal \(folder.path)")
        #expect(verified.status == .exited(0))
        let steps = Simulation.history(seed: open).steps.count
        #expect(verified.output.contains(" \(steps) inputs replayed"))
        #expect(verified.lines.last == "Verdict: the journal is valid but ends early.")
        let promise = """
            These checks show that the journal is consistent in itself and with its deck. They \
            cannot show that these people played this duel, that nothing is missing, or \
            when a claim arrived.
            """
        #expect(verified.lines.dropLast().last == promise)
    }

    @Test("The replay command exits with 65 and the line of an altered journal")
    func damaged() async throws {
        var forged = try journal()
        let line = try #require(forged.numbers(of: "promised").first)
        try forged.replace("\"seed\":\"", with: "\"seed\":\"f", inLine: 1)
        forged.lines[0] = forged.lines[0].replacing(/"seed":"f(.{15})./) {
            "\"seed\":\"f\($0.output.1)"
        }
        let path = try write(forged)
        for arguments in ["replay \(path)", "replay --verify \(path)"] {
            let ending = try await run(arguments)
            #expect(ending.status == .exited(65))
            #expect(
                ending.errors.contains("\(path):\(line): the recorded commitment does not match"))
        }
        let verified = try await run("replay --verify \(path)")
        #expect(
            verified.output == "Verdict: the journal is invalid. See line \(line).\n")
    }

    @Test("The replay command exits with 65 when a closed table's journal lacks the closing")
    func cutOff() async throws {
        var cut = try journal()
        for _ in 0..<3 {
            cut.lines.removeLast(cut.lines.count / 4)
            for state in ["", ".unfinished"] {
                let path = try write(cut, "2026-11-21T17-20-05-K7M2QX.setduel\(state)")
                let ending = try await run("replay --verify \(path)")
                #expect(ending.status == .exited(65))
                #expect(ending.errors.contains("\(path):\(cut.lines.count): the journal ends here"))
                #expect(!ending.output.contains("the journal is valid"))
            }
            for name in ["2026-11-21T17-20-05-K7M2QX.setduel.running", "copy.setduel"] {
                let ending = try await run("replay --verify \(try write(cut, name))")
                #expect(ending.status == .exited(0))
                #expect(ending.lines.last == "Verdict: the journal is valid but ends early.")
            }
        }
    }
}
