import SetProtocol

/// Tables of which each says the next thing as soon as both of its players have been told of the
/// last.
struct ClosedLoop {
    private let tables: [LoadTable]
    private let waiter: LoadWaiter
    /// Which players of a table have not been told yet.
    private var isAwaited: [Bool]
    private var lines = 0
    private var elapsed = 0.0
    private var othersTime = 0.0

    init(_ tables: [LoadTable]) throws {
        self.tables = tables
        let players = tables.flatMap { [$0.players.first, $0.players.second] }
        waiter = try LoadWaiter(for: players)
        isAwaited = Array(repeating: false, count: players.count)
    }

    /// How many lines were decided and told both in a second.
    var linesPerSecond: Double { Double(lines) / elapsed * 1e6 }

    /// The processor time of everything but this thread for a line, in microseconds.
    var othersTimePerLine: Double { othersTime / Double(max(1, lines)) }

    /// Lets the tables play for a time, and to the end of what was begun then.
    mutating func run(microseconds: Double) throws {
        let (start, thread, process) = (LoadClock.now, LoadClock.thread, LoadClock.process)
        let end = start + microseconds
        for number in tables.indices { try say(number) }
        while isAwaited.contains(true) {
            try waiter.wait()
            let isOver = LoadClock.now >= end
            for place in waiter.ready { try hear(place, isOver: isOver) }
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
        if !isOver { try say(number) }
    }
}
