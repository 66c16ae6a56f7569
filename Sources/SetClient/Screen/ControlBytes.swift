/// Writing a terminal's control sequences (ECMA-48) as bytes.
extension [UInt8] {
    /// Appends `CSI`, numbers divided by semicolons and the final byte.
    mutating func appendControl(_ numbers: Int..., final: Unicode.Scalar) {
        append(contentsOf: [0x1B, 0x5B])
        for (position, number) in numbers.enumerated() {
            if position > 0 { append(0x3B) }
            appendDecimal(number)
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
        append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
