/// The SHA-256 digest of some bytes (FIPS 180-4): 256 bits from which nobody can find the bytes, nor
/// others with the same digest.
///
/// Written here because nothing but the language is used; the tests hold it to NIST's vectors.
package struct SHA256: Hashable, Sendable, CustomStringConvertible {
    private var words: [UInt32]

    package init(of bytes: some Sequence<UInt8>) {
        words = Self.initialWords
        var message = Array(bytes)
        let bitCount = UInt64(message.count) * 8
        // A one bit, zeros up to the end of a block, and there the length.
        message.append(0x80)
        message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
        message += bitCount.bigEndianBytes
        for start in stride(from: 0, to: message.count, by: 64) {
            digest(message[start..<start + 64])
        }
    }

    package init(of text: String) {
        self.init(of: text.utf8)
    }

    /// Reads exactly 64 lower-case hexadecimal digits; `nil` for anything else.
    package init?(hex: String) {
        guard let bytes = [UInt8](hex: hex), bytes.count == 32 else { return nil }
        words = stride(from: 0, to: 32, by: 4).map { start in
            bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    package var bytes: [UInt8] { words.flatMap(\.bigEndianBytes) }

    package var hex: String { bytes.hex }

    package var description: String { hex }

    private mutating func digest(_ block: ArraySlice<UInt8>) {
        var schedule = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
            block[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        for round in 16..<64 {
            let (early, late) = (schedule[round - 15], schedule[round - 2])
            let small = early.rotated(7) ^ early.rotated(18) ^ early >> 3
            let large = late.rotated(17) ^ late.rotated(19) ^ late >> 10
            schedule.append(schedule[round - 16] &+ small &+ schedule[round - 7] &+ large)
        }
        var (a, b, c, d) = (words[0], words[1], words[2], words[3])
        var (e, f, g, h) = (words[4], words[5], words[6], words[7])
        for round in 0..<64 {
            let choice = e & f ^ ~e & g
            let mix = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
            let first = h &+ mix &+ choice &+ Self.constants[round] &+ schedule[round]
            let majority = a & b ^ a & c ^ b & c
            let second = (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ majority
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        for (place, value) in [a, b, c, d, e, f, g, h].enumerated() { words[place] &+= value }
    }

    /// The first 32 bits of the fractions of the square roots of the first eight primes.
    private static let initialWords: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
        0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]

    /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1,
        0x923f_82a4, 0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
        0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786,
        0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147,
        0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
        0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
        0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a,
        0x5b9c_ca4f, 0x682e_6ff3, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
        0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]

    /// Compares in the same time whether the first bit differs or the last.
    package static func == (left: SHA256, right: SHA256) -> Bool {
        zip(left.words, right.words).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(words)
    }
}

extension UInt32 {
    fileprivate func rotated(_ places: Int) -> UInt32 {
        self >> UInt32(places) | self << UInt32(32 - places)
    }
}
