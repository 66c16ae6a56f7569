import SetProtocol

/// Reads the values of a file that a person has written and gathers everything that is wrong with
/// them, each fault with its line and with what could have been written.
struct FileReader {
    /// The members of an object.
    struct Fields {
        /// What an error calls the object.
        let name: String
        let offset: Int
        let values: [String: JSONValue]

        subscript(key: String) -> JSONValue? { values[key] }
    }

    private let bytes: [UInt8]
    /// The values of a form; `nil` for a file.
    private let form: JSONValue?
    private var found: [(offset: Int, reason: String)] = []

    init(_ bytes: [UInt8]) {
        let hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        (self.bytes, form) = (hasByteOrderMark ? Array(bytes.dropFirst(3)) : bytes, nil)
    }

    /// Reads what has been filled in; reasons are shown beside the field they are about.
    init(form: JSONValue) { (bytes, self.form) = ([], form) }

    var isForm: Bool { form != nil }

    /// The subject of a reason about a key: its name, or "this" beside its field.
    func subject(_ key: String) -> String { isForm ? "this" : "\"\(key)\"" }

    /// What has been found wrong, in the order of the file.
    var faults: [FileFault] {
        problems.map {
            FileFault(line: JSONValue.line(at: $0.offset, in: bytes), reason: $0.reason)
        }
    }

    /// What is wrong, with the offset of the value that is.
    var problems: [(offset: Int, reason: String)] { found.sorted { $0.offset < $1.offset } }

    /// Notes that something is wrong at an offset.
    mutating func complain(at offset: Int, _ reason: String) {
        found.append((offset, SafeText.sanitized(reason, limit: 400)))
    }

    /// The whole text; a fault and `nil` when it is no JSON.
    mutating func document() -> JSONValue? {
        if let form { return form }
        do throws(JSONError) {
            return try JSONValue(parsing: bytes)
        } catch {
            complain(at: error.offset, "invalid JSON: \(error.reason)")
            return nil
        }
    }

    // MARK: - Structure

    /// The members of an object; every unknown key is a fault.
    ///
    /// - Parameter noun: What the object is, such as `theme`.
    mutating func object(_ node: JSONValue, a noun: String, keys: [String]) -> Fields? {
        let article = "aeiou".holds(String(noun.prefix(1))) ? "an" : "a"
        return object(node, "\(article) \(noun)", name: "the \(noun)", keys: keys)
    }

    /// The members of the object that is the value of a key.
    mutating func object(_ node: JSONValue, of key: String, keys: [String]) -> Fields? {
        object(node, "\"\(key)\"", name: "\"\(key)\"", keys: keys)
    }

    private mutating func object(
        _ node: JSONValue, _ what: String, name: String, keys: [String]
    ) -> Fields? {
        let wanted = "\(what) must be an object with the keys \(keys.map { "\"\($0)\"" }.listed())"
        guard let members = value(node, wanted, \.members) else { return nil }
        var values: [String: JSONValue] = [:]
        for member in members {
            if keys.contains(member.key) {
                values[member.key] = member.value
            } else {
                let near = Spelling.nearest(to: member.key, among: keys)
                let advice =
                    near.map { "did you mean \"\($0)\"?" } ?? "use \(Self.either(keys))"
                complain(
                    at: member.offset,
                    "unknown key \"\(Self.short(member.key))\" in \(what): \(advice)")
            }
        }
        return Fields(name: name, offset: node.offset, values: values)
    }

    /// A member that must be there.
    mutating func required(_ fields: Fields?, _ key: String) -> JSONValue? {
        guard let fields else { return nil }
        if let node = fields[key] { return node }
        complain(at: fields.offset, "\(fields.name) is missing \"\(key)\"")
        return nil
    }

    /// The elements of an array of a certain length.
    mutating func array(_ node: JSONValue?, count: Int, _ what: String) -> [JSONValue]? {
        value(node, "\(what) must be an array of \(count) items") {
            $0.elements.flatMap { $0.count == count ? $0 : nil }
        }
    }

    // MARK: - Values

    /// Reads a value, or complains that it is not what is wanted; a missing one is nobody's fault.
    mutating func value<Value>(
        _ node: JSONValue?, _ complaint: @autoclosure () -> String, _ read: (JSONValue) -> Value?
    ) -> Value? {
        guard let node else { return nil }
        if let value = read(node) { return value }
        complain(at: node.offset, complaint())
        return nil
    }

    mutating func text(
        _ node: JSONValue?, _ complaint: @autoclosure () -> String, where isWanted: (String) -> Bool
    ) -> String? {
        value(node, complaint()) { $0.string.flatMap { isWanted($0) ? $0 : nil } }
    }

    /// A text of one or two words or so, that may be shown.
    mutating func word(_ node: JSONValue?, _ what: String) -> String? {
        text(
            node, "\(what) must be a string of 1 to \(Self.wordColumns) visible characters",
            where: Self.isWord)
    }

    /// The word of a member that must be there.
    mutating func word(_ fields: Fields?, _ key: String) -> String? {
        word(required(fields, key), subject(key))
    }

    /// One character from a range; what it is for the player to know is said in words.
    mutating func character(
        _ node: JSONValue?, _ what: String, _ wanted: String, _ isWanted: (Unicode.Scalar) -> Bool
    ) -> Unicode.Scalar? {
        value(node, "\(what) must be \(wanted)") { node in
            guard let scalars = node.string?.unicodeScalars, scalars.count == 1,
                let scalar = scalars.first, isWanted(scalar)
            else { return nil }
            return scalar
        }
    }

    /// `true` or `false`.
    mutating func flag(_ node: JSONValue?, _ what: String) -> Bool? {
        value(node, "\(what) must be true or false", \.flag)
    }

    mutating func choice(_ node: JSONValue?, _ what: String, among words: [String]) -> String? {
        let wanted = "\(what) must be \(Self.either(words))"
        guard let node, let text = value(node, wanted, \.string) else { return nil }
        if words.contains(text) { return text }
        let near = Spelling.nearest(to: text, among: words)
        let advice = near.map { "did you mean \"\($0)\"?" } ?? "use \(Self.either(words))"
        complain(at: node.offset, "unknown value \"\(Self.short(text))\" for \(what): \(advice)")
        return nil
    }

    // MARK: - Words

    static let wordColumns = 20

    /// Whether a text may be a name of something on the cards.
    static func isWord(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard 1...80 ~= text.utf8.count, scalars.allSatisfy(SafeText.isAllowed) else {
            return false
        }
        return scalars.first != " " && scalars.last != " "
            && scalars.reduce(0) { $0 + $1.columns } <= wordColumns
    }

    static func either(_ words: [String]) -> String {
        words.isEmpty ? "empty" : words.map { "\"\($0)\"" }.listed("or")
    }

    private static func short(_ text: String) -> String { SafeText.sanitized(text, limit: 40) }
}

