import Dispatch
import SetProtocol

#if canImport(Glibc)
import CEpoll
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// Two players at a table of a host who claim and pass endlessly.
final class LoadTable {
    /// What is said next.
    enum Step: Int, CaseIterable {
        case claim, pass, answerPass

        var next: Step { Step(rawValue: (rawValue + 1) % Self.allCases.count) ?? .claim }
    }

    let players: PerSeat<LoadSocket>
    private(set) var step = Step.claim
    /// Whether a relay answers, which says the same to everything.
    private let isRelayed: Bool
    private static let claim = WireCodec.encode(.claim(Claim(board: BoardNumber(1))))
    private static let pass = WireCodec.encode(.pass)

    /// Seats two players at a new table and starts the game.
    init(port: UInt16) throws {
        let (first, second) = (try LoadSocket(port: port), try LoadSocket(port: port))
        try first.send(WireCodec.encode(.hello(Hello(name: "Ann"))))
        try first.wait(for: "\"table\":\"")
        let code = TableCode(try first.text(upTo: 0x22))
        try second.send(WireCodec.encode(.hello(Hello(name: "Bob", table: code))))
        players = PerSeat(first: first, second: second)
        isRelayed = false
        for player in [first, second] { try player.send(WireCodec.encode(.ready)) }
        for player in [first, second] { try player.wait(for: "\"kind\":\"started\"") }
    }

    /// Two ends of connections whose other ends a relay has.
    init(relayed players: PerSeat<LoadSocket>) {
        self.players = players
        isRelayed = true
    }

    /// Says what comes next, which the host tells both.
    func say() throws {
        try (step == .answerPass ? players.second : players.first)
            .send(step == .claim ? Self.claim : Self.pass)
    }

    /// What both players receive for it.
    private var answer: StaticString {
        step == .claim || isRelayed ? "\"kind\":\"claimed\"" : "\"kind\":\"passed\""
    }

    /// The microseconds until both have been told of the next thing.
    func time() throws -> Double {
        let start = LoadClock.now
        try say()
        for player in [players.first, players.second] { try player.wait(for: answer) }
        step = step.next
        return LoadClock.now - start
    }

    /// The microseconds of a claim; what follows it is said as well, and not measured.
    func timeOfClaim() throws -> Double {
        let time = try time()
        for _ in 1..<Step.allCases.count { _ = try self.time() }
        return time
    }

    /// Whether the player has been told, by what has come up to now.
    func hasHeard(_ seat: Seat) -> Bool { players[seat].take(answer) }

    /// Goes on to what is said after what both have been told of.
    func goOn() { step = step.next }
}

/// Tables of which each says the next thing as soon as both of its players have been told of the
/// last.
final class ClosedLoop {
    private let tables: [LoadTable]
    /// Which players of a table have not been told yet.
    private var isAwaited: [Bool]
    private var lines = 0
    private var elapsed = 0.0
    private var othersTime = 0.0

    /// How many lines were decided and told both in a second.
    var linesPerSecond: Double { Double(lines) / elapsed * 1e6 }
    /// The processor time of everything but this thread for a line, in microseconds.
    var othersTimePerLine: Double { othersTime / Double(max(1, lines)) }

    /// Lets the tables play for a time, and to the end of what was begun then.
    func run(microseconds: Double) throws {
        let (start, thread, process) = (LoadClock.now, LoadClock.thread, LoadClock.process)
        let end = start + microseconds
        for number in tables.indices { try say(number) }
        while isAwaited.contains(true) {
            let ready = try wait()
            let isOver = LoadClock.now >= end
            for place in ready { try hear(place, isOver: isOver) }
        }
        elapsed += LoadClock.now - start
        othersTime += LoadClock.process - process - (LoadClock.thread - thread)
    }

    private func say(_ number: Int) throws {
        try tables[number].say()
        (isAwaited[2 * number], isAwaited[2 * number + 1]) = (true, true)
    }

    private func hear(_ place: Int, isOver: Bool) throws {
        let (number, seat) = (place / 2, place % 2 == 0 ? Seat.first : .second)
        try tables[number].players[seat].read()
        guard isAwaited[place], tables[number].hasHeard(seat) else { return }
        isAwaited[place] = false
        guard !isAwaited[2 * number], !isAwaited[2 * number + 1] else { return }
        tables[number].goOn()
        lines += 1
        if !isOver { try say(number) }
    }

    // Who measures a host must not be busier than the host: where the system allows it, waiting
    // costs the same however many sockets there are.
    #if canImport(Glibc)
    private let set: CInt

    init(_ tables: [LoadTable]) throws {
        self.tables = tables
        isAwaited = Array(repeating: false, count: 2 * tables.count)
        set = epoll_create1(0)
        guard set >= 0 else { throw LoadFailure("no descriptor to wait with: error \(errno)") }
        for (place, socket) in tables.flatMap({ [$0.players.first, $0.players.second] })
            .enumerated()
        {
            var event = epoll_event()
            event.events = EPOLLIN.rawValue
            event.data.u64 = UInt64(place)
            guard epoll_ctl(set, EPOLL_CTL_ADD, socket.descriptor, &event) == 0 else {
                throw LoadFailure("cannot wait for a socket: error \(errno)")
            }
        }
    }

    deinit { close(set) }

    /// The players from whom something can be read, when there are some.
    private func wait() throws -> [Int] {
        let ready = withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 256) { events in
            let count = epoll_wait(set, events.baseAddress, 256, 10_000)
            return events[..<max(0, Int(count))].map { Int($0.data.u64) }
        }
        guard !ready.isEmpty else { throw LoadFailure("nothing comes any more") }
        return ready
    }
    #else
    private var polled: [pollfd]

    init(_ tables: [LoadTable]) throws {
        self.tables = tables
        isAwaited = Array(repeating: false, count: 2 * tables.count)
        polled = tables.flatMap { [$0.players.first, $0.players.second] }
            .map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    }

    private func wait() throws -> [Int] {
        guard poll(&polled, nfds_t(polled.count), 10_000) > 0 else {
            throw LoadFailure("nothing comes any more")
        }
        return polled.indices.filter { polled[$0].revents != 0 }
    }
    #endif
}

/// What no host can do without: a Dispatch queue that wakes up when bytes come from one of two
/// sockets, reads them, and writes the same line to both.
final class BareRelay {
    private let queue = DispatchQueue(label: "bench.relay")
    private var sources: [any DispatchSourceRead] = []
    /// The ends that the relay reads and writes.
    private var far: [LoadSocket] = []
    /// The tables at whose other ends it is.
    private(set) var tables: [LoadTable] = []

    /// Relays for some tables.
    ///
    /// - Parameter line: What is written to both players whenever anything comes from one.
    init(tables count: Int, line: [UInt8]) throws {
        for _ in 0..<count {
            let pairs = try LoadSocket.pairs(2)
            far += pairs.map(\.far)
            tables.append(
                LoadTable(relayed: PerSeat(first: pairs[0].near, second: pairs[1].near)))
            relay(pairs.map(\.far.descriptor), line)
        }
    }

    private func relay(_ descriptors: [CInt], _ line: [UInt8]) {
        for descriptor in descriptors {
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            source.setEventHandler {
                withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
                    guard recv(descriptor, buffer.baseAddress, buffer.count, 0) > 0 else { return }
                    for other in descriptors {
                        line.withUnsafeBytes { _ = write(other, $0.baseAddress, $0.count) }
                    }
                }
            }
            sources.append(source)
            source.resume()
        }
    }

    /// Stops before the descriptors are closed.
    func stop() {
        for source in sources { source.cancel() }
        queue.sync {}
    }
}
