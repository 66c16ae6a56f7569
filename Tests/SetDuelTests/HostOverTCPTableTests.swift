import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Tables over TCP", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostOverTCPTableTests {
    @Test("Tables over TCP are many on one port, each with its own cards")
    func many() async throws {
        try await RealHost.running(.swift(seed: 1000)) { host in
            var games: [WireGame] = []
            for _ in 0..<50 { games.append(WireGame(try await host.startGame())) }
            let codes = try await games.codes
            #expect(Set(codes).count == 50)
            for (number, game) in games.enumerated() {
                var generator = SeededGenerator(seed: 1000 + UInt64(number))
                let deck = SeededGenerator.shuffledDeck(seed: generator.next())
                #expect(await game.state.cards == Array(deck.prefix(12)))
            }
            // What happens at one table is not heard at another.
            for index in games.indices { try await games[index].exchange() }
            for game in games {
                #expect(try await game.players.first.settle().isEmpty)
                #expect(await game.state.players.first?.points == -2)
            }
        }
    }

    @Test("A player can request a new table, which others then join")
    func new() async throws {
        try await RealHost.running(.swift()) { host in
            let code = try await host.join(Hello(name: "Ann")).tableCode
            let own = try await host.join(Hello(name: "Bob", wantsNewTable: true)).tableCode
            #expect(own != code)
            // A code says more.
            let friend = Hello(name: "Dan", table: code, wantsNewTable: true)
            #expect(try await host.join(friend).tableCode == code)
            #expect(try await host.join(Hello(name: "Cleo")).tableCode == own)
        }
        try await RealHost.running(.swift { $0.hostLimits.tables = 1 }) { host in
            _ = try await host.join(Hello(name: "Ann"))
            try await host.expect(.hostFull, for: Hello(name: "Bob", wantsNewTable: true))
            _ = try await host.join(Hello(name: "Cleo"))
        }
    }

    @Test("A private table requires its code")
    func privateTable() async throws {
        try await RealHost.running(.swift { $0.isPrivate = true }) { host in
            let code = try #require(await host.host.openPrivateTable())
            try await host.expect(.codeNeeded, for: Hello(name: "Eve"))
            try await host.expect(.codeNeeded, for: Hello(name: "Eve", role: .watch))
            let wrong = try #require(TableCode(code.text == "000000" ? "111111" : "000000"))
            try await host.expect(.unknownTable, for: Hello(name: "Eve", table: wrong))
            // Nobody is left twice over, and the table is there again under the same code.
            for _ in 0..<2 {
                let first = try await host.join(Hello(name: "Ann", table: code))
                let second = try await host.join(Hello(name: "Bob", table: code))
                try await host.expect(.tableFull, for: Hello(name: "Cleo", table: code))
                for player in [first, second] {
                    try await player.send(.leave)
                    try await player.client.end()
                }
            }
        }
    }

    @Test("Tables over TCP say goodbye when the host closes")
    func closing() async throws {
        let (players, stranger) = try await RealHost.running(.swift()) { host in
            let stranger = try host.connect()
            // The stranger has been accepted by the time somebody who came later is at a table.
            return (try await host.startGame(), stranger)
        }
        for seat in Seat.allCases {
            let lines = try await players[seat].client.end()
            #expect(lines.last == #"{"type":"bye","why":"closing","resume":false}"#)
        }
        let last = try #require(try await stranger.end().last)
        #expect(last.contains(#""why":"hostClosing""#))
    }
}

extension [WireGame] {
    fileprivate var codes: [TableCode] {
        get async throws {
            var codes: [TableCode] = []
            for game in self { codes.append(try await game.players.first.tableCode) }
            return codes
        }
    }
}
