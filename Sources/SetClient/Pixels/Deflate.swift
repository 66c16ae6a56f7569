/// Compresses bytes into a zlib stream (RFC 1950 and 1951).
///
/// Cards are flat pictures with equal symbols side by side, so nearly everything is a repetition of
/// earlier bytes. One block with the fixed Huffman codes is then about a tenth longer than one with
/// codes fitted to it, for a fraction of the program.
package enum Deflate {
    /// - Parameter row: The length of a row of the picture in bytes: each mostly repeats the one above.
    package static func zlib(_ bytes: [UInt8], row: Int) -> [UInt8] {
        var writer = BitWriter(bytes: [0x78, 0x9C])
        // The last block, and with fixed codes.
        writer.append(0b011, 3)
        var repetitions = Repetitions(in: bytes, row: row)
        var position = 0
        while position < bytes.count {
            let found = repetitions.longest(at: position)
            repetitions.insert(position)
            // A longer repetition that begins with the next byte is worth a literal.
            let isLong = found.length >= 16
            let next = isLong ? Repetitions.Match() : repetitions.longest(at: position + 1)
            if found.length < 3 || next.length > found.length {
                writer.append(symbol: Int(bytes[position]))
                position += 1
            } else {
                writer.append(found)
                for inside in position + 1..<position + found.length { repetitions.insert(inside) }
                position += found.length
            }
        }
        writer.append(symbol: 256)
        writer.alignToByte()
        let sum = adler32(bytes)
        for shift in [24, 16, 8, 0] { writer.append(Int(sum >> shift) & 0xFF, 8) }
        return writer.bytes
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        // The sums of 5,552 bytes fit in 32 bits (zlib's NMAX).
        for start in stride(from: 0, to: bytes.count, by: 5552) {
            for byte in bytes[start..<min(start + 5552, bytes.count)] {
                low += UInt32(byte)
                high += low
            }
            low %= 65_521
            high %= 65_521
        }
        return high << 16 | low
    }
}

private struct Repetitions {
    /// A repetition of the bytes that begin `distance` earlier.
    struct Match {
        /// At most 258; the format knows none below 3.
        var length = 0
        var distance = 0
    }

    private let bytes: [UInt8]
    private let row: Int
    /// The last position with each hash, and for each position the one before it; -1 for none.
    private var last = Array(repeating: -1, count: 4096)
    private var previous: [Int]

    private static let window = 32_768
    /// How many earlier positions are compared with each.
    private static let depth = 40

    init(in bytes: [UInt8], row: Int) {
        (self.bytes, self.row) = (bytes, row)
        previous = Array(repeating: -1, count: bytes.count)
    }

    mutating func insert(_ position: Int) {
        guard position + 2 < bytes.count else { return }
        let hash = hash(position)
        previous[position] = last[hash]
        last[hash] = position
    }

    func longest(at position: Int) -> Match {
        guard position + 2 < bytes.count else { return Match() }
        var best = Match()
        improve(&best, at: position, with: position - row)
        var candidate = last[hash(position)]
        for _ in 0..<Self.depth where candidate >= 0 {
            improve(&best, at: position, with: candidate)
            candidate = previous[candidate]
        }
        return best
    }

    private func improve(_ best: inout Match, at position: Int, with earlier: Int) {
        guard earlier >= 0, position - earlier <= Self.window else { return }
        let limit = min(258, bytes.count - position)
        // Most candidates end before the best one does.
        guard best.length < limit, bytes[earlier + best.length] == bytes[position + best.length]
        else { return }
        var length = 0
        while length < limit, bytes[earlier + length] == bytes[position + length] { length += 1 }
        if length > best.length { best = Match(length: length, distance: position - earlier) }
    }

    private func hash(_ position: Int) -> Int {
        let word =
            UInt32(bytes[position]) << 16 | UInt32(bytes[position + 1]) << 8
            | UInt32(bytes[position + 2])
        return Int((word &* 2_654_435_761) >> 20)
    }
}

private struct BitWriter {
    private(set) var bytes: [UInt8]
    private var pending: UInt64 = 0
    private var count = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func append(_ value: Int, _ length: Int) {
        pending |= UInt64(value) << UInt64(count)
        count += length
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            count -= 8
        }
    }

    /// Appends a symbol of the fixed literal and length code (RFC 1951, 3.2.6).
    mutating func append(symbol: Int) {
        switch symbol {
        case ..<144: appendWord(0x30 + symbol, 8)
        case ..<256: appendWord(0x190 + symbol - 144, 9)
        case ..<280: appendWord(symbol - 256, 7)
        default: appendWord(0xC0 + symbol - 280, 8)
        }
    }

    mutating func append(_ match: Repetitions.Match) {
        // The greatest length has a symbol of its own.
        let length = match.length == 258 ? (28, 0, 0) : Self.code(match.length - 3, group: 4)
        append(symbol: 257 + length.0)
        append(length.1, length.2)
        let distance = Self.code(match.distance - 1, group: 2)
        appendWord(distance.index, 5)
        append(distance.extra, distance.bits)
    }

    /// Which symbol stands for a value, and the number and count of the bits after it: each power of
    /// two is divided among a group of symbols.
    private static func code(_ value: Int, group: Int) -> (index: Int, extra: Int, bits: Int) {
        guard value >= 2 * group else { return (value, 0, 0) }
        let bits = Int.bitWidth - 1 - value.leadingZeroBitCount - group.trailingZeroBitCount
        return (group * bits + (value >> bits), value & ((1 << bits) - 1), bits)
    }

    /// Appends a word of a Huffman code, whose first bit is the highest.
    private mutating func appendWord(_ word: Int, _ length: Int) {
        for bit in (0..<length).reversed() { append(word >> bit & 1, 1) }
    }

    mutating func alignToByte() {
        if count > 0 { append(0, 8 - count) }
    }
}
