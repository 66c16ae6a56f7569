import SetProtocol

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Tables of which each says the next thing as soon as both of its players have been told of the
/// last, or a while after that.
struct ClosedLoop {
    private let tables: [LoadTable]
    private var polled: [pollfd]
    /// Which players of a table have not been told yet.
    private var isAwaited: [Bool]
    /// How long a table waits before it says the next thing, in microseconds.
    var pause = 0.0
    private var lines = 0
    private var elapsed = 0.0
    private var othersTime = 0.0

    init(_ tables: [LoadTable]) {
        self.tables = tables
        polled = tables.flatMap { table in
            [table.players.first, table.players.second].map {
                pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
            }
        }
        isAwaited = Array(repeating: false, count: polled.count)
    }

    /// How many lines were decided and told both in a second.
    var linesPerSecond: Double { Double(lines) / elapsed * 1e6 }

    /// The processor time of everything but this thread for a line, in microseconds.
    var othersTimePerLine: Double { othersTime / Double(max(1, lines)) }

    /// Lets the tables play for a time, and to the end of what was begun then.
    mutating func run(microseconds: Double) throws {
        let (start, thread, process) = (LoadClock.now, LoadClock.thread, LoadClock.process)
        let end = start + microseconds
        if pause == 0 { for number in tables.indices { try say(number) } }
        while true {
            let now = LoadClock.now
            if pause > 0, now < end {
                for number in tables.indices
                where !isBusy(number) && now - tables[number].lastSaid >= pause {
                    try say(number)
                }
            }
            if !isAwaited.contains(true) {
                guard now < end else { break }
                try LoadSocket.rest(microseconds: min(500, end - now))
                continue
            }
            try LoadSocket.waitForAny(of: &polled)
            for place in polled.indices where polled[place].revents != 0 {
                try hear(place, isOver: now >= end)
            }
        }
        elapsed += LoadClock.now - start
        othersTime += LoadClock.process - process - (LoadClock.thread - thread)
    }

    private func isBusy(_ number: Int) -> Bool {
        isAwaited[2 * number] || isAwaited[2 * number + 1]
    }

    private mutating func say(_ number: Int) throws {
        try tables[number].say()
        (isAwaited[2 * number], isAwaited[2 * number + 1]) = (true, true)
    }

    private mutating func hear(_ place: Int, isOver: Bool) throws {
        let (number, seat) = (place / 2, place % 2 == 0 ? Seat.first : .second)
        try tables[number].players[seat].read()
        guard isAwaited[place], tables[number].hasHeard(seat) else { return }
        isAwaited[place] = false
        guard !isBusy(number) else { return }
        tables[number].goOn()
        lines += 1
        if !isOver, pause == 0 { try say(number) }
    }
}
