import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("A disk that does not answer", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostDiskTests {
    private let folder = JournalFolder()
    private let disk = StuckDisk()

    private func options(_ change: (inout HostOptions) -> Void = { _ in }) -> HostOptions {
        folder.options { options in
            options.journal?.beforeWork = { [disk] in if $0 == .writing { disk.pass() } }
            change(&options)
        }
    }

    @Test("A hanging disk stops no table, and gets everything when it answers again")
    func hangs() async throws {
        try await RealHost.running(options()) { host in
            var games = [
                WireGame(try await host.startGame()), WireGame(try await host.startGame()),
            ]
            try await disk.whileFrozen {
                for place in games.indices { for _ in 0..<3 { try await games[place].move() } }
                _ = try await host.startGame()
                #expect(folder.notices.all == [.behind(directory: folder.path)])
            }
            await host.host.settled()
            #expect(
                folder.notices.all
                    == [
                        .behind(directory: folder.path),
                        .caughtUp(directory: folder.path, givenUp: 0),
                    ])
            try await games[0].move()
            await host.host.settled()
            for game in games {
                let code = try await game.players.first.tableCode
                let name = try #require(folder.names.first { $0.contains(code.text) })
                let journal = try JournalReader.read(try folder.bytes(name))
                let replay = try JournalReplay.end(of: journal)
                #expect(await replay.duel.revision == game.state.revision)
            }
        }
        #expect(folder.names.allSatisfy { $0.hasSuffix(".unfinished") })
    }

    @Test("A slow disk has everything that is announced, or there is a notice")
    func slow() async throws {
        let options = folder.options { options in
            options.journal?.beforeWork = { if $0 == .writing { usleep(20_000) } }
        }
        try await RealHost.running(options) { host in
            let players = try await host.startGame()
            let name = try #require(folder.names.first)
            var kept = 0
            for number in 0..<10 {
                #expect(try await !players.first.ask(.say("number \(number).")).isEmpty)
                let text = String(decoding: try folder.bytes(name), as: UTF8.self)
                let isKept = text.contains("number \(number).")
                #expect(isKept || !folder.notices.all.isEmpty)
                if isKept { kept += 1 }
            }
            #expect(kept > 0)
        }
    }

    @Test("A hanging disk costs a table its journal when too much waits, but not the other tables")
    func overflow() async throws {
        try await RealHost.running(options()) { host in
            let quiet = try await host.startGame()
            let loud = try await host.startGame()
            try await disk.whileFrozen {
                let line = String(repeating: "x", count: 200)
                // Some 300 bytes each, a mebibyte in all.
                for number in 0..<4500 {
                    try await loud.first.send(.say(line))
                    // No more lines than may wait for a connection.
                    guard number % 20 == 0 else { continue }
                    for seat in Seat.allCases { try await loud[seat].settle() }
                }
                var game = WireGame(quiet)
                try await game.move()
            }
            await host.host.settled()
            #expect(folder.notices.all.last == .caughtUp(directory: folder.path, givenUp: 1))
            var other = WireGame(loud)
            try await other.move()
            await host.host.shutDown(isRestarting: true)
            let byes = try await [quiet.first.client.end().last, loud.first.client.end().last]
            #expect(
                byes == [
                    #"{"type":"bye","why":"restarting","resume":true}"#,
                    #"{"type":"bye","why":"closing","resume":false}"#,
                ])
        }
        #expect(folder.names.filter { $0.hasSuffix(".running") }.count == 1)
        let name = try #require(folder.names.first { $0.hasSuffix(".incomplete") })
        #expect(try JournalReader.read(try folder.bytes(name)).tornBytes == 0)
    }

    @Test("A hanging disk does not stop a host from ending, and nobody is promised a return")
    func ending() async throws {
        try await RealHost.running(options()) { host in
            let players = try await host.startGame()
            try await disk.whileFrozen {
                try await players.first.ask(.say("Is anybody there?"))
                #expect(folder.notices.all == [.behind(directory: folder.path)])
                await host.host.shutDown(isRestarting: true)
                for seat in Seat.allCases {
                    #expect(
                        try await players[seat].client.end().last
                            == #"{"type":"bye","why":"closing","resume":false}"#)
                }
            }
        }
        #expect(folder.names.count == 1)
    }
}
