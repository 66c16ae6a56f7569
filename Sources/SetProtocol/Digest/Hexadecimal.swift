/// Bytes as lower-case hexadecimal digits, and back.
enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Two digits a byte.
    static func text(of bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads digits in pairs.
    ///
    /// - Returns: `nil` when anything but `0-9a-f` is there, or a digit is left over.
    static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text.utf8 {
            guard let value = digits.firstIndex(of: character).map({ UInt8($0) }) else {
                return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? bytes : nil
    }
}

extension FixedWidthInteger {
    /// The bytes of the number, the most significant first.
    var bigEndianBytes: [UInt8] {
        (1...Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (Self.bitWidth - 8 * $0)) }
    }
}

extension UnsignedInteger where Self: FixedWidthInteger {
    /// The number as hexadecimal digits, as many as its type has.
    package var hex: String { Hexadecimal.text(of: bigEndianBytes) }

    /// Reads as many lower-case hexadecimal digits as the type has.
    ///
    /// - Returns: `nil` when the text is anything else.
    package init?(hex: String) {
        guard let bytes = Hexadecimal.bytes(of: hex), bytes.count == Self.bitWidth / 8 else {
            return nil
        }
        self = bytes.reduce(0) { $0 << 8 | Self($1) }
    }
}
