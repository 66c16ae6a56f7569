/// Finds repetitions in bytes by hash chains (LZ77), one block after another.
struct Matcher {
    private let bytes: [UInt8]
    /// The last position with a hash, and the one before each position, both plus one.
    private var heads: [Int32]
    private var previous: [Int32]

    private static let window = 32_768
    /// How many earlier positions are compared with each.
    private static let depth = 48
    /// How many tokens share Huffman codes.
    private static let blockLength = 16_384

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        heads = Array(repeating: 0, count: 4096)
        previous = Array(repeating: 0, count: min(bytes.count, Self.window))
    }

    /// The tokens of one block and the position after it.
    mutating func block(from start: Int) -> (tokens: [Token], end: Int) {
        var tokens: [Token] = []
        var position = start
        // A block that has to be stored must not exceed 65,535 bytes.
        while position < bytes.count, tokens.count < Self.blockLength, position - start < 65_000 {
            let match = longest(at: position)
            insert(position)
            // A longer repetition that begins with the next byte is worth a literal.
            if match.length < 3 || longest(at: position + 1).length > match.length {
                tokens.append(Token(literal: bytes[position]))
                position += 1
            } else {
                tokens.append(Token(length: match.length, distance: match.distance))
                for inside in position + 1..<position + match.length { insert(inside) }
                position += match.length
            }
        }
        return (tokens, position)
    }

    private func hash(_ position: Int) -> Int {
        let word =
            UInt32(bytes[position]) << 16 | UInt32(bytes[position + 1]) << 8
            | UInt32(bytes[position + 2])
        return Int((word &* 2_654_435_761) >> 20)
    }

    private mutating func insert(_ position: Int) {
        guard position + 2 < bytes.count else { return }
        let hash = hash(position)
        previous[position % Self.window] = heads[hash]
        heads[hash] = Int32(position + 1)
    }

    private func longest(at position: Int) -> (length: Int, distance: Int) {
        guard position + 2 < bytes.count else { return (0, 0) }
        let limit = min(258, bytes.count - position)
        var best = (length: 0, distance: 0)
        var candidate = Int(heads[hash(position)]) - 1
        for _ in 0..<Self.depth {
            guard candidate >= 0, position - candidate < Self.window else { break }
            var length = 0
            while length < limit, bytes[candidate + length] == bytes[position + length] {
                length += 1
            }
            if length > best.length { best = (length, position - candidate) }
            if length == limit { break }
            let next = Int(previous[candidate % Self.window]) - 1
            // The ring has been written over: what it names is newer.
            guard next < candidate else { break }
            candidate = next
        }
        return best
    }
}
