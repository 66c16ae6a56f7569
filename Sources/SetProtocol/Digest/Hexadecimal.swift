// Bytes as lower-case hexadecimal digits, two a byte, and back.

private let digits = Array("0123456789abcdef".utf8)

extension [UInt8] {
    package var hex: String {
        String(
            decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// - Returns: `nil` if anything but `0-9a-f` is there, or a digit is left over.
    init?(hex: String) {
        let values = hex.utf8.compactMap { digits.firstIndex(of: $0) }
        guard values.count == hex.utf8.count, values.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: values.count, by: 2).map {
            UInt8(values[$0] << 4 | values[$0 + 1])
        }
    }
}

extension FixedWidthInteger {
    /// The bytes of the number, the most significant first.
    var bigEndianBytes: [UInt8] {
        (1...Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (Self.bitWidth - 8 * $0)) }
    }
}

extension UnsignedInteger where Self: FixedWidthInteger {
    /// The number as lower-case hexadecimal digits, as many as its type has.
    package var hex: String { bigEndianBytes.hex }

    /// Reads as many digits as the type has; `nil` for anything else.
    package init?(hex: String) {
        guard let bytes = [UInt8](hex: hex), bytes.count == Self.bitWidth / 8 else { return nil }
        self = bytes.reduce(0) { $0 << 8 | Self($1) }
    }
}

extension UInt128 {
    init(random generator: inout some RandomNumberGenerator) {
        self = UInt128(generator.next()) << 64 | UInt128(generator.next())
    }
}
