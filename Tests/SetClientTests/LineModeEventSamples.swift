import SetClient
import SetProtocol
import Testing

// MARK: - Cards

extension LineModeEvents {
    static func cards() throws -> [Sample] {
        try turns() + verdicts() + boards + piles
    }

    private static func turns() throws -> [Sample] {
        let card = try LineModeDuel.card("A2")
        return [
            Sample(
                event: .claimed(.second),
                change: { state in
                    state.phase = .turn
                    state.turn = Turn(
                        seat: .second, reason: .claim,
                        countdown: Countdown(remaining: .milliseconds(4990), total: .seconds(5)))
                }, lines: ["Turn: Bob's, 5 seconds, to pick a set."]),
            Sample(
                event: .picked(.second, card),
                change: { state in
                    state.selection = Selection(seat: .second, cards: [card], verdict: .undecided)
                }, lines: ["Pick: Bob picked A2 two solid red diamonds, 1 of 3."]),
            Sample(
                event: .unpicked(.second, card, points: -1),
                lines: ["Unpick: Bob took back A2 two solid red diamonds, 1 point lost."]),
            Sample(
                event: .timedOut(.second, .claim, points: -2),
                change: { $0.players.second?.points = -2 },
                lines: [
                    "Time is up: Bob found no set, 2 points lost.",
                    "Score: you 0, Bob minus 2.",
                ]),
            Sample(
                event: .passed(.second, .grace, points: 0), lines: ["Pass: Bob passed."]),
        ]
    }

    private static func verdicts() throws -> [Sample] {
        let (match, mismatch) = (
            try LineModeDuel.trio("C1", "C2", "D2"), try LineModeDuel.trio("A1", "A2", "A3")
        )
        return [
            Sample(
                event: .setFound(.second, match, points: 5),
                change: { state in
                    state.players.second?.points = 5
                    state.selection = Selection(
                        seat: .second, cards: match.cards, verdict: .match)
                },
                lines: [
                    "Match: Bob took C1 two solid green ovals, C2 three open violet ovals, "
                        + "D2 one striped red oval for 5 points: number all different, "
                        + "shape all same, shading all different, color all different.",
                    "Score: you 0, Bob 5.",
                ]),
            Sample(
                event: .mismatch(.second, mismatch, points: 0),
                lines: [
                    "No match: Bob picked A1 three open red ovals, A2 two solid red diamonds, "
                        + "A3 three striped green diamonds: number: three twice, two once; "
                        + "shape: two diamonds, one oval; color: two red, one green."
                ]),
        ]
    }

    private static let fresh = ["1131", "1221", "3312"].compactMap(Card.init(code:))

    private static var boards: [Sample] {
        [
            Sample(
                event: .started,
                change: { state in
                    state.game = 2
                    state.cards = Array(LineModeDuel.board.prefix(4))
                },
                lines: [
                    "Start: game 2, 4 cards on the board, 69 in the deck.",
                    "Board: 4 cards, 69 in the deck, 0 found.",
                    "Row A: A1 three open red ovals; A2 two solid red diamonds; "
                        + "A3 three striped green diamonds.",
                    "Row B: B1 three solid green squiggles.",
                ]),
            Sample(
                event: .dealt(.second, fresh, setsBefore: 2, points: -2),
                change: { state in
                    state.cards += fresh
                    state.deck = 66
                    state.phase = .turn
                    state.players.second?.points = -2
                    state.turn = Turn(
                        seat: .first, reason: .grace,
                        countdown: Countdown(remaining: .seconds(7), total: .seconds(7)))
                },
                lines: [
                    "Deal: Bob dealt 3 cards to a board with 2 sets, 2 points lost.",
                    "New: E1 one open red diamond, E2 one striped red squiggle, "
                        + "E3 three solid green ovals; 66 in the deck.",
                    "Score: you 0, Bob minus 2.",
                    "Turn: yours, 7 seconds, because Bob dealt; a mistake costs nothing.",
                ]),
        ]
    }

    private static var piles: [Sample] {
        [
            Sample(
                event: .refilled(fresh),
                change: { state in
                    for (slot, card) in zip([6, 7, 10], fresh) { state.cards[slot] = card }
                    state.deck = 66
                },
                lines: [
                    "New: C1 one open red diamond, C2 one striped red squiggle, "
                        + "D2 three solid green ovals; 66 in the deck."
                ]),
            Sample(
                event: .hinted(.second, shown: 2, points: -1),
                lines: ["Hint: Bob was shown 2 cards of a set, 1 point lost."]),
        ]
    }
}
