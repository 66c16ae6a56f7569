/// A prefix code, as the length of each symbol's word (RFC 1951, 3.2.2).
struct HuffmanCode: Hashable {
    /// The length of each symbol's word in bits; zero if it is not used.
    let lengths: [Int]
    /// The words, their first bit lowest.
    let words: [UInt32]

    init(lengths: [Int]) {
        self.lengths = lengths
        var next: UInt32 = 0
        var words = Array(repeating: UInt32(0), count: lengths.count)
        for length in 1...15 {
            for symbol in lengths.indices where lengths[symbol] == length {
                words[symbol] = Self.reversed(next, length)
                next += 1
            }
            next <<= 1
        }
        self.words = words
    }

    /// The best code for symbols that occur so often, none longer than the limit.
    init(frequencies: [Int], limit: Int) {
        let used = frequencies.indices.filter { frequencies[$0] > 0 }
            .sorted { (frequencies[$0], $0) < (frequencies[$1], $1) }
        var lengths = Array(repeating: 0, count: frequencies.count)
        if used.count == 1 {
            lengths[used[0]] = 1
        } else if used.count > 1 {
            let counts = Self.counts(used.map { frequencies[$0] }, limit)
            // The rarest symbols get the longest words.
            var rest = used[...]
            for length in stride(from: limit, through: 1, by: -1) {
                for symbol in rest.prefix(counts[length]) { lengths[symbol] = length }
                rest = rest.dropFirst(counts[length])
            }
        }
        self.init(lengths: lengths)
    }

    /// How many words of each length an optimal code has.
    ///
    /// - Parameter frequencies: At least two, in ascending order.
    private static func counts(_ frequencies: [Int], _ limit: Int) -> [Int] {
        // Leaves come in order, and so do the pairs made of them: two queues suffice.
        var parents = Array(repeating: 0, count: 2 * frequencies.count - 1)
        var weights = frequencies
        var (leaf, pair) = (0, frequencies.count)
        func smallest() -> Int {
            let takesLeaf =
                leaf < frequencies.count
                && (pair >= weights.count || weights[leaf] <= weights[pair])
            defer { if takesLeaf { leaf += 1 } else { pair += 1 } }
            return takesLeaf ? leaf : pair
        }
        while weights.count < parents.count {
            let (one, two) = (smallest(), smallest())
            (parents[one], parents[two]) = (weights.count, weights.count)
            weights.append(weights[one] + weights[two])
        }
        var depths = Array(repeating: 0, count: parents.count)
        var counts = Array(repeating: 0, count: limit + 1)
        for node in (0..<parents.count - 1).reversed() {
            depths[node] = depths[parents[node]] + 1
            if node < frequencies.count { counts[min(depths[node], limit)] += 1 }
        }
        // Shortening the longest words has overfilled the code: lengthen others to make room.
        var sum = (1...limit).reduce(0) { $0 + counts[$1] << (limit - $1) }
        while sum > 1 << limit {
            counts[limit] -= 1
            if let shorter = (1..<limit).last(where: { counts[$0] > 0 }) {
                counts[shorter] -= 1
                counts[shorter + 1] += 2
            }
            sum -= 1
        }
        return counts
    }

    private static func reversed(_ word: UInt32, _ length: Int) -> UInt32 {
        (0..<length).reduce(0) { $0 << 1 | word >> UInt32($1) & 1 }
    }

    static let fixedLiterals = HuffmanCode(
        lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    static let fixedDistances = HuffmanCode(lengths: Array(repeating: 5, count: 30))
}

/// The codes fitted to a block, and the header that describes them (RFC 1951, 3.2.7).
struct FittedCodes {
    let literals: HuffmanCode
    let distances: HuffmanCode
    /// The length of the block in bits, with its header and its end.
    let length: Int
    /// The lengths of both codes, run-length coded: a symbol, a number, and its bits.
    private let runs: [(symbol: Int, extra: UInt32, bits: Int)]
    private let runCode: HuffmanCode
    private let counts: (literals: Int, distances: Int, runs: Int)

    /// The order in which the lengths of the code of lengths are written.
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    init(_ tokens: [Token]) {
        var literalCounts = Array(repeating: 0, count: 286)
        var distanceCounts = Array(repeating: 0, count: 30)
        literalCounts[256] = 1
        for token in tokens {
            literalCounts[token.symbol] += 1
            if let symbol = token.distanceSymbol { distanceCounts[symbol] += 1 }
        }
        let literals = HuffmanCode(frequencies: literalCounts, limit: 15)
        let distances = HuffmanCode(frequencies: distanceCounts, limit: 15)
        (self.literals, self.distances) = (literals, distances)
        let used = (literals.lengths.lastIndex { $0 > 0 } ?? 256) + 1
        let usedDistances = max(1, (distances.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
        runs = Self.runs(Array(literals.lengths[..<used] + distances.lengths[..<usedDistances]))
        var runCounts = Array(repeating: 0, count: 19)
        for run in runs { runCounts[run.symbol] += 1 }
        let runCode = HuffmanCode(frequencies: runCounts, limit: 7)
        self.runCode = runCode
        let written = max(4, (Self.order.lastIndex { runCode.lengths[$0] > 0 } ?? 0) + 1)
        counts = (used, usedDistances, written)
        let header = runs.reduce(14 + 3 * written) {
            $0 + runCode.lengths[$1.symbol] + $1.bits
        }
        length = tokens.reduce(header + literals.lengths[256]) {
            $0 + $1.length(literals, distances)
        }
    }

    func appendHeader(to writer: inout BitWriter) {
        writer.append(UInt32(counts.literals - 257), 5)
        writer.append(UInt32(counts.distances - 1), 5)
        writer.append(UInt32(counts.runs - 4), 4)
        for symbol in Self.order.prefix(counts.runs) {
            writer.append(UInt32(runCode.lengths[symbol]), 3)
        }
        for run in runs {
            writer.append(run.symbol, runCode)
            writer.append(run.extra, run.bits)
        }
    }

    private static func runs(_ lengths: [Int]) -> [(symbol: Int, extra: UInt32, bits: Int)] {
        var runs: [(symbol: Int, extra: UInt32, bits: Int)] = []
        var index = 0
        while index < lengths.count {
            let length = lengths[index]
            var count = lengths[index...].prefix { $0 == length }.count
            index += count
            if length > 0 {
                runs.append((length, 0, 0))
                count -= 1
            }
            while count >= 3 {
                let part = min(count, length > 0 ? 6 : 138)
                switch (length > 0, part) {
                case (true, _): runs.append((16, UInt32(part - 3), 2))
                case (false, ...10): runs.append((17, UInt32(part - 3), 3))
                case (false, _): runs.append((18, UInt32(part - 11), 7))
                }
                count -= part
            }
            for _ in 0..<count { runs.append((length, 0, 0)) }
        }
        return runs
    }
}
