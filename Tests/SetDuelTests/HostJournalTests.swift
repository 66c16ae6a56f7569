import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("A host with journals", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostJournalTests {
    private let folder = JournalFolder()

    /// Plays some moves and ends the host as a restart does.
    ///
    /// - Returns: How the players come back, and what the first one saw last.
    private func breakOff(
        _ options: HostOptions, moves: Int = 3
    ) async throws -> (hellos: PerSeat<Hello>, state: TableState) {
        try await RealHost.running(options) { host in
            let code = await host.host.openPrivateTable()
            let first = try await host.join(Hello(name: "Ann", table: code))
            let second = try await host.join(Hello(name: "Bob", table: try await first.tableCode))
            var game = WireGame(PerSeat(first: first, second: second))
            try await game.start()
            for _ in 0..<moves { try await game.move() }
            let hellos = PerSeat(
                first: try await first.returning(), second: try await second.returning())
            let state = await game.state
            await host.host.shutDown(isRestarting: true)
            for player in [first, second] {
                let lines = try await player.client.end()
                #expect(lines.last == #"{"type":"bye","why":"restarting","resume":true}"#)
            }
            await host.host.drained()
            return (hellos, state)
        }
    }

    @Test("takes tables up again, and the players come back with nothing lost")
    func resumed() async throws {
        let (hellos, before) = try await breakOff(folder.options())
        let code = try #require(hellos.first.table)
        #expect(folder.names == ["2026-11-21T17-20-05-\(code).setduel.running"])
        try await RealHost.running(folder.options()) { host in
            let resumed = try #require(await host.host.resumedTables.first)
            let points = before.players.map { $0?.points ?? 0 }
            #expect(
                resumed.sentence
                    == "resumed table \(code): Ann \(points.first), Bob \(points.second)")
            let first = try await host.join(hellos.first)
            #expect(await first.newest.phase == .paused)
            let second = try await host.join(hellos.second)
            let after = try await second.state { $0.phase == .open }
            #expect(after.cards == before.cards)
            #expect(after.players == before.players)
            #expect(after.deck == before.deck)
            #expect(after.revision > before.revision)
            try await first.state { $0.phase == .open }
            var game = WireGame(PerSeat(first: first, second: second))
            try await game.move()
            // Whose token has been used gets another one.
            try await host.expect(.tokenUnknown, for: hellos.first)
        }
        #expect(folder.names == ["2026-11-21T17-20-05-\(code).setduel"])
    }

    @Test("asks for the code of a private table that it has had before")
    func privateTable() async throws {
        let notices = JournalNotices()
        let options = folder.options { options in
            options.isPrivate = true
            options.journalNotice = notices.take
        }
        let (hellos, _) = try await breakOff(options)
        try await RealHost.running(options) { host in
            #expect(await host.host.openPrivateTable() == hellos.first.table)
            _ = try await host.join(hellos.first)
        }
        // A private table at which nobody has sat yet is there again, too.
        var code: TableCode?
        for isRestarting in [true, false] {
            try await RealHost.running(options) { host in
                let now = try #require(await host.host.openPrivateTable())
                #expect(code == nil || code == now)
                code = now
                await host.host.shutDown(isRestarting: isRestarting)
                // Until then the disk's queue has the file.
                await host.host.drained()
            }
        }
        #expect(!folder.names.contains { $0.contains(code?.text ?? "") })
        #expect(notices.all.isEmpty)
    }

    @Test("closes a table to which nobody returns")
    func abandoned() async throws {
        let options = folder.options { $0.rules.seatKept = .seconds(2).whenSlow }
        let (hellos, _) = try await breakOff(options)
        try await RealHost.running(options) { host in
            // Whoever comes in the meantime looks on until the table is closed.
            let watcher = try await host.join(
                Hello(name: "Wim", role: .watch, table: hellos.first.table))
            let lines = try await watcher.client.end()
            #expect(lines.last == #"{"type":"bye","why":"closing","resume":false}"#)
            try await host.expect(.unknownTable, for: hellos.first)
        }
        #expect(folder.names.count == 1)
        #expect(folder.names.allSatisfy { $0.hasSuffix(".setduel") })
    }

    @Test("leaves out a line that was not written to its end, and says so")
    func torn() async throws {
        let (hellos, _) = try await breakOff(folder.options())
        let name = try #require(folder.names.first)
        let whole = try folder.bytes(name)
        try folder.write(whole + Array(#"{"n":9999,"us":12"#.utf8), name)
        let notices = JournalNotices()
        let options = folder.options { $0.journalNotice = notices.take }
        try await RealHost.running(options) { host in
            _ = try await host.join(hellos.first)
        }
        #expect(notices.all == [.torn(file: folder.path + "/" + name, bytes: 17)])
        let journal = try folder.journal()
        #expect(journal.tornBytes == 0)
        #expect(journal.wholeBytes > whole.count)
        #expect(try JournalReplay.end(of: journal).isClosed)
    }

    @Test("does not take up a journal that was changed: it names the line and leaves it alone")
    func damaged() async throws {
        let (hellos, _) = try await breakOff(folder.options())
        let name = try #require(folder.names.first)
        var bytes = try folder.bytes(name)
        let second = try #require(bytes.firstIndex(of: 0x0A)) + 9
        bytes[second] ^= 1
        try folder.write(bytes, name)
        let notices = JournalNotices()
        let options = folder.options { $0.journalNotice = notices.take }
        try await RealHost.running(options) { host in
            try await host.expect(.unknownTable, for: hellos.first)
            _ = try await host.startGame()
        }
        let file = folder.path + "/" + name
        #expect(notices.all == [.refused(file: file, JournalFault(line: 2, .damaged))])
        #expect(
            notices.all.first?.sentence
                == "\(file):2: the line is not as it was written; its table is not resumed, and "
                + "the file is left as it is")
        #expect(try folder.bytes(name) == bytes)
    }

    @Test("leaves what broke off to the host that has the directory, and keeps files of its own")
    func shared() async throws {
        let (hellos, _) = try await breakOff(folder.options())
        try await RealHost.running(folder.options()) { first in
            let notices = JournalNotices()
            let options = folder.options { $0.journalNotice = notices.take }
            try await RealHost.running(options) { second in
                #expect(notices.all == [.shared(directory: folder.path)])
                try await second.expect(.unknownTable, for: hellos.first)
                _ = try await second.startGame()
                #expect(folder.names.count == 2)
            }
            _ = try await first.join(hellos.first)
        }
    }

    @Test("goes on without a directory that cannot be had, and says so")
    func noDirectory() async throws {
        try folder.write([1], "file")
        let notices = JournalNotices()
        let options = HostOptions.swift { options in
            options.journal = JournalOptions(directory: folder.path + "/file/deep")
            options.journalNotice = notices.take
        }
        try await RealHost.running(options) { host in
            let players = try await host.startGame()
            await host.host.shutDown(isRestarting: true)
            // Nothing is kept, so nobody is promised anything.
            let lines = try await players.first.client.end()
            #expect(lines.last == #"{"type":"bye","why":"closing","resume":false}"#)
        }
        #expect(notices.all.count == 1)
    }

    @Test("deletes the oldest journals of closed tables beyond the number kept, and nothing else")
    func pruned() async throws {
        let mine = [
            "2026-11-21T17-20-05-K7M2QX.setduel", "2026-11-21T17-20-06-K7M2QX.setduel",
            "2026-11-21T17-20-06-K7M2QX-2.setduel", "2026-11-22T00-00-00-AAAAAA.setduel",
        ]
        let others = [
            "notes.txt", "2020-01-01T00-00-00-K7M2QX.setduel.incomplete", "old.setduel",
            "2020-01-01T00-00-00-mygame.setduel", "2020-01-01T00-00-00-K7M2QX-x.setduel",
        ]
        for name in mine + others { try folder.write([], name) }
        try await RealHost.running(folder.options { $0.journal?.kept = 2 }) { _ in }
        #expect(folder.names == (mine.sorted().suffix(2) + others).sorted())
    }

    @Test("deletes them whenever a table closes, not only when it begins")
    func prunedLater() async throws {
        try await RealHost.running(folder.options { $0.journal?.kept = 1 }) { host in
            for _ in 0..<3 {
                let first = try await host.join(Hello(name: "Ann"))
                let second = try await host.join(Hello(name: "Bob"))
                for player in [first, second] { try await player.send(.leave) }
                for player in [first, second] { _ = try await player.client.end() }
            }
        }
        #expect(folder.names.filter { $0.hasSuffix(".setduel") }.count == 1)
    }

    @Test("writes no token and no name of a file that came over the network")
    func secrets() async throws {
        let (hellos, _) = try await breakOff(folder.options())
        let name = try #require(folder.names.first)
        let text = String(decoding: try folder.bytes(name), as: UTF8.self)
        for seat in Seat.allCases {
            let token = try #require(hellos[seat].token)
            #expect(!text.contains(token.hex))
            #expect(text.contains(token.digest.hex))
        }
        let facts = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
        #expect(facts[.posixPermissions] as? Int == 0o600)
    }
}
