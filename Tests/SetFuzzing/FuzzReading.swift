import SetProtocol

/// Lines are the same in whatever pieces the bytes come.
enum FuzzFramer {
    private struct Cut: Equatable {
        var lines: [[UInt8]] = []
        var isBroken = false
    }

    static func run(_ bytes: [UInt8]) throws(FuzzFinding) {
        guard let first = bytes.first else { return }
        let limit = 1 + Int(first & 0x3F)
        let stream = Array(bytes.dropFirst())
        let whole = cut([stream[...]], limit: limit)
        let single = cut(stream.indices.map { stream[$0...$0] }, limit: limit)
        // Where it is cut depends on the bytes themselves, so that the search can learn to move it.
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        while start < stream.count {
            let end = min(stream.count, start + 1 + Int(stream[start] & 0x0F))
            pieces.append(stream[start..<end])
            start = end
        }
        let uneven = cut(pieces, limit: limit)
        try require(whole == single, "byte by byte \(single), at once \(whole)")
        try require(whole == uneven, "in pieces \(uneven), at once \(whole)")
        try require(
            whole.lines.allSatisfy { $0.count <= limit && !$0.contains(0x0A) }, "\(whole.lines)")
    }

    private static func cut(_ pieces: [ArraySlice<UInt8>], limit: Int) -> Cut {
        var framer = LineFramer(limit: limit)
        var cut = Cut()
        do throws(LineFramingError) {
            for piece in pieces {
                framer.append(piece)
                while let line = try framer.nextLine() { cut.lines.append(Array(line)) }
            }
        } catch {
            cut.isBroken = true
        }
        return cut
    }
}

/// What can be read can be written, and reads the same again.
enum FuzzJSON {
    static func run(_ bytes: [UInt8]) throws(FuzzFinding) {
        try read(bytes, .wire)
        try read(bytes, .document)
        try read(bytes, .conformance)
        if let message = try? WireCodec.decodeClientMessage(bytes) {
            let line = WireCodec.encode(message)
            let again = try? WireCodec.decodeClientMessage(line)
            try require(again == message, "\(message) became \(String(describing: again))")
        }
        if let message = try? WireCodec.decodeHostMessage(bytes) {
            let line = WireCodec.encode(message)
            let again = try? WireCodec.decodeHostMessage(line)
            // A word of a newer host is read, and never said again.
            let isNewer = again == nil && String(decoding: line, as: UTF8.self).contains(":null")
            try require(
                again == message || isNewer, "\(message) became \(String(describing: again))")
        }
    }

    private static func read(_ bytes: [UInt8], _ limits: JSONLimits) throws(FuzzFinding) {
        guard let value = try? JSONValue(parsing: bytes, limits: limits) else { return }
        var limits = limits
        // An escape may be written longer than it was read.
        limits.totalBytes = .max
        let text = value.bytes
        let again = try? JSONValue(parsing: text, limits: limits)
        try require(again == value, "\(value) became \(String(describing: again))")
    }
}
