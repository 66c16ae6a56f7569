import Dispatch

/// The bytes a program is given, from a terminal, a pipe or a file.
///
/// A Dispatch source never fires for a file or for `/dev/null`, so a thread of its own waits in
/// `read(2)`; it costs nothing while nothing comes.
package enum StandardInput {
    /// - Parameter receive: Gets the bytes of each read on the executor's queue, and once no bytes at
    ///   the end of the input, an error included.
    package static func read(
        on executor: QueueExecutor, receive: @escaping @Sendable ([UInt8]) -> Void
    ) {
        WaitingThread.start("set-duel.input") {
            while true {
                let bytes = (try? DescriptorCalls.read(0)) ?? []
                executor.queue.async { receive(bytes) }
                if bytes.isEmpty { return }
            }
        }
    }

    /// Reads to the end of the input; throws ``FileError/tooLarge(limit:)`` beyond a limit in bytes.
    package static func readAll(limit: Int) throws(FileError) -> [UInt8] {
        try DescriptorCalls.contents(0, limit: limit)
    }
}
