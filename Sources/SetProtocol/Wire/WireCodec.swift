/// Turns messages into lines and lines into messages: what both sides agree to call protocol 1.
///
/// A line is one flat JSON object whose key `type` names the message. Writing puts that key first
/// and always the same keys in the same order; reading takes any order and ignores keys it does not
/// know. Both directions are here for both kinds of message, because either side needs one of each
/// and tests need all.
package enum WireCodec {
    /// Appends a client's message as one line with its line feed.
    package static func encode(_ message: ClientMessage, into line: inout [UInt8]) {
        JSONWriter.append(to: &line) { writer in
            writer.beginObject()
            writer.members(of: message)
            writer.endObject()
        }
        line.append(0x0A)
    }

    /// Appends a host's message as one line with its line feed.
    package static func encode(_ message: HostMessage, into line: inout [UInt8]) {
        JSONWriter.append(to: &line) { writer in
            writer.beginObject()
            writer.members(of: message)
            writer.endObject()
        }
        line.append(0x0A)
    }

    package static func encode(_ message: ClientMessage) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(128)
        encode(message, into: &line)
        return line
    }

    package static func encode(_ message: HostMessage) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(1024)
        encode(message, into: &line)
        return line
    }

    /// Decodes a client's message from one line, with or without its ending.
    package static func decodeClientMessage(
        _ line: ArraySlice<UInt8>
    ) throws(WireError) -> ClientMessage {
        try JSONBytes.borrowing(line) { bytes throws(WireError) in
            try ClientMessage(WireFields(line: bytes))
        }
    }

    package static func decodeClientMessage(_ line: [UInt8]) throws(WireError) -> ClientMessage {
        try decodeClientMessage(line[...])
    }

    /// Decodes a host's message from one line, with or without its ending.
    package static func decodeHostMessage(
        _ line: ArraySlice<UInt8>
    ) throws(WireError) -> HostMessage {
        try JSONBytes.borrowing(line) { bytes throws(WireError) in
            try HostMessage(WireFields(line: bytes))
        }
    }

    package static func decodeHostMessage(_ line: [UInt8]) throws(WireError) -> HostMessage {
        try decodeHostMessage(line[...])
    }
}

// MARK: - Members

extension JSONWriter {
    mutating func member(_ key: StaticString, _ number: Int) {
        self.key(plain: key)
        integer(number)
    }

    mutating func member(_ key: StaticString, _ isTrue: Bool) {
        self.key(plain: key)
        flag(isTrue)
    }

    mutating func member(_ key: StaticString, _ text: String) {
        self.key(plain: key)
        string(text)
    }

    mutating func member(_ key: StaticString, word: some RawRepresentable<String>) {
        self.key(plain: key)
        string(word.rawValue)
    }

    mutating func member(_ key: StaticString, _ seat: Seat) {
        member(key, seat.rawValue)
    }

    mutating func member(_ key: StaticString, _ card: Card) {
        self.key(plain: key)
        self.card(card)
    }

    mutating func member(_ key: StaticString, _ cards: [Card]) {
        self.key(plain: key)
        beginArray()
        for card in cards { self.card(card) }
        endArray()
    }

    /// Times go out as whole milliseconds, and none as less than zero.
    mutating func member(_ key: StaticString, _ duration: Duration) {
        member(key, max(0, duration.wholeMilliseconds))
    }

    mutating func member(null key: StaticString) {
        self.key(plain: key)
        null()
    }

    mutating func member(_ key: StaticString, ifAny seat: Seat?) {
        if let seat { member(key, seat) } else { member(null: key) }
    }

    mutating func member(_ key: StaticString, ifAny word: (some RawRepresentable<String>)?) {
        if let word { member(key, word: word) } else { member(null: key) }
    }

    /// Writes an object, or `null` for nothing.
    ///
    /// - Parameter write: Writes the members.
    mutating func member<Value>(
        _ key: StaticString, ifAny value: Value?, _ write: (inout JSONWriter, Value) -> Void
    ) {
        self.key(plain: key)
        guard let value else { return null() }
        beginObject()
        write(&self, value)
        endObject()
    }
}

// What files have in common with the wire: messages and rules as parts of a larger text.

extension WireCodec {
    /// Writes a client's message as a value within a larger text.
    package static func write(_ message: ClientMessage, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.members(of: message)
        writer.endObject()
    }

    /// Writes rules as a value within a larger text.
    package static func write(_ rules: Rules, to writer: inout JSONWriter) {
        writer.object(of: rules)
    }

    /// Reads rules; missing ones are as in a duel.
    package static func decodeRules(_ json: [UInt8]) throws(WireError) -> Rules {
        try JSONBytes.borrowing(json[...]) { bytes throws(WireError) in
            try Rules(WireFields(line: bytes))
        }
    }
}
