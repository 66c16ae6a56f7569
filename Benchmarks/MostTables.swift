import SetProtocol

/// How many tables a host can carry before players notice.
enum MostTables {
    /// What 99 of 100 claims have to stay below, in microseconds.
    static let bound = 5000.0
    /// More than two cores can carry, players included.
    private static let mostTried = 32_000
    /// How many numbers of tables are tried at most, each six seconds long, and twice if it fails.
    private static let trials = 12

    static let benchmark = Benchmark(
        name: "most", summary: "the most tables at two lines per second with claims within 5 ms",
        isLong: true, run: search)

    /// Doubles the number until the bound is missed, and then looks between the last two.
    private static func search() throws -> [Figure] {
        // Each has two in the host and two here.
        let most = min(mostTried, (BenchHost.mostDescriptors - 400) / 2)
        try BenchHost.raiseDescriptorLimit(to: 2 * most + 300)
        let host = try HostProcess(tables: most + 1)
        let table = try LoadTable(port: host.port)
        let crowd = Crowd(port: host.port)
        defer { crowd.leave() }
        var best = Crowd.Trial(p99: 0, linesPerSecond: 0, count: 0)
        var (count, tooMany) = (1000, most + 1)
        for _ in 0..<trials {
            try crowd.seat(count)
            // What fails once may have met somebody else's work.
            if let trial = try holding(count, table, crowd) ?? holding(count, table, crowd) {
                best = trial
            } else {
                tooMany = count
            }
            guard tooMany - best.count > max(100, best.count / 20) else { break }
            count = tooMany > most ? min(2 * best.count, most) : (best.count + tooMany) / 2
            if count == best.count { break }
        }
        return [
            Figure(
                name: "most/tables", value: Double(best.count), unit: .tables,
                goal: .atLeast(2000)),
            Figure(
                name: "most/p99", value: best.p99, unit: .microseconds, goal: .atMost(bound)),
            Figure(name: "most/lines", value: best.linesPerSecond, unit: .perSecond),
        ]
    }

    /// A trial in which the bound was held.
    private static func holding(
        _ count: Int, _ table: LoadTable, _ crowd: Crowd
    ) throws -> Crowd.Trial? {
        let trial = try crowd.trial(of: table, playing: count, seconds: 5)
        return trial.p99 <= bound && trial.isPaceKept ? trial : nil
    }
}
