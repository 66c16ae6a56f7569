import SetProtocol

/// What things are worth: pure arithmetic over the rules.
enum Scoring {
    /// The points for a set.
    ///
    /// Finding is easier among more cards, so each three above twelve take one point off, but never
    /// the last; a set found soon after the board changed earns more.
    ///
    /// - Parameters:
    ///   - cardsOnBoard: How many cards lay there, the set included.
    ///   - searchTime: From the last change of the board to the claim, or to the third pick where
    ///     nobody claims.
    static func set(cardsOnBoard: Int, searchTime: Duration, rules: Rules) -> Int {
        let crowding = max(0, (cardsOnBoard - Board.usualCount) / 3)
        let base = max(min(1, rules.setPoints), rules.setPoints - crowding)
        return base + speedBonus(after: searchTime, rules: rules)
    }

    private static func speedBonus(after searchTime: Duration, rules: Rules) -> Int {
        if searchTime <= rules.quickWithin { return rules.quickBonus }
        if searchTime <= rules.briskWithin { return rules.briskBonus }
        return 0
    }

    /// The points for dealing when so many sets were on the board.
    static func deal(setsBefore: Int, rules: Rules) -> Int {
        setsBefore > 0 ? rules.wrongDealPoints : rules.rightDealPoints
    }
}
