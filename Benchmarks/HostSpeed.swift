import SetHost
import SetProtocol
import SystemLibrary

/// How fast a host is over real sockets.
enum HostSpeed {
    /// To be run before anything else: memory that was used before is not asked for again.
    static let memory = Benchmark(
        name: "host/idle", summary: "memory and processor time of idle tables", run: idle)

    static let benchmarks = [
        Benchmark(
            name: "host/claim",
            summary: "time: from a claim until both have received it, one table"
        ) { try await latency(isJournaled: false) },
        Benchmark(name: "journal/claim", summary: "the same with a journal") {
            try await latency(isJournaled: true)
        },
        Benchmark(name: "host/saturation/50", summary: "lines per second, closed loop, 50 tables") {
            try await saturation(tables: 50, isJournaled: false)
        },
        Benchmark(name: "journal/saturation/50", summary: "the same with journals") {
            try await saturation(tables: 50, isJournaled: true)
        },
        Benchmark(
            name: "host/saturation/1000", summary: "lines per second, closed loop, 1,000 tables"
        ) { try await saturation(tables: 1000, isJournaled: false) },
    ]

    private static func latency(isJournaled: Bool) async throws -> [Figure] {
        try await BenchHost.running(tables: 1, isJournaled: isJournaled) { port in
            let table = try LoadTable(port: port)
            // The first ones pay for what is only set up once.
            let times = try (0..<6000).map { _ in try table.timeOfClaim() }[500...]
            return [("p50", 0.5), ("p99", 0.99)].map { name, share in
                Figure(
                    name: "\(isJournaled ? "journal" : "host")/claim/\(name)",
                    value: Array(times).percentile(share))
            }
        }
    }

    private static func saturation(tables count: Int, isJournaled: Bool) async throws -> [Figure] {
        try await BenchHost.running(tables: count, isJournaled: isJournaled) { port in
            let loop = try ClosedLoop((0..<count).map { _ in try LoadTable(port: port) })
            try loop.run(microseconds: 3_000_000)
            let name = isJournaled ? "journal" : "host"
            return [
                Figure(
                    name: "\(name)/saturation/\(count)", value: loop.linesPerSecond,
                    unit: .perSecond, goal: 60_000),
                Figure(name: "\(name)/cpu/\(count)", value: loop.hostTimePerLine),
            ]
        }
    }

    private static func idle() async throws -> [Figure] {
        try await BenchHost.running(tables: 4000, pings: true) { port in
            var tables: [LoadTable] = []
            var figures: [Figure] = []
            let before = BenchHost.residentBytes
            for count in [1000, 2000, 4000] {
                while tables.count < count {
                    let table = try LoadTable(port: port)
                    for player in [table.players.first, table.players.second] { player.forget() }
                    tables.append(table)
                }
                figures.append(
                    Figure(
                        name: "host/idle/\(count)",
                        value: Double(BenchHost.residentBytes - before) / Double(count),
                        unit: .bytes, goal: 16 * 1024))
            }
            let start = (LoadClock.now, LoadClock.process)
            usleep(3_000_000)
            let share = (LoadClock.process - start.1) / (LoadClock.now - start.0)
            figures.append(
                Figure(name: "host/idle/cpu", value: share * 1e6 / Double(tables.count)))
            return figures
        }
    }
}

/// A host in this program, with limits that no load reaches.
enum BenchHost {
    /// Runs a host for as long as something is measured on it.
    ///
    /// - Parameters:
    ///   - tables: How many there will be.
    ///   - pings: Whether players are pinged, who do not answer: only while nothing else is measured.
    ///   - isJournaled: Whether it keeps journals, in a directory that is removed at the end.
    ///   - body: Measures the host that listens on the port given.
    static func running(
        tables: Int, pings: Bool = false, isJournaled: Bool = false,
        _ body: (UInt16) throws -> [Figure]
    ) async throws -> [Figure] {
        // Two for the host, two for the players, one for a journal.
        try allowDescriptors(5 * tables + 200)
        let directory = "/tmp/set-duel-bench.\(getpid())"
        var options = options(tables: tables, pings: pings)
        options.journal = isJournaled ? JournalOptions(directory: directory) : nil
        let host = Host(options: options)
        let port = try await host.listen(on: .loopback, port: 0).port
        let outcome = Result { try body(port) }
        await host.shutDown()
        await host.drained()
        for name in ((try? FileStore.names(in: directory)) ?? []) + [".lock"] {
            try? FileStore.remove(directory + "/" + name)
        }
        rmdir(directory)
        return try outcome.get()
    }

    /// Runs a host for another process until that ends it.
    static func serve(tables: Int) async throws {
        try allowDescriptors(2 * tables + 200)
        let host = Host(options: options(tables: tables, pings: true))
        let port = try await host.listen(on: .loopback, port: 0).port
        print("listening on 127.0.0.1:\(port)")
        fflush(nil)
        while true { pause() }
    }

    private static func options(tables: Int, pings: Bool) -> HostOptions {
        var options = HostOptions()
        options.seed = 1
        options.hostLimits.tables = tables + 1
        options.hostLimits.connections = 2 * tables + 10
        // All of them come from here, at once, and as fast as they can.
        options.hostLimits.connectionsPerAddress = 2 * tables + 10
        options.hostLimits.newcomers = 2 * tables + 10
        let rate = RateLimit.Rate(10_000_000, per: .seconds(1), burst: 10_000_000)
        (options.hostLimits.accepted, options.hostLimits.races) = (rate, rate)
        options.hostLimits.callsPerAddress = rate
        (options.rules.claim, options.rules.answer) = (.seconds(600), .seconds(600))
        options.rules.countdown = .zero
        (options.rules.timeoutPoints, options.rules.mismatchPoints) = (0, 0)
        options.limits.messages = rate
        options.limits.silence = .seconds(3600)
        if !pings { options.limits.pingInterval = .seconds(3600) }
        return options
    }

    private static func allowDescriptors(_ count: Int) throws {
        Program.allowDescriptors(count)
        var limit = rlimit()
        guard getrlimit(Platform.descriptorLimit, &limit) == 0, limit.rlim_cur >= rlim_t(count)
        else { throw LoadFailure("\(count) descriptors are needed, and fewer allowed: ulimit -Hn") }
    }

    /// How much memory the program has, where the system tells; 0 elsewhere.
    static var residentBytes: Int {
        guard let bytes = try? FileStore.read("/proc/self/statm", limit: 200) else { return 0 }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(sysconf(CInt(_SC_PAGESIZE)))
    }
}
