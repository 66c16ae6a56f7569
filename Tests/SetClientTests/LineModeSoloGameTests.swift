import SetClient
import SetProtocol
import SetTestSupport
import Testing

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
    return printed
}

@Suite struct LineModeSoloGames {
    private let deck = [
        "3331", "2111", "3122", "3212", "3132", "3221", "2312", "3333", "1121", "1122", "1321",
        "2233", "1232", "2131", "1132", "3232", "1131", "3313",
    ]

    @Test("A whole solo game can be followed in line mode")
    func whole() throws {
        let typed = [
            "", "b2", "B2", "a1", "a2", "a3", "", "a2", "c1 c2 d2", "", "a2", "a2", "deal",
            "a1 d2 d3", "a1", "board", "say well", "hint", "deal", "b2, b3, d3", "a1", "score",
            "history 6", "quit",
        ]
        let printed = try transcript(deck: deck, typing: typed)
        expectPicture(printed.joined(separator: "\n"), printedGame)
    }
}

/// The whole game as it is printed.
private let printedGame = """
    Table: K7M2QX, a solo game.
    Rules: the default rules for a solo game.
    Theme: classic: diamonds, squiggles, and ovals; solid, striped, and open; red, green, and \
    violet.
    Help: type help for all commands, or press enter for the current state.
    Start: game 1, 12 cards on the board, 6 in the deck.
    Board: 12 cards, 6 in the deck, 0 found.
    Row A: A1 three open red ovals; A2 two solid red diamonds; A3 three striped green \
    diamonds.
    Row B: B1 three solid green squiggles; B2 three open green diamonds; B3 three striped red \
    squiggles.
    Row C: C1 two solid green ovals; C2 three open violet ovals; C3 one striped red diamond.
    Row D: D1 one striped green diamond; D2 one striped red oval; D3 two open violet \
    squiggles.
    >
    Now: no card is picked. You can: card names to pick, deal, hint, board, new, quit.
    > b2
    Pick: you picked B2 three open green diamonds, 1 of 3.
    > B2
    Unpick: you took back B2 three open green diamonds.
    > a1
    Pick: you picked A1 three open red ovals, 1 of 3.
    > a2
    Pick: you picked A2 two solid red diamonds, 2 of 3.
    > a3
    No match: you picked A1 three open red ovals, A2 two solid red diamonds, A3 three striped \
    green diamonds, 2 points lost: number: three twice, two once; shape: two diamonds, one \
    oval; color: two red, one green.
    Score: minus 2 points.
    >
    Now: the last three cards were not a set. You can: card names to pick, deal, hint, board, \
    new, quit.
    > a2
    Cleared: A1, A2, and A3 no longer picked.
    Pick: you picked A2 two solid red diamonds, 1 of 3.
    > c1 c2 d2
    Unpick: you took back A2 two solid red diamonds.
    Pick: you picked C1 two solid green ovals, 1 of 3.
    Pick: you picked C2 three open violet ovals, 2 of 3.
    Match: you took C1 two solid green ovals, C2 three open violet ovals, D2 one striped red \
    oval for 3 points: number all different, shape all same, shading all different, color all \
    different.
    Score: 1 point.
    >
    Now: a set is shown until you name a card or deal. You can: card names to pick, deal, \
    hint, board, new, quit.
    > a2
    New: C1 one open green squiggle, C2 two open red diamonds, D2 one open green diamond; 3 \
    in the deck.
    Pick: you picked A2 two solid red diamonds, 1 of 3.
    > a2
    Unpick: you took back A2 two solid red diamonds.
    > deal
    Deal: you dealt 3 cards to a board with 1 set, 2 points lost.
    New: E1 three open green squiggles, E2 one open red diamond, E3 three solid violet ovals; \
    0 in the deck.
    Score: minus 1 point.
    > a1 d2 d3
    Pick: you picked A1 three open red ovals, 1 of 3.
    Pick: you picked D2 one open green diamond, 2 of 3.
    Match: you took A1 three open red ovals, D2 one open green diamond, D3 two open violet \
    squiggles for 3 points: number all different, shape all different, shading all same, \
    color all different.
    Score: 2 points.
    > a1
    New: no cards; the deck is empty.
    Moved: E1 is now A1 three open green squiggles, E2 is now D2 one open red diamond, E3 is \
    now D3 three solid violet ovals.
    Empty: E1, E2, and E3.
    > board
    Board: 12 cards, 0 in the deck, 6 found.
    Row A: A1 three open green squiggles; A2 two solid red diamonds; A3 three striped green \
    diamonds.
    Row B: B1 three solid green squiggles; B2 three open green diamonds; B3 three striped red \
    squiggles.
    Row C: C1 one open green squiggle; C2 two open red diamonds; C3 one striped red diamond.
    Row D: D1 one striped green diamond; D2 one open red diamond; D3 three solid violet ovals.
    > say well
    Chat: you: well
    > hint
    Hint: B2 three open green diamonds is part of a set.
    Hint: you were shown 1 card of a set, 1 point lost.
    Score: 1 point.
    > deal
    Refused: The deck is empty: use the cards on the board.
    > b2, b3, d3
    Pick: you picked B2 three open green diamonds, 1 of 3.
    Pick: you picked B3 three striped red squiggles, 2 of 3.
    Match: you took B2 three open green diamonds, B3 three striped red squiggles, D3 three \
    solid violet ovals for 3 points: number all same, shape all different, shading all \
    different, color all different.
    Score: 4 points.
    New: no cards; the deck is empty.
    Moved: D1 is now B2 one striped green diamond, D2 is now B3 one open red diamond.
    Empty: D1, D2, and D3.
    Over: 4 points, 3 sets, 9 cards left; the deck is empty and no set is left. Type ready \
    for another game.
    Report: 0 seconds of play.
    Report: you: 3 sets, median time 0 seconds; fastest 0 seconds; 1 wrong claim; 1 deal, 1 \
    with a set on the board; 1 hint.
    Report: hardest set, 0 seconds: two solid green ovals, three open violet ovals, one \
    striped red oval.
    Report: missed 1 set; it was on the board for 0 seconds when you dealt: one open green \
    diamond, two open violet squiggles, three open red ovals.
    > a1
    Refused: The game is over. Say ready to play again.
    > score
    Score: you 4 points, 3 sets. 9 on the board, 0 in the deck, 9 found.
    > history 6
    Earlier: Empty: D1, D2, and D3.
    Earlier: Over: 4 points, 3 sets, 9 cards left; the deck is empty and no set is left. Type \
    ready for another game.
    Earlier: Report: 0 seconds of play.
    Earlier: Report: you: 3 sets, median time 0 seconds; fastest 0 seconds; 1 wrong claim; 1 \
    deal, 1 with a set on the board; 1 hint.
    Earlier: Report: hardest set, 0 seconds: two solid green ovals, three open violet ovals, \
    one striped red oval.
    Earlier: Report: missed 1 set; it was on the board for 0 seconds when you dealt: one open \
    green diamond, two open violet squiggles, three open red ovals.
    > quit
    Quit: goodbye.
    """
