import Dispatch
import SystemLibrary

/// The bytes a program is given, from a terminal, a pipe or a file.
///
/// A Dispatch source never fires for a file or for `/dev/null`, so a thread of its own waits in
/// `read(2)`; it costs nothing while nothing comes.
package enum StandardInput {
    /// Begins to read.
    ///
    /// - Parameters:
    ///   - executor: Where `receive` is called.
    ///   - receive: Gets the bytes of each read, and once no bytes at the end of the input.
    package static func read(
        on executor: QueueExecutor, receive: @escaping @Sendable ([UInt8]) -> Void
    ) {
        WaitingThread.start("set-duel.input") {
            while true {
                let bytes = next()
                executor.queue.async { receive(bytes) }
                if bytes.isEmpty { return }
            }
        }
    }

    /// Reads to the end of the input, waiting for it.
    ///
    /// - Parameter limit: How many bytes to take; more are refused.
    /// - Throws: ``FileError/tooLarge(limit:)``.
    package static func readAll(limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let part = next()
            if part.isEmpty { return bytes }
            bytes += part
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        }
    }

    /// Waits for bytes; none is the end of the input, an error included.
    private static func next() -> [UInt8] {
        let capacity = 16 * 1024
        var outcome = -1
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            repeat {
                outcome = SystemLibrary.read(0, buffer.baseAddress, capacity)
                if outcome < 0, errno == EAGAIN {
                    var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
                    poll(&request, 1, -1)
                }
            } while outcome < 0 && (errno == EINTR || errno == EAGAIN)
            count = max(0, outcome)
        }
        return bytes
    }
}
