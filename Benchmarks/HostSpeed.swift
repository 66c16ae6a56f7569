import SetHost
import SetProtocol

/// How fast a host is over real sockets, beside a relay that does nothing else.
enum HostSpeed {
    /// To be run before anything else: memory that was used before is not asked for again.
    static let memory = Benchmark(
        name: "host/idle", summary: "memory and processor time of idle tables", run: idle)

    static let benchmarks = [
        Benchmark(
            name: "host/claim",
            summary: "time: from a claim until both have received it, one table",
            run: latency),
        Benchmark(
            name: "host/saturation/50", summary: "lines per second, closed loop, 50 tables"
        ) { try await saturation(tables: 50) },
        Benchmark(
            name: "host/saturation/1000",
            summary: "lines per second, closed loop, 1,000 tables"
        ) { try await saturation(tables: 1000) },
        Benchmark(
            name: "host/crowd", summary: "time: a claim while 2,000 other tables play", run: crowd),
        Benchmark(
            name: "host/expiry", summary: "time: how late 1,000 windows end", run: expiry),
    ]

    // MARK: - One table

    private static func latency() async throws -> [Figure] {
        try await BenchHost.running(tables: 1) { host in
            let table = try LoadTable(port: host.port)
            let relay = try BareRelay(tables: 1, line: BenchHost.line)
            defer { relay.stop() }
            var (subject, reference): ([Double], [Double]) = ([], [])
            for round in 0..<6000 {
                let own = try table.time()
                for _ in 1..<LoadTable.Step.allCases.count { _ = try table.time() }
                let relayed = try relay.tables[0].time()
                // The first ones pay for what is only set up once.
                guard round >= 500 else { continue }
                subject.append(own)
                reference.append(relayed)
            }
            return [(0.5, "p50", 1.25), (0.99, "p99", 1.5)].map { share, name, ratio in
                let floor = reference.percentile(share)
                return Figure(
                    name: "host/claim/\(name)", value: subject.percentile(share),
                    unit: .microseconds, reference: .init(name: relayName, value: floor),
                    goal: .atMost(floor * ratio))
            }
        }
    }

    private static let relayName = "host: a bare Dispatch relay of the same bytes to both"

    // MARK: - Many tables

    private static func saturation(tables count: Int) async throws -> [Figure] {
        try await BenchHost.running(tables: count) { host in
            let relay = try BareRelay(tables: count, line: BenchHost.line)
            defer { relay.stop() }
            var own = try ClosedLoop((0..<count).map { _ in try LoadTable(port: host.port) })
            var relayed = try ClosedLoop(relay.tables)
            // In turns, so that both meet the same machine.
            for _ in 0..<4 {
                try own.run(microseconds: 700_000)
                try relayed.run(microseconds: 700_000)
            }
            return [
                Figure(
                    name: "host/saturation/\(count)", value: own.linesPerSecond, unit: .perSecond,
                    reference: .init(name: relayName, value: relayed.linesPerSecond),
                    goal: .atLeast(60_000)),
                Figure(
                    name: "host/cpu/\(count)", value: own.othersTimePerLine, unit: .microseconds,
                    reference: .init(name: relayName, value: relayed.othersTimePerLine)),
            ]
        }
    }

    /// One table claims now and then while 2,000 others play, each two lines a second.
    private static func crowd() async throws -> [Figure] {
        let others = 2000
        return try await BenchHost.running(tables: others + 1) { host in
            let table = try LoadTable(port: host.port)
            let crowd = Crowd(port: host.port)
            defer { crowd.leave() }
            try crowd.seat(others)
            let trial = try crowd.trial(of: table, playing: others, seconds: 4)
            return [
                Figure(
                    name: "host/crowd/p99", value: trial.p99, unit: .microseconds,
                    goal: .atMost(MostTables.bound)),
                Figure(
                    name: "host/crowd/lines", value: trial.linesPerSecond, unit: .perSecond,
                    goal: .atLeast(Crowd.kept * 2 * Double(others))),
            ]
        }
    }

    // MARK: - Nothing to do

    private static func idle() async throws -> [Figure] {
        let counts = [1000, 2000, 4000]
        return try await BenchHost.running(tables: 4000, pings: true) { host in
            var tables: [LoadTable] = []
            var figures: [Figure] = []
            let before = BenchHost.residentBytes
            for count in counts {
                while tables.count < count {
                    let table = try LoadTable(port: host.port)
                    for player in [table.players.first, table.players.second] { player.forget() }
                    tables.append(table)
                }
                let bytes = Double(BenchHost.residentBytes - before)
                figures.append(
                    Figure(
                        name: "host/idle/\(count)", value: bytes / Double(count), unit: .bytesAbout,
                        goal: .atMost(16 * 1024)))
            }
            let start = (LoadClock.now, LoadClock.process)
            try LoadSocket.rest(microseconds: 3_000_000)
            let share = (LoadClock.process - start.1) / (LoadClock.now - start.0)
            figures.append(
                Figure(
                    name: "host/idle/cpu", value: share * 1e6 / Double(tables.count),
                    unit: .microseconds))
            return figures
        }
    }

    // MARK: - Time

    /// A thousand claims are granted a millisecond apart and run out.
    private static func expiry() async throws -> [Figure] {
        let count = 1000
        let window = Duration.milliseconds(1500)
        return try await BenchHost.running(tables: count, claim: window) { host in
            let tables = try (0..<count).map { _ in try LoadTable(port: host.port) }
            var granted: [Double] = []
            let timers = BareTimers(count: count)
            for (number, table) in tables.enumerated() {
                try table.say()
                try table.hear()
                granted.append(LoadClock.now)
                timers.arm(number, after: window)
                try LoadSocket.rest(microseconds: 500)
            }
            var late: [Double] = []
            for (table, start) in zip(tables, granted) {
                try table.players.first.wait(for: "\"kind\":\"timedOut\"")
                late.append(max(0, LoadClock.now - start - 1_500_000))
            }
            let floor = try timers.lateness().percentile(0.99)
            return [
                Figure(
                    name: "host/expiry/p99", value: late.percentile(0.99), unit: .microseconds,
                    reference: .init(name: "host/expiry: bare strict timers", value: floor),
                    goal: .atMost(floor * 2))
            ]
        }
    }
}
