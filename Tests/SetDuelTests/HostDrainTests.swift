import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// Where a table is when its host is told to end.
enum DrainState: String, CaseIterable, Sendable {
    case waiting, counting, open, held, turn, shown, paused, away, over

    /// Brings a table there.
    func reach(on host: RealHost) async throws -> [WirePlayer] {
        if self == .waiting { return [try await host.join(Hello(name: "Ann"))] }
        let players = try await host.seatTwo()
        let all = Seat.allCases.map { players[$0] }
        for seat in Seat.allCases { try await players[seat].send(.ready) }
        guard self != .counting else {
            try await players.first.state { $0.phase == .countdown }
            return all
        }
        for seat in Seat.allCases { try await players[seat].state { $0.phase == .open } }
        switch self {
        case .waiting, .counting, .open: break
        case .held:
            try await Self.measure(players)
            let board = await players.first.newest.board
            // It is waited with for tens of milliseconds, unless this machine is slower than that.
            try await players.first.ask(.claim(Claim(board: board)))
        case .turn: try await players.first.ask(.claim(Claim(board: players.first.newest.board)))
        case .shown:
            try await players.first.claim(await players.first.visibleSet)
            try await players.first.event { $0.milestone == .setFound }
        case .paused:
            for seat in Seat.allCases { try await players[seat].ask(.pause) }
        case .away:
            await players.second.client.drop()
            try await players.first.event { $0 == .paused }
            return [players.first]
        case .over: try await players.first.ask(.resign)
        }
        return all
    }

    /// Lets the host find the first line short and the second long.
    private static func measure(_ players: PerSeat<WirePlayer>) async throws {
        let late = Task {
            var waiting: [String] = []
            for _ in 0..<8 {
                let ping = try await players.second.client.ping()
                // The answer to the ping before: as late as one ping comes after the other.
                waiting.append(ping.replacing("ping", with: "pong", maxReplacements: 1))
                if waiting.count > 2 { await players.second.client.send(waiting.removeFirst()) }
            }
        }
        for _ in 0..<8 {
            let ping = try await players.first.client.ping()
            await players.first.client.send(
                ping.replacing("ping", with: "pong", maxReplacements: 1))
        }
        try await late.value
        try await players.second.settle()
    }
}

extension WireClient {
    /// Reads to the next ping.
    fileprivate func ping() async throws -> String {
        while true {
            let line = try await line()
            if line.contains(#""type":"ping""#) { return line }
        }
    }
}

@Suite("A host that is told to end", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostDrainTests {
    private let folder = JournalFolder()

    @Test("says goodbye to all, whatever is going on, and leaves a journal that can be taken up")
    func everyState() async throws {
        for state in DrainState.allCases {
            let folder = JournalFolder()
            let options = folder.options { options in
                options.rules.lagFairness = .milliseconds(400)
                if state == .counting { options.rules.countdown = .seconds(10) }
                if state == .shown { options.rules.reveal = .seconds(10) }
                options.limits.sendBufferBytes = 4096
                options.limits.pingInterval = .milliseconds(200)
                options.limits.finishingTime = .milliseconds(100)
            }
            try await RealHost.running(options) { host in
                let players = try await state.reach(on: host)
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
                        last == #"{"type":"bye","why":"restarting","resume":true}"#, "\(state)")
                }
                #expect(try await stranger.end().last?.contains("hostClosing") == true)
                let journal = try folder.journal()
                #expect(journal.tornBytes == 0, "\(state)")
                let replay = try JournalReplay.end(of: journal)
                #expect(!replay.isClosed)
                #expect(replay.duel.players.first?.name == "Ann")
            }
        }
    }

    @Test("ends with success though strangers say nothing and a watcher never reads")
    func process() async throws {
        let host = try RealHostProcess(["--journal", folder.path, "--countdown", "0"])
        let first = WirePlayer(try WireClient(port: host.port))
        try await first.greet(Hello(name: "Ann"))
        let code = try await first.tableCode
        let strangers = try (0..<20).map { _ in try WireClient(port: host.port) }
        let mute = try WireClient(port: host.port, receiveBuffer: 4096)
        let hello = Hello(name: "Wim", role: .watch, table: code)
        await mute.send(bytes: WireCodec.encode(.hello(hello)))
        try await WirePlayer(try WireClient(port: host.port)).greet(hello)
        #expect(await host.stop() == 0)
        #expect(try await first.client.end().last?.contains("restarting") == true)
        for stranger in strangers {
            #expect(try await stranger.end().last?.contains("hostClosing") == true)
        }
        #expect(try folder.journal().tornBytes == 0)
    }
}
