/// Appends a JSON text to bytes.
///
/// It adds commas and escapes; the caller matches brackets and puts keys in objects. Output is
/// gathered on the stack and moved in large pieces, so that nothing is allocated but the growing
/// bytes.
package struct JSONWriter: ~Copyable {
    private var bytes: [UInt8]
    /// Where bytes are gathered, and how many there are.
    private let gathering: UnsafeMutableBufferPointer<UInt8>
    private var gathered = 0
    private var needsComma = false

    private init(
        _ bytes: consuming [UInt8], gathering: UnsafeMutableBufferPointer<UInt8>
    ) {
        self.bytes = bytes
        self.gathering = gathering
    }

    /// A writer that is never used.
    init() {
        self.init([], gathering: UnsafeMutableBufferPointer(start: nil, count: 0))
    }

    /// Appends one text to `bytes`; `write` must write exactly one value.
    package static func append(
        to bytes: inout [UInt8], _ write: (inout JSONWriter) -> Void
    ) {
        // Moved in and out, so that the writer is their only owner and appending copies nothing.
        var taken = exchange(&bytes, with: [])
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { gathering in
            var writer = JSONWriter(taken, gathering: gathering)
            taken = []
            write(&writer)
            writer.moveGathered()
            swap(&bytes, &writer.bytes)
        }
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        let place = placeForBytes(1)
        gathering[place] = byte
    }

    /// Makes room for a few bytes, and returns where in what is gathered they belong.
    @inline(__always)
    private mutating func placeForBytes(_ count: Int) -> Int {
        if gathered + count > gathering.count { moveGathered() }
        defer { gathered += count }
        return gathered
    }

    @inline(__always)
    private mutating func put(_ piece: UnsafeBufferPointer<UInt8>) {
        if gathered + piece.count > gathering.count {
            moveGathered()
            guard piece.count <= gathering.count else { return bytes.append(contentsOf: piece) }
        }
        move(piece, to: gathered)
        gathered += piece.count
    }

    @inline(__always)
    private func move(_ piece: UnsafeBufferPointer<UInt8>, to place: Int) {
        _ = UnsafeMutableBufferPointer(rebasing: gathering[place...]).update(fromContentsOf: piece)
    }

    @inline(__always)
    private mutating func put(_ text: StaticString) {
        put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func moveGathered() {
        bytes.append(contentsOf: gathering[..<gathered])
        gathered = 0
    }

    // MARK: - Structure

    package mutating func beginObject() {
        separate()
        put(0x7B)
        needsComma = false
    }

    package mutating func endObject() {
        put(0x7D)
        needsComma = true
    }

    package mutating func beginArray() {
        separate()
        put(0x5B)
        needsComma = false
    }

    package mutating func endArray() {
        put(0x5D)
        needsComma = true
    }

    package mutating func key(_ key: String) {
        separate()
        quoted(key)
        put(0x3A)
        needsComma = false
    }

    /// Writes the key of the value that comes next, which must be short and need no escape.
    ///
    /// Where the key is a literal, what is written is known when this is compiled.
    @inline(__always)
    mutating func key(plain key: StaticString) {
        let count = key.utf8CodeUnitCount
        separate()
        let place = placeForBytes(count + 3)
        gathering[place] = 0x22
        move(UnsafeBufferPointer(start: key.utf8Start, count: count), to: place + 1)
        gathering[place + count + 1] = 0x22
        gathering[place + count + 2] = 0x3A
        needsComma = false
    }

    @inline(__always)
    private mutating func separate() {
        if needsComma { put(0x2C) }
        needsComma = true
    }

    // MARK: - Values

    package mutating func string(_ text: String) {
        separate()
        quoted(text)
    }

    package mutating func integer(_ number: Int) {
        separate()
        if number < 0 { put(0x2D) }
        digits(number.magnitude)
    }

    /// Writes a number in the fewest digits that reproduce it; `null` unless it is finite.
    package mutating func number(_ number: Double) {
        guard number.isFinite else { return null() }
        separate()
        var text = number.description
        text.withUTF8 { put($0) }
    }

    package mutating func flag(_ isTrue: Bool) {
        separate()
        put(isTrue ? "true" : "false")
    }

    package mutating func null() {
        separate()
        put("null")
    }

    package mutating func card(_ card: Card) {
        separate()
        let place = placeForBytes(6)
        gathering[place] = 0x22
        for digit in 0..<4 {
            gathering[place + 1 + digit] = 0x30 | card.bits >> UInt8(6 - 2 * digit) & 3
        }
        gathering[place + 5] = 0x22
    }

    private mutating func digits(_ magnitude: UInt) {
        var (rest, count) = (magnitude / 10, 1)
        while rest > 0 { (rest, count) = (rest / 10, count + 1) }
        let place = placeForBytes(count)
        rest = magnitude
        for index in (place..<place + count).reversed() {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            gathering[index] = 0x30 | UInt8(truncatingIfNeeded: digit)
            rest = quotient
        }
    }

    private mutating func quoted(_ text: String) {
        put(0x22)
        // Most text needs no escape and goes over in one piece.
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { utf8 in
            var end = 0
            while end < utf8.count, !Self.needsEscape(utf8[end]) { end += 1 }
            put(UnsafeBufferPointer(rebasing: utf8[..<end]))
            for byte in utf8[end...] { escaped(byte) }
        }
        if isDone == nil { for byte in text.utf8 { escaped(byte) } }
        put(0x22)
    }

    /// What JSON demands, and DEL, so that a line can be looked at in a terminal.
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F
    }

    private mutating func escaped(_ byte: UInt8) {
        guard Self.needsEscape(byte) else { return put(byte) }
        put(0x5C)
        switch byte {
        case 0x22, 0x5C: put(byte)
        case 0x0A: put(0x6E)
        case 0x0D: put(0x72)
        case 0x09: put(0x74)
        case _:
            put("u00")
            put(0x30 | byte >> 4)
            put((byte & 15 < 10 ? 0x30 : 0x57) + byte & 15)
        }
    }
}
