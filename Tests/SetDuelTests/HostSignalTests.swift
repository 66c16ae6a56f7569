import Foundation
import SetProtocol
import SetTestSupport
import Testing

@Suite("Host signals", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostSignalTests {
    private let folder = JournalFolder()

    @Test("Signals to reload or report change nothing")
    func ignored() async throws {
        let host = try await HostProcess("--journal \(folder.path)")
        let player = try await WirePlayer(at: host.port, Hello(name: "Ann"))
        for signal in [SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF] {
            await host.run.signal(signal)
            // The signal is handled before the host gets to run again.
            try await player.settle()
        }
        #expect(try await player.ask(.ready).refusals.isEmpty)
        #expect(await host.stop().status == .exited(0))
        #expect(try await player.client.end().last?.contains("restarting") == true)
    }

    @Test("A closed terminal window ends a host like a restart: tables come back")
    func windowClosed() async throws {
        let terminal = try ProgramTerminal(
            "host --port 0 --listen 127.0.0.1 --journal \(folder.path)")
        try await terminal.wait(forLastWords: "join with")
        let words = await terminal.lastWords
        let port = try #require(words.firstMatch(of: #/listening on 127\.0\.0\.1:(\d+)/#)?.output.1)
        let player = try await WirePlayer(at: try #require(UInt16(port)), Hello(name: "Ann"))
        await terminal.hangUp()
        let last = try await player.client.end().last
        #expect(last == #"{"type":"bye","why":"restarting","resume":true}"#)
        #expect(try await terminal.end() == .exited(0))
        #expect(folder.names.map { $0.hasSuffix(".setduel.running") } == [true])
        let again = try await HostProcess("--journal \(folder.path)")
        let back = try await WirePlayer(at: again.port, try await player.returning())
        #expect(await back.welcome?.seat == .first)
        #expect(await again.stop().status == .exited(0))
    }

    @Test(
        "A signal that was ignored when a host started stays ignored, in a terminal too",
        arguments: [SIGHUP, SIGINT, SIGQUIT])
    func ignoredBefore(_ signal: Int32) async throws {
        let terminal = try ProgramTerminal(
            shell: """
                trap '' \(signal)
                exec set-duel host --port 0 --listen 127.0.0.1 --journal \(folder.path)
                """)
        try await terminal.wait(forLastWords: "join with")
        let words = await terminal.lastWords
        let port = try #require(words.firstMatch(of: #/listening on 127\.0\.0\.1:(\d+)/#)?.output.1)
        await terminal.signal(signal)
        if signal == SIGHUP { await terminal.hangUp() }
        // The host says who sits down, to nobody.
        for _ in 0..<2 {
            let player = try await WirePlayer(at: try #require(UInt16(port)), Hello(name: "Ann"))
            #expect(try await player.ask(.ready).refusals.isEmpty)
            try await player.settle()
        }
        #expect(await !terminal.hasEnded)
        await terminal.signal(SIGTERM)
        #expect(try await terminal.end() == .exited(0))
    }
}
