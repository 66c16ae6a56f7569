import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// A solo game as it is printed, with the typed lines after a ">".
private func transcript(deck: [String], typing lines: [String]) throws -> [String] {
    var host = LineModeSoloHost(deck: deck)
    var client = LineModeClient()
    var printed: [String] = []
    func take(_ messages: [HostMessage]) {
        for message in messages {
            let output = client.receive(message, at: .zero)
            printed += output.lines
            for case .send(let answer) in output.effects { take(host.answer(answer)) }
        }
    }
    take(host.begin(table: try #require(TableCode("K7M2QX"))))
    for line in lines {
        printed.append(line.isEmpty ? ">" : "> \(line)")
        let output = client.read(line, at: .zero)
        printed += output.lines
        for case .send(let message) in output.effects { take(host.answer(message)) }
    }
    return LineModeDuel.withoutShuffle(printed)
}

@Suite struct LineModeSoloGames {
    private let deck = [
        "3331", "2111", "3122", "3212", "3132", "3221", "2312", "3333", "1121", "1122", "1321",
        "2233", "1232", "2131", "1132", "3232", "1131", "3313",
    ]

    @Test("A whole solo game can be followed in line mode")
    func whole() throws {
        let typed = [
            "", "b2", "B2", "a1", "b1", "c1", "", "b1", "a3 b3 b4", "", "b1", "b1", "deal",
            "a1b4c4", "board", "say well", "hint", "deal", "b2, c2, c4", "a1", "score",
            "history 7", "quit",
        ]
        let printed = try transcript(deck: deck, typing: typed)
        expectPicture(printed.joined(separator: "\n"), "line-mode/solo")
    }
}

extension LineModeSoloGames {
    @Test("A found set is put away once, also after a lost connection, unless a deal is to do so")
    func putAway() throws {
        for refill in Rules.Refill.allCases {
            var rules = Rules.solo
            rules.refill = refill
            var duel = try LineModeDuel(rules: rules)
            let trio = try LineModeDuel.trio("A3", "B3", "B4")
            func publish(_ event: TableEvent?) -> [ClientEffect] {
                duel.state.revision = duel.state.revision.next
                duel.state.event = event
                return duel.client.receive(.state(duel.state), at: .zero).effects
            }
            duel.state.board = BoardNumber(1)
            duel.state.selection = Selection(seat: .first, cards: trio.cards, verdict: .match)
            let expected: [ClientEffect] = refill == .never ? [] : [.send(.pick(trio.cards[0]))]
            #expect(publish(.setFound(.first, trio, points: 3)) == expected)
            #expect(publish(nil).isEmpty)
            let table = try #require(TableCode("K7M2QX"))
            let welcome = Welcome(seat: .first, token: nil, table: table, rules: rules)
            _ = duel.client.receive(.welcome(welcome), at: .zero)
            #expect(publish(.returned(.first)) == expected)
        }
    }
}