// MARK: - Inks

extension FileReader {
    static let ownInk = "terminal"

    /// An ink: `"#RRGGBB"`, or an object that also says what it turns into and what stands for it
    /// where there are fewer colors; what that leaves out is worked out.
    mutating func ink(_ node: JSONValue?) -> ColorFallbacks? {
        guard let node else { return nil }
        guard node.members != nil else { return color(node, "a color").map { Self.fallbacks($0) } }
        let fields = object(node, a: "ink", keys: ["color", "to", "256", "16"])
        guard let top = color(required(fields, "color"), subject("color")) else {
            return nil
        }
        var fallbacks = Self.fallbacks(top)
        if let node = fields?["to"], let bottom = color(node, subject("to")) {
            fallbacks.gradient = bottom
        }
        if let node = fields?["256"], let index = index(node, subject("256"), 0...255) {
            fallbacks.indexed = index
        }
        if let node = fields?["16"], let index = index(node, subject("16"), 0...15) {
            fallbacks.basic = index
        }
        return fallbacks
    }

    /// A color as a number; the inner `nil` is the terminal's own.
    private mutating func color(_ node: JSONValue?, _ what: String) -> UInt32?? {
        let wanted =
            "\(what) must be written as \"#RRGGBB\", such as \"#FF5533\", or as \"\(Self.ownInk)\""
        return value(node, wanted) { node in
            guard let text = node.string else { return nil }
            if text == Self.ownInk { return .some(nil) }
            let digits = text.dropFirst()
            // A number may also begin with a sign.
            guard text.utf8.first == 0x23, digits.utf8.count == 6, digits.first?.isHexDigit == true
            else { return nil }
            return UInt32(digits, radix: 16).map { .some($0) }
        }
    }

    /// An index as a number; the inner `nil` is the terminal's own.
    private mutating func index(
        _ node: JSONValue, _ what: String, _ range: ClosedRange<Int>
    ) -> UInt8?? {
        let wanted =
            "\(what) must be a number from \(range.lowerBound) to \(range.upperBound), "
            + "or \"\(Self.ownInk)\""
        return value(node, wanted) { node in
            if node.string == Self.ownInk { return .some(nil) }
            guard case .integer(let number) = node.content, range ~= number else { return nil }
            return UInt8(number)
        }
    }

    /// The ink with what is nearest to it where there are fewer colors.
    private static func fallbacks(_ code: UInt32?) -> ColorFallbacks {
        func index(_ depth: ColorDepth) -> UInt8? {
            switch depth.reduce(TerminalColor(code)).kind {
            case .indexed(let index): index
            case .standard, .rgb: nil
            }
        }
        return ColorFallbacks(code, index(.indexed), index(.sixteen))
    }
}
