import SetProtocol

/// How a client's session at a host ended.
package struct SessionEnd: Hashable, Sendable {
    /// What decides the exit code.
    package enum Kind: Hashable, Sendable {
        /// The player left, or is done after a game.
        case left
        /// The host said goodbye.
        case dismissed
        /// The host did not admit the client, or expelled it.
        case refused
        case otherProtocol
        case lost
        case signal(Int32)
    }

    package var kind: Kind
    /// The message for the player, if any.
    package var message: String?

    package init(_ kind: Kind, _ message: String? = nil) {
        self.kind = kind
        self.message = message
    }

    /// The end of a session whose terminal fails; one that hung up ends it like its signal, whichever
    /// is noticed first.
    package init(_ error: TerminalError) {
        switch error {
        case .hungUp: self.init(.signal(Signal.hangUp.number))
        case .notATerminal, .system: self.init(.lost, error.sentence)
        }
    }
}
