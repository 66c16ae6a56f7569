import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("A lost player over TCP", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostOverTCPReturnTests {
    @Test(
        "A lost player over TCP returns to the same game with nothing lost",
        arguments: Seat.allCases, [true, false])
    func comesBack(seat: Seat, withReset: Bool) async throws {
        try await RealHost.running(.swift()) { host in
            var game = WireGame(try await host.startGame())
            for _ in 0..<4 { try await game.move() }
            let before = await game.state
            let lost = game.players[seat]
            if withReset { await lost.client.resetOnDrop() }
            await lost.client.drop()
            let other = game.players[seat.opponent]
            let paused = try await other.event { $0 == .paused }
            #expect(paused.cards == before.cards)
            #expect(paused.players[seat]?.isPresent == false)

            let back = try await host.join(try await lost.returning())
            #expect(await back.welcome?.seat == seat)
            #expect(await back.newest.event == .returned(seat))
            let after = try await back.state { $0.phase == .open }
            #expect(after.cards == before.cards)
            #expect(after.deck == before.deck)
            #expect(after.players == before.players)
            try await other.state { $0.phase == .open }
        }
    }

    @Test("A returning player gets a new token, and the old one is void")
    func rotation() async throws {
        try await RealHost.running(.swift()) { host in
            let players = try await host.startGame()
            let hello = try await players.second.returning()
            await players.second.client.drop()
            try await players.first.event { $0 == .paused }
            let back = try await host.join(hello)
            #expect(await back.welcome?.token != hello.token)
            // It is void from the first line on by which the host knows that the new one arrived.
            try await back.ask(.ready)
            try await host.expect(.tokenUnknown, for: hello)
        }
    }

    @Test("A lost player over TCP replaces an older connection that is still up")
    func replaced() async throws {
        try await RealHost.running(.swift()) { host in
            let players = try await host.startGame()
            let back = try await host.join(try await players.second.returning())
            let last = try #require(try await players.second.client.end().last)
            #expect(last.contains(#""type":"error","why":"replaced""#))
            let open = try await back.state { $0.phase == .open }
            #expect(open.players.second?.isPresent == true)
            // The end of the older connection is not taken for the end of the newer one.
            try await back.claim()
            try await back.state { $0.turn?.seat == .second }
            #expect(await back.newest.players.second?.isPresent == true)
            // Nobody can stop a game by connecting again: for the other nothing has happened.
            try await players.first.state { $0.turn?.seat == .second }
            let events = await players.first.states.compactMap(\.event)
            #expect(!events.contains(.away(.second)))
        }
    }

    @Test("A token does not work at another table or for another seat")
    func foreignToken() async throws {
        try await RealHost.running(.swift()) { host in
            let here = try await host.startGame()
            let there = try await host.startGame()
            var hello = try await here.first.returning()
            hello.table = try await there.first.tableCode
            try await host.expect(.tokenUnknown, for: hello)
            hello.table = nil
            try await host.expect(.tokenUnknown, for: hello)
            #expect(try await here.first.settle().isEmpty)
            #expect(try await there.first.settle().isEmpty)
        }
    }

    @Test("A returning player keeps the original name, also in chat")
    func name() async throws {
        try await RealHost.running(.swift()) { host in
            let players = try await host.startGame()
            var hello = try await players.second.returning()
            hello.name = "Ann"
            let back = try await host.join(hello)
            try await back.settle()
            #expect(await back.newest.players.second?.name == "Bob")
            #expect(
                try await back.ask(.say("it is me")).contains(
                    .said(.second, name: "Bob", text: "it is me")))
        }
    }

    @Test("A lost player loses when the other ends the game after the seat expired")
    func released() async throws {
        try await RealHost.running(.swift { $0.rules.seatKept = .milliseconds(100) }) { host in
            let players = try await host.startGame()
            await players.second.client.drop()
            try await players.first.event { $0 == .seatReleased(.second) }
            let told = try await players.first.ask(.new)
            #expect(told.events == [.left(.second)])
            let state = await players.first.newest
            #expect(state.result == GameResult(winner: .first, decider: .left))
            #expect(state.players.second == nil)
            try await host.expect(.tokenUnknown, for: try await players.second.returning())
        }
    }

    @Test("A lost player over TCP closes the table when the other one is lost as well")
    func bothLost() async throws {
        try await RealHost.running(.swift { $0.rules.seatKept = .milliseconds(100) }) { host in
            let players = try await host.startGame()
            let code = try await players.first.tableCode
            let watcher = try await host.join(Hello(name: "Wim", role: .watch, table: code))
            for seat in Seat.allCases { await players[seat].client.drop() }
            let lines = try await watcher.client.end()
            #expect(lines.last == #"{"type":"bye","why":"closing","resume":false}"#)
            try await host.expect(
                .unknownTable, for: Hello(name: "Wim", role: .watch, table: code))
        }
    }
}
