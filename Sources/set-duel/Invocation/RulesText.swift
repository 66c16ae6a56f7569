/// The game and the duel, explained in a minute.
enum RulesText {
    static let text = """
        set-duel in a minute

        THE CARDS. There are 81 different cards. Each shows one, two, or three symbols
        of one shape, one color, and one shading. That makes four features with three
        variants each.

        A SET is three cards on which each feature is either the same on all three or
        different on all three. If exactly two cards match in a feature, the three are
        not a set.

        THE DUEL. Twelve cards are face up. The first player to see a set claims it
        and has a few seconds to pick its three cards. The other player can only watch.
          - A set earns points: more for a quick set, fewer with more than twelve
            cards on the board. New cards replace it.
          - A wrong set, or running out of time, costs points, and the other player
            gets a turn twice as long.

        DEALING. A player who sees no set deals three more cards. The other player then
        gets a grace turn to find a set; a mistake costs nothing. Dealing costs points
        if the board had a set and earns one point if it did not.

        THE END. When the deck is empty and no set is left, the player with the most
        points wins. If the game is tied, twelve new cards are dealt and the next set
        wins.

        SOLO. In a solo game, you do not claim; just pick three cards.

        set-duel is a set-matching card game. It is not affiliated with the makers of
        the card game SET, which is a trademark of its owner.

        """
}
