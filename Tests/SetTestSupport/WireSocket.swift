import Dispatch
import Glibc
import SetProtocol

/// A bare TCP socket of the tests, independent of the transport they try.
final class WireSocket: Sendable {
    enum Outcome {
        case moved(Int)
        case notReady
        case over
    }

    /// The descriptor; closed when nobody holds the socket any more.
    let number: Int32

    /// Programs that other tests start do not inherit it.
    private static let streamType = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    private static let quietly = Int32(MSG_NOSIGNAL)

    /// Connects to a port of this machine, which takes no longer than the kernel needs.
    ///
    /// - Parameters:
    ///   - source: The last number of the address 127.0.0 that it comes from; `nil` leaves that to the
    ///     system.
    ///   - isPatient: Whether it waits until it is connected, however many others want to be.
    init(
        port: UInt16, receiveBuffer: Int32?, source: UInt8? = nil, isPatient: Bool = true
    ) throws {
        number = socket(AF_INET, Self.streamType, 0)
        guard number >= 0 else { throw WireClient.Failure.notConnected(errno) }
        sendAtOnce()
        if var receiveBuffer { setOption(SOL_SOCKET, SO_RCVBUF, &receiveBuffer) }
        if let source { _ = Self.address(source, port: 0) { bind(number, $0, $1) } }
        if !isPatient { doNotWait() }
        let result = Self.address(1, port: port) { connect(number, $0, $1) }
        guard result == 0 || !isPatient && errno == EINPROGRESS else {
            throw WireClient.Failure.notConnected(errno)
        }
        doNotWait()
    }

    /// Listens on a port of this machine; 0 lets the system choose.
    init(listeningOn port: UInt16) throws {
        number = socket(AF_INET, Self.streamType, 0)
        guard number >= 0 else { throw WireClient.Failure.notConnected(errno) }
        let result = Self.address(1, port: port) { bind(number, $0, $1) }
        guard result == 0, listen(number, 128) == 0 else {
            throw WireClient.Failure.notConnected(errno)
        }
        doNotWait()
    }

    private init(accepted number: Int32) {
        self.number = number
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        sendAtOnce()
        doNotWait()
    }

    private func sendAtOnce() {
        var isOn: Int32 = 1
        setOption(Int32(IPPROTO_TCP), TCP_NODELAY, &isOn)
    }

    private func doNotWait() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }

    private func setOption<Value: BitwiseCopyable>(
        _ level: Int32, _ name: Int32, _ value: inout Value
    ) {
        setsockopt(number, level, name, &value, socklen_t(MemoryLayout<Value>.size))
    }

    /// Calls with a port of this machine, at an address of which the last number after 127.0.0 is given.
    private static func address(
        _ last: UInt8, port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = (UInt32(0x7F00_0000) + UInt32(last)).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
    }

    /// Calls while it is ready, until what is returned is let go of.
    func source(
        _ readiness: Readiness, on executor: QueueExecutor, _ event: @escaping @Sendable () -> Void
    ) -> DescriptorSource? {
        try? DescriptorSource(readiness, number, of: self, on: executor, event)
    }

    /// The next connection that waits at a listening socket.
    func accept() -> WireSocket? {
        let accepted = Glibc.accept(number, nil, nil)
        return accepted < 0 ? nil : WireSocket(accepted: accepted)
    }

    /// The port of this machine that the socket is bound to.
    var localPort: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = getsockname(number, $0, &size)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    deinit { close(number) }

    func send(_ bytes: [UInt8]) -> Outcome {
        outcome(of: bytes.withUnsafeBytes { Self.write(number, $0, Self.quietly) })
    }

    func receive(into chunk: inout [UInt8]) -> Outcome {
        chunk = [UInt8](repeating: 0, count: 65_536)
        let count = chunk.withUnsafeMutableBytes { recv(number, $0.baseAddress, $0.count, 0) }
        guard count != 0 else { return .over }
        chunk.removeLast(chunk.count - max(0, count))
        return outcome(of: count)
    }

    func shutDown() {
        shutdown(number, Int32(SHUT_RDWR))
    }

    /// Tells the other end that nothing more comes, and goes on to listen.
    func endSending() {
        shutdown(number, Int32(SHUT_WR))
    }

    /// Whether the other end reset the connection; told once.
    var wasReset: Bool {
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(number, SOL_SOCKET, SO_ERROR, &error, &size)
        return error == ECONNRESET
    }

    /// Makes closing the socket reset the connection instead of ending it.
    func resetOnClose() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setOption(SOL_SOCKET, SO_LINGER, &linger)
    }

    /// Named apart, because inside the type `send` is the method.
    private static func write(
        _ number: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32
    ) -> Int {
        Glibc.send(number, bytes.baseAddress, bytes.count, flags)
    }

    private func outcome(of count: Int) -> Outcome {
        if count >= 0 { return .moved(count) }
        return errno == EAGAIN || errno == EINTR ? .notReady : .over
    }
}
