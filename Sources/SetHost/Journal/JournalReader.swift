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
    ///
    /// - Throws: What is wrong, with its line.
    package static func read(_ bytes: [UInt8]) throws(JournalFault) -> Journal {
        var (header, records): (JournalHeader?, [JournalRecord]) = (nil, [])
        var (start, number, checksum) = (0, 0, UInt32(0))
        while let end = bytes[start...].firstIndex(of: 0x0A) {
            let fields = try fields(of: bytes[start..<end], number, &checksum)
            if header != nil {
                let record = try fields.record()
                if let last = records.last, record.time < last.time {
                    throw JournalFault(line: number + 1, .timeRunsBack)
                }
                records.append(record)
            } else {
                header = try fields.header()
            }
            number += 1
            start = end + 1
        }
        guard let header else { throw JournalFault(line: 1, .empty) }
        return Journal(
            header: header, records: records, wholeBytes: start, tornBytes: bytes.count - start,
            encoder: JournalEncoder(after: number - 1, checksum: checksum))
    }

    /// Checks a line's seal and parses its JSON.
    private static func fields(
        of line: ArraySlice<UInt8>, _ number: Int, _ checksum: inout UInt32
    ) throws(JournalFault) -> JournalFields {
        let (beginning, end) = (JournalEncoder.sealBeginning, JournalEncoder.sealEnd)
        let content = line.dropLast(beginning.count + 8 + end.count)
        let seal = JournalEncoder.seal(content, after: checksum)
        guard line[content.endIndex...].elementsEqual(beginning + seal.hex.utf8 + end) else {
            let isForeign = number == 0 && !line.starts(with: "{\"n\":0,\"journal\":".utf8)
            throw JournalFault(line: number + 1, isForeign ? .notAJournal : .damaged)
        }
        checksum = seal
        guard let value = try? JSONValue(parsing: Array(line), limits: limits) else {
            throw JournalFault(line: number + 1, .unreadable("line"))
        }
        let fields = JournalFields(value: value, line: number + 1)
        guard try fields.integer("n", in: 0...Int.max) == number else {
            throw JournalFault(line: number + 1, .outOfOrder)
        }
        return fields
    }
}

/// The members of a line, each of which must be valid.
private struct JournalFields {
    let value: JSONValue
    let line: Int

    private static let times = -JSONLimits.largestInteger...JSONLimits.largestInteger

    private func fault(_ key: String) -> JournalFault { JournalFault(line: line, .unreadable(key)) }

    func integer(_ key: String, in range: ClosedRange<Int>) throws(JournalFault) -> Int {
        guard case .integer(let number)? = value[key]?.content, range.contains(number) else {
            throw fault(key)
        }
        return number
    }

    /// A text with a fixed set of values.
    private func text<Meaning>(
        _ key: String, _ read: (String) -> Meaning?
    ) throws(JournalFault) -> Meaning {
        guard case .string(let text)? = value[key]?.content, let meaning = read(text) else {
            throw fault(key)
        }
        return meaning
    }

    private func flag(_ key: String) throws(JournalFault) -> Bool {
        guard case .flag(let isTrue)? = value[key]?.content else { throw fault(key) }
        return isTrue
    }

    private func seat() throws(JournalFault) -> Seat {
        guard let seat = Seat(rawValue: try integer("seat", in: 0...1)) else {
            throw fault("seat")
        }
        return seat
    }

    private func time(
        _ key: String, in range: ClosedRange<Int> = Self.times
    ) throws(JournalFault) -> TableInstant {
        TableInstant(.microseconds(try integer(key, in: range)))
    }

    /// Decodes the first line.
    func header() throws(JournalFault) -> JournalHeader {
        guard case .integer(let format)? = value["journal"]?.content else {
            throw JournalFault(line: line, .notAJournal)
        }
        guard format == JournalHeader.format else {
            throw JournalFault(line: line, .unknownFormat(format))
        }
        guard let object = value["rules"], let rules = try? WireCodec.decodeRules(object.bytes)
        else { throw fault("rules") }
        let salt = value["salt"] == nil ? nil : try text("salt") { Salt(hex: $0) }
        return JournalHeader(
            table: try text("table") { TableCode($0) },
            serial: try integer("serial", in: 0...JournalHeader.lastSerial),
            isPrivate: try flag("private"),
            opened: try text("opened") { CivilTime($0) }, rules: rules,
            seed: ShuffleSeed(number: try text("seed") { UInt64(hex: $0) }, salt: salt))
    }

