/// A JSON value as a tree, for files and tests; the wire is read without one.
package enum JSONValue: Hashable, Sendable {
    case null
    case flag(Bool)
    /// A whole number, written as one.
    case integer(Int)
    /// Any other number; finite.
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// The members in the order in which they were written.
    case object([Member])

    /// A key and its value.
    package struct Member: Hashable, Sendable {
        /// The key.
        package let key: String
        /// Its value.
        package let value: JSONValue

        /// Pairs a key with its value.
        package init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The value of an object's member; `nil` when there is none or this is no object.
    ///
    /// Keys are compared byte for byte. Of repeated keys the last counts.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }
}

// MARK: - Reading

extension JSONValue {
    /// Reads a whole text.
    ///
    /// - Throws: What is wrong with it, and where.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .document) throws(JSONError) {
        self = try JSONReader.read(bytes[...], limits: limits) { reader throws(JSONError) in
            try JSONValue(from: &reader)
        }
    }

    /// Reads the value that comes next.
    package init(from reader: inout JSONReader) throws(JSONError) {
        switch try reader.nextKind() {
        case .object:
            var members: [Member] = []
            try reader.beginObject()
            while let key = try reader.nextKey() {
                members.append(Member(reader.string(key), try JSONValue(from: &reader)))
            }
            self = .object(members)
        case .array:
            var elements: [JSONValue] = []
            try reader.beginArray()
            while try reader.nextElement() { elements.append(try JSONValue(from: &reader)) }
            self = .array(elements)
        case .string:
            self = .string(try reader.readString())
        case .number:
            switch try reader.readNumber() {
            case .integer(let number): self = .integer(number)
            case .double(let number): self = .number(number)
            }
        case .flag:
            self = .flag(try reader.readFlag())
        case .null:
            try reader.readNull()
            self = .null
        }
    }
}

// MARK: - Writing

extension JSONValue {
    /// The value as JSON, without any white space.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { write(to: &$0) }
        return bytes
    }

    /// Writes the value as part of a larger text.
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .flag(let isTrue): writer.flag(isTrue)
        case .integer(let number): writer.integer(number)
        case .number(let number): writer.number(number)
        case .string(let text): writer.string(text)
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for member in members {
                writer.key(member.key)
                member.value.write(to: &writer)
            }
            writer.endObject()
        }
    }
}
