/// Compresses bytes into a zlib stream (RFC 1950 and 1951).
///
/// Pictures are a few kilobytes of long runs, so one pass with hash chains and Huffman codes fitted
/// to each block is nearly as small as zlib's best, and needs no library.
package enum Deflate {
    /// The stream for any input; at most five bytes per 65,535, and six, longer than the input.
    package static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var writer = BitWriter(bytes: [0x78, 0x9C])
        var start = 0
        var matcher = Matcher(bytes)
        repeat {
            let block = matcher.block(from: start)
            let isLast = block.end == bytes.count
            append(block.tokens, of: bytes[start..<block.end], isLast: isLast, to: &writer)
            start = block.end
        } while start < bytes.count
        writer.alignToByte()
        let sum = adler32(bytes)
        for shift in [24, 16, 8, 0] { writer.append(UInt32(sum >> shift) & 0xFF, 8) }
        return writer.bytes
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    /// Appends a block in the shortest of the three forms.
    private static func append(
        _ tokens: [Token], of bytes: ArraySlice<UInt8>, isLast: Bool, to writer: inout BitWriter
    ) {
        let fitted = FittedCodes(tokens)
        let fixedLength = tokens.reduce(3 + 7) {
            $0 + $1.length(.fixedLiterals, .fixedDistances)
        }
        let fittedLength = 3 + fitted.length
        let storedLength = 3 + 7 + 32 + 8 * bytes.count
        writer.append(isLast ? 1 : 0, 1)
        if storedLength < min(fixedLength, fittedLength), bytes.count <= 65_535 {
            writer.append(0, 2)
            writer.alignToByte()
            writer.append(UInt32(bytes.count), 16)
            writer.append(~UInt32(bytes.count) & 0xFFFF, 16)
            for byte in bytes { writer.append(UInt32(byte), 8) }
        } else if fixedLength <= fittedLength {
            writer.append(1, 2)
            writer.append(tokens, .fixedLiterals, .fixedDistances)
        } else {
            writer.append(2, 2)
            fitted.appendHeader(to: &writer)
            writer.append(tokens, fitted.literals, fitted.distances)
        }
    }
}

/// A byte as it is, or a repetition of earlier ones.
struct Token: Hashable {
    /// A literal below 256, or a repetition with the top bit set, its length less 3 from bit 16, and
    /// its distance less 1 below.
    private let word: UInt32

    init(literal: UInt8) { word = UInt32(literal) }

    /// - Parameters:
    ///   - length: 3...258.
    ///   - distance: 1...32,768.
    init(length: Int, distance: Int) {
        word = 1 << 31 | UInt32(length - 3) << 16 | UInt32(distance - 1)
    }

    private var isRepetition: Bool { word >> 31 == 1 }

    /// The symbol of the literal and length code.
    var symbol: Int { isRepetition ? 257 + lengthCode.index : Int(word) }
    /// The symbol of the distance code; `nil` for a literal.
    var distanceSymbol: Int? { isRepetition ? distanceCode.index : nil }

    private var lengthCode: (index: Int, extra: Int, bits: Int) {
        let value = Int(word >> 16 & 0xFF)
        if value == 255 { return (28, 0, 0) }
        return Self.code(value, half: 4)
    }

    private var distanceCode: (index: Int, extra: Int, bits: Int) {
        Self.code(Int(word & 0x7FFF), half: 2)
    }

    /// Lengths come in groups of four to a power of two, distances in groups of two.
    private static func code(_ value: Int, half: Int) -> (index: Int, extra: Int, bits: Int) {
        guard value >= 2 * half else { return (value, 0, 0) }
        let bits = Int.bitWidth - 1 - value.leadingZeroBitCount - half.trailingZeroBitCount
        return (half * bits + (value >> bits), value & ((1 << bits) - 1), bits)
    }

    /// The bits it needs with the given codes.
    func length(_ literals: HuffmanCode, _ distances: HuffmanCode) -> Int {
        guard isRepetition else { return literals.lengths[symbol] }
        return literals.lengths[symbol] + lengthCode.bits
            + distances.lengths[distanceCode.index] + distanceCode.bits
    }

    fileprivate func append(
        to writer: inout BitWriter, _ literals: HuffmanCode, _ distances: HuffmanCode
    ) {
        writer.append(symbol, literals)
        guard isRepetition else { return }
        writer.append(UInt32(lengthCode.extra), lengthCode.bits)
        writer.append(distanceCode.index, distances)
        writer.append(UInt32(distanceCode.extra), distanceCode.bits)
    }
}

/// Appends bits, the lowest first, as deflate orders them.
struct BitWriter {
    private(set) var bytes: [UInt8]
    private var pending: UInt64 = 0
    private var count = 0

    init(bytes: [UInt8] = []) { self.bytes = bytes }

    mutating func append(_ value: UInt32, _ length: Int) {
        pending |= UInt64(value) << UInt64(count)
        count += length
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            count -= 8
        }
    }

    mutating func append(_ symbol: Int, _ code: HuffmanCode) {
        append(code.words[symbol], code.lengths[symbol])
    }

    mutating func append(_ tokens: [Token], _ literals: HuffmanCode, _ distances: HuffmanCode) {
        for token in tokens { token.append(to: &self, literals, distances) }
        append(256, literals)
    }

    mutating func alignToByte() {
        if count > 0 { append(0, 8 - count) }
    }
}
