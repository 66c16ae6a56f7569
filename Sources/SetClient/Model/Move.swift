import SetProtocol

/// What a player does at a table, whichever key, click or typed word said so.
package enum Move: Hashable, Sendable {
    /// Touch the card in a slot: pick it in one's own turn, mark it otherwise.
    case touch(slot: Int)
    /// Touch a card by its identity.
    case touchCard(Card)
    /// Say "I see a set", with the marked cards if there are three.
    case claim
    /// Say "I see a set" and name the cards in one breath.
    case claimCards([Card])
    /// Ask for three more cards.
    case deal
    /// Give up one's turn.
    case pass
    /// Ask for a hint.
    case hint
    /// Agree to start, to go on, or to what the opponent asks.
    case ready
    /// Ask for a new game.
    case new
    /// Ask for a pause.
    case pause
    /// Give the game up.
    case resign
    /// Say something to everybody at the table.
    case say(String)
    /// Take all private marks back, and one's picks in one's own turn.
    case clear
    /// Rearrange the cards on this player's own board.
    case shuffle
    /// Leave the table.
    case leave

    /// Whether it is about cards or claims, which a watcher has none of.
    var isForPlayers: Bool {
        switch self {
        case .touch, .touchCard, .claim, .claimCards: true
        case .deal, .pass, .hint, .ready, .new, .pause, .resign, .say, .clear, .shuffle, .leave:
            false
        }
    }

    /// Whether it asks the host for something, and so needs a connection.
    var needsHost: Bool {
        switch self {
        case .touch, .touchCard, .claim, .claimCards, .deal, .pass, .hint, .ready, .new, .pause,
            .resign, .say:
            true
        case .clear, .shuffle, .leave: false
        }
    }
}

/// What a client wants done in answer to an event, in order.
package enum ClientEffect: Hashable, Sendable {
    /// Say something to the host.
    case send(ClientMessage)
    /// Draw the player's attention, if the terminal is not looked at.
    case alert
    /// The connection is over, or the player has left.
    case quit
}
