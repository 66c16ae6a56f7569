/// 128 random bits that are mixed into a promise, so that nobody can find what was promised by
/// trying.
public struct Salt: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// Draws a salt.
    public init(using generator: inout some RandomNumberGenerator) {
        (high, low) = (generator.next(), generator.next())
    }

    /// Reads a salt.
    ///
    /// - Parameter hex: Exactly 32 lower-case hexadecimal digits.
    /// - Returns: `nil` when the text is anything else.
    public init?(hex: String) {
        guard hex.utf8.count == 32, let high = UInt64(hex: String(hex.prefix(16))),
            let low = UInt64(hex: String(hex.suffix(16)))
        else { return nil }
        (self.high, self.low) = (high, low)
    }

    /// The first half of a digest.
    public init(_ digest: SHA256) {
        let bytes = digest.bytes
        high = bytes[0..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// 32 lower-case hexadecimal digits.
    public var hex: String { high.hex + low.hex }
}
