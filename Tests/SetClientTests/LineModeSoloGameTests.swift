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
        expectPicture(printed.joined(separator: "\n"), printedGame)
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

/// The whole game as it is printed.
private let printedGame = """
    Table: K7M2QX. A solo game.
    Help: type help, or press enter to see what you can do now.
    Start: game 1.
    Board: 12 cards, 6 in the deck.
    Row A: A1 three open red ovals; A2 three solid green squiggles; A3 two solid green ovals; \
    A4 one striped green diamond.
    Row B: B1 two solid red diamonds; B2 three open green diamonds; B3 three open violet \
    ovals; B4 one striped red oval.
    Row C: C1 three striped green diamonds; C2 three striped red squiggles; C3 one striped red \
    diamond; C4 two open violet squiggles.
    >
    Now: no card is picked. You can type: card names to pick, deal, hint (costs 1 point), board, new, quit.
    > b2
    Pick: B2, 1 of 3.
    > B2
    Unpick: you unpicked B2 three open green diamonds.
    > a1
    Pick: A1, 1 of 3.
    > b1
    Pick: B1, 2 of 3.
    > c1
    Wrong: minus 2. Number: 3, 2, 3. Also wrong: shape and color.
    Score: minus 2 points.
    >
    Now: pick three cards; the last three were not a set. You can type: card names to pick, deal, hint (costs 1 \
    point), board, new, quit.
    > b1
    Cleared: A1, B1, and C1 no longer picked.
    Pick: B1, 1 of 3.
    > a3 b3 b4
    Unpick: you unpicked B1 two solid red diamonds.
    Set: 3 points. Number, shading, and color differ.
    Score: 1 point.
    New: A3 one open green squiggle, B3 two open red diamonds, B4 one open green diamond.
    >
    Now: no card is picked. You can type: card names to pick, deal, hint (costs 1 point), board, new, quit.
    > b1
    Pick: B1, 1 of 3.
    > b1
    Unpick: you unpicked B1 two solid red diamonds.
    > deal
    Deal: you dealt, minus 2. There was a set.
    New: A5 three open green squiggles, B5 one open red diamond, C5 three solid violet ovals.
    Score: minus 1 point.
    > a1b4c4
    Set: 3 points, including 1 for speed, 1 less for 15 cards. Number, shape, and color differ.
    Score: 2 points.
    New: no cards; the deck is empty.
    Moved: A5 is now A1 three open green squiggles, B5 is now B4 one open red diamond, C5 is \
    now C4 three solid violet ovals.
    > board
    Board: 12 cards, 0 in the deck.
    Row A: A1 three open green squiggles; A2 three solid green squiggles; A3 one open green \
    squiggle; A4 one striped green diamond.
    Row B: B1 two solid red diamonds; B2 three open green diamonds; B3 two open red diamonds; \
    B4 one open red diamond.
    Row C: C1 three striped green diamonds; C2 three striped red squiggles; C3 one striped red \
    diamond; C4 three solid violet ovals.
    > say well
    Chat: you: well
    > hint
    Hint: B2 three open green diamonds is part of a set.
    Score: 1 point.
    > deal
    Refused: The deck is empty: search the board.
    > b2, c2, c4
    Set: 3 points. Shape, shading, and color differ.
    Score: 4 points.
    New: no cards; the deck is empty.
    Moved: A4 is now B2 one striped green diamond, B4 is now C2 one open red diamond.
    Over: 4 points, 3 sets, 9 cards left; the deck is empty and no set is left. Type ready for \
    another game.
    Report: 0 seconds of play.
    Report: you: 3 sets, median time 0 seconds; fastest 0 seconds; 1 wrong set; 1 deal, 1 \
    of them wrong; 1 hint.
    Report: longest search, 0 seconds: two solid green ovals, three open violet ovals, one \
    striped red oval.
    > a1
    Refused: The game is over: get ready for another.
    > score
    Score: you 4 points, 3 sets. 9 on the board, 0 in the deck.
    > history 7
    Earlier: New: no cards; the deck is empty.
    Earlier: Moved: A4 is now B2 one striped green diamond, B4 is now C2 one open red diamond.
    Earlier: Over: 4 points, 3 sets, 9 cards left; the deck is empty and no set is left. Type \
    ready for another game.
    Earlier: Report: 0 seconds of play.
    Earlier: Report: you: 3 sets, median time 0 seconds; fastest 0 seconds; 1 wrong set; 1 \
    deal, 1 of them wrong; 1 hint.
    Earlier: Report: longest search, 0 seconds: two solid green ovals, three open violet ovals, \
    one striped red oval.
    > quit
    Quit: goodbye. Final score: you 4 points, 3 sets.
    """
