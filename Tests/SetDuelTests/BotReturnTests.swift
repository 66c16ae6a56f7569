import SetClient
import SetProtocol
import SetTestSupport
import Testing

@Suite("A computer player that loses its connection", .inTurn, .timeLimit(.minutes(5)))
struct BotReturnTests {
    @Test("A computer player comes back by itself and plays on")
    func comesBack() async throws {
        try await BrokenLine.running { line in
            let executor = QueueExecutor(label: "test.bot")
            let link = try await HostLink(
                to: try Endpoint(line.proxy.address), on: executor)
            let bot = BotSession(
                Bot(strength: .master, seed: 1, haste: 20), over: link, on: executor)
            await bot.start(Hello(name: "Bot"))
            let bob = try await line.host.join(Hello(name: "Bob"))
            try await bob.send(.ready)
            let opened = try await bob.state { $0.phase == .open }
            let seat: Seat = opened.players.first?.name == "Bot" ? .first : .second
            await line.proxy.happen(.cut)
            var state = try await bob.event { $0 == .returned(seat) }
            while true {
                if case .setFound(seat, _, _)? = state.event { break }
                // After a deal of the computer it is Bob's turn.
                if state.turn?.seat == seat.opponent { try await bob.send(.pass) }
                state = try await bob.event { _ in true }
            }
            await bot.stop()
            try await bob.event { $0 == .left(seat) }
        }
    }
}
