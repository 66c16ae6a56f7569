import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// What only a whole host can show; everything else is tested in memory.
@Suite("A host over TCP", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostOverTCPTests {
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
            // Nobody at one table is told what happens at another.
            for index in games.indices { try await games[index].exchange() }
            for game in games {
                #expect(try await game.players.first.settle().isEmpty)
                #expect(await game.state.players.first?.points == -2)
            }
        }
    }

    @Test("The host command repeats the opening of the transcripts", arguments: ["01-opening.txt"])
    func transcript(_ name: String) async throws {
        let transcript = try WireTranscript(try Documents.text("transcripts/" + name))
        let seed = try #require(transcript.command.firstIndex(of: "--seed"))
        let host = try await HostProcess(transcript.command[seed...].joined(separator: " "))
        _ = try await transcript.replay(onPort: host.port)
        #expect(await host.stop().status == .exited(0))
    }

    @Test("A game over TCP reveals no undealt card, seed or token")
    func secrecy() async throws {
        try await RealHost.running(.swift(seed: TableStage.levelSeed) { $0.rules.victory = .sets })
        { host in
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

extension [WireGame] {
    fileprivate var codes: [TableCode] {
        get async throws {
            var codes: [TableCode] = []
            for game in self { codes.append(try await game.players.first.tableCode) }
            return codes
        }
    }
}
