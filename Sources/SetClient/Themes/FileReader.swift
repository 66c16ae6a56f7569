import SetProtocol

/// Reads the values of a file that a person has written and gathers everything that is wrong with
/// them, each fault with its line and with what could have been written.
struct FileReader {
    /// The members of an object.
    struct Fields {
        /// Where the object begins.
        let offset: Int
        /// The values by their keys.
        let values: [String: JSONNode]

        subscript(key: String) -> JSONNode? { values[key] }
    }

    private let bytes: [UInt8]
    private var found: [(offset: Int, reason: String)] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// What has been found wrong, in the order of the file.
    var faults: [FileFault] {
        found.sorted { $0.offset < $1.offset }
            .map { FileFault(line: JSONNode.line(at: $0.offset, in: bytes), reason: $0.reason) }
    }

    /// Notes that something is wrong at an offset.
    mutating func complain(at offset: Int, _ reason: String) {
        found.append((offset, SafeText.sanitized(reason, limit: 400)))
    }

    /// The whole text; a fault and `nil` when it is no JSON.
    mutating func document() -> JSONNode? {
        do throws(JSONError) {
            return try JSONNode(parsing: bytes)
        } catch {
            complain(at: error.offset, "invalid JSON: \(error.reason)")
            return nil
        }
    }

    // MARK: - Structure

    /// The members of an object; every unknown key is a fault.
    mutating func object(_ node: JSONNode, _ what: String, keys: [String]) -> Fields? {
        guard case .object(let members) = node.content else {
            complain(at: node.offset, "\(what) must be an object: { \(Self.either(keys)) }")
            return nil
        }
        var values: [String: JSONNode] = [:]
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
        return Fields(offset: node.offset, values: values)
    }

    /// A member that must be there.
    mutating func required(_ fields: Fields?, _ key: String, _ what: String) -> JSONNode? {
        guard let fields else { return nil }
        if let node = fields[key] { return node }
        complain(at: fields.offset, "\(what) is missing \"\(key)\"")
        return nil
    }

    /// The elements of an array of a certain length.
    mutating func array(_ node: JSONNode?, count: Int, _ what: String) -> [JSONNode]? {
        guard let node else { return nil }
        guard case .array(let elements) = node.content, elements.count == count else {
            complain(at: node.offset, "\(what) must be an array of \(count) items")
            return nil
        }
        return elements
    }

    // MARK: - Values

    /// A text of one or two words or so, that may be shown.
    mutating func word(_ node: JSONNode?, _ what: String) -> String? {
        guard let node else { return nil }
        guard case .string(let text) = node.content, Self.isWord(text) else {
            complain(
                at: node.offset,
                "\(what) must be a string of 1 to \(Self.wordColumns) visible characters")
            return nil
        }
        return text
    }

    /// One character from a range; what it is for the player to know is said in words.
    mutating func character(
        _ node: JSONNode?, _ what: String, _ wanted: String, _ isWanted: (Unicode.Scalar) -> Bool
    ) -> Unicode.Scalar? {
        guard let node else { return nil }
        guard case .string(let text) = node.content, text.unicodeScalars.count == 1,
            let scalar = text.unicodeScalars.first, isWanted(scalar)
        else {
            complain(at: node.offset, "\(what) must be \(wanted)")
            return nil
        }
        return scalar
    }

    /// `true` or `false`.
    mutating func flag(_ node: JSONNode?, _ what: String) -> Bool? {
        guard let node else { return nil }
        guard case .flag(let isTrue) = node.content else {
            complain(at: node.offset, "\(what) must be true or false")
            return nil
        }
        return isTrue
    }

    /// One of some words.
    mutating func choice(_ node: JSONNode?, _ what: String, among words: [String]) -> String? {
        guard let node else { return nil }
        guard case .string(let text) = node.content else {
            complain(at: node.offset, "\(what) must be \(Self.either(words))")
            return nil
        }
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
