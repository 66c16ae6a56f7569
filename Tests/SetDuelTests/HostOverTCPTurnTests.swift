import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Turns over TCP", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostOverTCPTurnTests {
    @Test("Each of a hundred races has one winner, and losing costs nothing")
    func races() async throws {
        // No claim is held, so that what is answered is all there is to say.
        let options = HostOptions.swift { $0.rules.lagFairness = .zero }
        try await RealHost.running(options) { host in
            let players = try await host.startGame()
            var losses = PerSeat(both: 0)
            for _ in 1...100 {
                let claim = Claim(board: await players.first.newest.board)
                async let first = players.first.ask(.claim(claim))
                async let second = players.second.ask(.claim(claim))
                let told = PerSeat(first: try await first, second: try await second)
                for seat in Seat.allCases { try await players[seat].settle() }

                let winners = told.seats { $0.refusals.isEmpty }
                guard let winner = winners.first, winners.count == 1 else {
                    Issue.record("the turn was granted to \(winners)")
                    return
                }
                #expect(told[winner].events == [.claimed(winner)])
                #expect(told[winner.opponent].refusals == [.notYourTurn])
                #expect(told[winner.opponent].races.allSatisfy { $0.winner == winner })
                let state = await players.first.newest
                #expect(state.turn?.seat == winner)
                // What has been lost was lost by passing claims in the rounds before.
                #expect(state.players.map { $0?.points ?? 0 } == losses.map { -2 * $0 })

                try await players[winner].ask(.pass)
                try await players[winner.opponent].ask(.pass)
                losses[winner] += 1
                for seat in Seat.allCases { try await players[seat].settle() }
            }
        }
    }

    @Test("Turns that run out are announced and handed over", arguments: Seat.allCases)
    func timeOut(seat: Seat) async throws {
        let options = HostOptions.swift { options in
            options.rules.claim = .milliseconds(100)
            options.rules.answer = .milliseconds(200)
        }
        try await RealHost.running(options) { host in
            let players = try await host.startGame()
            try await players[seat].claim()
            for listener in Seat.allCases {
                let handedOver = try await players[listener].event { $0.milestone == .timedOut }
                #expect(handedOver.event == .timedOut(seat, .claim, points: -2))
                #expect(handedOver.phase == .turn)
                #expect(handedOver.turn?.seat == seat.opponent)
                #expect(handedOver.turn?.reason == .answer)
                #expect(handedOver.turn?.countdown?.total == .milliseconds(200))
                #expect(handedOver.players[seat]?.points == -2)

                let open = try await players[listener].event { $0.milestone == .timedOut }
                #expect(open.event == .timedOut(seat.opponent, .answer, points: 0))
                #expect(open.phase == .open)
                #expect(open.players[seat.opponent]?.points == 0)
            }
        }
    }

    @Test("An answer turn lasts twice as long by default")
    func twice() async throws {
        try await RealHost.running(HostOptions()) { host in
            let player = try await host.join(Hello(name: "Ann"))
            let rules = try #require(await player.welcome?.rules)
            #expect(rules == .duel)
            #expect(rules.answer == rules.claim * 2)
        }
    }

    @Test("A lost player's turn runs out; then the game pauses")
    func lostInTurn() async throws {
        // Long enough for the connection to be lost within the turn, also on a crowded machine.
        let options = HostOptions.swift { $0.rules.claim = .seconds(2) }
        try await RealHost.running(options) { host in
            let players = try await host.startGame()
            try await players.first.claim()
            try await players.second.event { $0 == .claimed(.first) }
            await players.first.client.drop()
            let away = try await players.second.event { $0 == .away(.first) }
            #expect(away.phase == .turn)
            let handedOver = try await players.second.event { $0.milestone == .timedOut }
            #expect(handedOver.turn?.seat == .second)
            try await players.second.send(.pass)
            let paused = try await players.second.event { $0 == .paused }
            // The lost player has seen the cards, so they stay in view of the one who stayed.
            #expect(paused.cards == handedOver.cards)
            #expect(paused.clock?.reason == .away)
        }
    }
}

extension [HostMessage] {
    /// What was said of races, in order.
    fileprivate var races: [Race] {
        compactMap { message in
            guard case .race(let race) = message else { return nil }
            return race
        }
    }
}
