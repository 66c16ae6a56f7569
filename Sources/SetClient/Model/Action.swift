import SetProtocol

/// What a player wants, whichever key, click or typed word said so.
public indirect enum Action: Hashable, Sendable {
    /// Touch the card in a slot: pick it in one's own turn, mark it otherwise.
    case touch(slot: Int)
    /// Touch a card by its identity.
    case touchCard(Card)
    /// Move the cursor to a slot.
    case point(slot: Int)
    /// Touch the card under the cursor.
    case touchPointed
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
    /// Give the game up, after a question.
    case resign
    /// Say something to everybody at the table.
    case say(String)
    /// Take all private marks back, and one's picks in one's own turn.
    case clear
    /// Show or hide an overlay.
    case show(Overlay)
    /// Show a sheet from another row on.
    case scroll(to: Int)
    /// Close what is open, answer a question with no, or clear the marks; after a game hide the
    /// report or bring it back.
    case cancel
    /// Answer a question with yes.
    case confirm
    /// Change what is being typed.
    case type(DraftEdit)
    /// Use a theme, by its place in the list; the place after the last one is the random choice.
    case useTheme(Int)
    /// Be told how a theme is edited, which is not done at a table.
    case editTheme
    /// Work on the form of settings.
    case set(SettingsEdit)
    /// Switch the colour-blind palette on or off.
    case toggleColorBlind
    /// Use the next level of motion.
    case nextMotion
    /// Rearrange the cards on this player's own board.
    case shuffle
    /// Point at the row of the menu, or at the answer to a question, that does something.
    case consider(Action)
    /// Close what lies over the table and do what was chosen there.
    case choose(Action)
    /// Leave the table, after a question while a duel is running.
    case quit
    /// Leave the table at once.
    case leave
}

/// Something shown over the table.
public enum Overlay: Hashable, Sendable {
    /// The keys and what they do.
    case help
    /// The rules of this table.
    case rules
    /// The themes to choose from.
    case themes
    /// The settings, all of them.
    case settings
    /// The line in which a message is being typed.
    case chat
    /// Everything that can be done now, to be chosen from.
    case menu
    /// A question that wants yes or no.
    case question(Question)
}

/// What a player is asked before it is done.
public enum Question: Hashable, Sendable {
    /// Whether to leave a running duel.
    case quit
    /// Whether to give the game up.
    case resign
    /// Whether to begin another game in the middle of one, where nobody else need agree.
    case new
    /// Whether to close the table that somebody else still sits at.
    case close
}

/// One change of the line that is being typed.
public enum DraftEdit: Hashable, Sendable {
    /// Add text at the end.
    case insert(String)
    /// Take the last character away.
    case deleteBackward
    /// Send the line.
    case submit
}

/// What a client wants done in answer to an event, in order.
public enum ClientEffect: Hashable, Sendable {
    /// Say something to the host.
    case send(ClientMessage)
    /// Draw the player's attention, if the terminal is not looked at.
    case alert
    /// Keep some settings for the next start.
    case save(StoredSettings)
    /// End the program politely.
    case quit
}
