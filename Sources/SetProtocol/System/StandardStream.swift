import SystemLibrary

/// Why bytes could not be written to a standard stream.
package enum StandardStreamError: Error, Hashable, Sendable {
    /// The reader has gone: `set-duel … | head`. Usually a reason to exit quietly.
    case closed
    /// Something else is wrong, such as a full disk.
    case failed(SystemCallError)
}

/// The two streams a program writes to; the only way to them.
package enum StandardStream: Int32, CaseIterable, Sendable {
    /// What the program was asked for.
    case output = 1
    /// Further details, if any.
    case error = 2

    /// Keeps the numbers of closed standard streams from files that are opened later, so that writing
    /// to them stays an error; call first.
    package static func reserve() {
        for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Writes all the bytes, waiting for a slow reader.
    ///
    /// - Throws: ``StandardStreamError`` when they cannot all be written.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(StandardStreamError) {
        do {
            try Self.write(bytes, toDescriptor: rawValue)
        } catch {
            throw error.meaning == .connectionLost ? .closed : .failed(error)
        }
    }

    /// Writes all the bytes in the same way.
    package func write(_ bytes: [UInt8]) throws(StandardStreamError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(StandardStreamError) in
            try write(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Writes a text as UTF-8.
    ///
    /// - Parameter text: Safe for a terminal already; nothing is escaped here.
    /// - Throws: ``StandardStreamError`` when it cannot be written whole.
    package func write(_ text: String) throws(StandardStreamError) {
        try write(Array(text.utf8))
    }

    package var isTerminal: Bool { Self.isTerminal(rawValue) }

    package static var inputIsTerminal: Bool { isTerminal(0) }

    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Writes everything to a descriptor, blocking or not.
    ///
    /// - Throws: The first error that waiting does not help against.
    static func write(
        _ bytes: UnsafeRawBufferPointer, toDescriptor descriptor: Int32
    ) throws(SystemCallError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let count = SystemLibrary.write(descriptor, part.baseAddress, part.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                try awaitWritable(descriptor)
            } else if errno != EINTR {
                throw .last(.write)
            }
        }
    }

    /// Blocks until the descriptor takes bytes again, or reports an error by taking none.
    private static func awaitWritable(_ descriptor: Int32) throws(SystemCallError) {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&request, 1, -1) >= 0 || errno == EINTR else { throw .last(.poll) }
    }
}
