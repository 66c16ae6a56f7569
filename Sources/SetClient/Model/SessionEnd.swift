import SetProtocol

package struct SessionEnd: Equatable, Sendable {
    /// What decides the exit code.
    package enum Kind: Equatable, Sendable {
        /// The player left, or is done after a game.
        case left
        case dismissed
        /// The host did not admit the client, or expelled it.
        case refused
        case otherProtocol
        case lost
        case signal(Int32)
    }

    package var kind: Kind
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
