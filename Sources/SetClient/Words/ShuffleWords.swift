import SetProtocol

extension ShuffleCheck.Finding {
    var sentence: String {
        switch self {
        case .kept: "Shuffle verified: the deck never changed."
        case .unverified: "You did not see enough to verify the shuffle."
        case .broken(.hidden): "The host hid cards while the game went on."
        case .broken(.promisedTwice): "The host changed its shuffle commitment during the game."
        case .broken(.promisedLate): "The host committed to its deck only after it had dealt cards."
        case .broken(.revealedEarly): "The host revealed its deck during the game."
        case .broken(.anotherDeck): "The deck does not match the host's commitment."
        case .broken(.incomplete): "The host's deck is not complete."
        case .broken(.dealtOtherwise): "The host dealt cards that do not match its deck."
        case .broken(.reused): "The host used a deck again whose order was already known."
        }
    }

    /// What is added to the course of a game; `nil` for a fault, which is told in a sentence.
    var phrase: String? {
        switch self {
        case .kept: "shuffle verified"
        case .unverified: "shuffle not verified"
        case .broken: nil
        }
    }
}
