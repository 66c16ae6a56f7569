extension JSONValue {
    /// The value as JSON for people: what fits stays on one line, everything else is indented.
    ///
    /// - Parameter width: How many columns a line may have before its value is broken up.
    /// - Returns: The text with a line feed at its end.
    package func indented(width: Int = 88) -> [UInt8] {
        var text = ""
        append(to: &text, indent: 0, column: 0, width: width)
        return Array((text + "\n").utf8)
    }

    private func append(to text: inout String, indent: Int, column: Int, width: Int) {
        let compact = spaced
        let isScalar = parts == nil
        guard !isScalar, column + compact.columns > width, let parts else {
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
        switch self {
        case .array(let elements): ("[", elements.map { ("", $0) }, "]")
        case .object(let members):
            (
                "{",
                members.map { member in
                    let key = JSONValue.string(member.key).bytes
                    return (String(decoding: key, as: UTF8.self) + ": ", member.value)
                }, "}"
            )
        case .null, .flag, .integer, .number, .string: nil
        }
    }
}

extension String {
    /// How many columns the text takes.
    fileprivate var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }
}
