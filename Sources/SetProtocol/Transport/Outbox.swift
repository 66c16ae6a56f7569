/// The lines that wait to be written to a peer, in one buffer so that they leave in one write.
///
/// A line counts as waiting until its last byte is written.
struct Outbox: Sendable {
    private var bytes: [UInt8] = []
    private var written = 0
    /// Where in `bytes` the lines end that are not yet written whole.
    private var lineEnds: [Int] = []

    var isEmpty: Bool { written == bytes.count }
    var byteCount: Int { bytes.count - written }
    /// How many lines wait, the one that is half written included.
    var lineCount: Int { lineEnds.count }

    /// Whether more waits than a slow reader is allowed.
    func isOver(_ limits: WireLimits) -> Bool {
        lineCount > limits.queuedLines || byteCount > limits.queuedBytes
    }

    /// Adds a line, and the LF that ends it unless it has one; without its first bytes, if those are
    /// written already.
    mutating func append(_ line: [UInt8], from start: Int = 0) {
        bytes.append(contentsOf: line[start...])
        if line.last != 0x0A { bytes.append(0x0A) }
        lineEnds.append(bytes.count)
    }

    func withWaitingBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[written...])) }
    }

    mutating func remove(_ count: Int) {
        written += count
        guard written < bytes.count else {
            bytes.removeAll(keepingCapacity: bytes.count <= 4096)
            lineEnds.removeAll(keepingCapacity: true)
            written = 0
            return
        }
        lineEnds.removeAll { $0 <= written }
        // Bytes are moved only when at least as many are dropped.
        guard written >= bytes.count - written else { return }
        bytes.removeSubrange(..<written)
        let dropped = written
        for index in lineEnds.indices { lineEnds[index] -= dropped }
        written = 0
    }
}
