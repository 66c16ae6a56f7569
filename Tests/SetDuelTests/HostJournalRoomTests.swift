import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Journal space", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostJournalRoomTests {
    private let folder = JournalFolder()

    /// Everybody leaves, and the table is closed.
    private func leave(_ players: PerSeat<WirePlayer>) async throws {
        for seat in Seat.allCases { try await players[seat].send(.leave) }
        for seat in Seat.allCases { _ = try await players[seat].client.end() }
    }

    @Test("A table without a game leaves no journal")
    func nothing() async throws {
        try await RealHost.running(folder.options()) { host in
            try await leave(try await host.seatTwo())
            await host.host.settled()
            #expect(folder.names.isEmpty)
            _ = try await host.seatTwo()
            await host.host.shutDown(isRestarting: true)
        }
        #expect(folder.names.count == 1)
        let later = folder.options { $0.rules.seatKept = .milliseconds(100) }
        try await RealHost.running(later) { await $0.host.recovered() }
        #expect(folder.names.isEmpty)
    }

    @Test("A finished duel's journal survives any number of abandoned tables")
    func finishedStays() async throws {
        try await RealHost.running(folder.options { $0.journal?.mostUnfinished = 3 }) { host in
            let duel = try await host.startGame()
            let code = try await duel.first.tableCode
            var game = WireGame(duel)
            while await game.state.players.first?.sets == 0 { try await game.move() }
            try await duel.second.send(.resign)
            try await duel.first.state { $0.phase == .over }
            try await leave(duel)
            for _ in 0..<8 { try await leave(try await host.startGame()) }
            await host.host.settled()
            let finished = folder.names.filter { $0.hasSuffix(".setduel") }
            #expect(finished.count == 1 && finished.allSatisfy { $0.contains(code.text) })
            #expect(folder.names.filter { $0.hasSuffix(".unfinished") }.count == 3)
            #expect(folder.names.count == 4)
        }
    }

    @Test("At startup excess journals are deleted by worth and age, and nothing else")
    func pruned() async throws {
        let stems = (1...4).map { "2026-11-2\($0)T17-20-05-K7M2QX.setduel" }
        let mine = stems + stems.flatMap { [$0 + ".unfinished", $0 + ".incomplete"] }
        let others = [
            "notes.txt", "old.setduel", "2020-01-01T00-00-00-mygame.setduel",
            "2020-01-01T00-00-00-K7M2QX-x.setduel.incomplete",
        ]
        for name in mine + others {
            try folder.write([UInt8](repeating: 0x20, count: 10_000), name)
        }
        // Twelve kibibytes each: six fit.
        let options = folder.options { options in
            options.journal?.sizeLimit = 6 * 12 * 1024
            options.journal?.mostUnfinished = 3
        }
        try await RealHost.running(options) { _ in }
        let kept = stems + stems.suffix(2).map { $0 + ".incomplete" }
        #expect(folder.names == (kept + others).sorted())
    }

    @Test("A journal ends at its limit, once reported, and its table goes on")
    func full() async throws {
        try await RealHost.running(folder.options { $0.journal?.tableLimit = 20_000 }) { host in
            let players = try await host.startGame()
            let line = String(repeating: "x", count: 200)
            for _ in 0..<200 { try await players.first.ask(.say(line)) }
            var game = WireGame(players)
            try await game.move()
            await host.host.settled()
            let name = try #require(folder.names.first)
            #expect(name.hasSuffix(".setduel.incomplete"))
            let running = folder.path + "/" + name.replacing(".incomplete", with: ".running")
            #expect(folder.notices.lasting == [.full(file: running, limit: 20_000)])
            let bytes = try folder.bytes(name)
            #expect(bytes.count <= 20_000)
            #expect(try JournalReader.read(bytes).tornBytes == 0)
        }
    }

    @Test("A journal that is to remain can be resumed from where it ends")
    func cutOff() async throws {
        let options = folder.options { options in
            options.journal?.tableLimit = 20_000
            options.journal?.keepsCutOff = true
            options.givesSeatsWithoutToken = true
        }
        try await RealHost.running(options) { host in
            let players = try await host.startGame()
            let line = String(repeating: "x", count: 200)
            for _ in 0..<200 { try await players.first.ask(.say(line)) }
            await host.host.settled()
            // The table goes on without one, and its end is not in it.
            try await players.first.send(.leave)
            _ = try await players.second.state { $0.phase == .over }
        }
        #expect(folder.names.map { $0.hasSuffix(".running") } == [true])
        try await RealHost.running(options) { host in
            await host.host.recovered()
            // The kept seat needs no token here.
            let table = try folder.journal().header.table
            let first = try await host.join(Hello(name: "Eve", table: table))
            let state = await first.newest
            #expect(state.game == 1 && state.players.first?.isPresent == true)
            #expect(state.players.first.map { $0.name != "Eve" } == true)
        }
    }

    @Test("A longer journal from another version is continued")
    func longer() async throws {
        let hellos = try await folder.breakOff(folder.options(), chat: 30_000).hellos
        try await RealHost.running(folder.options { $0.journal?.tableLimit = 10_000 }) { host in
            let first = try await host.join(hellos.first)
            try await first.ask(.say("still here"))
            await host.host.shutDown(isRestarting: true)
            #expect(try await first.client.end().last?.contains("restarting") == true)
        }
        #expect(folder.notices.lasting.isEmpty)
        #expect(folder.names.map { $0.hasSuffix(".running") } == [true])
    }

    @Test("When open tables take more than half of the room, the longest journal ends")
    func half() async throws {
        try await RealHost.running(folder.options { $0.journal?.sizeLimit = 80_000 }) { host in
            let quiet = try await host.startGame()
            let loud = try await host.startGame()
            let line = String(repeating: "x", count: 200)
            for _ in 0..<200 { try await loud.first.ask(.say(line)) }
            try await quiet.first.ask(.say("hello"))
            await host.host.shutDown(isRestarting: true)
            #expect(try await quiet.first.client.end().last?.contains("restarting") == true)
            #expect(try await loud.first.client.end().last?.contains("closing") == true)
        }
        #expect(folder.names.filter { $0.hasSuffix(".running") }.count == 1)
        #expect(folder.names.filter { $0.hasSuffix(".incomplete") }.count == 1)
        #expect(folder.notices.lasting.count == 1)
    }
}
