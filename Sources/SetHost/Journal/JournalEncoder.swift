import SetProtocol

/// Encodes the lines of a journal, each of which is sealed together with the one before.
///
/// A line is one JSON object. Its first member `n` counts the lines from 0. Its last member `crc`
/// is the CRC-32 of the eight digits of the line before (zeros for the first) and of this line up
/// to that point. So a changed, lost, or moved line is detected.
package struct JournalEncoder: Hashable, Sendable {
    /// The number of the next line.
    package private(set) var number = 0
    private(set) var checksum: UInt32 = 0

    /// Creates an encoder for a new journal.
    package init() {}

    /// Creates an encoder that continues after a line.
    init(after number: Int, checksum: UInt32) {
        (self.number, self.checksum) = (number + 1, checksum)
    }

    /// The seal of a line: the text of its last member.
    static func seal(_ line: some Sequence<UInt8>, after checksum: UInt32) -> UInt32 {
        var sum = CRC32()
        sum.update(checksum.hex.utf8)
        sum.update(line)
        return sum.value
    }

    static let sealBeginning = Array(",\"crc\":\"".utf8)
    static let sealEnd = Array("\"}".utf8)

    /// The first line.
    package mutating func line(for header: JournalHeader) -> [UInt8] {
        sealed { writer in
            writer.member("journal", JournalHeader.format)
            writer.member("table", header.table.text)
            writer.member("serial", header.serial)
            writer.member("private", header.isPrivate)
            writer.member("opened", header.opened.description)
            writer.member("seed", header.seed.number.hex)
            if let salt = header.seed.salt { writer.member("salt", salt.hex) }
            writer.key("rules")
            WireCodec.write(header.rules, to: &writer)
        }
    }

    /// Encodes the next line.
    ///
    /// - Parameters:
    ///   - now: When it happened; fractions of a microsecond are lost.
    ///   - revision: The revision published before.
    package mutating func line(
        for entry: JournalEntry, at now: TableInstant, revision: Revision
    ) -> [UInt8] {
        sealed { writer in
            writer.member("us", now.sinceOpening.wholeMicroseconds)
            writer.member("revision", revision.number)
            switch entry {
            case .token(let seat, let digest):
                writer.member("what", JournalWord.token.rawValue)
                writer.member("seat", seat.rawValue)
                writer.member("sha256", digest.hex)
            case .input(let input):
                writer.member("what", input.word.rawValue)
                writer.members(of: input)
            case .note(let note):
                writer.member("what", note.word.rawValue)
                writer.members(of: note)
            }
        }
    }

    private mutating func sealed(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(256)
        JSONWriter.append(to: &line) { writer in
            writer.beginObject()
            writer.member("n", number)
            members(&writer)
            writer.endObject()
        }
        // The seal precedes the closing brace.
        line.removeLast()
        checksum = Self.seal(line, after: checksum)
        number += 1
        return line + Self.sealBeginning + checksum.hex.utf8 + Self.sealEnd + [0x0A]
    }
}

/// The members that describe an entry.
enum JournalWord: String, CaseIterable {
    case token, joined, received, measured, connected, deadlinePassed, connectionLost, returned,
        left
    case restarted, closed
    case promised, judged, ended
}

extension JournalNote {
    var word: JournalWord {
        switch self {
        case .promised: .promised
        case .judged: .judged
        case .ended: .ended
        }
    }
}

extension DuelInput {
    var word: JournalWord {
        switch self {
        case .joined: .joined
        case .received: .received
        case .measured: .measured
        case .connected: .connected
        case .deadlinePassed: .deadlinePassed
        case .connectionLost: .connectionLost
        case .returned: .returned
        case .left: .left
        case .restarted: .restarted
        case .closed: .closed
        }
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ key: String, _ number: Int) {
        self.key(key)
        integer(number)
    }

    fileprivate mutating func member(_ key: String, _ text: String) {
        self.key(key)
        string(text)
    }

    fileprivate mutating func member(_ key: String, _ isTrue: Bool) {
        self.key(key)
        flag(isTrue)
    }

    fileprivate mutating func members(of input: DuelInput) {
        switch input {
        case .deadlinePassed, .restarted, .closed: break
        case .connectionLost(let seat), .returned(let seat), .left(let seat):
            member("seat", seat.rawValue)
        case .joined(let seat, let name):
            member("seat", seat.rawValue)
            member("name", name)
        case .measured(let roundTrips), .connected(let roundTrips):
            key("roundTrips")
            beginArray()
            for seat in Seat.allCases { integer(roundTrips[seat].wholeMicroseconds) }
            endArray()
        case .received(let message, let seat, let arrival, let isContested):
            member("seat", seat.rawValue)
            member("arrival", arrival.sinceOpening.wholeMicroseconds)
            if isContested { member("contested", true) }
            key("message")
            WireCodec.write(message.withoutSecret, to: &self)
        }
    }

    fileprivate mutating func members(of note: JournalNote) {
        switch note {
        case .promised(let commitment):
            member("game", commitment.game)
            member("sha256", commitment.digest.hex)
        case .judged(let race):
            member("winner", race.winner.rawValue)
            member("margin", race.margin.wholeMicroseconds)
            member("adjusted", race.adjustment.wholeMicroseconds)
            member("deadHeat", race.isDeadHeat)
        case .ended(let ending):
            member("game", ending.game)
            if let result = ending.result { members(of: result, ending.scores) }
            guard let shuffle = ending.shuffle else { return }
            member("salt", shuffle.salt.hex)
            key("deck")
            beginArray()
            for card in shuffle.deck { string(card.code) }
            endArray()
        }
    }

    private mutating func members(of result: GameResult, _ scores: PerSeat<GameEnding.Score>) {
        if let decider = result.decider { member("by", decider.rawValue) }
        if let winner = result.winner { member("winner", winner.rawValue) }
        for (name, value) in [("points", \GameEnding.Score.points), ("sets", \.sets)] {
            key(name)
            beginArray()
            for seat in Seat.allCases { integer(scores[seat][keyPath: value]) }
            endArray()
        }
    }
}

extension ClientMessage {
    /// The message without the token of a hello: tokens are never written.
    fileprivate var withoutSecret: ClientMessage {
        guard case .hello(var hello) = self else { return self }
        hello.token = nil
        return .hello(hello)
    }
}
