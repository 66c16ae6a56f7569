/// The game and the duel, explained in a minute.
enum RulesText {
    static let text = """
        set-duel in a minute

        THE CARDS. 81 cards, no two alike. Each shows one, two or three symbols of one
        shape, in one color, with one shading: four features of three variants each.

        A SET is three cards of which each feature is all the same or all different.
        If two cards share something that the third does not, it is no set.

        THE DUEL. Twelve cards lie face up. Whoever sees a set first claims it and has
        a few seconds to pick its three cards, while the other can only watch.
          - A set earns points, more when it came quickly, fewer when many cards lie
            there. Its cards are replaced.
          - No set, or no time left: points are lost, and the other gets a turn twice
            as long.

        DEALING. Whoever thinks that there is no set deals three more cards. Then the
        other has a grace turn in which to prove them wrong; a mistake costs nothing
        there. If a set was there all along, dealing costs points; if not, it earns
        one.

        THE END. When the deck is empty and no set is left, the most points win. If it
        is a draw, twelve fresh cards are dealt and the next set decides.

        ALONE. In a solo game nobody waits: touch three cards to select them.

        set-duel is a set-matching card game. It is not affiliated with the makers of
        the card game SET, which is a trademark of its owner.

        """
}
