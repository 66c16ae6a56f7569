import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("What a host announces", .serialized, .inTurn, .timeLimit(.minutes(2)))
struct HostJournalFormatTests {
    private let folder = JournalFolder()

    /// Plays some moves and ends the host as a restart does.
    ///
    /// - Returns: How the players come back.
    private func breakOff() async throws -> PerSeat<Hello> {
        try await RealHost.running(folder.options()) { host in
            let first = try await host.join(Hello(name: "Ann"))
            let second = try await host.join(Hello(name: "Bob", table: try await first.tableCode))
            var game = WireGame(PerSeat(first: first, second: second))
            try await game.start()
            for _ in 0..<3 { try await game.move() }
            let hellos = PerSeat(
                first: try await first.returning(), second: try await second.returning())
            await host.host.shutDown(isRestarting: true)
            await host.host.drained()
            return hellos
        }
    }

    /// The one journal there is, to be changed.
    private func forgery() throws -> (name: String, JournalForgery) {
        let name = try #require(folder.names.first)
        let text = String(decoding: try folder.bytes(name), as: UTF8.self)
        return (name, JournalForgery(text.split(separator: "\n").map(String.init)))
    }

    /// Has another host take the table up, and plays on.
    private func goOn(_ hellos: PerSeat<Hello>) async throws {
        let notices = JournalNotices()
        let options = folder.options { $0.journalNotice = notices.take }
        try await RealHost.running(options) { host in
            await host.host.recovered()
            #expect(await host.host.resumedTables.count == 1)
            let first = try await host.join(hellos.first)
            let second = try await host.join(hellos.second)
            try await second.state { $0.phase == .open }
            var game = WireGame(PerSeat(first: first, second: second))
            try await game.move()
            // There is a result to be announced, and a deck to be shown.
            try await first.send(.resign)
            try await second.state { $0.phase == .over }
        }
        #expect(notices.lasting.isEmpty)
    }

    @Test("The next host first notes announcements that the last one could not")
    func unnoted() async throws {
        let hellos = try await breakOff()
        var (name, forgery) = try forgery()
        let promise = try #require(forgery.numbers(of: "promised").first)
        forgery.lines.removeSubrange((promise - 1)...)
        try folder.write(forgery.bytes, name)
        try await goOn(hellos)
        let journal = try folder.journal()
        guard case .note(.promised) = journal.records[promise - 2].entry else {
            Issue.record("\(journal.records[promise - 2].entry)")
            return
        }
        #expect(journal.records[promise - 1].entry == .input(.restarted))
        _ = try JournalAudit(journal)
    }
}
