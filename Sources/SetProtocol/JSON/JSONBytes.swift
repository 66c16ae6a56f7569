/// Borrowed bytes of a text.
///
/// A slice of an array would be retained and released at every step of a reader, which costs more
/// than the reading itself. Every access checks the bounds; the bytes must not outlive the closure.
struct JSONBytes: RandomAccessCollection {
    private let buffer: UnsafeBufferPointer<UInt8>

    private init(_ buffer: UnsafeBufferPointer<UInt8>) {
        self.buffer = buffer
    }

    /// Lends the bytes of an array to a closure, which must not keep them.
    static func borrowing<Value, Failure: Error>(
        _ bytes: ArraySlice<UInt8>, _ body: (JSONBytes) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try bytes.withUnsafeBufferPointer { buffer throws(Failure) in try body(JSONBytes(buffer)) }
    }

    var startIndex: Int { 0 }
    var endIndex: Int { buffer.count }

    subscript(index: Int) -> UInt8 {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: buffer.count))
        return buffer[index]
    }

    /// A part of the bytes, counted from its own start.
    func part(_ range: Range<Int>) -> JSONBytes {
        precondition(range.lowerBound >= 0 && range.upperBound <= buffer.count)
        return JSONBytes(UnsafeBufferPointer(rebasing: buffer[range]))
    }

    /// The bytes read as UTF-8.
    var string: String { String(decoding: buffer, as: UTF8.self) }

    @inline(__always)
    func isEqual(to word: StaticString) -> Bool {
        guard word.utf8CodeUnitCount == buffer.count else { return false }
        return word.withUTF8Buffer { word in
            var index = 0
            while index < buffer.count {
                guard buffer[index] == word[index] else { return false }
                index += 1
            }
            return true
        }
    }

    @inline(__always)
    func isEqual(to word: String) -> Bool {
        let utf8 = word.utf8
        guard utf8.count == buffer.count else { return false }
        var index = 0
        for byte in utf8 {
            guard buffer[index] == byte else { return false }
            index += 1
        }
        return true
    }

    @inline(__always)
    func isEqual(to other: JSONBytes) -> Bool {
        guard other.buffer.count == buffer.count else { return false }
        var index = 0
        while index < buffer.count {
            guard buffer[index] == other.buffer[index] else { return false }
            index += 1
        }
        return true
    }
}
