/// The short name by which people find a table on a host: six characters, as `K7M2QX`.
///
/// The alphabet is Crockford's base 32, which leaves out I, L, O and U, so that a code can be read
/// aloud and typed without confusion.
package struct TableCode: Hashable, Sendable, CustomStringConvertible {
    /// The six characters, upper case, without separators.
    package let text: String

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// Parses what a person typed: ignores case, hyphens and spaces, and reads I, L and O as
    /// digits.
    package init?(_ typed: String) {
        // Only ASCII: Swift takes the Kelvin sign for the letter K.
        guard typed.utf8.count <= 16, typed.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var text = ""
        for character in typed.uppercased() where character != "-" && character != " " {
            switch character {
            case "I", "L": text.append("1")
            case "O": text.append("0")
            case let other where Self.alphabet.contains(other): text.append(other)
            case _: return nil
            }
        }
        guard text.count == 6 else { return nil }
        self.text = text
    }

    /// Draws a code; 30 bits, so a host must still check that it is free.
    package init(using generator: inout some RandomNumberGenerator) {
        text = String((0..<6).map { _ in Self.alphabet[Int(generator.next() >> 59)] })
    }

    package var description: String { text }
}

/// The secret by which a player returns to their seat: 128 random bits.
///
/// It prints as a placeholder, so that no log or failure message can give it away, nor a mirror of
/// what holds it.
package struct SeatToken: Sendable, Hashable, CustomStringConvertible,
    CustomDebugStringConvertible,
    CustomReflectable
{
    private let bits: UInt128

    package init(using generator: inout some RandomNumberGenerator) {
        bits = UInt128(random: &generator)
    }

    /// Parses exactly 32 lowercase hexadecimal digits.
    package init?(hex: String) {
        guard let bits = UInt128(hex: hex) else { return nil }
        self.bits = bits
    }

    /// The token as the wire carries it; for nothing but `welcome` and `hello`.
    package var hex: String { bits.hex }

    /// What may be stored of a token; it does not give access to the seat.
    package var digest: SHA256 { SHA256(of: hex) }

    /// Compares in the same time whether the first bit differs or the last.
    package static func == (left: SeatToken, right: SeatToken) -> Bool {
        left.bits ^ right.bits == 0
    }

    /// A secret is left out of every hash.
    package func hash(into hasher: inout Hasher) {}

    /// A placeholder, never the secret.
    package var description: String { "(token)" }

    package var debugDescription: String { description }

    package var customMirror: Mirror { Mirror(self, children: []) }
}
