/// 128 random bits that are mixed into a promise, so that nobody can find what was promised by
/// trying.
package struct Salt: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// Draws a salt.
    package init(using generator: inout some RandomNumberGenerator) {
        (high, low) = (generator.next(), generator.next())
    }

    /// Reads a salt.
    ///
    /// - Parameter hex: Exactly 32 lower-case hexadecimal digits.
    /// - Returns: `nil` when the text is anything else.
    package init?(hex: String) {
        guard hex.utf8.count == 32, let high = UInt64(hex: String(hex.prefix(16))),
            let low = UInt64(hex: String(hex.suffix(16)))
        else { return nil }
        (self.high, self.low) = (high, low)
    }

    /// The first half of a digest.
    package init(_ digest: SHA256) {
        let bytes = digest.bytes
        high = bytes[0..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// 32 lower-case hexadecimal digits.
    package var hex: String { high.hex + low.hex }
}

/// The order of a deck's cards, and the salt of the promise that was made of it.
package struct Shuffle: Hashable, Sendable {
    /// The cards in the order in which they are dealt.
    package let deck: [Card]
    /// What is mixed into the promise.
    package let salt: Salt

    /// Pairs a deck with its salt.
    package init(deck: [Card], salt: Salt) {
        (self.deck, self.salt) = (deck, salt)
    }

    /// What is promised: the SHA-256 of the salt and the codes of the cards, with one blank between
    /// any two of them.
    package var digest: SHA256 {
        SHA256(of: ([salt.hex] + deck.map(\.code)).joined(separator: " "))
    }
}

/// A host's promise that the order of a game's cards is fixed, told before the first of them.
package struct Commitment: Hashable, Sendable {
    /// The game's number at its table.
    package var game: Int
    /// Of the shuffle.
    package var digest: SHA256

    /// Promises a shuffle.
    package init(game: Int, digest: SHA256) {
        (self.game, self.digest) = (game, digest)
    }
}

/// What had been promised, told when the deck is done with.
package struct Reveal: Hashable, Sendable {
    /// The game's number at its table.
    package var game: Int
    /// The whole deck and the salt.
    package var shuffle: Shuffle

    /// Reveals a shuffle.
    package init(game: Int, shuffle: Shuffle) {
        (self.game, self.shuffle) = (game, shuffle)
    }
}
