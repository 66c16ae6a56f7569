import SetProtocol

/// What a set earned apart from its plain points.
struct SetEarnings: Hashable, Sendable {
    /// The points for speed.
    var speed = 0
    /// The points lost to a board of more than twelve cards.
    var crowding = 0
    /// The number of cards on that board.
    private var cards = 0

    /// Nothing if the set has left the board, because its points depend on the number of cards there.
    init(_ points: Int, for trio: Trio, on cards: [Card?], _ rules: Rules) {
        guard trio.cards.allSatisfy(cards.contains) else { return }
        let base = rules.setPoints(among: cards.count)
        (speed, crowding, self.cards) = (points - base, rules.setPoints - base, cards.count)
    }

    init() {}

    /// The words to add to the points.
    func words(including: String) -> String {
        (speed > 0 ? ", \(including)\(speed) for speed" : "")
            + (crowding > 0 ? ", \(crowding) less for \(cards) cards" : "")
    }
}
