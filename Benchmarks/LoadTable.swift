import SetProtocol
import SystemLibrary

/// What could not be done on the way to a figure.
struct LoadFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// One end of a loopback connection, read and written by the thread that measures: as little as can
/// stand between the clock and the host.
final class LoadSocket {
    let descriptor: CInt
    /// What has come and was not looked at yet.
    private var pending: [UInt8] = []

    /// Connects to a port of this machine.
    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Platform.streamType, 0)
        let address = SocketAddress(.loopback, port: port)
        guard address.withKernelForm({ connect(descriptor, $0, $1) }) == 0 else {
            throw LoadFailure("no connection: error \(errno)")
        }
        var one: CInt = 1
        setsockopt(
            descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<CInt>.size))
    }

    deinit { close(descriptor) }

    /// Sends bytes, of which there are few enough for the kernel to accept them at once.
    func send(_ bytes: [UInt8]) throws {
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count == bytes.count else { throw LoadFailure("not sent: error \(errno)") }
    }

    /// Reads until some bytes have come, and forgets what was before them.
    func wait(for wanted: StaticString) throws {
        while !consume(through: wanted) { try read() }
    }

    /// Reads once, waiting for something if there is nothing.
    func read() throws {
        let count = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { pending.append(contentsOf: buffer[..<count]) }
            return count
        }
        guard count > 0 else { throw LoadFailure("the connection has ended: error \(errno)") }
    }

    /// Forgets what has come up to the end of some bytes; `false` if they have not come.
    func consume(through wanted: StaticString) -> Bool {
        let length = wanted.utf8CodeUnitCount
        let end = pending.withUnsafeBytes { bytes -> Int? in
            guard bytes.count >= length, let start = bytes.baseAddress else { return nil }
            // Two bytes decide nearly always, and a call for each quotation mark would take longer.
            for index in 0...(bytes.count - length)
            where bytes[index] == wanted.utf8Start[0] && bytes[index + 1] == wanted.utf8Start[1]
                && memcmp(start + index, wanted.utf8Start, length) == 0
            { return index + length }
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
            if let index = pending.firstIndex(of: end) {
                defer { pending.removeFirst(index + 1) }
                return String(decoding: pending[..<index], as: UTF8.self)
            }
            try read()
        }
    }
}

/// Two players at a table of a host who claim and pass endlessly.
final class LoadTable {
    /// What is said next.
    enum Step: Int, CaseIterable {
        case claim, pass, answerPass

        var next: Step { Step(rawValue: (rawValue + 1) % Self.allCases.count) ?? .claim }
    }

    let players: PerSeat<LoadSocket>
    private var step = Step.claim
    /// Who has not received what was said last.
    private var isAwaited = PerSeat(both: false)
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
        for player in [first, second] { try player.send(WireCodec.encode(.ready)) }
        for player in [first, second] { try player.wait(for: "\"kind\":\"started\"") }
    }

    /// Says what comes next, which the host sends to both.
    func say() throws {
        try (step == .answerPass ? players.second : players.first)
            .send(step == .claim ? Self.claim : Self.pass)
        isAwaited = PerSeat(both: true)
    }

    private var answer: StaticString {
        step == .claim ? "\"kind\":\"claimed\"" : "\"kind\":\"passed\""
    }

    /// Reads what one player was sent; returns whether now both have received what was said.
    func read(for seat: Seat) throws -> Bool {
        try players[seat].read()
        guard isAwaited[seat], players[seat].consume(through: answer) else { return false }
        isAwaited[seat] = false
        guard !isAwaited.first, !isAwaited.second else { return false }
        step = step.next
        return true
    }

    /// The microseconds from a claim until both have received it; what follows a claim is said as
    /// well, and not measured.
    func timeOfClaim() throws -> Double {
        var time = 0.0
        for _ in Step.allCases {
            let start = LoadClock.now
            try say()
            for player in [players.first, players.second] { try player.wait(for: answer) }
            if step == .claim { time = LoadClock.now - start }
            step = step.next
        }
        return time
    }
}

/// Tables of which each says the next thing as soon as both of its players have received the last.
final class ClosedLoop {
    private let tables: [LoadTable]
    private let ready: ReadinessSet
    /// Which player has a descriptor: two times the table's number, and one more for the second.
    private var players: [Int32: Int] = [:]
    private var (lines, elapsed, hostTime) = (0, 0.0, 0.0)

    var linesPerSecond: Double { Double(lines) / elapsed * 1e6 }
    /// The processor time of everything but this thread for a line, in microseconds.
    var hostTimePerLine: Double { hostTime / Double(max(1, lines)) }

    init(_ tables: [LoadTable]) throws {
        self.tables = tables
        ready = try ReadinessSet()
        for (index, socket) in tables.flatMap({ [$0.players.first, $0.players.second] })
            .enumerated()
        {
            try ready.register(.reading, replacing: [], of: socket.descriptor)
            players[socket.descriptor] = index
        }
    }

    /// Lets the tables play for a time, and to the end of what was begun then.
    func run(microseconds: Double) throws {
        let (start, thread, process) = (LoadClock.now, LoadClock.thread, LoadClock.process)
        for table in tables { try table.say() }
        var (waiting, events) = (tables.count, [ReadinessSet.Event]())
        while waiting > 0 {
            ready.wait(most: 256, for: &events)
            let isOver = LoadClock.now >= start + microseconds
            for event in events {
                guard let player = players[event.descriptor],
                    try tables[player / 2].read(for: player % 2 == 0 ? .first : .second)
                else { continue }
                lines += 1
                if isOver { waiting -= 1 } else { try tables[player / 2].say() }
            }
        }
        elapsed += LoadClock.now - start
        hostTime += LoadClock.process - process - (LoadClock.thread - thread)
    }
}
