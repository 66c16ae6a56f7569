import SetHost
import SetProtocol

extension JournalFolder {
    /// Leaves a duel here that broke off in the middle of a game, as a restart does.
    ///
    /// - Parameters:
    ///   - options: How the host is run that ends.
    ///   - chat: How many bytes the players have said to each other: the journal is as much longer.
    /// - Returns: How the players come back.
    package func breakOff(
        _ options: HostOptions, chat: Int = 0
    ) async throws -> PerSeat<Hello> {
        try await RealHost.running(options) { host in
            let code = await host.host.openPrivateTable()
            let first = try await host.join(Hello(name: "Ann", table: code))
            let second = try await host.join(Hello(name: "Bob", table: try await first.tableCode))
            var game = WireGame(PerSeat(first: first, second: second))
            try await game.start()
            try await game.move()
            let line = String(repeating: "x", count: 200)
            for _ in 0..<(chat / line.utf8.count) { try await first.ask(.say(line)) }
            try await game.settle()
            let hellos = PerSeat(
                first: try await first.returning(), second: try await second.returning())
            await host.host.shutDown(isRestarting: true)
            await host.host.drained()
            return hellos
        }
    }
}
