/// The members of an object on a line, found but not yet read.
///
/// Finding them reads the whole object once, strictly, skipped and unknown members included.
/// Reading a member goes back to its bytes. So members may come in any order, no tree is built, and
/// after the first reading only the kind or the range of a value can still be wrong.
struct WireFields {
    /// Says in an error which object a key belongs to, as `turn.`.
    private let path: String
    private let line: JSONBytes
    private let members: [JSONReader.Member]

    init(line: JSONBytes) throws(WireError) {
        do {
            var reader = try JSONReader(line, limits: .wire)
            members = try reader.readMembers()
            try reader.finish()
        } catch {
            throw .malformed(error)
        }
        self.line = line
        path = ""
    }

    /// Finds the members of the object at a cursor and goes past it; `nil` when there is none.
    private init?(path: String, at cursor: inout JSONCursor) {
        var reader = JSONReader(rereading: cursor.bytes, limits: .wire, at: cursor.index)
        guard let members = try? reader.readMembers() else { return nil }
        self.path = path
        self.members = members
        line = cursor.bytes
        cursor = JSONCursor(cursor.bytes, limits: .wire, at: reader.position)
    }

    /// What an error calls a key.
    private func name(of key: StaticString) -> String { path + key.description }

    /// Goes to the value of a member.
    private func cursor(at key: StaticString) -> JSONCursor? {
        for member in members where isKey(of: member, key) {
            return JSONCursor(line, limits: .wire, at: member.position)
        }
        return nil
    }

    @inline(__always)
    private func isKey(of member: JSONReader.Member, _ key: StaticString) -> Bool {
        guard member.key.hasEscapes else { return line.part(member.key.range).isEqual(to: key) }
        return JSONCursor(line, limits: .wire, at: 0).matches(member.key, key)
    }

    /// Reads a member that must be there.
    ///
    /// - Parameter read: Reads the value; `nil` when it is not one the key can have.
    func required<Value>(
        _ key: StaticString, _ read: (inout JSONCursor) -> Value?
    ) throws(WireError) -> Value {
        guard var cursor = cursor(at: key) else { throw .missing(name(of: key)) }
        guard let value = read(&cursor) else { throw .invalid(name(of: key)) }
        return value
    }

    /// Reads a member that may be left out or be `null`.
    func optional<Value>(
        _ key: StaticString, _ read: (inout JSONCursor) -> Value?
    ) throws(WireError) -> Value? {
        guard var cursor = cursor(at: key), !cursor.isAtNull else { return nil }
        guard let value = read(&cursor) else { throw .invalid(name(of: key)) }
        return value
    }

    /// Reads a rule, which may be left out or be `null`; its key comes from a table.
    func rule<Value>(
        _ key: String, _ read: (inout JSONCursor) -> Value?
    ) throws(WireError) -> Value? {
        let start = JSONCursor(line, limits: .wire, at: 0)
        for member in members where start.matches(member.key, key) {
            var cursor = JSONCursor(line, limits: .wire, at: member.position)
            if cursor.isAtNull { return nil }
            guard let value = read(&cursor) else { throw .invalid(path + key) }
            return value
        }
        return nil
    }
}

// MARK: - Objects in objects

extension WireFields {
    /// The members of an object that may be left out or be `null`.
    func object(_ key: StaticString) throws(WireError) -> WireFields? {
        try optional(key) { WireFields(path: "\(name(of: key)).", at: &$0) }
    }

    /// The members of the objects in an array that has one entry, perhaps `null`, for each seat.
    func objectPerSeat(_ key: StaticString) throws(WireError) -> PerSeat<WireFields?> {
        let path = "\(name(of: key))."
        let objects = try required(key) { cursor in
            cursor.array { $0.orNull { WireFields(path: path, at: &$0) } }
        }
        guard objects.count == 2 else { throw .invalid(name(of: key)) }
        return PerSeat(first: objects[0], second: objects[1])
    }
}

// MARK: - Kinds of values

extension WireFields {
    func integer(
        _ key: StaticString, in range: ClosedRange<Int> = JSONCursor.anyInteger
    ) throws(WireError) -> Int {
        try required(key) { $0.integer(in: range) }
    }

    /// A number that counts something: not negative.
    func count(
        _ key: StaticString, upTo bound: Int = JSONLimits.largestInteger
    ) throws(WireError) -> Int {
        try required(key) { $0.integer(in: 0...bound) }
    }

    func flag(_ key: StaticString) throws(WireError) -> Bool {
        try required(key) { $0.flag() }
    }

    func string(_ key: StaticString) throws(WireError) -> String {
        try required(key) { $0.string() }
    }

    /// One of the words that the type's raw values are; `nil` for one that only a newer host knows.
    func knownWord<Word: RawRepresentable<String>>(
        _ key: StaticString, _ type: Word.Type = Word.self
    ) throws(WireError) -> Word? {
        try required(key) { cursor -> Word?? in cursor.string().map { Word(spelled: $0) } }
    }

    /// The same for a member that may be left out or be `null`.
    func knownWord<Word: RawRepresentable<String>>(
        ifAny key: StaticString, _ type: Word.Type = Word.self
    ) throws(WireError) -> Word? {
        try optional(key) { cursor -> Word?? in cursor.string().map { Word(spelled: $0) } } ?? nil
    }

    /// The message's `type`; distinguishes an unknown word from a missing one.
    func messageType<Word: RawRepresentable<String> & CaseIterable>(
        _ type: Word.Type
    ) throws(WireError) -> Word {
        let word = try required("type") { cursor -> Word?? in
            guard let text = cursor.text() else { return nil }
            guard !text.hasEscapes else { return Word(spelled: cursor.string(text)) }
            let bytes = cursor.bytes.part(text.range)
            return Word.allCases.first { bytes.isEqual(to: $0.rawValue) }
        }
        guard let word else { throw .unknownType }
        return word
    }

    func seat(_ key: StaticString) throws(WireError) -> Seat {
        try required(key) { $0.seat() }
    }

    func card(_ key: StaticString) throws(WireError) -> Card {
        try required(key) { $0.card() }
    }

    func cards(_ key: StaticString, count: ClosedRange<Int>) throws(WireError) -> [Card] {
        try required(key) { $0.cards(count: count) }
    }

    /// A time that remains, or the whole of one: at most a day.
    func duration(_ key: StaticString) throws(WireError) -> Duration {
        .milliseconds(try count(key, upTo: 86_400_000))
    }
}
