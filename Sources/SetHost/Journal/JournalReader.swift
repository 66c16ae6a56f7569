import SetProtocol

/// Reads journals, as strictly as if a stranger had written them.
package enum JournalReader {
    /// The longest journal that is read, in bytes.
    ///
    /// Earlier versions wrote as much; current journals end before that.
    package static let sizeLimit = 64 << 20

    /// The JSON limits of a line: flat except for the message and the rules.
    private static let limits: JSONLimits = {
        var limits = JSONLimits.wire
        limits.totalBytes = 8192
        return limits
    }()

    /// Reads a journal.
    ///
    /// Bytes after the last line feed belong to a line that was being written when the host ended.
    /// Nobody had been told of it, so it is left out. Everything else must be exactly as it was
    /// written.
    package static func read(_ bytes: [UInt8]) throws(JournalFault) -> Journal {
        var (header, records): (JournalHeader?, [JournalRecord]) = (nil, [])
        var (start, number, checksum) = (0, 0, UInt32(0))
        while let end = bytes[start...].firstIndex(of: 0x0A) {
            let line = bytes[start..<end]
            try checkSeal(of: line, number, &checksum)
            if header != nil {
                let record: JournalRecord = try read(line, number)
                guard record.number == number else {
                    throw JournalFault(line: number + 1, .outOfOrder)
                }
                if let last = records.last, record.time < last.time {
                    throw JournalFault(line: number + 1, .timeRunsBack)
                }
                records.append(record)
            } else {
                header = try self.header(line)
            }
            number += 1
            start = end + 1
        }
        guard let header else { throw JournalFault(line: 1, .empty) }
        return Journal(
            header: header, records: records, wholeBytes: start, tornBytes: bytes.count - start,
            encoder: JournalEncoder(after: number - 1, checksum: checksum))
    }

    private static func checkSeal(
        of line: ArraySlice<UInt8>, _ number: Int, _ checksum: inout UInt32
    ) throws(JournalFault) {
        let (beginning, end) = (JournalEncoder.sealBeginning, JournalEncoder.sealEnd)
        let content = line.dropLast(beginning.count + 8 + end.count)
        checksum = JournalEncoder.seal(content, after: checksum)
        guard line[content.endIndex...].elementsEqual(beginning + checksum.hex.utf8 + end) else {
            let isForeign = number == 0 && !line.starts(with: "{\"n\":0,\"journal\":".utf8)
            throw JournalFault(line: number + 1, isForeign ? .notAJournal : .damaged)
        }
    }

    private static func header(_ line: ArraySlice<UInt8>) throws(JournalFault) -> JournalHeader {
        let format = try? JSONTree(line, limits: limits).withRoot { $0["journal"]?.integer }
        guard let format else { throw JournalFault(line: 1, .notAJournal) }
        guard format == JournalHeader.format else {
            throw JournalFault(line: 1, .unknownFormat(format))
        }
        return try read(line, 0)
    }

    private static func read<Value: CodedObject>(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) throws(JournalFault) -> Value {
        do {
            return try JSONView.read(line, limits: limits)
        } catch {
            let part =
                switch error {
                case .malformed, .unknownType: "line"
                case .missing(let key), .invalid(let key): String(key.prefix { $0 != "." })
                case .badName, .badText: "message"
                }
            throw JournalFault(line: number + 1, .unreadable(part))
        }
    }
}
