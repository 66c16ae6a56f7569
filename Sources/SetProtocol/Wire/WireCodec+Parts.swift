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

    /// Reads rules; those that are not there are as in a duel.
    ///
    /// - Throws: What is wrong with them.
    package static func decodeRules(_ json: [UInt8]) throws(WireError) -> Rules {
        try JSONBytes.borrowing(json[...]) { bytes throws(WireError) in
            try Rules(WireFields(line: bytes))
        }
    }
}
