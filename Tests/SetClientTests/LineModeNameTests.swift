import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite struct LineModeNames {
    @Test(
        "Slot names count three places to a row",
        arguments: [
            (0, "A1"), (1, "A2"), (2, "A3"), (3, "B1"), (11, "D3"), (12, "E1"), (20, "G3"),
            (77, "Z3"), (78, "AA1"), (80, "AA3"),
        ])
    func table(slot: Int, name: String) {
        #expect(SlotName(slot: slot).description == name)
    }

    @Test("Slot names are parsed in upper and lower case")
    func roundTrip() {
        for slot in 0...80 {
            let name = SlotName(slot: slot)
            #expect(SlotName(name.description) == name)
            #expect(SlotName(name.description.lowercased()) == name)
        }
    }

    @Test(
        "Words that are no slot names are rejected",
        arguments: [
            "", "a", "1", "a0", "a4", "a11", "1a", "ab1", "aa4", "ba1", "zz3", "aaa1", "a1 ",
            "\u{212A}1", "é1", "a١", "@1", "[1", "`1", "{1",
        ])
    func refused(text: String) {
        #expect(SlotName(text) == nil)
    }

    @Test("Cards keep their slot names after a deal and a replaced set")
    func stable() throws {
        var duel = try LineModeDuel()
        let before = duel.lines("what a1 b2 d3")
        let fresh = ["1131", "1221", "3312"].compactMap(Card.init(code:))
        _ = duel.publish(.dealt(.second, fresh, setsBefore: 0, points: 1)) { $0.cards += fresh }
        #expect(duel.lines("what a1 b2 d3") == before)
        #expect(duel.lines("what e1") == ["Card: E1 one open red diamond."])
        _ = duel.publish(.refilled(["1111", "1112"].compactMap(Card.init(code:)))) { state in
            state.cards[1] = Card(code: "1111")
            state.cards[2] = Card(code: "1112")
        }
        #expect(duel.lines("what a1 b2 d3") == before)
    }

    @Test("Line mode announces cards that moved to other slots")
    func moved() throws {
        var duel = try LineModeDuel()
        let lines = duel.publish(.refilled([])) { state in
            state.deck = 0
            state.cards[0] = state.cards[9]
            state.cards[4] = state.cards[11]
            state.cards.removeLast(3)
        }
        #expect(
            lines == [
                "New: no cards; the deck is empty.",
                "Moved: D1 is now A1 one striped green diamond, D3 is now B2 two open violet squiggles.",
                "Empty: D1, D2, and D3.",
            ])
    }
}
