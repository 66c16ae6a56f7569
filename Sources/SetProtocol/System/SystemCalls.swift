import SystemLibrary

/// The system calls this program makes, by their names in the manual.
package enum SystemCall: String, Hashable, Sendable {
    case socket, setsockopt, bind, listen, accept, connect, getsockname, recv, send, shutdown
    case fcntl, open, write, poll, epoll, pipe
    case read, lseek, fstat, fsync, fdatasync, ftruncate, rename, unlink, opendir, mkdir, fchmod
    case flock
    case spawn = "posix_spawn"
    case waitpid, tcgetattr, tcsetattr, ioctl
}

package struct SystemCallError: Error, Hashable, Sendable, CustomStringConvertible {
    package let call: SystemCall
    package let number: Int32

    package init(_ call: SystemCall, number: Int32) {
        (self.call, self.number) = (call, number)
    }

    static func last(_ call: SystemCall) -> SystemCallError {
        SystemCallError(call, number: errno)
    }

    package var isHangUp: Bool { number == EIO }

    /// The system's own words, as they end a sentence.
    package var reason: String {
        let words = String(cString: strerror(number))
        return words.prefix(1).lowercased() + words.dropFirst()
    }

    /// The message for a person: the system's own words and the call they are about.
    package var sentence: String { "\(String(cString: strerror(number))) (\(call.rawValue))" }

    /// The sentence, so that a log line or a failing test says what happened.
    package var description: String { sentence }

    /// Whether the peer is gone without a goodbye.
    var isConnectionLost: Bool {
        [ECONNRESET, EPIPE, ECONNABORTED, ENOTCONN].contains(number)
    }

    var isUnreachable: Bool { [EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN].contains(number) }

    /// Whether there are no more descriptors, or no more memory for one.
    package var isExhausted: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(number) }
}

/// What one attempt to move bytes came to.
enum TransferOutcome: Hashable, Sendable {
    /// So many bytes were moved; at least one.
    case moved(Int)
    /// The peer will send nothing more.
    case endOfStream
    /// Not now: wait until the descriptor is ready.
    case notReady
    case failed(SystemCallError)
}

/// An open file descriptor; closed exactly once, when nobody refers to it any more.
final class Descriptor: Sendable {
    let number: Int32

    init(adopting number: Int32) {
        self.number = number
    }

    deinit { _ = close(number) }

    /// The two ends of a pipe; `nil` when there are no descriptors for them.
    static func pipe() -> (reading: Descriptor, writing: Descriptor)? {
        var numbers: (Int32, Int32) = (-1, -1)
        let answer = withUnsafeMutableBytes(of: &numbers) {
            SystemLibrary.pipe($0.bindMemory(to: Int32.self).baseAddress)
        }
        guard answer == 0 else { return nil }
        let (reading, writing) = (Descriptor(adopting: numbers.0), Descriptor(adopting: numbers.1))
        guard (try? reading.makeNonBlocking()) != nil, (try? writing.makeNonBlocking()) != nil
        else { return nil }
        return (reading, writing)
    }

    /// Makes calls return at once, and keeps the descriptor from programs this one starts.
    func makeNonBlocking() throws(SystemCallError) {
        guard fcntl(number, F_SETFD, FD_CLOEXEC) != -1,
            fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) != -1
        else { throw .last(.fcntl) }
    }

    /// Gives bytes to a socket, as many as it takes now; a closed peer is an error, not a signal.
    func send(_ bytes: UnsafeRawBufferPointer) -> TransferOutcome {
        while true {
            let count = Platform.sendBytes(number, bytes.baseAddress, bytes.count)
            if count >= 0 { return .moved(count) }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .notReady : .failed(.last(.send))
        }
    }

    /// Reads from where a file stands to its end.
    func contents(limit: Int) throws(FileError) -> [UInt8] {
        try DescriptorCalls.contents(number, limit: limit)
    }

    func write(_ bytes: [UInt8]) throws(FileError) {
        do { try DescriptorCalls.write(bytes, to: number) } catch { throw .failed(error) }
    }

    /// What is known of an open file.
    func facts() throws(FileError) -> stat {
        var facts = stat()
        guard fstat(number, &facts) == 0 else { throw .last(.fstat) }
        return facts
    }

    /// Locks an open file for this program, and returns whether no other has locked it.
    func lock() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

    /// Gives up what ``lock()`` got; closing the file is not enough.
    ///
    /// The lock belongs to the open file (flock(2)). A child process that this one is starting shares
    /// the file until it has become another program, and would hold the lock until then.
    func unlock() { _ = flock(number, LOCK_UN) }

    /// Tells the peer that nothing more will come.
    func shutDownWriting() {
        _ = shutdown(number, Int32(SHUT_WR))
    }
}

/// Reads and writes, waiting as long as it takes, also where a descriptor does not block.
enum DescriptorCalls {
    /// - Returns: At least one byte, or none at the end.
    static func read(_ number: Int32, most: Int = 16 * 1024) throws(SystemCallError) -> [UInt8] {
        while true {
            var count = -1
            let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
                count = SystemLibrary.read(number, buffer.baseAddress, most)
                filled = max(0, count)
            }
            if count >= 0 { return bytes }
            try waitToRepeat(.read, number, POLLIN)
        }
    }

    /// - Throws: ``FileError/tooLarge(limit:)`` if there is more than a limit in bytes.
    static func contents(_ number: Int32, limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        do throws(SystemCallError) {
            while bytes.count <= limit {
                let part = try read(number)
                if part.isEmpty { return bytes }
                bytes += part
            }
        } catch {
            throw .failed(error)
        }
        throw .tooLarge(limit: limit)
    }

    /// - Throws: The first error that waiting does not help against.
    static func write(_ bytes: [UInt8], to number: Int32) throws(SystemCallError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { part in
                SystemLibrary.write(number, part.baseAddress, part.count)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else {
                try waitToRepeat(.write, number, POLLOUT)
            }
        }
    }

    /// Waits until a call that failed may succeed, if it may.
    private static func waitToRepeat(
        _ call: SystemCall, _ number: Int32, _ events: Int32
    ) throws(SystemCallError) {
        if errno == EINTR { return }
        guard errno == EAGAIN || errno == EWOULDBLOCK else { throw .last(call) }
        var request = pollfd(fd: number, events: Int16(events), revents: 0)
        guard poll(&request, 1, -1) >= 0 || errno == EINTR else { throw .last(.poll) }
    }
}
