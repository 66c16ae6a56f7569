/// A JSON text that was read: every value in it, found and checked, none of them copied out.
///
/// A text is either wholly right or refused. Reading gathers the values in one flat array, in the
/// order of the text, each followed by what is inside it; so a line of the wire costs a single
/// allocation, and its members can be asked for in any order.
///
/// ```swift
/// let tree = try JSONTree(line, limits: .wire)
/// let board = tree.withRoot { $0["board"]?.integer }
/// ```
package struct JSONTree {
    private let bytes: ArraySlice<UInt8>
    private let nodes: [JSONNode]

    package init(_ bytes: ArraySlice<UInt8>, limits: JSONLimits) throws(JSONError) {
        self.bytes = bytes
        nodes = try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
            var parser = JSONParser(JSONBytes(bytes), limits)
            return try parser.nodes()
        }
    }

    /// Lends the outermost value to a closure, which must not keep it.
    package func withRoot<Value, Failure: Error>(
        _ body: (JSONView) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
            try nodes.withUnsafeBufferPointer { nodes throws(Failure) in
                try body(JSONView(bytes: JSONBytes(bytes), nodes: nodes, place: 0))
            }
        }
    }
}

/// Borrowed bytes of a text.
///
/// A slice of an array would be retained and released at every step of a reader, which costs more
/// than the reading itself. Every access checks the bounds.
struct JSONBytes {
    private let buffer: UnsafeBufferPointer<UInt8>

    init(_ buffer: UnsafeBufferPointer<UInt8>) { self.buffer = buffer }

    var count: Int { buffer.count }

    @inline(__always)
    subscript(index: Int) -> UInt8 {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: buffer.count))
        return buffer[index]
    }

    subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= buffer.count)
        return UnsafeBufferPointer(rebasing: buffer[range])
    }

    @inline(__always)
    func isEqual(_ text: JSONText, to value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !text.hasEscapes else {
            return JSONParser.unescaped(self[text.range]).elementsEqual(value)
        }
        guard text.range.count == value.count else { return false }
        return self[text.range].elementsEqual(value)
    }
}

struct JSONText {
    let start: UInt32
    let end: UInt32
    /// Whether any of them belong to an escape; otherwise the bytes are the value.
    let hasEscapes: Bool

    static let none = JSONText(start: 0, end: 0, hasEscapes: false)

    var range: Range<Int> { Int(start)..<Int(end) }
}

/// One value of a text, followed by those inside it.
struct JSONNode {
    enum Content {
        case null, object, array
        case flag(Bool)
        /// A whole number, written as one.
        case integer(Int)
        /// Any other, or a whole number too large for `Int`; always finite.
        case number(Double)
        case string(JSONText)
    }

    let key: JSONText
    let offset: Int
    let content: Content
    /// The index of the next value that is not inside this one.
    var next: Int
}

/// A value in a text that was read; it must not outlive the closure that was given it.
package struct JSONView {
    let bytes: JSONBytes
    fileprivate let nodes: UnsafeBufferPointer<JSONNode>
    fileprivate let place: Int

    private var node: JSONNode {
        precondition(place < nodes.count)
        return nodes[place]
    }

    var content: JSONNode.Content { node.content }
    var offset: Int { node.offset }
    var keyOffset: Int { Int(node.key.start) - 1 }
    var key: String { string(node.key) }

    var isNull: Bool { if case .null = content { true } else { false } }
    var isArray: Bool { if case .array = content { true } else { false } }
    var isObject: Bool { if case .object = content { true } else { false } }

    package var flag: Bool? { if case .flag(let isTrue) = content { isTrue } else { nil } }

    package var integer: Int? {
        if case .integer(let number) = content { number } else { nil }
    }

    package var string: String? {
        if case .string(let text) = content { string(text) } else { nil }
    }

    /// The bytes of a string; `nil` for anything else and for one with escapes.
    var plainText: UnsafeBufferPointer<UInt8>? {
        guard case .string(let text) = content, !text.hasEscapes else { return nil }
        return bytes[text.range]
    }

    func string(_ text: JSONText) -> String {
        let utf8 = bytes[text.range]
        guard text.hasEscapes else { return String(decoding: utf8, as: UTF8.self) }
        return String(decoding: JSONParser.unescaped(utf8), as: UTF8.self)
    }

    /// The values directly inside this one, in order.
    var inner: Inner { Inner(view: self, place: place + 1) }

    struct Inner: Sequence, IteratorProtocol {
        fileprivate let view: JSONView
        fileprivate var place: Int

        mutating func next() -> JSONView? {
            guard place < view.node.next else { return nil }
            defer { place = view.nodes[place].next }
            return JSONView(bytes: view.bytes, nodes: view.nodes, place: place)
        }
    }

    /// The value of an object's member, if it has it; keys are compared byte for byte.
    package subscript(key: StaticString) -> JSONView? {
        member(UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    }

    func member(_ key: UnsafeBufferPointer<UInt8>) -> JSONView? {
        guard isObject else { return nil }
        return inner.first { bytes.isEqual($0.node.key, to: key) }
    }
}
