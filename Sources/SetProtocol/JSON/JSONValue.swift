/// A JSON value as a tree, for files and tests; the wire is read without one.
///
/// Each value that was read remembers its offset, so that an error can name its line. Offsets do not
/// count in comparisons.
package struct JSONValue: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        case null
        case flag(Bool)
        /// A whole number, written as one.
        case integer(Int)
        case number(Double)
        case string(String)
        case array([JSONValue])
        /// The members in the order in which they were written.
        case object([Member])
    }

    package struct Member: Equatable, Sendable {
        package let key: String
        package let value: JSONValue
        /// Bytes before the key; 0 unless it was read.
        package let offset: Int

        package init(_ key: String, _ value: JSONValue, offset: Int = 0) {
            (self.key, self.value, self.offset) = (key, value, offset)
        }

        package static func == (one: Member, other: Member) -> Bool {
            one.key == other.key && one.value == other.value
        }
    }

    package let content: Content
    /// Bytes before the value; 0 unless it was read.
    package let offset: Int

    package init(_ content: Content, offset: Int = 0) {
        (self.content, self.offset) = (content, offset)
    }

    package static let null = JSONValue(.null)
    package static func flag(_ isTrue: Bool) -> JSONValue { .init(.flag(isTrue)) }
    package static func integer(_ number: Int) -> JSONValue { .init(.integer(number)) }
    package static func number(_ number: Double) -> JSONValue { .init(.number(number)) }
    package static func string(_ text: String) -> JSONValue { .init(.string(text)) }
    package static func array(_ elements: [JSONValue]) -> JSONValue { .init(.array(elements)) }
    package static func object(_ members: [Member]) -> JSONValue { .init(.object(members)) }

    package static func == (one: JSONValue, other: JSONValue) -> Bool {
        one.content == other.content
    }

    // MARK: - Reading

    package init(parsing bytes: [UInt8], limits: JSONLimits = .document) throws(JSONError) {
        self = try JSONTree(bytes[...], limits: limits).withRoot { JSONValue($0) }
    }

    private init(_ view: JSONView) {
        offset = view.offset
        switch view.content {
        case .null: content = .null
        case .flag(let isTrue): content = .flag(isTrue)
        case .integer(let number): content = .integer(number)
        case .number(let number): content = .number(number)
        case .string(let text): content = .string(view.string(text))
        case .array: content = .array(view.inner.map { JSONValue($0) })
        case .object:
            content = .object(
                view.inner.map { Member($0.key, JSONValue($0), offset: $0.keyOffset) })
        }
    }

    /// The value of an object's member; `nil` when there is none or this is no object.
    ///
    /// Keys are compared byte for byte. Of repeated keys the last counts.
    package subscript(key: String) -> JSONValue? {
        members?.last { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }

    package var members: [Member]? {
        if case .object(let members) = content { members } else { nil }
    }

    package var elements: [JSONValue]? {
        if case .array(let elements) = content { elements } else { nil }
    }

    package var string: String? {
        if case .string(let text) = content { text } else { nil }
    }

    package var number: Double? {
        switch content {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .null, .flag, .string, .array, .object: nil
        }
    }

    package var flag: Bool? {
        if case .flag(let isTrue) = content { isTrue } else { nil }
    }

    /// The line, counted from 1, that an offset into a text lies in.
    package static func line(at offset: Int, in bytes: [UInt8]) -> Int {
        1 + bytes.prefix(max(0, offset)).count { $0 == 0x0A }
    }

    // MARK: - Writing

    /// The value as JSON, without any white space.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { write(to: &$0) }
        return bytes
    }

    private func write(to writer: inout JSONWriter) {
        switch content {
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

    // MARK: - Writing for people

    /// The value as indented JSON with a final line feed; whatever fits in `width` columns stays on
    /// one line.
    package func indented(width: Int = 88) -> [UInt8] {
        var text = ""
        append(to: &text, indent: 0, column: 0, width: width)
        return Array((text + "\n").utf8)
    }

    private func append(to text: inout String, indent: Int, column: Int, width: Int) {
        let compact = spaced
        guard column + compact.columns > width, let parts else {
            text += compact
            return
        }
        let inner = String(repeating: " ", count: indent + 2)
        text += parts.opening + "\n"
        for (index, part) in parts.entries.enumerated() {
            text += inner + part.key
            part.value.append(
                to: &text, indent: indent + 2, column: indent + 3 + part.key.columns, width: width)
            text += index + 1 < parts.entries.count ? ",\n" : "\n"
        }
        text += String(repeating: " ", count: indent) + parts.closing
    }

    /// The value on one line, with a blank behind every comma and colon.
    private var spaced: String {
        guard let parts else { return String(decoding: bytes, as: UTF8.self) }
        let inside = parts.entries.map { $0.key + $0.value.spaced }.joined(separator: ", ")
        return parts.opening + inside + parts.closing
    }

    private typealias Parts = (
        opening: String, entries: [(key: String, value: JSONValue)], closing: String
    )

    /// What a container consists of; `nil` for anything else.
    private var parts: Parts? {
        switch content {
        case .array(let elements): ("[", elements.map { ("", $0) }, "]")
        case .object(let members):
            ("{", members.map { (JSONValue.string($0.key).spaced + ": ", $0.value) }, "}")
        case .null, .flag, .integer, .number, .string: nil
        }
    }
}

extension String {
    fileprivate var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }
}
