import SetProtocol

/// What a player does at a table, by key, click, or typed word.
package enum Move: Equatable, Sendable {
    /// Pick the card in a slot during this player's turn, mark it otherwise.
    case touch(slot: Int)
    case touchCard(Card)
    /// Claim, with the marked cards if there are three.
    case claim
    case claimCards([Card])
    case deal
    case pass
    case hint
    /// Agree to start or to resume.
    case ready
    case answer(Bool)
    case new
    case pause
    case resign
    case say(String)
    /// Wait for a seat among the watchers, or no longer.
    case queue
    /// Take back all marks, and this player's picks.
    case clear
    case shuffle
    case leave

    /// Whether it touches cards or claims, which watchers cannot.
    var isForPlayers: Bool {
        switch self {
        case .touch, .touchCard, .claim, .claimCards: true
        case _: false
        }
    }

    var needsHost: Bool {
        switch self {
        case .clear, .shuffle, .leave: false
        case _: true
        }
    }
}

/// What a screen wants done, in order.
package enum ScreenEffect<Outcome: Sendable>: Sendable {
    case send(ClientMessage)
    /// Get the player's attention if the window has no focus and the settings allow it.
    case alert
    case save(StoredSettings)
    /// Put a line on the clipboard of the terminal.
    case copy(String)
    /// Give the terminal back.
    case done(Outcome)
}

extension ScreenEffect: Equatable where Outcome: Equatable {}

/// What a client at a table wants done.
package typealias ClientEffect = ScreenEffect<SessionEnd>

extension ClientEffect {
    package static var quit: ClientEffect { .done(SessionEnd(.left)) }
}
