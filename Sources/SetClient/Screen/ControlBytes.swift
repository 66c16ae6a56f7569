/// Writes a terminal's control sequences (ECMA-48) as bytes.
extension [UInt8] {
    /// Appends `CSI`, up to two numbers separated by a semicolon, and the final byte.
    mutating func appendControl(
        _ first: Int? = nil, _ second: Int? = nil, final: Unicode.Scalar
    ) {
        append(0x1B)
        append(0x5B)
        if let first { appendDecimal(first) }
        if let second {
            append(0x3B)
            appendDecimal(second)
        }
        append(UInt8(ascii: final))
    }

    mutating func appendDecimal(_ number: Int) {
        if number >= 10 { appendDecimal(number / 10) }
        append(0x30 + UInt8(number % 10))
    }

    mutating func appendScalar(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        if value < 0x80 { return append(UInt8(truncatingIfNeeded: value)) }
        append(addingCapacity: 4) { bytes in
            switch value {
            case ..<0x800:
                bytes.append(0xC0 | UInt8(truncatingIfNeeded: value >> 6))
            case ..<0x1_0000:
                bytes.append(0xE0 | UInt8(truncatingIfNeeded: value >> 12))
                bytes.append(0x80 | UInt8(truncatingIfNeeded: value >> 6 & 0x3F))
            default:
                bytes.append(0xF0 | UInt8(truncatingIfNeeded: value >> 18))
                bytes.append(0x80 | UInt8(truncatingIfNeeded: value >> 12 & 0x3F))
                bytes.append(0x80 | UInt8(truncatingIfNeeded: value >> 6 & 0x3F))
            }
            bytes.append(0x80 | UInt8(truncatingIfNeeded: value & 0x3F))
        }
    }
}
