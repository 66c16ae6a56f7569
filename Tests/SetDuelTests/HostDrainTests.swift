import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("A host that shuts down", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostDrainTests {
    private let folder = JournalFolder()

    @Test("A host shutting down says goodbye to all and leaves resumable journals")
    func everyState() async throws {
        for stage in TableStage.allCases {
            let folder = JournalFolder()
            let options = folder.options { options in
                stage.prepare(&options, moment: .seconds(1))
                options.limits.sendBufferBytes = 4096
                options.limits.finishingTime = .milliseconds(100)
            }
            try await RealHost.running(options) { host in
                let players = try await Self.players(at: stage, on: host)
                let code = try await players[0].tableCode
                let stranger = try host.connect()
                let mute = try host.connect(receiveBuffer: 4096)
                let hello = Hello(name: "Wim", role: .watch, table: code)
                await mute.send(bytes: WireCodec.encode(.hello(hello)))
                // Both have been accepted by the time somebody who came later is at the table.
                _ = try await host.join(hello)
                await host.host.shutDown(isRestarting: true)
                await host.host.drained()
                for player in players {
                    let last = try await player.client.end().last
                    #expect(
                        last == #"{"type":"bye","why":"restarting","resume":true}"#, "\(stage)")
                }
                #expect(try await stranger.end().last?.contains("hostClosing") == true)
                let journal = try folder.journal()
                #expect(journal.tornBytes == 0, "\(stage)")
                let replay = try JournalReplay.end(of: journal)
                #expect(!replay.isClosed)
                #expect(replay.duel.players.first?.name == "Ann")
            }
        }
    }

    /// Brings a table to a stage.
    ///
    /// - Returns: Those of its players who are there.
    private static func players(
        at stage: TableStage, on host: RealHost
    ) async throws -> [WirePlayer] {
        guard stage.takesTwo else { return [try await host.join(Hello(name: "Ann"))] }
        // The second line is the longer one, so that a claim of the first is held.
        let far = try await host.wire(.init(delay: .milliseconds(stage == .held ? 100 : 0)))
        let players = try await host.seatTwo(through: PerSeat(first: host.port, second: far.port))
        for seat in Seat.allCases { await players[seat].client.answerPings() }
        try await stage.reach(players, by: .first)
        return stage == .away ? [players.first] : [players.first, players.second]
    }

    @Test("A host shutting down is not done before every connection is over")
    func everyConnection() async throws {
        // Only its other end closes a connection here.
        let options = HostOptions.swift { $0.limits.finishingTime = .seconds(240) }
        try await RealHost.running(options) { host in
            let player = try await host.join(Hello(name: "Ann"))
            await host.host.shutDown()
            let (isDone, actor) = (Locked(false), host.host)
            let drained = Task {
                await actor.drained()
                isDone.withLock { $0 = true }
            }
            #expect(try await player.client.end().last?.contains(#""bye""#) == true)
            // The host gets many turns in which it could be done too early.
            for _ in 0..<1000 { #expect(await !actor.isListening) }
            #expect(!isDone.value)
            await player.client.drop()
            await drained.value
        }
    }

    @Test("A host shutting down is done at once when nobody is there", arguments: [false, true])
    func nobody(hasBeenUsed: Bool) async throws {
        try await RealHost.running(.swift()) { host in
            if hasBeenUsed {
                let player = try await host.join(Hello(name: "Ann"))
                await player.client.send(bytes: WireCodec.encode(.leave))
                try await player.client.end()
                await player.client.drop()
            }
            await host.host.shutDown()
            await host.host.drained()
            #expect(await !host.host.isListening)
        }
    }

    @Test(
        "A host shutting down ends with success though strangers say nothing and a watcher never reads"
    )
    func process() async throws {
        let host = try await HostProcess("--journal \(folder.path) --countdown 0")
        let first = try await WirePlayer(at: host.port, Hello(name: "Ann"))
        let code = try await first.tableCode
        let strangers = try (0..<20).map { _ in try WireClient(port: host.port) }
        let mute = try WireClient(port: host.port, receiveBuffer: 4096)
        let hello = Hello(name: "Wim", role: .watch, table: code)
        await mute.send(bytes: WireCodec.encode(.hello(hello)))
        _ = try await WirePlayer(at: host.port, hello)
        #expect(await host.stop().status == .exited(0))
        #expect(try await first.client.end().last?.contains("restarting") == true)
        for stranger in strangers {
            #expect(try await stranger.end().last?.contains("hostClosing") == true)
        }
        #expect(try folder.journal().tornBytes == 0)
    }
}
