import SetProtocol

/// Why the named cards cannot be used.
enum CardNameError: Error, Equatable, Sendable {
    case wrongNumber(expected: String)
    case notAName(String)
    /// The board has fewer cards.
    case noSuchPlace(String, on: Int)
    case faceDown(SlotName)
    case namedTwice
    /// Other cards have come there since the player began to type.
    case changed([String])
    /// No card can be touched now.
    case refused(Refusal)

    var sentence: String {
        switch self {
        case .wrongNumber(let expected): "\(expected)."
        case .notAName(let word):
            "Unknown card \(SafeText.sanitized(word, limit: 20)): use a name such as B2."
        case .noSuchPlace(let name, on: 0): "There is no card \(name): the board is empty."
        case .noSuchPlace(let name, on: let count):
            "There is no card \(name): rows are A, B, and C, with "
                + "\((count + SlotName.rows - 1) / SlotName.rows) cards each."
        case .faceDown(let name): "Card \(name) is face down."
        case .changed(let cards) where cards.count == 1:
            "This card is new: \(cards[0]). Type that again to name it."
        case .changed(let cards):
            "These cards are new: \(cards.joined(separator: "; ")). Type that again to name them."
        case .namedTwice: Refusal.sameCardTwice.sentence
        case .refused(let refusal): refusal.sentence
        }
    }
}
