import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// How long it takes to hear what came of a claim.
@Suite struct LineModeClaims {
    /// The lines for a set named at once, from the granted claim to the verdict.
    private func told(
        _ names: String..., by seat: Seat, isTurn: Bool = false, event: (Trio) -> TableEvent
    ) throws -> [String] {
        var duel = try LineModeDuel(verbosity: .mine)
        let cards = try names.map(LineModeDuel.card)
        let trio = try #require(Trio(cards))
        var lines: [String] = []
        if isTurn { _ = duel.give(seat, .answer) }
        if seat == .first {
            let sent = duel.sent(names.joined(separator: " "))
            #expect(!sent.isEmpty)
        }
        if !isTurn { lines += duel.give(seat, .claim) }
        for count in 1...2 {
            lines += duel.publish(.picked(seat, cards[count - 1])) { state in
                state.selection = Selection(
                    seat: seat, cards: Array(cards.prefix(count)), verdict: .undecided)
            }
        }
        lines += duel.publish(event(trio)) { state in
            state.players[seat]?.points = trio.isSet ? 4 : -2
            state.phase = trio.isSet ? .open : .turn
            state.selection = Selection(
                seat: seat, cards: cards, verdict: trio.isSet ? .match : .mismatch)
            state.turn =
                trio.isSet
                ? nil
                : Turn(
                    seat: seat.opponent, reason: .answer,
                    countdown: Countdown(remaining: .seconds(10), total: .seconds(10)))
        }
        return lines
    }

    private func words(_ lines: [String]) -> Int {
        lines.joined(separator: " ").split(separator: " ").count
    }

    @Test("More cards get an answer while three are being judged")
    func waiting() throws {
        var duel = try LineModeDuel()
        _ = duel.give(.first, .claim)
        #expect(duel.sent("A1 A2 B3").count == 3)
        #expect(duel.lines("C1") == ["Wait: three cards are being judged."])
        #expect(duel.sent("C1").isEmpty)
    }

    @Test(
        "A claim that names a set is answered by one result and one score",
        arguments: [false, true])
    func found(isTurn: Bool) throws {
        let lines = try told("A3", "B3", "B4", by: .first, isTurn: isTurn) {
            .setFound(.first, $0, points: 4)
        }
        #expect(
            lines == [
                "Set: you, 4 points, including 1 for speed. Number, shading, and color differ.",
                "Score: you 4, Bob 0.",
            ])
        #expect(words(lines) <= 25)
    }

    @Test("A claim that names three wrong cards is answered in at most 25 words, the result first")
    func wrong() throws {
        let lines = try told("A1", "B1", "C1", by: .first) { .mismatch(.first, $0, points: -2) }
        #expect(
            lines == [
                "Wrong: you, minus 2. Number: 3, 2, 3. Also wrong: shape and color.",
                "Score: you minus 2, Bob 0.", "Turn: Bob's, 10 seconds.",
            ])
        #expect(words(lines) <= 25)
    }

    @Test("The other player's claim is described in at most 25 words")
    func other() throws {
        let found = try told("A3", "B3", "B4", by: .second) { .setFound(.second, $0, points: 4) }
        #expect(
            found == [
                "Turn: Bob claimed, 5 seconds.",
                "Set: Bob, 4 points, including 1 for speed: A3, B3, and B4.",
                "Score: you 0, Bob 4.",
            ])
        #expect(words(found) <= 25)
    }

    @Test("No three cards of the deck take more than 25 words to be told wrong")
    func every() throws {
        let narrator = Narrator(
            seat: .first, names: PerSeat(first: "Ann", second: "Bob"), theme: .classic,
            background: .dark)
        let deck = Card.all
        for first in deck.prefix(3) {
            for second in deck where second != first {
                for third in deck where third != first && third != second {
                    guard let trio = Trio([first, second, third]), !trio.isSet else { continue }
                    let line = narrator.sentence(for: .mismatch(.first, trio, points: -2)) ?? ""
                    // The score has six words, the other's turn four.
                    #expect(words([line]) + 10 <= 25, "\(line)")
                }
            }
        }
    }

    @Test("Single picks are still told one by one")
    func single() throws {
        var duel = try LineModeDuel()
        #expect(duel.sent("claim") != [])
        #expect(duel.give(.first, .claim) == ["Turn: yours, 5 seconds."])
        let card = try LineModeDuel.card("B1")
        #expect(duel.publish(.picked(.first, card)).count == 1)
    }

    @Test("Cards that were no set are not called so on the board")
    func afterMismatch() throws {
        var duel = try LineModeDuel()
        let trio = try LineModeDuel.trio("A1", "B1", "C1")
        _ = duel.publish(.mismatch(.second, trio, points: -2)) { state in
            state.selection = Selection(seat: .second, cards: trio.cards, verdict: .mismatch)
        }
        #expect(!duel.lines("board").joined().contains("Bob"))
    }

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
