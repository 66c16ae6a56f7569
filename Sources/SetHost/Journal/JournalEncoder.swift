import SetProtocol

/// Encodes the lines of a journal, each of which is sealed together with the one before.
///
/// A line is one JSON object. Its first member `n` counts the lines from 0. Its last member `crc`
/// is the CRC-32 of the eight digits of the line before (zeros for the first) and of this line up
/// to that point. So a changed, lost, or moved line is detected.
package struct JournalEncoder: Hashable, Sendable {
    package private(set) var number = 0
    private(set) var checksum: UInt32 = 0

    package init() {}

    init(after number: Int, checksum: UInt32) {
        (self.number, self.checksum) = (number + 1, checksum)
    }

    /// The seal of a line: the text of its last member.
    static func seal(_ line: some Sequence<UInt8>, after checksum: UInt32) -> UInt32 {
        var sum = CRC32(of: checksum.hex.utf8)
        sum.update(line)
        return sum.value
    }

    static let sealBeginning = Array(",\"crc\":\"".utf8)
    static let sealEnd = Array("\"}".utf8)

    package mutating func line(for header: JournalHeader) -> [UInt8] { sealed(header) }

    /// Encodes the next line; fractions of a microsecond are lost.
    package mutating func line(
        for entry: JournalEntry, at now: TableInstant, revision: Revision
    ) -> [UInt8] {
        sealed(JournalRecord(number: number, time: now, revision: revision, entry: entry))
    }

    private mutating func sealed(_ members: some CodedObject) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(256)
        Coder.append(members, to: &line)
        // The seal precedes the closing brace.
        line.removeLast()
        checksum = Self.seal(line, after: checksum)
        number += 1
        return line + Self.sealBeginning + checksum.hex.utf8 + Self.sealEnd + [0x0A]
    }
}
