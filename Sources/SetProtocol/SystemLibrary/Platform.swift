#if canImport(Darwin)
@_exported import Darwin
#else
@_exported import CEpoll
@_exported import Glibc
#endif

/// What Linux and macOS do differently; there is no other place for it but `ReadinessSet`.
///
/// What they do alike is theirs by this module's name: `SystemLibrary.read`, where `read` means
/// something else.
package enum Platform {
    /// The monotonic clock in nanoseconds, which stands still while the machine sleeps.
    package static var uptimeNanoseconds: Int64 {
        #if canImport(Darwin)
        return Int64(clamping: clock_gettime_nsec_np(CLOCK_UPTIME_RAW))
        #else
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        #endif
    }

    // MARK: - Descriptors

    /// Writes a file's contents to the disk, but not what only concerns its directory.
    package static func syncContents(_ number: Int32) -> Int32 {
        #if canImport(Darwin)
        fsync(number)
        #else
        fdatasync(number)
        #endif
    }

    #if canImport(Darwin)
    package static let descriptorLimit = RLIMIT_NOFILE
    #else
    package static let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
}

extension stat {
    package var modificationTime: timespec {
        #if canImport(Darwin)
        st_mtimespec
        #else
        st_mtim
        #endif
    }
}

// MARK: - Sockets

extension Platform {
    #if canImport(Darwin)
    package static let streamType = SOCK_STREAM
    package static let datagramType = SOCK_DGRAM
    package static let keepAliveIdle = TCP_KEEPALIVE
    #else
    package static let streamType = Int32(SOCK_STREAM.rawValue)
    package static let datagramType = Int32(SOCK_DGRAM.rawValue)
    package static let keepAliveIdle = TCP_KEEPIDLE
    #endif

    /// Opens a socket; a program that this one starts does not have it, and calls on it return at once.
    package static func openSocket(_ type: Int32, _ family: Int32) -> Int32 {
        #if canImport(Darwin)
        let number = socket(family, type, 0)
        guard number >= 0 else { return -1 }
        if fcntl(number, F_SETFD, FD_CLOEXEC) != -1, fcntl(number, F_SETFL, O_NONBLOCK) != -1 {
            return number
        }
        close(number)
        return -1
        #else
        return socket(family, type | Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #endif
    }

    /// Names the family of an address and, where the system wants it, its size.
    package static func label(
        _ address: UnsafeMutablePointer<sockaddr>, family: Int32, size: socklen_t
    ) {
        address.pointee.sa_family = sa_family_t(family)
        #if canImport(Darwin)
        address.pointee.sa_len = UInt8(size)
        #endif
    }

    /// Writes to a socket; if its peer has closed it, that is an error and no signal.
    package static func sendBytes(
        _ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
    ) -> Int {
        #if canImport(Darwin)
        send(number, bytes, count, 0)
        #else
        send(number, bytes, count, Int32(MSG_NOSIGNAL))
        #endif
    }

    /// Sets what only one of the systems has: how long sent bytes may stay unacknowledged, stamps of
    /// what arrives, or no signals.
    package static func tune(_ number: Int32, unacknowledgedMilliseconds: Int) {
        var value: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        #if canImport(Darwin)
        setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &value, size)
        #else
        setsockopt(number, SOL_SOCKET, SO_TIMESTAMPNS, &value, size)
        value = Int32(clamping: unacknowledgedMilliseconds)
        setsockopt(number, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &value, size)
        #endif
    }

    /// Reads from a socket, and finds the kernel's stamp of the last byte, by the clock on the wall
    /// (socket(7)); no stamp where there is none.
    package static func receive(
        _ number: Int32, _ bytes: UnsafeMutableRawBufferPointer, _ stamp: inout timespec?
    ) -> Int {
        #if canImport(Darwin)
        return recv(number, bytes.baseAddress, bytes.count, 0)
        #else
        // Room for one stamp: a header and two 64-bit numbers, and some to spare.
        return withUnsafeTemporaryAllocation(
            byteCount: 64, alignment: MemoryLayout<cmsghdr>.alignment
        ) { control in
            var piece = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
            return withUnsafeMutablePointer(to: &piece) { piece in
                var message = msghdr()
                (message.msg_iov, message.msg_iovlen) = (piece, 1)
                (message.msg_control, message.msg_controllen) = (control.baseAddress, 64)
                let count = recvmsg(number, &message, 0)
                let (header, size) = (
                    MemoryLayout<cmsghdr>.size,
                    MemoryLayout<cmsghdr>.size + MemoryLayout<timespec>.size
                )
                guard count > 0, message.msg_controllen >= size else { return count }
                let first = control.loadUnaligned(as: cmsghdr.self)
                // The stamp comes under the number of the option that asked for it.
                if first.cmsg_level == SOL_SOCKET, first.cmsg_type == SO_TIMESTAMPNS,
                    first.cmsg_len >= size
                {
                    stamp = control.loadUnaligned(fromByteOffset: header, as: timespec.self)
                }
                return count
            }
        }
        #endif
    }

    /// Fills in what the kernel knows of a connection (`struct tcp_info`).
    ///
    /// - Returns: How many bytes; `nil` if it does not tell.
    package static func tcpInformation(
        _ number: Int32, into bytes: UnsafeMutableRawBufferPointer
    ) -> Int? {
        #if canImport(Darwin)
        return nil
        #else
        var size = socklen_t(bytes.count)
        let answer = getsockopt(number, Int32(IPPROTO_TCP), TCP_INFO, bytes.baseAddress, &size)
        return answer == 0 ? Int(size) : nil
        #endif
    }

    // MARK: - Signals, threads, and the program

    private final class ThreadWork: Sendable {
        private let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }

        static func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            if let work { Unmanaged<ThreadWork>.fromOpaque(work).takeRetainedValue().run() }
            return nil
        }
    }

    /// Runs work on a new thread, which ends with it; `false` if there is none to be had.
    package static func startThread(_ run: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let work = Unmanaged.passRetained(ThreadWork(run))
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let outcome = pthread_create(
            &thread, &attributes, { ThreadWork.run($0) }, work.toOpaque())
        if outcome != 0 { work.release() }
        return outcome == 0
    }

    /// Makes a signal call a function, or what else `sigaction(2)` knows, and no longer anything else.
    package static func setHandler(
        _ handler: @escaping @convention(c) (Int32) -> Void, of action: inout sigaction
    ) {
        #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
        #else
        action.__sigaction_handler.sa_handler = handler
        #endif
    }

    package static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        #if canImport(Darwin)
        let handler = action.__sigaction_u.__sa_handler
        #else
        let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