    /// Decodes any other line.
    func record() throws(JournalFault) -> JournalRecord {
        JournalRecord(
            number: line - 1, time: try time("us", in: 0...JSONLimits.largestInteger),
            revision: Revision(try integer("revision", in: 0...JSONLimits.largestInteger)),
            entry: try entry())
    }

    private func entry() throws(JournalFault) -> JournalEntry {
        switch try text("what", { JournalWord(rawValue: $0) }) {
        case .token: return .token(try seat(), try text("sha256") { SHA256(hex: $0) })
        case .joined:
            let name = try text("name") { SafeText.isAllowedName($0) ? $0 : nil }
            return .input(.joined(try seat(), name: name))
        case .received: return .input(try received())
        case .measured: return .input(.measured(try roundTrips()))
        case .connected: return .input(.connected(try roundTrips()))
        case .deadlinePassed: return .input(.deadlinePassed)
        case .connectionLost: return .input(.connectionLost(try seat()))
        case .returned: return .input(.returned(try seat()))
        case .left: return .input(.left(try seat()))
        case .restarted: return .input(.restarted)
        case .closed: return .input(.closed)
        case .promised:
            let digest = try text("sha256") { SHA256(hex: $0) }
            return .note(.promised(Commitment(game: try game(), digest: digest)))
        case .judged: return .note(.judged(try race()))
        case .ended: return .note(.ended(try ending()))
        }
    }

    // MARK: Notes

    private func game() throws(JournalFault) -> Int {
        try integer("game", in: 0...JSONLimits.largestInteger)
    }

    private func winner() throws(JournalFault) -> Seat {
        guard let seat = Seat(rawValue: try integer("winner", in: 0...1)) else {
            throw fault("winner")
        }
        return seat
    }

    private func race() throws(JournalFault) -> Race {
        let times = 0...JSONLimits.largestInteger
        return Race(
            winner: try winner(), margin: .microseconds(try integer("margin", in: times)),
            adjustment: .microseconds(try integer("adjusted", in: times)),
            isDeadHeat: try flag("deadHeat"))
    }

    private func ending() throws(JournalFault) -> GameEnding {
        var ending = GameEnding(game: try game())
        if value["by"] != nil {
            let decider = try text("by") { GameResult.Decider(rawValue: $0) }
            ending.result = GameResult(
                winner: value["winner"] == nil ? nil : try winner(), decider: decider)
            let (points, sets) = (try numbers("points"), try numbers("sets"))
            for seat in Seat.allCases {
                ending.scores[seat] = GameEnding.Score(points: points[seat], sets: sets[seat])
            }
        }
        if value["salt"] != nil {
            ending.shuffle = Shuffle(deck: try deck(), salt: try text("salt") { Salt(hex: $0) })
        }
        return ending
    }

    private func numbers(_ key: String) throws(JournalFault) -> PerSeat<Int> {
        guard case .array(let values)? = value[key]?.content, values.count == 2,
            case .integer(let first) = values[0].content,
            case .integer(let second) = values[1].content
        else { throw fault(key) }
        return PerSeat(first: first, second: second)
    }

    private func deck() throws(JournalFault) -> [Card] {
        guard case .array(let values)? = value["deck"]?.content, values.count <= Card.all.count
        else {
            throw fault("deck")
        }
        var cards: [Card] = []
        for value in values {
            guard case .string(let code) = value.content, let card = Card(code: code) else {
                throw fault("deck")
            }
            cards.append(card)
        }
        return cards
    }

    private func received() throws(JournalFault) -> DuelInput {
        guard let object = value["message"],
            let message = try? WireCodec.decodeClientMessage(object.bytes)
        else { throw fault("message") }
        return .received(
            message, from: try seat(), arrival: try time("arrival"),
            isContested: value["contested"] == nil ? false : try flag("contested"))
    }

    private func roundTrips() throws(JournalFault) -> PerSeat<Duration> {
        guard case .array(let values)? = value["roundTrips"]?.content, values.count == 2 else {
            throw fault("roundTrips")
        }
        var roundTrips = PerSeat(both: Duration.zero)
        for (seat, value) in zip(Seat.allCases, values) {
            guard case .integer(let time) = value.content, 0...3_600_000_000 ~= time else {
                throw fault("roundTrips")
            }
            roundTrips[seat] = .microseconds(time)
        }
        return roundTrips
    }
}
