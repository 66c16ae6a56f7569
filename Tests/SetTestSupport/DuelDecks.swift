import SetProtocol

extension [Card] {
    /// Reads cards written as their codes with spaces between, so that tests read like the wire.
    ///
    /// - Parameter codes: Codes of four digits 1-3; a text that is no code stops the test run.
    package init(codes: String) {
        self = codes.split(separator: " ").map { code in
            guard let card = Card(code: String(code)) else {
                preconditionFailure("\(code) is not the code of a card")
            }
            return card
        }
    }

    /// The cards followed by every other card in ascending order: a whole deck.
    package var thenTheRest: [Card] { self + Card.all.filter { !contains($0) } }
}

/// Decks in a known order, so that a test knows which sets lie on the board.
package enum DuelDecks {
    /// A set; it lies in slots 0-2 of ``twoSets``.
    package static let firstSet = [Card](codes: "2312 2323 2331")
    /// Another set, without a card of the first; it lies in slots 3-5 of ``twoSets``.
    package static let secondSet = [Card](codes: "1111 2233 3322")
    /// Cards that make no further set with those two, nor among themselves; slots 6-11.
    package static let filler = [Card](codes: "3332 3112 2311 3223 3323 2131")
    /// The three cards that lie on top of the deck of ``twoSets`` after the first twelve.
    package static let nextThree = [Card](codes: "1311 3133 2112")
    /// The three after those.
    package static let threeAfter = [Card](codes: "1333 2321 3233")

    /// A whole deck: exactly two sets lie on the first board.
    ///
    /// When the first set is found the next three cards leave only the second set; when that is
    /// found too the three after leave none.
    package static let twoSets =
        (firstSet + secondSet + filler + nextThree + threeAfter).thenTheRest

    /// Twenty cards without a set, the most there can be; any other card makes one with them.
    ///
    /// With features counted from 0 they are the solutions of `a² + b² + cd = 0 (mod 3)` but for
    /// 0000.
    package static let cap = [Card](
        codes: """
            1112 1113 1121 1131 1223 1232 1323 1332 2123 2132 \
            2222 2233 2322 2333 3123 3132 3222 3233 3322 3333
            """)

    /// A whole deck: no set among the first twenty cards, one at the latest with the twenty-first.
    package static let noSet = cap.thenTheRest

    /// Three cards that are a set, and nothing else.
    package static let lastSet = firstSet
    /// Six cards: two sets that share no card, and no other.
    package static let lastTwoSets = firstSet + secondSet
    /// Fifteen cards without a set: the board has none, and the last three cards bring none.
    package static let futileDeal = Array(cap.prefix(15))
    /// Fifteen cards: no set lies on the board, and the last three cards bring some.
    package static let saviourDeal = Array(cap.prefix(12)) + Array(noSet[20..<23])
}
