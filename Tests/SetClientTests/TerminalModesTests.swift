import SetTestSupport
import Testing

@testable import SetClient

@Suite struct TerminalModeBytes {
    private static let all = [true, false].flatMap { mouse in
        [nil, "set-duel - your turn"].map { TerminalModes(reportsMouse: mouse, title: $0) }
    }

    @Test("The bytes for leaving undo everything that entering turned on", arguments: all)
    func leaveUndoesEnter(modes: TerminalModes) throws {
        var terminal = ReferenceTerminal(Size(80, 24))
        try terminal.feed(modes.enterBytes)
        #expect(terminal.modes.isSuperset(of: [1004, 1049, 2004]))
        #expect(terminal.modes.isDisjoint(with: [7, 25, 1003, 2026]))
        #expect(terminal.modes.contains(1000) == modes.reportsMouse)
        #expect(terminal.keyboardFlags == [7])
        #expect(terminal.title == modes.title ?? "shell")

        // The worst moment: in the middle of a frame, in color, with reports switched on later.
        try terminal.feed(
            TerminalModes.colorSchemeReportsOn + TerminalModes.titleBytes("other")
                + Array("\u{1B}[?2026h\u{1B}[1;7;31;44m".utf8))
        try terminal.feed(TerminalModes.leaveBytes)
        #expect(terminal.modes == [7, 25])
        #expect(terminal.keyboardFlags == [])
        #expect(terminal.pen == .standard)
        #expect(terminal.title == "shell")
        #expect(terminal.savedTitles == [])
    }

    @Test("The bytes of entering and leaving are these")
    func literal() {
        func readable(_ bytes: [UInt8]) -> String {
            String(decoding: bytes, as: UTF8.self).replacing("\u{1B}[", with: " ")
        }
        #expect(
            readable(TerminalModes().enterBytes)
                == " ?1049h 22;0t ?25l ?7l ?1000h ?1006h ?1004h ?2004h >7u 2J")
        #expect(
            readable(TerminalModes.leaveBytes)
                == " ?2026l ?2031l <u ?1003l ?1002l ?1000l ?1006l ?1004l ?2004l 0m 2J H ?7h ?25h"
                + " ?1049l 23;0t")
        #expect(readable(TerminalModes(isConsole: true).enterBytes) == " ?1049h ?25l ?7l 2J")
    }

    @Test("The bytes for a title contain no control characters")
    func title() {
        let bytes = TerminalModes.titleBytes("a\u{7}b\u{1B}]0;c\u{9C}\n語")
        #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}]2;ab]0;c語\u{7}")
    }
}
