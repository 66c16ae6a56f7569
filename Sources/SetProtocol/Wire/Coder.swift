/// Writes or reads the members of a JSON object, by the same code.
///
/// A type that can be coded has one function for both directions, so that they cannot differ:
///
/// ```swift
/// extension Clock: Coded {
///     mutating func code(_ coder: inout Coder) throws(WireError) {
///         try coder.word("why", &reason)
///         try coder.field("ms", &remaining)
///     }
/// }
/// ```
///
/// Writing puts the members in that order and throws nothing. Reading finds them in any order and
/// ignores those it does not know. An enum with payloads has one switch for each direction.
package struct Coder: ~Copyable {
    var writer: JSONWriter
    /// The object being read; `nil` when writing.
    private let object: JSONView?
    package var isWriting: Bool { object == nil }

    fileprivate init(_ writer: consuming JSONWriter, reading object: JSONView? = nil) {
        self.writer = writer
        self.object = object
    }

    package static func append(_ value: some CodedValue, to bytes: inout [UInt8]) {
        JSONWriter.append(to: &bytes) { writer in
            var coder = Coder(writer)
            value.write(to: &coder)
            writer = coder.writer
        }
    }

    @inline(__always)
    package mutating func write(_ key: StaticString, _ value: some CodedValue) {
        writer.key(plain: key)
        value.write(to: &self)
    }

    /// A member that must be there; one of an optional type may be left out or be `null`.
    ///
    /// - Parameter isAllowed: What else is asked of a value that is read.
    @inline(__always)
    package mutating func field<Value: CodedValue>(
        _ key: StaticString, _ value: inout Value, where isAllowed: (Value) -> Bool = { _ in true }
    ) throws(WireError) {
        if let object {
            value = try object.read(key, where: isAllowed)
        } else {
            write(key, value)
        }
    }

    /// A member that is left out when there is nothing to say.
    @inline(__always)
    package mutating func field<Value: CodedValue>(
        _ key: StaticString, ifAny value: inout Value?
    ) throws(WireError) {
        if let object {
            value = try object.read(key)
        } else if let value {
            write(key, value)
        }
    }

    /// A word, which is read as `nil` when only a newer program knows it.
    ///
    /// - Parameter isOptional: Whether it may be left out or be `null`.
    @inline(__always)
    mutating func word<Word: CodedValue>(
        _ key: StaticString, isOptional: Bool = false, _ word: inout Word?
    ) throws(WireError) {
        if let object {
            word = try object.readKnown(key, isOptional: isOptional)
        } else {
            write(key, word)
        }
    }

    /// A list of words that is left out when there are none; those that only a newer program knows are
    /// not read.
    mutating func knownWords<Word: CodedValue & RawRepresentable<String>>(
        _ key: StaticString, _ words: inout [Word]
    ) throws(WireError) {
        if let object {
            words = try object.knownWords(key)
        } else if !words.isEmpty {
            write(key, words)
        }
    }

    /// A member whose key is known at run time; one that is left out or `null` keeps its value.
    mutating func rule<Value: CodedValue>(
        _ key: String, _ value: inout Value, where isAllowed: (Value) -> Bool = { _ in true }
    ) throws(WireError) {
        guard let object else {
            writer.key(key)
            return value.write(to: &self)
        }
        var key = key
        guard let view = key.withUTF8({ object.member($0) }), !view.isNull else { return }
        guard let new = try? Value(view), isAllowed(new) else { throw .invalid(key) }
        value = new
    }
}

// MARK: - Reading

extension JSONView {
    package static func read<Value: CodedValue>(
        _ text: ArraySlice<UInt8>, limits: JSONLimits = .wire
    ) throws(WireError) -> Value {
        let tree: JSONTree
        do { tree = try JSONTree(text, limits: limits) } catch { throw .malformed(error) }
        return try tree.withRoot { root throws(WireError) in try Value(root) }
    }

    /// Reads a member, which must be there unless its type is optional.
    package func read<Value: CodedValue>(
        _ key: StaticString, where isAllowed: (Value) -> Bool = { _ in true }
    ) throws(WireError) -> Value {
        guard let view = self[key] else {
            if let absent = Value.absent { return absent }
            throw .missing(key.description)
        }
        do {
            let value = try Value(view)
            if isAllowed(value) { return value }
        } catch .unknownType {
            throw .invalid(key.description)
        } catch {
            throw error.inside(key.description)
        }
        throw .invalid(key.description)
    }

    /// Reads a member that holds a word, or what depends on one; `nil` for a word that only a newer
    /// program knows.
    ///
    /// - Parameter isOptional: Whether it may be left out or be `null`.
    func readKnown<Value: CodedValue>(
        _ key: StaticString, isOptional: Bool = false
    ) throws(WireError) -> Value? {
        let member = self[key]
        if isOptional, member?.isNull ?? true { return nil }
        guard let view = member else { throw .missing(key.description) }
        do {
            return try Value(view)
        } catch .unknownType {
            return nil
        } catch {
            throw error.inside(key.description)
        }
    }

    /// The words of a list that are known; none if it is left out or `null`.
    func knownWords<Word: RawRepresentable<String>>(
        _ key: StaticString
    ) throws(WireError) -> [Word] {
        let words: [String]? = try read(key)
        return words?.compactMap(Word.init(spelled:)) ?? []
    }

    /// Reads the message's `type` without copying it.
    func readType<Word: RawRepresentable<String> & CaseIterable>(
        _ type: Word.Type = Word.self
    ) throws(WireError) -> Word {
        guard let view = self["type"] else { throw .missing("type") }
        let word =
            if let text = view.plainText {
                Word.allCases.first { word in
                    word.rawValue.utf8.count == text.count
                        && word.rawValue.utf8.elementsEqual(text)
                }
            } else if let text = view.string {
                Word(spelled: text)
            } else {
                throw .invalid("type") as WireError
            }
        guard let word else { throw .unknownType }
        return word
    }
}

// MARK: - Objects

package protocol CodedObject: CodedValue {
    init(members object: JSONView) throws(WireError)
    func writeMembers(to coder: inout Coder)
}

extension CodedObject {
    package init(_ view: JSONView) throws(WireError) {
        guard view.isObject else { throw .invalid("") }
        try self.init(members: view)
    }

    package func write(to coder: inout Coder) {
        coder.writer.beginObject()
        writeMembers(to: &coder)
        coder.writer.endObject()
    }
}

/// An object whose members are the properties of a type.
package protocol Coded: CodedObject {
    /// Anything at all: reading replaces it.
    init()
    mutating func code(_ coder: inout Coder) throws(WireError)
}

extension Coded {
    package init(members object: JSONView) throws(WireError) {
        self.init()
        var coder = Coder(JSONWriter(), reading: object)
        try code(&coder)
    }

    package func writeMembers(to coder: inout Coder) {
        var value = self
        // Only reading throws.
        try? value.code(&coder)
    }
}
