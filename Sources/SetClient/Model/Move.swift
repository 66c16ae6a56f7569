import SetProtocol

/// What a player does at a table, by key, click, or typed word.
package enum Move: Hashable, Sendable {
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
    /// Say yes or no to what the opponent asks for.
    case answer(Bool)
    case new
    case pause
    case resign
    case say(String)
    /// Take back all marks, and this player's picks.
    case clear
    /// Rearrange the cards for this player alone.
    case shuffle
    case leave

    /// Whether it touches cards or claims, which watchers cannot.
    var isForPlayers: Bool {
        switch self {
        case .touch, .touchCard, .claim, .claimCards: true
        case _: false
        }
    }

    /// Whether it needs a connection.
    var needsHost: Bool {
        switch self {
        case .clear, .shuffle, .leave: false
        case _: true
        }
    }
}

/// What a client wants done in answer to an input, in order.
package enum ClientEffect: Hashable, Sendable {
    case send(ClientMessage)
    /// Draw the player's attention if the terminal does not have the focus.
    case alert
    /// End the session.
    case quit
}
