/// The short name by which people find a table on a host: six characters, as `K7M2QX`.
///
/// The alphabet is Crockford's base 32, which leaves out I, L, O and U, so that a code can be read
/// aloud and typed without confusion.
public struct TableCode: Hashable, Sendable, CustomStringConvertible {
    /// The six characters, upper case, without separators.
    public let text: String

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// Reads what a person typed: case does not matter, hyphens and spaces are skipped, and the
    /// letters I, L and O are taken for the digits they look like.
    ///
    /// - Returns: `nil` unless six characters of the alphabet remain.
    public init?(_ typed: String) {
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
    public init(using generator: inout some RandomNumberGenerator) {
        text = String((0..<6).map { _ in Self.alphabet[Int(generator.next() >> 59)] })
    }

    /// The six characters.
    public var description: String { text }
}

/// The secret by which a player returns to their seat: 128 random bits.
///
/// It prints as a placeholder, so that no log or failure message can give it away, nor a mirror of
/// what holds it.
public struct SeatToken: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let high: UInt64
    private let low: UInt64

    /// Draws a token.
    public init(using generator: inout some RandomNumberGenerator) {
        high = generator.next()
        low = generator.next()
    }

    /// Reads a token from the wire.
    ///
    /// - Parameter hex: Exactly 32 lower-case hexadecimal digits.
    /// - Returns: `nil` when the text is anything else.
    public init?(hex: String) {
        let digits = Array(hex.utf8)
        guard digits.count == 32 else { return nil }
        var halves: [UInt64] = [0, 0]
        for (position, digit) in digits.enumerated() {
            let value: UInt8
            switch digit {
            case 0x30...0x39: value = digit - 0x30
            case 0x61...0x66: value = digit - 0x61 + 10
            default: return nil
            }
            halves[position / 16] = halves[position / 16] << 4 | UInt64(value)
        }
        (high, low) = (halves[0], halves[1])
    }

    /// The token as the wire carries it; for nothing but `welcome` and `hello`.
    public var hex: String {
        func digits(_ half: UInt64) -> String {
            let text = String(half, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        return digits(high) + digits(low)
    }

    /// Compares in the same time whether the first bit differs or the last.
    public static func == (left: SeatToken, right: SeatToken) -> Bool {
        (left.high ^ right.high) | (left.low ^ right.low) == 0
    }

    /// A placeholder, never the secret.
    public var description: String { "(token)" }

    /// The same placeholder.
    public var debugDescription: String { description }

    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
