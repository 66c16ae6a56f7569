import SetProtocol

/// How a client's session at a host ended.
package struct SessionEnd: Hashable, Sendable {
    /// What kind of ending it was, as far as an exit code tells.
    package enum Kind: Hashable, Sendable {
        /// The player left, or the game is over and nothing more is wanted.
        case left
        /// The host said goodbye.
        case dismissed
        /// The host did not let us in or threw us out.
        case refused
        /// The host speaks another protocol.
        case otherProtocol
        /// The connection is gone.
        case lost
        /// A signal ended the program.
        case signal(Int32)
    }

    /// What kind of ending it was.
    package var kind: Kind
    /// What the player is told; `nil` when there is nothing to tell.
    package var message: String?

    /// An ending.
    package init(_ kind: Kind, _ message: String? = nil) {
        self.kind = kind
        self.message = message
    }
    /// What becomes of a session whose terminal cannot be used: a terminal that is gone ends it as the signal
    /// of that does, for whichever of the two is noticed first.
    package init(_ error: TerminalError) {
        switch error {
        case .hungUp: self.init(.signal(Signal.hangUp.number))
        case .notATerminal, .system: self.init(.lost, error.sentence)
        }
    }
}
