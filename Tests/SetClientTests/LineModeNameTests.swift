import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite struct LineModeNames {
    @Test(
        "Slot names count the columns of the keyboard's three rows of letters",
        arguments: [
            (0, "A1"), (1, "B1"), (2, "C1"), (3, "A2"), (11, "C4"), (12, "A5"), (20, "C7"),
            (77, "C26"), (78, "A27"), (80, "C27"),
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
            "", "a", "1", "a0", "d1", "a28", "c99", "1a", "ab1", "aa4", "ba1", "zz3", "aaa1", "a1 ",
            "\u{212A}1", "é1", "a١", "@1", "[1", "`1", "{1",
        ])
    func refused(text: String) {
        #expect(SlotName(text) == nil)
    }

    @Test("Cards keep their slot names after a deal and a replaced set")
    func stable() throws {
        var duel = try LineModeDuel()
        let before = duel.lines("what a1 b2 c4")
        let fresh = ["1131", "1221", "3312"].compactMap(Card.init(code:))
        _ = duel.publish(.dealt(.second, fresh, setsBefore: 0, points: 1)) { $0.cards += fresh }
        #expect(duel.lines("what a1 b2 c4") == before)
        #expect(duel.lines("what a5") == ["Card: A5 one open red diamond."])
        _ = duel.publish(.refilled(["1111", "1112"].compactMap(Card.init(code:)))) { state in
            state.cards[1] = Card(code: "1111")
            state.cards[2] = Card(code: "1112")
        }
        #expect(duel.lines("what a1 b2 c4") == before)
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
                "Moved: A4 is now A1 one striped green diamond, C4 is now B2 two open violet squiggles.",
            ])
    }

    @Test(
        "A card's name in line mode is the row and column of its key on the screen",
        arguments: Keyboard.builtIn)
    func keys(keyboard: Keyboard) throws {
        let keys = CardKeys.keys(keyboard)
        for (row, letters) in keyboard.rows.dropFirst().enumerated() {
            for (column, key) in letters.prefix(7).enumerated() {
                let name = try #require(LineModeRequest.Name(String(key), keyboard))
                let slot = try #require(name.slot)
                #expect(
                    SlotName(slot: slot).description
                        == "\(SlotName.letter(ofRow: row))\(column + 1)")
                #expect(keys[slot] == key)
            }
        }
    }

    @Test(
        "Keys typed in line mode name the cards that they are on the screen",
        arguments: [
            ("q w e", ["A1", "A2", "A3"]), ("r F v", ["A4", "B4", "C4"]),
            ("claim q,a,z", ["A1", "B1", "C1"]), ("a1 s C3", ["A1", "B2", "C3"]),
        ])
    func typedKeys(line: String, names: [String]) throws {
        var duel = try LineModeDuel()
        let cards = try names.map(LineModeDuel.card)
        #expect(duel.sent(line) == [.claim(Claim(board: BoardNumber(0), cards: cards))])
    }

    @Test("A letter alone is a command where it is one, and a card's key otherwise")
    func oneLetter() throws {
        var duel = try LineModeDuel()
        #expect(duel.lines("w") == ["Marks: A2 three solid green squiggles."])
        #expect(duel.lines("y") == ["Refused: There is no question to answer."])
        #expect(
            duel.lines("t") == [
                "Refused: There is no card T: rows are A, B, and C, with 4 cards each."
            ])
    }
}
