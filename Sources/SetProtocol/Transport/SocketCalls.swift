import SystemLibrary

enum AcceptOutcome {
    case accepted(Descriptor, from: SocketAddress)
    case noneWaiting
    case lostAlready
    /// The next one may fail likewise.
    case failed(SystemCallError)

    init(failure error: SystemCallError) {
        switch error.number {
        case EAGAIN, EWOULDBLOCK: self = .noneWaiting
        // The connection went away before it was accepted, or brought a network error of its own
        // with it, as Linux reports them here (accept(2), "Error handling").
        case ECONNABORTED, EINTR, EPROTO, ENOPROTOOPT, EOPNOTSUPP, ENETDOWN, EHOSTDOWN,
            EHOSTUNREACH, ENETUNREACH, ETIMEDOUT, ECONNRESET:
            self = .lostAlready
        default: self = .failed(error)
        }
    }
}

extension Descriptor {
    /// A TCP socket for addresses of one family; calls on it return at once.
    static func stream(for address: SocketAddress) throws(SystemCallError) -> Descriptor {
        let number = Platform.openSocket(Platform.streamType, address.family)
        guard number >= 0 else { throw .last(.socket) }
        return Descriptor(adopting: number)
    }

    /// A socket that listens on an address; an IPv6 one takes IPv4 connections as well.
    static func listening(
        on address: SocketAddress, backlog: Int32, limits: WireLimits
    ) throws(SystemCallError) -> Descriptor {
        let descriptor = try stream(for: address)
        try descriptor.set(SO_REUSEADDR, 1, at: SOL_SOCKET)
        if case .v6 = address.host {
            try descriptor.set(IPV6_V6ONLY, 0, at: Int32(IPPROTO_IPV6))
        }
        // Set before listening, because the accepted sockets inherit it and with it their window.
        try descriptor.set(SO_SNDBUF, limits.sendBufferBytes, at: SOL_SOCKET)
        try descriptor.bind(to: address)
        guard SystemLibrary.listen(descriptor.number, backlog) == 0 else {
            throw .last(.listen)
        }
        return descriptor
    }

    func bind(to address: SocketAddress) throws(SystemCallError) {
        let answer = address.withKernelForm { SystemLibrary.bind(number, $0, $1) }
        guard answer == 0 else { throw .last(.bind) }
    }

    func localAddress() throws(SystemCallError) -> SocketAddress {
        let (_, address) = SocketAddress.filled { getsockname(number, $0, $1) }
        guard let address else { throw .last(.getsockname) }
        return address
    }

    /// - Returns: Whether it is connected; if not, the socket becomes writable when that is decided.
    func connect(to address: SocketAddress) throws(SystemCallError) -> Bool {
        let answer = address.withKernelForm { SystemLibrary.connect(number, $0, $1) }
        // Interrupted, the attempt goes on in the background like any other.
        guard answer == 0 || errno == EINPROGRESS || errno == EINTR else { throw .last(.connect) }
        return answer == 0
    }

    /// Asks how an attempt that was under way has ended; `false` if it goes on.
    func finishConnecting() throws(SystemCallError) -> Bool {
        guard let failure = Self.option(SO_ERROR, of: number) else { throw .last(.connect) }
        guard failure == 0 else { throw SystemCallError(.connect, number: failure) }
        return SocketAddress.filled { getpeername(number, $0, $1) }.answer == 0
    }

    func acceptNext() -> AcceptOutcome {
        let (answer, address) = SocketAddress.filled { accept(number, $0, $1) }
        guard answer >= 0 else { return AcceptOutcome(failure: .last(.accept)) }
        let descriptor = Descriptor(adopting: answer)
        guard let address else { return .lostAlready }
        do {
            try descriptor.makeNonBlocking()
        } catch {
            return .failed(error)
        }
        return .accepted(descriptor, from: address)
    }

    /// Sets a small send queue, no delay, and detection of dead peers.
    ///
    /// Options that the system refuses are skipped. Without `TCP_NODELAY` a claim could wait 40 ms
    /// for the acknowledgment of the previous line.
    func tune(_ limits: WireLimits) {
        let tcp = Int32(IPPROTO_TCP)
        try? set(TCP_NODELAY, 1, at: tcp)
        try? set(SO_SNDBUF, limits.sendBufferBytes, at: SOL_SOCKET)
        try? set(SO_KEEPALIVE, 1, at: SOL_SOCKET)
        try? set(Platform.keepAliveIdle, Int(limits.keepAliveIdle.components.seconds), at: tcp)
        try? set(TCP_KEEPINTVL, Int(limits.keepAliveInterval.components.seconds), at: tcp)
        try? set(TCP_KEEPCNT, limits.keepAliveProbes, at: tcp)
        Platform.tune(
            number, unacknowledgedMilliseconds: limits.unacknowledgedTime.wholeMilliseconds)
    }

    /// Makes the end of this connection a reset, of which the kernel keeps nothing.
    func resetWhenClosed() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(
            number, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    func set(_ option: Int32, _ value: Int, at level: Int32) throws(SystemCallError) {
        var value = Int32(clamping: value)
        let size = socklen_t(MemoryLayout<Int32>.size)
        guard setsockopt(number, level, option, &value, size) == 0 else {
            throw .last(.setsockopt)
        }
    }

    /// Takes the listening socket that the parent process opened, as systemd does (sd_listen_fds(3)),
    /// once, so that no child process takes it for its own; `nil` if there is none.
    ///
    /// The program then needs no right to open one, and the port stays open while the host restarts.
    static func handedOver() throws(TransportError) -> (Descriptor, SocketAddress)? {
        let environment = Program.environment
        guard environment["LISTEN_PID"].flatMap(Int32.init) == getpid(),
            let count = environment["LISTEN_FDS"].flatMap(Int.init), count > 0
        else { return nil }
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        let number: Int32 = 3
        guard count == 1, option(SO_ACCEPTCONN, of: number) == 1,
            option(SO_TYPE, of: number) == Platform.streamType
        else { throw .badHandOver }
        let descriptor = Descriptor(adopting: number)
        do throws(SystemCallError) {
            try descriptor.makeNonBlocking()
            return (descriptor, try descriptor.localAddress())
        } catch {
            throw .badHandOver
        }
    }

    static func option(_ option: Int32, of number: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(number, SOL_SOCKET, option, &value, &size) == 0 ? value : nil
    }
}
