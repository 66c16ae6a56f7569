#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What could not be done on the way to a figure.
struct LoadFailure: Error, CustomStringConvertible {
    let description: String

    init(_ what: String) {
        description = what
    }
}

/// One end of a loopback connection, read and written by the thread that measures: as little as can
/// stand between the clock and the host.
final class LoadSocket {
    /// The descriptor, for waiting on many at once.
    let descriptor: CInt
    /// What has come and was not looked at yet.
    private var pending: [UInt8] = []

    /// Connects to a port of this machine.
    ///
    /// - Parameter source: Which of the 2^24 addresses of the loopback interface it comes from; one
    ///   has ports for 28,000 connections. 0 leaves it to the system.
    init(port: UInt16, from source: UInt32 = 0) throws {
        descriptor = try Self.stream()
        Self.choose(source, for: descriptor)
        let status = Self.withLoopback(port: port) { connect(descriptor, $0, $1) }
        guard status == 0 else { throw LoadFailure("no connection: error \(errno)") }
        Self.sendAtOnce(descriptor)
    }

    /// Begins to connect to a port of this machine, and never waits for anything.
    ///
    /// - Parameters:
    ///   - source: Which address of the loopback interface it comes from.
    ///   - receiveBuffer: How many bytes the kernel takes in for it; `nil` for as many as usual.
    init(stranger source: UInt32, to port: UInt16, receiveBuffer: CInt? = nil) throws {
        descriptor = try Self.stream()
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        if var bytes = receiveBuffer {
            setsockopt(
                descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<CInt>.size))
        }
        Self.choose(source, for: descriptor)
        let status = Self.withLoopback(port: port) { connect(descriptor, $0, $1) }
        guard status == 0 || errno == EINPROGRESS else {
            throw LoadFailure("no connection: error \(errno)")
        }
        Self.sendAtOnce(descriptor)
    }

    private static func choose(_ source: UInt32, for descriptor: CInt) {
        guard source > 0 else { return }
        _ = withLoopback(port: 0, number: source) { bind(descriptor, $0, $1) }
    }

    /// Takes over a connection that was accepted.
    init(adopting descriptor: CInt) {
        self.descriptor = descriptor
        Self.sendAtOnce(descriptor)
    }

    private static func stream() throws -> CInt {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw LoadFailure("no socket: error \(errno)") }
        return descriptor
    }

    private static func withLoopback(
        port: UInt16, number: UInt32 = 1, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0000 + number).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func sendAtOnce(_ descriptor: CInt) {
        var one: CInt = 1
        setsockopt(
            descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<CInt>.size))
    }

    /// Both ends of some new connections over the loopback interface.
    static func pairs(_ count: Int) throws -> [(near: LoadSocket, far: LoadSocket)] {
        let listener = try stream()
        defer { close(listener) }
        guard withLoopback(port: 0, { bind(listener, $0, $1) }) == 0, listen(listener, 128) == 0
        else { throw LoadFailure("cannot listen: error \(errno)") }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(listener, $0, &length)
            }
        }
        return try (0..<count).map { _ in
            let near = try LoadSocket(port: UInt16(bigEndian: address.sin_port))
            let accepted = accept(listener, nil, nil)
            guard accepted >= 0 else { throw LoadFailure("nobody came: error \(errno)") }
            return (near, LoadSocket(adopting: accepted))
        }
    }

    deinit { close(descriptor) }

    /// Sends bytes, of which there are few enough for the kernel to take them at once.
    func send(_ bytes: [UInt8]) throws {
        #if canImport(Darwin)
        let flags: CInt = 0
        #else
        let flags = CInt(MSG_NOSIGNAL)
        #endif
        let count = bytes.withUnsafeBytes {
            Self.send(descriptor, $0.baseAddress, $0.count, flags)
        }
        guard count == bytes.count else { throw LoadFailure("not sent: error \(errno)") }
    }

    private static func send(
        _ descriptor: CInt, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: CInt
    ) -> Int {
        #if canImport(Darwin)
        Darwin.send(descriptor, bytes, count, flags)
        #elseif canImport(Glibc)
        Glibc.send(descriptor, bytes, count, flags)
        #else
        Musl.send(descriptor, bytes, count, flags)
        #endif
    }

    /// Reads until some bytes have come, and forgets what was before them.
    ///
    /// - Returns: What followed them in what was read.
    @discardableResult
    func wait(for wanted: StaticString) throws -> [UInt8] {
        while !take(wanted) { try read() }
        return pending
    }

    /// Reads once, waiting for something if there is nothing.
    func read() throws {
        let count = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { pending.append(contentsOf: buffer[..<count]) }
            return count
        }
        guard count > 0 else { throw LoadFailure("the line has ended: error \(errno)") }
    }

    /// What became of an attempt that does not wait.
    enum Outcome: Equatable {
        case moved(Int)
        case notYet
        case ended

        fileprivate init(_ count: Int) {
            if count > 0 {
                self = .moved(count)
            } else {
                self = count < 0 && (errno == EAGAIN || errno == EINTR) ? .notYet : .ended
            }
        }
    }

    /// Sends as many bytes as the kernel takes now.
    func trySending(_ bytes: ArraySlice<UInt8>) -> Outcome {
        #if canImport(Darwin)
        let flags = CInt(MSG_DONTWAIT)
        #else
        let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
        #endif
        return Outcome(
            bytes.withUnsafeBytes { Self.send(descriptor, $0.baseAddress, $0.count, flags) })
    }

    /// Reads what is there, once.
    ///
    /// - Parameter isKept: Whether it is to be looked at later.
    func tryReading(most: Int = 16_384, isKept: Bool = true) -> Outcome {
        withUnsafeTemporaryAllocation(byteCount: most, alignment: 1) { buffer in
            let outcome = Outcome(
                recv(descriptor, buffer.baseAddress, buffer.count, CInt(MSG_DONTWAIT)))
            if isKept, case .moved(let count) = outcome {
                pending.append(contentsOf: buffer[..<count])
            }
            return outcome
        }
    }

    /// Whether some bytes have come; what was before them is forgotten, and they are.
    func take(_ wanted: StaticString) -> Bool {
        let length = wanted.utf8CodeUnitCount
        let end = pending.withUnsafeBytes { bytes -> Int? in
            guard bytes.count >= length, let start = bytes.baseAddress else { return nil }
            // Two bytes tell nearly always, and a call for each quotation mark would take longer.
            for place in 0...(bytes.count - length)
            where bytes[place] == wanted.utf8Start[0] && bytes[place + 1] == wanted.utf8Start[1]
                && memcmp(start + place, wanted.utf8Start, length) == 0
            { return place + length }
            return nil
        }
        if let end {
            pending.removeFirst(end)
            return true
        }
        // What is looked for may have begun, but not earlier than this.
        let kept = length - 1
        if pending.count > kept { pending.removeFirst(pending.count - kept) }
        return false
    }

    /// Forgets what has come, and gives its memory back.
    func forget() { pending = [] }

    /// The text up to a byte, of what has come and was not looked at yet.
    func text(upTo end: UInt8) throws -> String {
        while true {
            if let place = pending.firstIndex(of: end) {
                defer { pending.removeFirst(place + 1) }
                return String(decoding: pending[..<place], as: UTF8.self)
            }
            try read()
        }
    }

    /// Does nothing for a while, so that others can.
    static func rest(microseconds: Double) throws {
        usleep(useconds_t(max(1, microseconds)))
    }
}

/// The clocks that load is measured by, in microseconds.
enum LoadClock {
    /// Time on the wall that never runs back.
    static var now: Double { read(CLOCK_MONOTONIC) }
    /// The processor time of this thread.
    static var thread: Double { read(CLOCK_THREAD_CPUTIME_ID) }
    /// The processor time of the whole program.
    static var process: Double { read(CLOCK_PROCESS_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}

extension [Double] {
    /// The value that a share of all values is not above; 0 when there is none.
    func percentile(_ share: Double) -> Double {
        guard !isEmpty else { return 0 }
        return sorted()[Swift.min(count - 1, Int(Double(count) * share))]
    }
}
