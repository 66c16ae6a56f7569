import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("A game over TCP", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostOverTCPGameTests {
    private static let options = HostOptions.swift(seed: TableStage.levelSeed) { options in
        options.rules.victory = .sets
    }

    @Test("A game over TCP ends in sudden death when it is level, and a rematch follows")
    func suddenDeath() async throws {
        try await RealHost.running(Self.options) { host in
            var game = WireGame(try await host.seatTwo())
            try await game.start()
            try await game.play()
            var state = await game.state
            #expect(state.isSuddenDeath)
            #expect(state.players.first?.sets == state.players.second?.sets)
            #expect((state.players.first?.sets ?? 0) > 8)
            #expect(state.deck == 81 || state.phase == .open)

            for seat in Seat.allCases {
                try await game.players[seat].state { $0.isSuddenDeath && $0.phase == .open }
            }
            try await game.play()
            state = await game.state
            #expect(state.phase == .over)
            let winner = try #require(state.result?.winner)
            #expect(state.result?.decider == .suddenDeath)
            #expect(state.players[winner]?.wins == 1)
            #expect(state.players[winner.opponent]?.wins == 0)

            try await game.start()
            state = await game.state
            #expect(state.game == 2)
            #expect(state.cards.count == 12)
            #expect(state.players.map { $0?.sets ?? 1 } == PerSeat(both: 0))
            #expect(state.players[winner]?.wins == 1)
        }
    }

    @Test("A game over TCP tells both players and a watcher the same, in the same order")
    func sameForAll() async throws {
        try await RealHost.running(Self.options) { host in
            let players = try await host.seatTwo()
            let code = try await players.first.tableCode
            let watcher = try await host.join(Hello(name: "Wim", role: .watch, table: code))
            var game = WireGame(players)
            try await game.start()
            for _ in 0..<6 { try await game.move() }
            try await watcher.settle()
            let published = await watcher.states.dropFirst().map(\.withoutTimes)
            #expect(published.count > 20)
            for seat in Seat.allCases {
                #expect(
                    await players[seat].states.suffix(published.count).map(\.withoutTimes)
                        == published)
            }
            let revisions = published.map(\.revision)
            #expect(zip(revisions, revisions.dropFirst()).allSatisfy { $1 == $0.next })
        }
    }

    @Test("A game over TCP reveals no undealt card, seed or token")
    func secrecy() async throws {
        try await RealHost.running(Self.options) { host in
            var game = WireGame(try await host.seatTwo())
            try await game.start()
            try await game.play()
            let tokens = PerSeat(
                first: try #require(await game.players.first.welcome?.token?.hex),
                second: try #require(await game.players.second.welcome?.token?.hex))
            for seat in Seat.allCases {
                let lines = await game.players[seat].client.heard
                #expect(lines.count { $0.contains(tokens[seat]) } == 1)
                #expect(!lines.contains { $0.contains(tokens[seat.opponent]) })
                for seed in Self.seeds {
                    #expect(!lines.contains { $0.contains(String(seed)) })
                    #expect(!lines.contains { $0.contains(String(seed, radix: 16)) })
                }
                expectOnlyDealtCards(in: lines)
            }
        }
    }

    /// The table's seed and those of its first two decks.
    private static var seeds: [UInt64] {
        var generator = SeededGenerator(seed: TableStage.levelSeed)
        return [TableStage.levelSeed, generator.next(), generator.next()]
    }

    /// Reads along with the deck in hand: a card may be named once it has been dealt.
    private func expectOnlyDealtCards(in lines: [String]) {
        let decks = Self.seeds.dropFirst().map { SeededGenerator.shuffledDeck(seed: $0) }
        var dealt = Set<String>()
        var named = Set<String>()
        var (revealed, lastPhase, isSuddenDeath) = (0, TablePhase?.some(.waiting), false)
        for line in lines {
            let message = try? WireCodec.decodeHostMessage(Array(line.utf8))
            // A deck is shown when it is done with: by then its game is over, or a sudden death's began.
            if case .reveal(let reveal) = message {
                #expect(decks[revealed] == reveal.shuffle.deck)
                #expect(lastPhase == .over || (revealed == 0 && isSuddenDeath))
                revealed += 1
                continue
            }
            if case .state(let state) = message {
                (lastPhase, isSuddenDeath) = (state.phase, state.isSuddenDeath)
                let deck = decks[state.isSuddenDeath ? 1 : 0]
                dealt = Set(deck.prefix(81 - state.deck).map(\.code))
            }
            let cards = line.split(separator: "\"").map(String.init).filter {
                Card(code: $0) != nil
            }
            named.formUnion(cards)
            #expect(dealt.isSuperset(of: cards), "\(line)")
        }
        #expect(named.count > 60)
    }
}

extension TableState {
    /// The state as it is the same for everybody, whenever it was written.
    fileprivate var withoutTimes: TableState {
        var state = self
        state.turn?.countdown = nil
        state.clock = nil
        return state
    }
}
