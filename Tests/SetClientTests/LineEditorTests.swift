import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Typing in line mode")
struct LineEditorTests {
    @Test("Typed letters are shown, and enter ends a line")
    func lines() {
        var editor = LineEditor()
        #expect(editor.receive(Array("a1 b".utf8)).echo == "a1 b")
        #expect(editor.text == "a1 b")
        let (echo, lines) = editor.receive(Array("2\ndeal\n".utf8))
        #expect(echo == "2\ndeal\n")
        #expect(lines == ["a1 b2", "deal"])
        #expect(editor.text.isEmpty)
    }

    @Test("Backspace and control-U and -W edit as a terminal does; control-D types quit")
    func editing() {
        var editor = LineEditor()
        #expect(editor.receive(Array("say hi\u{7F}".utf8)).echo == "say hi\u{8} \u{8}")
        #expect(editor.text == "say h")
        _ = editor.receive([0x17])
        #expect(editor.text == "say ")
        _ = editor.receive([0x15])
        #expect(editor.text.isEmpty)
        #expect(editor.receive([0x7F]).echo.isEmpty)
        #expect(editor.receive([0x04]).lines == ["quit"])
        _ = editor.receive(Array("x".utf8))
        #expect(editor.receive([0x04]).lines.isEmpty)
    }

    @Test("Keys without a letter leave no trace in the typed text")
    func sequences() {
        var editor = LineEditor()
        for bytes in ["\u{1B}[A", "\u{1B}[1;5C", "\u{1B}", "\t", "\u{1B}OP"] {
            #expect(editor.receive(Array(bytes.utf8)).echo.isEmpty)
        }
        _ = editor.receive(Array("é".utf8.prefix(1)))
        _ = editor.receive(Array("é".utf8.dropFirst()))
        #expect(editor.text == "é")
    }

    @Test("An event does not break the line that is being typed")
    func interrupted() {
        var editor = LineEditor()
        #expect(editor.interrupted(by: "Turn: Bob claimed.", columns: 80) == "Turn: Bob claimed.\n")
        _ = editor.receive(Array("a1 d".utf8))
        #expect(
            editor.interrupted(by: "Turn: Bob claimed.", columns: 80)
                == "\r    \rTurn: Bob claimed.\na1 d")
        // Text that has wrapped stays where it is.
        #expect(editor.interrupted(by: "Turn.", columns: 4) == "\nTurn.\na1 d")
    }
}
