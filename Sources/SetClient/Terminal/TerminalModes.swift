import SetProtocol

/// What is switched on in a terminal for the game, and the bytes that do it and undo it.
package struct TerminalModes: Equatable, Sendable {
    /// Whether clicks come to the game; without, the terminal's own selection of text works.
    package var reportsMouse = true
    /// The window's title; `nil` leaves the shell's.
    package var title: String?
    /// Whether the terminal is a mere console, to which nothing is said that it cannot know: no
    /// clicks, focus, pastes, keyboard flags or titles.
    package var isConsole = false

    /// The bytes that enter: alternate screen first, so that whatever a terminal makes of the rest
    /// is wiped away by the clearing at the end.
    package var enterBytes: [UInt8] {
        if isConsole { return Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J".utf8) }
        var text = "\u{1B}[?1049h\u{1B}[22;0t\u{1B}[?25l\u{1B}[?7l"
        // Presses and releases only: reports of every motion would flood a slow link.
        if reportsMouse { text += "\u{1B}[?1000h\u{1B}[?1006h" }
        // Keys: without ambiguity, with their releases, and with their place on a US keyboard.
        text += "\u{1B}[?1004h\u{1B}[?2004h\u{1B}[>7u"
        return Array(text.utf8) + (title.map(Self.titleBytes) ?? []) + Array("\u{1B}[2J".utf8)
    }

    /// The bytes that leave, whatever was entered.
    ///
    /// The keyboard's flags go before the alternate screen, because terminals keep them per screen.
    /// The screen is cleared for terminals without an alternate one. A crash uses the same bytes,
    /// so they depend on nothing.
    package static let leaveBytes = Array(
        ("\u{1B}[?2026l\u{1B}[?2031l\u{1B}[<u\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l"
            + "\u{1B}[?1006l\u{1B}[?1004l\u{1B}[?2004l\u{1B}[0m\u{1B}[2J\u{1B}[H"
            + "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l\u{1B}[23;0t").utf8)

    /// The bytes that switch reports of dark and light on later, once they are known to exist.
    package static let colorSchemeReportsOn = Array("\u{1B}[?2031h".utf8)

    package static let bellBytes: [UInt8] = [0x07]

    /// Puts a text on the clipboard (OSC 52).
    static func copyBytes(_ text: String) -> [UInt8] {
        Array("\u{1B}]52;c;".utf8) + KittyGraphics.base64(Array(text.utf8)) + [0x07]
    }

    /// The bytes that set the window's title; control characters are left out of it.
    package static func titleBytes(_ title: String) -> [UInt8] {
        let safe = String(
            title.unicodeScalars.filter { $0.columns > 0 }.prefix(120).map(Character.init))
        return Array("\u{1B}]2;\(safe)\u{7}".utf8)
    }
}
