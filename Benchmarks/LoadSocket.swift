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
    init(port: UInt16) throws {
        descriptor = try Self.stream()
        guard Self.withLoopback(port: port, { connect(descriptor, $0, $1) }) == 0 else {
            throw LoadFailure("no connection: error \(errno)")
        }
        Self.sendAtOnce(descriptor)
    }

    /// Takes over a connection that was accepted.
    private init(adopting descriptor: CInt) {
        self.descriptor = descriptor
        Self.sendAtOnce(descriptor)
    }

    deinit { close(descriptor) }

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
        port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
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

    /// Sends bytes, of which there are few enough for the kernel to take them at once.
    func send(_ bytes: [UInt8]) throws {
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count == bytes.count else { throw LoadFailure("not sent: error \(errno)") }
    }

    /// Reads until some bytes have come, and forgets what was before them.
    func wait(for wanted: StaticString) throws {
        while !take(wanted) { try read() }
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
        // What is looked for may have begun, but not earlier than this.
        pending.removeFirst(end ?? max(0, pending.count - length + 1))
        return end != nil
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

/// Measures how much processor time something takes.
///
/// Processor time, not time on the wall: on a busy machine the latter tells of the others.
enum Stopwatch {
    /// How long one round lasts at least, in microseconds: far more than reading the clock takes.
    private static let shortestRound = 4000.0
    /// How many rounds are measured; the least counts, for nothing makes a program too fast.
    private static let rounds = 9

    /// Measures a subject and a reference in turns, so that both meet the same machine.
    ///
    /// - Returns: The microseconds one call takes of each.
    static func compare(
        _ subject: () -> Void, with reference: () -> Void
    ) -> (subject: Double, reference: Double) {
        let calls = (calibrate(subject), calibrate(reference))
        var least = (subject: Double.infinity, reference: Double.infinity)
        for _ in 0..<rounds {
            least.subject = min(least.subject, time(calls.0, subject))
            least.reference = min(least.reference, time(calls.1, reference))
        }
        return least
    }

    /// How many calls make a round long enough.
    private static func calibrate(_ body: () -> Void) -> Int {
        var calls = 1
        while time(calls, body) * Double(calls) < shortestRound { calls *= 2 }
        return calls
    }

    /// The microseconds per call, over the given number of calls.
    private static func time(_ calls: Int, _ body: () -> Void) -> Double {
        let start = LoadClock.process
        for _ in 0..<calls { body() }
        return (LoadClock.process - start) / Double(calls)
    }
}

/// Keeps a result from being found unused and never computed.
@inline(never)
func keep<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}

extension [Double] {
    /// The value that a share of all values is not above; 0 when there is none.
    func percentile(_ share: Double) -> Double {
        guard !isEmpty else { return 0 }
        return sorted()[Swift.min(count - 1, Int(Double(count) * share))]
    }
}

// MARK: - The program as it is shipped

/// How large the program is and how fast it starts: the one that `SET_DUEL_PROGRAM` names.
///
/// What is shipped is linked statically and stripped, which is not what stands beside this program
/// after a usual build; so it has to be named.
enum ProgramStart {
    static let benchmark = Benchmark(
        name: "program", summary: "size and start of SET_DUEL_PROGRAM", run: figures)

    private static func figures() throws -> [Figure] {
        guard let value = getenv("SET_DUEL_PROGRAM") else { return [] }
        let path = String(cString: value)
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw LoadFailure("no program at \(path)") }
        var (subject, reference): ([Double], [Double]) = ([], [])
        for round in 0..<220 {
            let own = try timeToFirstByte([path, "version"])
            let other = try timeToFirstByte(["/bin/true"])
            // The first ones pay for what is only read once.
            guard round >= 20 else { continue }
            subject.append(own)
            reference.append(other)
        }
        let floor = reference.percentile(0.5)
        return [
            Figure(
                name: "program/size", value: Double(facts.st_size), unit: .bytesAbout,
                goal: 8 * 1024 * 1024),
            Figure(
                name: "program/start", value: subject.percentile(0.5), unit: .microseconds,
                reference: .init(name: "program: true, until it ends", value: floor),
                goal: floor * 3),
        ]
    }

    /// The microseconds from starting a program to the first byte it writes, or its end.
    private static func timeToFirstByte(_ words: [String]) throws -> Double {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw LoadFailure("no pipe: error \(errno)") }
        defer { close(ends[0]) }
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addclose(&actions, ends[1])
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let start = LoadClock.now
        var process: pid_t = 0
        let status = posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
        close(ends[1])
        guard status == 0 else { throw LoadFailure("\(words[0]) does not start: error \(status)") }
        var byte: UInt8 = 0
        _ = read(ends[0], &byte, 1)
        let time = LoadClock.now - start
        var ending: CInt = 0
        while waitpid(process, &ending, 0) < 0, errno == EINTR {}
        return time
    }
}
