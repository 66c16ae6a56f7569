import SystemLibrary

/// The system calls this program makes, by their names in the manual.
package enum SystemCall: String, Hashable, Sendable {
    case socket, setsockopt, bind, listen, accept, connect, getsockname, recv, send, shutdown
    case fcntl, open, write, poll, epoll
    case read, lseek, fstat, fsync, fdatasync, ftruncate, rename, unlink, opendir, mkdir, fchmod
    case flock
    case spawn = "posix_spawn"
    case waitpid
}

/// A system call that failed, and why.
package struct SystemCallError: Error, Hashable, Sendable, CustomStringConvertible {
    package let call: SystemCall
    /// The error number the kernel gave.
    package let number: Int32

    package init(_ call: SystemCall, number: Int32) {
        (self.call, self.number) = (call, number)
    }

    /// Describes the call that has just failed on this thread.
    static func last(_ call: SystemCall) -> SystemCallError {
        SystemCallError(call, number: errno)
    }

    /// Whether the terminal of the descriptor is gone.
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

    /// What the error means for a connection.
    enum Meaning: Hashable, Sendable {
        /// The peer is gone without a goodbye.
        case connectionLost
        /// Nothing was acknowledged for too long.
        case timedOut
        /// Nobody listens there.
        case refused
        /// No way leads there.
        case unreachable
        case addressInUse
        case addressNotAvailable
        /// The system does not speak that kind of address.
        case familyNotSupported
        /// It needs a right this process does not have.
        case notPermitted
        /// There are no more descriptors, or no more memory for one.
        case exhausted
        /// Something the program does not treat specially.
        case other
    }

    /// What the error means for a connection.
    var meaning: Meaning {
        switch number {
        case ECONNRESET, EPIPE, ECONNABORTED, ENOTCONN: .connectionLost
        case ETIMEDOUT: .timedOut
        case ECONNREFUSED: .refused
        case EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN: .unreachable
        case EADDRINUSE: .addressInUse
        case EADDRNOTAVAIL: .addressNotAvailable
        case EAFNOSUPPORT, EPROTONOSUPPORT: .familyNotSupported
        case EACCES, EPERM: .notPermitted
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: .exhausted
        default: .other
        }
    }

    /// Whether such a failure of `accept` says nothing about the next connection.
    ///
    /// The connection went away before it was accepted, or brought a network error of its own with
    /// it, as Linux reports them here (accept(2), "Error handling").
    var isAboutOneConnection: Bool {
        switch number {
        case ECONNABORTED, EINTR, EPROTO, ENOPROTOOPT, EOPNOTSUPP, ENETDOWN, EHOSTDOWN,
            EHOSTUNREACH, ENETUNREACH, ETIMEDOUT, ECONNRESET:
            true
        default: false
        }
    }
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

    /// A descriptor kept only so that there is one to give up.
    static func spare() -> Descriptor? {
        let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
        return number < 0 ? nil : Descriptor(adopting: number)
    }

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

    /// Takes bytes that have come to a socket.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> TransferOutcome {
        while true {
            let count = recv(number, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .moved(count) }
            if count == 0 { return .endOfStream }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .notReady : .failed(.last(.recv))
        }
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

    /// Locks an open file for this program, if no other has.
    ///
    /// - Returns: Whether it is locked here now.
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
