/// Why a stream of bytes cannot be cut into lines any further.
package enum LineFramingError: Error, Hashable, Sendable {
    /// More bytes came without an LF than a line may have.
    case tooLong
}

/// Cuts a stream of bytes into lines, in whatever pieces the bytes come.
///
/// An LF ends a line, and one CR just before it belongs to the ending. The framer works on bytes
/// because `"\r\n"` is a single `Character` in Swift, and because an LF never is a part of another
/// scalar's UTF-8. It does no input or output and does not look inside the lines.
///
/// Take every line after each ``append(_:)``: then what it keeps is at most
/// one unfinished line and the bytes of one append. A line too long breaks the framer for good,
/// because nobody can tell where the next line of such a peer would begin.
package struct LineFramer: Sendable {
    /// The most bytes a line may have before its LF, CR included; a new limit applies to every line
    /// not yet taken.
    package var limit: Int

    private var buffer: [UInt8] = []
    /// Where the first line not yet taken begins.
    private var lineStart = 0
    /// There is no LF between `lineStart` and here, so that a line that trickles in byte by byte is
    /// searched only once.
    private var searchStart = 0
    private var isBroken = false

    package init(limit: Int) {
        self.limit = limit
    }

    package mutating func append(_ bytes: some Collection<UInt8>) {
        guard !isBroken else { return }
        dropTakenLines()
        buffer.append(contentsOf: bytes)
    }

    /// Takes the next line, without its ending.
    ///
    /// The slice shares the framer's memory; letting go of it before the next append saves a copy.
    ///
    /// - Returns: `nil` when no whole line is there.
    /// - Throws: ``LineFramingError/tooLong`` as soon as the line is over the limit, even before its
    ///   LF has come, and from then on at every call.
    package mutating func nextLine() throws(LineFramingError) -> ArraySlice<UInt8>? {
        guard !isBroken else { throw .tooLong }
        let lineEnd = buffer[searchStart...].firstIndex(of: Self.lineFeed)
        guard (lineEnd ?? buffer.count) - lineStart <= limit else {
            isBroken = true
            (buffer, lineStart, searchStart) = ([], 0, 0)
            throw .tooLong
        }
        guard let lineEnd else {
            searchStart = buffer.count
            return nil
        }
        let hasReturn = lineEnd > lineStart && buffer[lineEnd - 1] == Self.carriageReturn
        let line = buffer[lineStart..<(hasReturn ? lineEnd - 1 : lineEnd)]
        (lineStart, searchStart) = (lineEnd + 1, lineEnd + 1)
        return line
    }

    var capacity: Int { buffer.capacity }

    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D

    /// Makes room at the front, but moves bytes only when at least as many are dropped.
    private mutating func dropTakenLines() {
        if lineStart == buffer.count {
            buffer.removeAll(keepingCapacity: true)
        } else if lineStart >= buffer.count - lineStart {
            buffer.removeSubrange(..<lineStart)
        } else {
            return
        }
        (lineStart, searchStart) = (0, searchStart - lineStart)
    }
}
