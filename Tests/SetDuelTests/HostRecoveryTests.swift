import Dispatch
import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("A host that reads journals", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostRecoveryTests {
    private let folder = JournalFolder()

    /// Options of a host whose disk does not let it read on while it is frozen.
    private func options(
        reading disk: StuckDisk, _ change: (inout HostOptions) -> Void = { _ in }
    ) -> HostOptions {
        folder.options { options in
            options.journal?.beforeWork = { if $0 == .reading { disk.pass() } }
            change(&options)
        }
    }

    @Test("A host seats newcomers while it reads, and those who return wait for their table")
    func listening() async throws {
        let hellos = try await folder.breakOff(folder.options()).hellos
        let disk = StuckDisk()
        disk.freeze()
        try await RealHost.running(options(reading: disk)) { host in
            let returning = try host.connect()
            await returning.send(bytes: WireCodec.encode(.hello(hellos.first)))
            let newcomer = try await host.join(Hello(name: "Cyd"))
            #expect(try await newcomer.tableCode != hellos.first.table)
            var wrong = hellos.first
            wrong.table = TableCode("AAAAAA")
            try await host.expect(.unknownTable, for: wrong)
            #expect(await returning.heard.isEmpty)
            #expect(await host.host.resumedTables.isEmpty)
            disk.thaw()
            #expect(try await returning.line().hasPrefix(#"{"type":"welcome""#))
            #expect(await host.host.resumedTables.count == 1)
        }
    }

    @Test("A seat is kept for its whole time from when its table is there again")
    func kept() async throws {
        let hellos = try await folder.breakOff(folder.options()).hellos
        let resumed = Locked(MonotonicInstant.zero)
        let options = folder.options { options in
            options.journal?.beforeWork = { work in
                guard work == .reading else { return }
                // A journal that takes as long to read.
                usleep(700_000)
                resumed.withLock { $0 = MonotonicClock.now }
            }
        }
        try await RealHost.running(options) { host in
            let first = try await host.join(hellos.first)
            let elapsed = resumed.value.duration(to: MonotonicClock.now)
            let clock = try #require(await first.newest.clock)
            #expect(clock.countdown.total == options.rules.seatKept)
            #expect(clock.countdown.remaining + elapsed >= options.rules.seatKept)
        }
    }

    @Test("A host that ends while it reads leaves the rest to the next one")
    func leaving() async throws {
        let hellos = try await folder.breakOff(folder.options()).hellos
        let disk = StuckDisk()
        disk.freeze()
        let first = Host(options: options(reading: disk))
        let port = try await first.listen(on: .loopback, port: 0).port
        let client = try WireClient(port: port)
        await client.send(bytes: WireCodec.encode(.hello(hellos.first)))
        // Somebody who came later is at a table, so the first one waits for theirs.
        _ = try await WirePlayer(at: port, Hello(name: "Cyd"))
        await first.shutDown(isRestarting: true)
        await first.recovered()
        #expect(try await client.end().last?.contains(#""why":"hostClosing""#) == true)
        disk.thaw()
        await first.drained()
        #expect(await first.resumedTables.isEmpty)
        #expect(folder.names.contains { $0.contains(hellos.first.table?.text ?? "-") })
    }

    /// A host with a game that Ann has resigned to Bob, for whose seat Cyd waits.
    private func rotating() async throws -> (
        host: SetHost.Host, players: PerSeat<WirePlayer>, waiter: WirePlayer
    ) {
        let host = Host(options: folder.options())
        let port = try await host.listen(on: .loopback, port: 0).port
        var hello = Hello(name: "Ann")
        hello.features = ProtocolFeature.allCases
        let ann = try await WirePlayer(at: port, hello)
        hello.table = try await ann.tableCode
        hello.name = "Bob"
        let bob = try await WirePlayer(at: port, hello)
        (hello.name, hello.role) = ("Cyd", .watch)
        let cyd = try await WirePlayer(at: port, hello)
        try await cyd.send(.queue)
        try await cyd.welcomed()
        for player in [ann, bob] { try await player.send(.ready) }
        try await ann.state { $0.phase == .open }
        try await ann.send(.resign)
        try await cyd.state { $0.phase == .over }
        return (host, PerSeat(first: ann, second: bob), cyd)
    }

    @Test("A table where somebody waits for a seat comes back, though both players have left it")
    func queue() async throws {
        let (host, players, cyd) = try await rotating()
        for seat in Seat.allCases { try await players[seat].send(.leave) }
        try await cyd.state { $0.players == PerSeat(both: nil) }
        var hello = try await cyd.returning()
        hello.role = .watch
        await host.shutDown(isRestarting: true)
        await host.drained()
        try await RealHost.running(folder.options()) { host in
            let back = try await host.join(hello)
            #expect(await back.welcome?.name == "Cyd")
            #expect(await back.newest.queue == ["Cyd"])
        }
    }

    @Test("Who gets a seat from the queue is measured, and did not play the game before")
    func seated() async throws {
        let (host, players, cyd) = try await rotating()
        try await players.second.send(.ready)
        try await cyd.state { $0.players.first?.name == "Cyd" }
        await host.shutDown(isRestarting: true)
        await host.drained()
        let journal = try folder.journal()
        let inputs = journal.records.compactMap { record in
            if case .input(let input) = record.entry { input } else { nil }
        }
        let seated = try #require(
            inputs.firstIndex { if case .seated = $0 { true } else { false } })
        let measured = inputs[seated...].contains { input in
            if case .connected(let trips) = input { trips.first > .zero } else { false }
        }
        #expect(measured, "\(inputs[seated...])")
        #expect(try JournalAudit(journal).games.map(\.names) == [["Ann", "Bob"]])
    }

    @Test("Who leaves a game keeps the points in its audit")
    func left() async throws {
        let points = try await RealHost.running(folder.options()) { host in
            let players = try await host.startGame()
            try await players.first.claim(players.first.visibleSet)
            try await players.first.event { $0.traits.kind == .setFound }
            let points = await players.first.newest.players.first?.points
            try await players.first.send(.leave)
            try await players.second.state { $0.phase == .over }
            return points
        }
        #expect(points ?? 0 > 0)
        #expect(try JournalAudit(try folder.journal()).games.map(\.points.first) == [points])
    }

    @Test("A journal that is too long to be read stays where it is, however little room there is")
    func tooLong() async throws {
        _ = try await folder.breakOff(folder.options())
        let names = folder.names
        let path = try #require(names.first.map { "\(folder.path)/\($0)" })
        #expect(truncate(path, off_t(JournalReader.sizeLimit) + 1) == 0)
        let options = folder.options { $0.journal?.sizeLimit = 1 << 20 }
        try await RealHost.running(options) { await $0.host.recovered() }
        #expect(folder.names == names)
        guard case .unreadable? = folder.notices.lasting.last else {
            Issue.record("\(folder.notices.all)")
            return
        }
    }

    @Test("A private host knows its code before it has read what happened there")
    func privateCode() async throws {
        let hellos = try await folder.breakOff(folder.options { $0.isPrivate = true }).hellos
        let disk = StuckDisk()
        disk.freeze()
        try await RealHost.running(options(reading: disk) { $0.isPrivate = true }) { host in
            #expect(await host.host.openPrivateTable() == hellos.first.table)
            disk.thaw()
            _ = try await host.join(hellos.first)
        }
    }

    @Test("Short journals are read first, and each table is there as soon as it is read")
    func order() async throws {
        let clocks = [0, 1, 2].map { CivilTime(secondsSince1970: 1_795_281_605 + $0) }
        var hellos: [PerSeat<Hello>] = []
        // The oldest is the longest.
        for (clock, chat) in zip(clocks, [60_000, 0, 30_000]) {
            let options = folder.options { options in
                options.journal?.clock = { clock }
                options.journal?.resumes = false
            }
            hellos.append(try await folder.breakOff(options, chat: chat).hellos)
        }
        let disk = StuckDisk()
        disk.freeze()
        let announced = Locked<[TableCode]>([])
        try await RealHost.running(options(reading: disk)) { host in
            await host.host.onResumption { table in announced.withLock { $0.append(table.code) } }
            disk.thaw()
            await host.host.recovered()
            #expect(await host.host.resumedTables.map(\.code) == announced.value)
        }
        #expect(announced.value == [hellos[1], hellos[2], hellos[0]].map(\.first.table))
    }

    @Test("A duplicate journal and a surplus table are reported and left alone while there is room")
    func omitted() async throws {
        _ = try await folder.breakOff(folder.options())
        let name = try #require(folder.names.first)
        let bytes = try folder.bytes(name)
        // A copy from an earlier moment, whose name comes first.
        let end = try #require(bytes.dropLast(200).lastIndex(of: 0x0A))
        let copy = "2025-01-01T00-00-00-K7M2QX.setduel.running"
        try folder.write(Array(bytes[...end]), copy)
        let code = try await RealHost.running(folder.options()) { host in
            await host.host.recovered()
            let tables = await host.host.resumedTables
            await host.host.shutDown(isRestarting: true)
            return try #require(tables.first?.code)
        }
        #expect(
            folder.notices.lasting == [.omitted(file: folder.path + "/" + copy, .sameTable(code))])
        #expect(try folder.bytes(copy) == Array(bytes[...end]))

        let other = JournalNotices()
        let narrow = folder.options { options in
            options.hostLimits.tables = 0
            options.journalNotice = other.take
        }
        try await RealHost.running(narrow) { await $0.host.recovered() }
        let files = [copy, name].map { folder.path + "/" + $0 }
        #expect(
            Set(other.all) == Set(files.map { JournalNotice.omitted(file: $0, .tooManyTables) }))
        #expect(folder.names == [copy, name].sorted())
        var small = narrow
        small.journal?.sizeLimit = 1
        try await RealHost.running(small) { host in
            await host.host.recovered()
            await host.host.settled()
        }
        #expect(folder.names.isEmpty)
    }

    @Test("Journals that no host can read are put aside once, and the newest duel comes back")
    func refused() async throws {
        let hellos = try await folder.breakOff(folder.options()).hellos
        let names = ["AA", "BB", "CC"].map { "2025-01-01T00-00-00-AAAA\($0).setduel" }
        for name in names { try folder.write(Array("hello\n".utf8), name + ".running") }
        try folder.write(Array("{".utf8), "2025-01-01T00-00-00-DDDDDD.setduel.running")
        let fault = JournalFault(line: 1, .notAJournal)
        let refused = names.reversed().map {
            JournalNotice.refused(file: "\(folder.path)/\($0).running", fault)
        }
        for expected in [refused, []] {
            let notices = JournalNotices()
            let options = folder.options { $0.journalNotice = notices.take }
            try await RealHost.running(options) { host in
                await host.host.recovered()
                #expect(await host.host.resumedTables.map(\.code) == [hellos.first.table])
                await host.host.shutDown(isRestarting: true)
                await host.host.drained()
            }
            #expect(notices.lasting == expected)
            #expect(folder.names.dropLast() == names.map { $0 + ".refused" }[...])
        }
    }

    @Test("Newcomers without a code are not seated at a table with rules of an earlier host")
    func oldRules() async throws {
        let hellos = try await folder.breakOff(folder.options()).hellos
        let options = folder.options { options in
            options.rules.claim = .seconds(50)
            options.rules.seatKept = .milliseconds(100)
        }
        // Bob's seat gets free between games only; so the game is ended first.
        let back = try await RealHost.running(folder.options()) { host in
            let first = try await host.join(hellos.first)
            let second = try await host.join(hellos.second)
            try await second.state { $0.phase == .open }
            try await second.send(.leave)
            try await first.event { if case .left = $0 { true } else { false } }
            await host.host.shutDown(isRestarting: true)
            return try await first.returning()
        }
        try await RealHost.running(options) { host in
            await host.host.recovered()
            #expect(await host.host.resumedTables.count == 1)
            // A player who is ready would be met first.
            let waiting = try await host.join(back)
            #expect(try await waiting.ask(.ready).refusals.isEmpty)
            let newcomer = try await host.join(Hello(name: "Cyd"))
            #expect(try await newcomer.tableCode != hellos.first.table)
            // By its code anybody can come.
            _ = try await host.join(Hello(name: "Dan", table: hellos.first.table))
        }
    }

    @Test(
        "A host warns of a directory that belongs to another user", .enabled(if: geteuid() == 0))
    func ownedByAnother() async throws {
        try folder.write([1], "notes.txt")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755, .ownerAccountID: 12_345], ofItemAtPath: folder.path)
        try await RealHost.running(folder.options()) { _ in }
        #expect(folder.notices.lasting == [.writableByOthers(directory: folder.path)])
    }

    @Test(
        "A host warns of a directory in which others can write", arguments: [0o777, 0o770, 0o755])
    func writableByOthers(mode: Int) async throws {
        try folder.write([1], "notes.txt")
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: folder.path)
        try await RealHost.running(folder.options()) { _ in }
        #expect(
            folder.notices.lasting
                == (mode == 0o755 ? [] : [.writableByOthers(directory: folder.path)]))
    }
}
