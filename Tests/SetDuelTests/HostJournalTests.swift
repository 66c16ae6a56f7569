import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("A host with journals", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostJournalTests {
    private let folder = JournalFolder()

    @Test("A host with journals resumes its tables, and players return with nothing lost")
    func resumed() async throws {
        let (hellos, before) = try await folder.breakOff(folder.options(), moves: 3)
        let code = try #require(hellos.first.table)
        #expect(folder.names == ["2026-11-21T17-20-05-\(code).setduel.running"])
        try await RealHost.running(folder.options()) { host in
            await host.host.recovered()
            let resumed = try #require(await host.host.resumedTables.first)
            let points = before.players.map { $0?.points ?? 0 }
            #expect(
                resumed.sentence
                    == "resumed table \(code): \"Ann\" \(points.first), \"Bob\" \(points.second)")
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
        #expect(folder.names == ["2026-11-21T17-20-05-\(code).setduel.unfinished"])
    }

    @Test("A resumed private table still requires its code")
    func privateTable() async throws {
        let options = folder.options { options in
            options.isPrivate = true
            options.limits.finishingTime = .milliseconds(100)
        }
        let hellos = try await folder.breakOff(options).hellos
        try await RealHost.running(options) { host in
            #expect(await host.host.openPrivateTable() == hellos.first.table)
            _ = try await host.join(hellos.first)
            await host.host.shutDown()
            // Until then the directory is this host's.
            await host.host.drained()
        }
        // A private table at which nobody has sat yet is there again, too.
        var code: TableCode?
        for isRestarting in [true, false] {
            try await RealHost.running(options) { host in
                let now = try #require(await host.host.openPrivateTable())
                #expect(code == nil || code == now)
                code = now
                // What has not been read would be left to the next host.
                await host.host.recovered()
                await host.host.shutDown(isRestarting: isRestarting)
                // Until then the disk's queue has the file.
                await host.host.drained()
            }
        }
        #expect(!folder.names.contains { $0.contains(code?.text ?? "") })
        #expect(folder.notices.lasting.isEmpty)
    }

    @Test("A drained host leaves its journal directory and tables to the next one")
    func leftToTheNext() async throws {
        let options = folder.options { $0.limits.finishingTime = .milliseconds(100) }
        // A host that is still referred to, as by a timer that has not been cancelled yet.
        let first = Host(options: options)
        let port = try await first.listen(on: .loopback, port: 0).port
        let player = try await WirePlayer(at: port, Hello(name: "Ann"))
        await first.shutDown(isRestarting: true)
        await first.drained()
        try await RealHost.running(folder.options()) { host in
            await host.host.recovered()
            #expect(await host.host.resumedTables.map(\.players.first?.name) == ["Ann"])
        }
        #expect(folder.notices.lasting.isEmpty)
        await first.shutDown()
        withExtendedLifetime(player) {}
    }

    @Test("A host with journals closes a table to which nobody returns")
    func abandoned() async throws {
        let options = folder.options { $0.rules.seatKept = .milliseconds(500) }
        let hellos = try await folder.breakOff(options).hellos
        try await RealHost.running(options) { host in
            // A watcher who comes in time sees the table being closed; one who is late finds none.
            let watcher = try host.connect()
            let hello = Hello(name: "Wim", role: .watch, table: hellos.first.table)
            await watcher.send(bytes: WireCodec.encode(.hello(hello)))
            let last = try #require(try await watcher.end().last)
            #expect(
                last == #"{"type":"bye","why":"closing","resume":false}"#
                    || last.hasPrefix(#"{"type":"error","why":"unknownTable""#))
            try await host.expect(.unknownTable, for: hellos.first)
        }
        #expect(folder.names.count == 1)
        #expect(folder.names.allSatisfy { $0.hasSuffix(".setduel.unfinished") })
    }

    @Test("A host with journals skips an incomplete last line and says so")
    func torn() async throws {
        let hellos = try await folder.breakOff(folder.options()).hellos
        let name = try #require(folder.names.first)
        let whole = try folder.bytes(name)
        try folder.write(whole + Array(#"{"n":9999,"us":12"#.utf8), name)
        try await RealHost.running(folder.options()) { host in
            _ = try await host.join(hellos.first)
        }
        #expect(folder.notices.lasting == [.torn(file: folder.path + "/" + name, bytes: 17)])
        let journal = try folder.journal()
        #expect(journal.tornBytes == 0)
        #expect(journal.wholeBytes > whole.count)
        #expect(try JournalReplay.end(of: journal).isClosed)
    }

    @Test("A host does not resume an altered journal: it names the line, and keeps the file")
    func damaged() async throws {
        let hellos = try await folder.breakOff(folder.options()).hellos
        let name = try #require(folder.names.first)
        var bytes = try folder.bytes(name)
        let second = try #require(bytes.firstIndex(of: 0x0A)) + 9
        bytes[second] ^= 1
        try folder.write(bytes, name)
        try await RealHost.running(folder.options()) { host in
            try await host.expect(.unknownTable, for: hellos.first)
            _ = try await host.startGame()
        }
        let file = folder.path + "/" + name
        #expect(folder.notices.lasting == [.refused(file: file, JournalFault(line: 2, .damaged))])
        #expect(
            folder.notices.lasting.first?.sentence
                == "\(file):2: the line is damaged; table not resumed, file kept as .refused")
        let kept = name.replacing(".running", with: ".refused")
        #expect(try folder.bytes(kept) == bytes)
    }

    @Test("A second host in a journal directory leaves the first one's journals alone")
    func shared() async throws {
        let hellos = try await folder.breakOff(folder.options()).hellos
        try await RealHost.running(folder.options()) { first in
            try await RealHost.running(folder.options()) { second in
                #expect(folder.notices.lasting == [.shared(directory: folder.path)])
                try await second.expect(.unknownTable, for: hellos.first)
                _ = try await second.startGame()
                #expect(folder.names.count == 2)
            }
            _ = try await first.join(hellos.first)
        }
    }

    @Test("A host without a usable journal directory goes on and says so")
    func noDirectory() async throws {
        try folder.write([1], "file")
        let options = folder.options { $0.journal?.directory += "/file/deep" }
        try await RealHost.running(options) { host in
            let players = try await host.startGame()
            await host.host.shutDown(isRestarting: true)
            // Nothing is kept, so nobody is promised anything.
            let lines = try await players.first.client.end()
            #expect(lines.last == #"{"type":"bye","why":"closing","resume":false}"#)
        }
        #expect(folder.notices.lasting.count == 1)
    }

    @Test("A host with journals promises nothing once its directory has been removed, and says so")
    func removedDirectory() async throws {
        try await RealHost.running(folder.options()) { host in
            let players = try await host.startGame()
            await host.host.settled()
            let file = try folder.path + "/" + #require(folder.names.first)
            try FileManager.default.removeItem(atPath: folder.path)
            try await players.first.ask(.say("still here"))
            await host.host.settled()
            #expect(folder.notices.lasting == [.stopped(file: file, .notFound)])
            await host.host.shutDown(isRestarting: true)
            let lines = try await players.first.client.end()
            #expect(lines.last == #"{"type":"bye","why":"closing","resume":false}"#)
        }
    }

    @Test("A host with journals writes no token and no name of a file that came over the network")
    func secrets() async throws {
        let hellos = try await folder.breakOff(folder.options()).hellos
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

    @Test("The next host first notes announcements that the last one could not")
    func unnoted() async throws {
        let hellos = try await folder.breakOff(folder.options(), moves: 3).hellos
        let name = try #require(folder.names.first)
        let text = String(decoding: try folder.bytes(name), as: UTF8.self)
        var forgery = JournalForgery(text.split(separator: "\n").map(String.init))
        let promise = try #require(forgery.numbers(of: "promised").first)
        forgery.lines.removeSubrange((promise - 1)...)
        try folder.write(forgery.bytes, name)
        try await RealHost.running(folder.options()) { host in
            let first = try await host.join(hellos.first)
            let second = try await host.join(hellos.second)
            try await second.state { $0.phase == .open }
            try await first.send(.resign)
            try await second.state { $0.phase == .over }
        }
        let journal = try folder.journal()
        guard case .note(.promised) = journal.records[promise - 2].entry else {
            Issue.record("\(journal.records[promise - 2].entry)")
            return
        }
        #expect(journal.records[promise - 1].entry == .input(.restarted))
        _ = try JournalAudit(journal)
    }
}
