import SetProtocol

/// Point values: pure arithmetic on the rules.
enum Scoring {
    /// The points for a set.
    ///
    /// A set found soon after the board changed earns more.
    ///
    /// - Parameters:
    ///   - cardsOnBoard: The number of cards on the board, including the set.
    ///   - searchTime: From the last change of the board to the claim, or to the third pick if the
    ///     rules need no claim.
    static func set(cardsOnBoard: Int, searchTime: Duration, rules: Rules) -> Int {
        rules.setPoints(among: cardsOnBoard) + speedBonus(after: searchTime, rules: rules)
    }

    private static func speedBonus(after searchTime: Duration, rules: Rules) -> Int {
        if searchTime <= rules.quickWithin { return rules.quickBonus }
        if searchTime <= rules.briskWithin { return rules.briskBonus }
        return 0
    }

    /// The points for a deal with that many sets on the board.
    static func deal(setsBefore: Int, rules: Rules) -> Int {
        setsBefore > 0 ? rules.wrongDealPoints : rules.rightDealPoints
    }
}
