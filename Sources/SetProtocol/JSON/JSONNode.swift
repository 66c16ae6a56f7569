/// A JSON value that knows where it stood, so that whoever finds fault with it can say in which line.
package struct JSONNode: Hashable, Sendable {
    /// What the value is.
    package enum Content: Hashable, Sendable {
        case null
        case flag(Bool)
        case integer(Int)
        case number(Double)
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    /// A key, its value, and where the key stood.
    package struct Member: Hashable, Sendable {
        /// The key.
        package let key: String
        /// How many bytes stand before the key.
        package let offset: Int
        /// Its value.
        package let value: JSONNode
    }

    /// What the value is.
    package let content: Content
    /// How many bytes stand before the value.
    package let offset: Int

    /// Reads a whole text.
    ///
    /// - Throws: What is wrong with it, and where.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .document) throws(JSONError) {
        self = try JSONReader.read(bytes[...], limits: limits) { reader throws(JSONError) in
            try JSONNode(from: &reader)
        }
    }

    private init(from reader: inout JSONReader) throws(JSONError) {
        offset = reader.position
        switch try reader.nextKind() {
        case .object:
            var members: [Member] = []
            try reader.beginObject()
            while let key = try reader.nextKey() {
                // A key's range begins behind its quote.
                members.append(
                    Member(
                        key: reader.string(key), offset: key.range.lowerBound - 1,
                        value: try JSONNode(from: &reader)))
            }
            content = .object(members)
        case .array:
            var elements: [JSONNode] = []
            try reader.beginArray()
            while try reader.nextElement() { elements.append(try JSONNode(from: &reader)) }
            content = .array(elements)
        case .string: content = .string(try reader.readString())
        case .number:
            switch try reader.readNumber() {
            case .integer(let number): content = .integer(number)
            case .double(let number): content = .number(number)
            }
        case .flag: content = .flag(try reader.readFlag())
        case .null:
            try reader.readNull()
            content = .null
        }
    }

    /// The value without its places.
    package var value: JSONValue {
        switch content {
        case .null: .null
        case .flag(let isTrue): .flag(isTrue)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.value))
        case .object(let members):
            .object(members.map { JSONValue.Member($0.key, $0.value.value) })
        }
    }

    /// The line, counted from 1, that an offset into a text lies in.
    package static func line(at offset: Int, in bytes: [UInt8]) -> Int {
        1 + bytes.prefix(max(0, offset)).count { $0 == 0x0A }
    }
}
