import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// How typed lines are parsed; ``LineModeSceneTests`` covers what they do at a table.
@Suite("Typing in line mode") struct LineModeTypingTests {
    @Test("Every command is answered before there is a table")
    func commands() {
        for command in TableCommand.typed {
            var client = LineModeClient()
            #expect(!client.read(command.name, at: .zero).lines.isEmpty)
        }
        var client = LineModeClient()
        #expect(client.read("", at: .zero).lines == ["Now: waiting for the host."])
        #expect(
            client.read("a1", at: .zero).lines == ["Refused: \(Refusal.waitingForReady.sentence)"])
    }

    @Test("A letter of a row and a number name one of 81 slots")
    func names() {
        let names = [
            (0, "A1"), (1, "B1"), (2, "C1"), (3, "A2"), (11, "C4"), (12, "A5"), (20, "C7"),
            (77, "C26"), (78, "A27"), (80, "C27"),
        ]
        for (slot, name) in names { #expect(SlotName(slot: slot).description == name) }
        for slot in 0...80 {
            let name = SlotName(slot: slot)
            #expect(SlotName(name.description) == name)
            #expect(SlotName(name.description.lowercased()) == name)
        }
        for text in [
            "", "a", "1", "a0", "d1", "a28", "c99", "1a", "ab1", "aa4", "ba1", "zz3", "aaa1", "a1 ",
            "\u{212A}1", "é1", "a١", "@1", "[1", "`1", "{1",
        ] {
            #expect(SlotName(text) == nil)
        }
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
}
