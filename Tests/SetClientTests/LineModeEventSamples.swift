import SetClient
import SetProtocol
import Testing

// MARK: - Cards

extension LineModeEvents {
    static func cards() throws -> [Sample] {
        try turns() + verdicts() + boards + piles
    }

    private static func turns() throws -> [Sample] {
        let card = try LineModeDuel.card("B1")
        return [
            Sample(
                event: .claimed(.second),
                change: { state in
                    state.phase = .turn
                    state.turn = Turn(
                        seat: .second, reason: .claim,
                        countdown: Countdown(remaining: .milliseconds(4990), total: .seconds(5)))
                }, lines: ["Turn: Bob claimed, 5 seconds."]),
            Sample(
                event: .picked(.second, card),
                change: { state in
                    state.selection = Selection(seat: .second, cards: [card], verdict: .undecided)
                }, lines: ["Pick: Bob picked B1 two solid red diamonds, 1 of 3."]),
            Sample(
                event: .unpicked(.second, card, points: -1),
                lines: ["Unpick: Bob unpicked B1 two solid red diamonds and lost 1 point."]),
            Sample(
                event: .timedOut(.second, .claim, points: -2),
                change: { $0.players.second?.points = -2 },
                lines: [
                    "Time is up: Bob found no set and lost 2 points.",
                    "Score: you 0, Bob minus 2.",
                ]),
            Sample(
                event: .passed(.second, .grace, points: 0), lines: ["Pass: Bob passed."]),
        ]
    }

    private static func verdicts() throws -> [Sample] {
        let (match, mismatch) = (
            try LineModeDuel.trio("A3", "B3", "B4"), try LineModeDuel.trio("A1", "B1", "C1")
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
                    "Set: Bob, 5 points, including 2 for speed: A3, B3, and B4.",
                    "Score: you 0, Bob 5.",
                ]),
            Sample(
                event: .mismatch(.second, mismatch, points: 0),
                lines: [
                    "Wrong: Bob, no points lost: A1, B1, and C1. Number: 3, 2, 3. "
                        + "Also wrong: shape and color."
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
                    "Start: game 2.",
                    "Board: 4 cards, 69 in the deck.",
                    "Row A: A1 three open red ovals; A2 three solid green squiggles.",
                    "Row B: B1 two solid red diamonds.",
                    "Row C: C1 three striped green diamonds.",
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
                    "Turn: yours, 7 seconds; a mistake costs nothing.",
                    "Deal: Bob dealt, minus 2. There were 2 sets.",
                    "New: A5 one open red diamond, B5 one striped red squiggle, "
                        + "C5 three solid green ovals.",
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
                    "New: A3 one open red diamond, B3 one striped red squiggle, "
                        + "B4 three solid green ovals."
                ]),
            Sample(
                event: .hinted(.second, shown: 2, points: -1),
                lines: ["Hint: Bob was shown 2 cards of a set and lost 1 point."]),
        ]
    }
}
