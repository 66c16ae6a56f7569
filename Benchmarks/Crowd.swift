import Dispatch
import SetProtocol

/// Tables that play on a schedule, two lines per second each, while something else is measured.
///
/// They share one thread. Nobody waits for an answer: a table reads what its players received just
/// before it sends the next line, half a second later. So the players use little processor time,
/// and the measurement shows the host.
final class Crowd: Sendable {
    /// The fraction of due lines that must be sent and answered for the pace to count as kept.
    static let kept = 0.98
    /// How long after one line of a table the next is due, in microseconds.
    private static let pause = 500_000.0
    /// How many tables come from one address.
    private static let tablesOfAddress = 8000

    /// The result of playing for a while.
    struct Trial {
        /// How long a claim took that 99 of 100 did not outlast, in microseconds.
        let p99: Double
        /// How many lines the others said that both of their players had been told of in time.
        let linesPerSecond: Double
        /// How many others played.
        let count: Int

        /// Whether the others were served as fast as they speak.
        var isPaceKept: Bool { linesPerSecond >= Crowd.kept * Double(2 * count) }
    }

    /// What the thread is to do, and what it has done.
    private struct Orders {
        var isOver = false
        var seated = 0
        var playing = 0
        var failure: LoadFailure?
        var lines = 0
    }

    private let port: UInt16
    private let orders = Locked(Orders())
    private let queue = DispatchQueue(label: "bench.crowd")
    private let seating = DispatchSemaphore(value: 0)

    /// Nobody has come yet.
    init(port: UInt16) {
        self.port = port
    }

    /// Adds tables until there are the given number.
    func seat(_ count: Int) throws {
        let before = orders.withLock { orders in
            defer { orders.seated = max(count, orders.seated) }
            return orders.seated
        }
        guard before < count else { return }
        if before == 0 { queue.async { self.run() } }
        seating.wait()
        if let failure = orders.withLock({ $0.failure }) { throw failure }
    }

    /// Ends all of it.
    func leave() {
        orders.withLock { $0.isOver = true }
        queue.sync {}
    }

    /// Lets some of them play, and measures the claims of another table in the meantime.
    func trial(of table: LoadTable, playing count: Int, seconds: Double) throws -> Trial {
        orders.withLock { $0.playing = count }
        defer { orders.withLock { $0.playing = 0 } }
        // Until all of them have said something and are in their rhythm.
        try LoadSocket.rest(microseconds: 1_500_000)
        let (start, before) = (LoadClock.now, orders.withLock { $0.lines })
        var times: [Double] = []
        while LoadClock.now - start < seconds * 1e6 {
            times.append(try table.time())
            for _ in 1..<LoadTable.Step.allCases.count { _ = try table.time() }
            try LoadSocket.rest(microseconds: 3000)
        }
        let lines = orders.withLock { $0.lines } - before
        return Trial(
            p99: times.percentile(0.99),
            linesPerSecond: Double(lines) / (LoadClock.now - start) * 1e6, count: count)
    }

    // MARK: - The thread

    private func run() {
        var tables: [PlayingTable] = []
        var place = 0
        var due = LoadClock.now
        while true {
            let now = orders.withLock { $0 }
            if now.isOver { return }
            if tables.count < now.seated {
                sit(now.seated, &tables)
                continue
            }
            guard now.playing > 0 else {
                usleepQuietly(2000)
                due = LoadClock.now
                continue
            }
            let wait = due - LoadClock.now
            if wait > 100 { usleepQuietly(wait) }
            // As many as are due: a sleep lasts longer than the time between two of many.
            let time = LoadClock.now
            var lines = 0
            // Who is far behind does not try to make up for it.
            if time - due > Self.pause { due = time - Self.pause }
            while due <= time {
                if place >= min(now.playing, tables.count) { place = 0 }
                if tables[place].goOn() { lines += 1 }
                place += 1
                due += Self.pause / Double(now.playing)
            }
            orders.withLock { $0.lines += lines }
        }
    }

    private func sit(_ count: Int, _ tables: inout [PlayingTable]) {
        do {
            while tables.count < count {
                let source = UInt32(10 + tables.count / Self.tablesOfAddress)
                tables.append(PlayingTable(table: try LoadTable(port: port, from: source)))
            }
        } catch {
            let failure = error as? LoadFailure ?? LoadFailure("\(error)")
            orders.withLock { ($0.failure, $0.isOver) = (failure, true) }
        }
        seating.signal()
    }

    private func usleepQuietly(_ microseconds: Double) {
        try? LoadSocket.rest(microseconds: microseconds)
    }
}

/// One table of a crowd.
private struct PlayingTable {
    let table: LoadTable
    private var isAwaited = PerSeat(both: false)

    init(table: LoadTable) {
        self.table = table
    }

    /// Sends the next line if both players have received the last one.
    ///
    /// - Returns: Whether both have received something since the last time.
    mutating func goOn() -> Bool {
        let wasAwaited = isAwaited.first || isAwaited.second
        for seat in Seat.allCases {
            while case .moved(let count) = table.players[seat].tryReading(), count == 16_384 {}
            if isAwaited[seat], table.hasHeard(seat) { isAwaited[seat] = false }
        }
        guard !isAwaited.first, !isAwaited.second else { return false }
        if wasAwaited { table.goOn() }
        guard (try? table.say()) != nil else { return false }
        isAwaited = PerSeat(both: true)
        return wasAwaited
    }
}
