/// 128 random bits mixed into a commitment, so that the deck cannot be found by trying.
package struct Salt: Hashable, Sendable {
    private let bits: UInt128

    package init(using generator: inout some RandomNumberGenerator) {
        bits = UInt128(random: &generator)
    }

    /// Parses exactly 32 lowercase hexadecimal digits.
    package init?(hex: String) {
        guard let bits = UInt128(hex: hex) else { return nil }
        self.bits = bits
    }

    /// The first half of a digest.
    package init(_ digest: SHA256) {
        bits = digest.bytes.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
    }

    /// 32 lower-case hexadecimal digits.
    package var hex: String { bits.hex }
}

/// The order of a deck's cards, and the salt of its commitment.
package struct Shuffle: Hashable, Sendable {
    package let deck: [Card]
    package let salt: Salt

    package init(deck: [Card], salt: Salt) {
        (self.deck, self.salt) = (deck, salt)
    }

    /// The commitment: the SHA-256 of the salt and the codes of the cards, separated by blanks.
    package var digest: SHA256 {
        SHA256(of: ([salt.hex] + deck.map(\.code)).joined(separator: " "))
    }
}

/// A host's commitment to the order of a game's cards, sent before the first of them.
package struct Commitment: Hashable, Sendable {
    package var game: Int
    package var digest: SHA256

    package init(game: Int, digest: SHA256) {
        (self.game, self.digest) = (game, digest)
    }
}

/// The deck and salt behind a commitment, sent when the deck is finished.
package struct Reveal: Hashable, Sendable {
    package var game: Int
    package var shuffle: Shuffle

    package init(game: Int, shuffle: Shuffle) {
        (self.game, self.shuffle) = (game, shuffle)
    }
}
