/// Writing a terminal's control sequences (ECMA-48) as bytes.
extension [UInt8] {
    /// Appends `CSI`, up to two numbers divided by a semicolon and the final byte.
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

    /// Appends a number's decimal digits.
    mutating func appendDecimal(_ number: Int) {
        if number >= 10 { appendDecimal(number / 10) }
        append(0x30 + UInt8(number % 10))
    }

    /// Appends a scalar in UTF-8.
    mutating func appendScalar(_ scalar: Unicode.Scalar) {
        if scalar.isASCII { return append(UInt8(truncatingIfNeeded: scalar.value)) }
        append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
