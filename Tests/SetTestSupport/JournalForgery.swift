import SetHost
import SetProtocol

extension SimulationHistory {
    /// The lines of its journal as a host writes them: after each input what was announced.
    package func lines() throws -> [String] {
        var encoder = JournalEncoder()
        var lines = [encoder.line(for: header)]
        var replay = JournalReplay(header)
        func write(_ entry: JournalEntry, _ time: TableInstant) throws {
            let revision = replay.duel.revision
            let record = JournalRecord(
                number: encoder.number, time: time, revision: revision, entry: entry)
            lines.append(encoder.line(for: entry, at: time, revision: revision))
            _ = try replay.apply(record)
        }
        for step in steps {
            try write(.input(step.input), step.time)
            for note in replay.unnoted { try write(.note(note), step.time) }
        }
        return lines.map { String(decoding: $0.dropLast(), as: UTF8.self) }
    }
}

/// A journal in which somebody changes lines and seals them again.
package struct JournalForgery: Sendable {
    /// The lines without their seals and line ends, each a whole object.
    package var lines: [String]

    package init(_ lines: [String]) {
        self.lines = lines.map { line in
            guard let seal = line.firstRange(of: ",\"crc\":") else { return line }
            return line[..<seal.lowerBound] + "}"
        }
    }

    /// The numbers of the lines, from 1, that note something: `promised`, `judged` or `ended`.
    package func numbers(of what: String) -> [Int] {
        lines.indices.filter { lines[$0].contains("\"what\":\"\(what)\"") }.map { $0 + 1 }
    }

    /// Changes a text in a line, which must be there.
    package mutating func replace(_ old: String, with new: String, inLine number: Int) throws {
        guard lines[number - 1].contains(old) else { throw NotThere(text: old) }
        lines[number - 1] = lines[number - 1].replacing(old, with: new, maxReplacements: 1)
    }

    /// The bytes, numbered and sealed as if a host had written them.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        var checksum: UInt32 = 0
        for (number, line) in lines.enumerated() {
            let members = line.drop { $0 != "," }
            let content = Array("{\"n\":\(number)\(members)".utf8.dropLast())
            var sum = CRC32(of: checksum.hex.utf8)
            sum.update(content)
            checksum = sum.value
            bytes += content + ",\"crc\":\"\(checksum.hex)\"}\n".utf8
        }
        return bytes
    }

    package struct NotThere: Error {
        let text: String
    }
}
