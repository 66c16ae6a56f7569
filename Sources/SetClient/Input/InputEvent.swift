/// Something that came in from a terminal.
package enum InputEvent: Equatable, Sendable {
    case key(Key)
    /// A key came up again; only some terminals tell.
    case keyUp(Key)
    case mouse(Mouse)
    /// The terminal's window gained or lost the keyboard.
    case focus(Bool)
    /// Pasted text without control characters but line feeds and tabs, cut at the decoder's limit.
    case paste(String)
    /// The terminal spoke of itself; never a player's doing.
    case report(TerminalReport)

    /// Whether it is a key that ends whatever is on the screen.
    var isInterrupt: Bool { if case .key(let key) = self { key.isInterrupt } else { false } }
}
