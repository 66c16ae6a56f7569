import SystemLibrary

package enum StandardStreamError: Error, Hashable, Sendable {
    /// The reader has gone: `set-duel … | head`. Usually a reason to exit quietly.
    case closed
    case failed(SystemCallError)
}

/// The two streams a program writes to; the only way to them.
package enum StandardStream: Int32, CaseIterable, Sendable {
    case output = 1
    case error = 2

    /// Keeps the numbers of closed standard streams from files that are opened later, so that writing
    /// to them stays an error; call first.
    package static func reserve() {
        for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Writes all of a text, waiting for a slow reader.
    ///
    /// - Parameter text: Safe for a terminal already; nothing is escaped here.
    package func write(_ text: String) throws(StandardStreamError) {
        do {
            try DescriptorCalls.write(Array(text.utf8), to: rawValue)
        } catch {
            throw error.isConnectionLost ? .closed : .failed(error)
        }
    }

    package var isTerminal: Bool { isatty(rawValue) == 1 }

    package static var inputIsTerminal: Bool { isatty(0) == 1 }
}
