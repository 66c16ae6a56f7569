import SetProtocol

/// A value whose members one function reads from a file and writes to it.
protocol FileCoded {
    mutating func code(_ file: inout FileCoder)
}

extension FileCoded {
    var json: JSONValue { FileCoder.written(self) { $0.code(&$1) } }
}

/// Reads or writes the values of a file that a player may edit, by the same code.
///
/// Reading gathers everything that is wrong, each fault with its line and with what could have been
/// written. A value that is wrong or missing stays as it was.
struct FileCoder {
    private struct Object {
        /// What an error calls it.
        var name = ""
        var offset = 0
        var members: [JSONValue.Member] = []
        /// The keys that it can have: those that its code asks for.
        var keys: [String] = []
    }

    let isReading: Bool
    /// Whether reasons are shown beside the fields of a form that they are about.
    private let isForm: Bool
    private let path: String
    private let bytes: [UInt8]
    private var object = Object()
    /// What is wrong, with the offset of the value that is.
    private(set) var problems: [(offset: Int, reason: String)] = []

    init(reading bytes: [UInt8] = [], at path: String = "", isForm: Bool = false) {
        (isReading, self.isForm, self.path) = (true, isForm, path)
        let hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        self.bytes = hasByteOrderMark ? Array(bytes.dropFirst(3)) : bytes
    }

    private init() { (isReading, isForm, path, bytes) = (false, false, "", []) }

    static func written<Value>(
        _ value: Value, _ code: (inout Value, inout FileCoder) -> Void
    ) -> JSONValue {
        var (value, file) = (value, FileCoder())
        code(&value, &file)
        return .object(file.object.members)
    }

    /// What has been found wrong, in the order of the file.
    var faults: [FileProblem] {
        problems.sorted { $0.offset < $1.offset }.map {
            FileProblem(path, line: JSONValue.line(at: $0.offset, in: bytes), $0.reason)
        }
    }

    /// Notes that something is wrong at an offset, once.
    mutating func complain(at offset: Int, _ reason: String) {
        let fault = (offset, SafeText.sanitized(reason, limit: 400))
        if !problems.contains(where: { $0 == fault }) { problems.append(fault) }
    }

    /// The subject of a reason about a key: its name, or "this" beside its field.
    func subject(_ key: String) -> String {
        isForm ? "this" : key == "color" ? "a color" : "\"\(key)\""
    }

    /// The whole text; a fault and `nil` when it is no JSON.
    mutating func document() -> JSONValue? {
        do throws(JSONError) {
            return try JSONValue(parsing: bytes)
        } catch {
            complain(at: error.offset, "invalid JSON: \(error.reason)")
            return nil
        }
    }

    // MARK: - Members

    /// A member of the object.
    ///
    /// - Parameters:
    ///   - usual: The value of a member that is left out.
    ///   - isRequired: Whether one without a usual value must be there.
    mutating func member<Value: Equatable>(
        _ key: String, _ value: inout Value, or usual: Value? = nil, isRequired: Bool = true,
        write: (Value) -> JSONValue, read: (inout FileCoder, JSONValue, inout Value) -> Void
    ) {
        guard isReading else {
            if value != usual { self.write(key, write(value)) }
            return
        }
        if let node = node(key) {
            read(&self, node, &value)
        } else if let usual {
            value = usual
        } else if isRequired {
            complain(at: object.offset, "\(object.name) is missing \"\(key)\"")
        }
    }

    mutating func write(_ key: String, _ value: JSONValue) {
        object.members.append(.init(key, value))
    }

    private mutating func node(_ key: String) -> JSONValue? {
        object.keys.append(key)
        return object.members.first { $0.key == key }?.value
    }

    /// The only member that has one of some keys.
    ///
    /// - Parameter what: What must be one of them; `nil` where there may be none.
    mutating func member(
        oneOf keys: [String], _ what: String? = nil
    ) -> (key: String, node: JSONValue)? {
        let given = keys.compactMap { key in node(key).map { (key, $0) } }
        if given.count == 1 { return given[0] }
        if given.count > 1 {
            let words = Self.either(given.map(\.0))
            complain(at: object.offset, "a symbol can have only one drawing: \(words)")
        } else if let what {
            complain(at: object.offset, "\(what) must contain \(Self.either(keys))")
        }
        return nil
    }

    /// A member that is a text; `wanted` is what it must be, for an error.
    private mutating func text<Value: Equatable>(
        _ key: String, _ value: inout Value, or usual: Value?, _ wanted: String,
        write: (Value) -> String, read: (String) -> Value?
    ) {
        member(key, &value, or: usual, write: { .string(write($0)) }) { file, node, value in
            let complaint = "\(file.subject(key)) must be \(wanted)"
            value = file.value(node, complaint, { $0.string.flatMap(read) }) ?? value
        }
    }

    mutating func text(
        _ key: String, _ text: inout String, or usual: String? = nil, _ wanted: String,
        where isWanted: (String) -> Bool
    ) {
        self.text(key, &text, or: usual, wanted, write: { $0 }) { isWanted($0) ? $0 : nil }
    }

    /// A text of one or two words or so, that may be shown.
    mutating func word(_ key: String, _ word: inout String, or usual: String? = nil) {
        text(key, &word, or: usual, Self.word, where: Self.isWord)
    }

    static let word = "a string of 1 to 20 visible characters"

    static func isWord(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return 1...80 ~= text.utf8.count && scalars.allSatisfy(SafeText.isAllowed)
            && scalars.first != " " && scalars.last != " " && text.columns <= 20
    }

    mutating func character(
        _ key: String, _ character: inout Unicode.Scalar, or usual: Unicode.Scalar? = nil,
        _ wanted: String, where isWanted: (Unicode.Scalar) -> Bool
    ) {
        text(key, &character, or: usual, wanted, write: { String($0) }) { text in
            let scalars = text.unicodeScalars
            return scalars.count == 1 ? scalars.first.flatMap { isWanted($0) ? $0 : nil } : nil
        }
    }

    /// A color as `"#RRGGBB"`; `nil` is the terminal's own.
    mutating func color(_ key: String, _ color: inout UInt32?, or usual: UInt32?? = nil) {
        let wanted =
            "written as \"#RRGGBB\", such as \"#FF5533\", or as \"\(ColorFallbacks.ownWord)\""
        text(key, &color, or: usual, wanted, write: ColorFallbacks.code) { text -> UInt32?? in
            if text == ColorFallbacks.ownWord { return .some(nil) }
            let digits = text.dropFirst()
            // A number may also begin with a sign.
            guard text.utf8.first == 0x23, digits.utf8.count == 6, digits.first?.isHexDigit == true
            else { return nil }
            return UInt32(digits, radix: 16).map { .some($0) }
        }
    }

    /// `true` or `false`; it may be left out.
    mutating func flag(_ key: String, _ value: inout Bool) {
        member(key, &value, isRequired: false, write: JSONValue.flag) { file, node, value in
            value = file.flag(node, "\"\(key)\"") ?? value
        }
    }

    mutating func object<Value: Equatable>(
        _ key: String, _ value: inout Value, or usual: Value,
        _ code: (inout Value, inout FileCoder) -> Void
    ) {
        member(key, &value, or: usual, write: { Self.written($0, code) }) { file, node, value in
            file.read(node, "\"\(key)\"") { code(&value, &$0) }
        }
    }

    // MARK: - Reading

    /// Reads the members of an object; every key that its code does not ask for is a fault.
    ///
    /// - Parameter what: What the object is, such as `a theme`, or its key in quotes.
    mutating func read(
        _ node: JSONValue, _ what: String, _ code: (inout FileCoder) -> Void
    ) {
        let (outer, before) = (object, problems)
        let name = what.hasPrefix("\"") ? what : "the " + what.drop { $0 != " " }.dropFirst()
        object = Object(name: name, offset: node.offset, members: node.members ?? [])
        code(&self)
        let keys = object.keys
        object = outer
        guard let members = node.members else {
            problems = before
            let quoted = keys.map { "\"\($0)\"" }.listed()
            return complain(at: node.offset, "\(what) must be an object with the keys \(quoted)")
        }
        for member in members where !keys.contains(member.key) {
            let unknown = "unknown key \"\(Self.short(member.key))\" in \(what)"
            complain(at: member.offset, "\(unknown): \(Self.advice(member.key, among: keys))")
        }
    }

    /// Reads a value, or complains that it is not what is wanted.
    mutating func value<Value>(
        _ node: JSONValue, _ complaint: @autoclosure () -> String, _ read: (JSONValue) -> Value?
    ) -> Value? {
        if let value = read(node) { return value }
        complain(at: node.offset, complaint())
        return nil
    }

    mutating func flag(_ node: JSONValue, _ what: String) -> Bool? {
        value(node, "\(what) must be true or false", \.flag)
    }

    mutating func choice(_ node: JSONValue, _ what: String, among words: [String]) -> String? {
        let wanted = "\(what) must be \(Self.either(words))"
        guard let text = value(node, wanted, \.string) else { return nil }
        if words.contains(text) { return text }
        let unknown = "unknown value \"\(Self.short(text))\" for \(what)"
        complain(at: node.offset, "\(unknown): \(Self.advice(text, among: words))")
        return nil
    }

    private static func advice(_ text: String, among words: [String]) -> String {
        Spelling.nearest(to: text, among: words).map { "did you mean \"\($0)\"?" }
            ?? "use \(either(words))"
    }

    static func either(_ words: [String]) -> String {
        words.map { "\"\($0)\"" }.listed("or")
    }

    static func short(_ text: String) -> String { SafeText.sanitized(text, limit: 40) }
}
