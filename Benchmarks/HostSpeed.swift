import SetHost
import SetProtocol

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How fast a host is over real sockets, beside a relay that does nothing else.
enum HostSpeed {
    /// To be run before anything else: memory that was used before is not asked for again.
    static let memory = Benchmark(
        name: "host/idle", summary: "memory and processor time of idle tables", run: idle)

    static let benchmarks: [Benchmark] =
        [false, true].flatMap { isJournaled in
            let (name, note) = isJournaled ? ("journal", ", with journals") : ("host", "")
            return [
                Benchmark(
                    name: "\(name)/claim",
                    summary: "time: from a claim until both have received it, one table\(note)"
                ) { try await latency(name, isJournaled) },
                Benchmark(
                    name: "\(name)/saturation/50",
                    summary: "lines per second, closed loop, 50 tables\(note)"
                ) { try await saturation(name, tables: 50, isJournaled) },
            ]
        } + [
            Benchmark(
                name: "host/saturation/1000", summary: "lines per second, closed loop, 1,000 tables"
            ) { try await saturation("host", tables: 1000, false) }
        ]

    private static let relayName = "a bare Dispatch relay of the same bytes to both"

    private static func latency(_ name: String, _ isJournaled: Bool) async throws -> [Figure] {
        try await BenchHost.running(tables: 1, isJournaled: isJournaled) { port in
            let table = try LoadTable(port: port)
            let relay = try BareRelay(tables: 1, line: WireCodec.encode(.state(.claimed)))
            defer { relay.stop() }
            var (subject, reference): ([Double], [Double]) = ([], [])
            for round in 0..<6000 {
                let own = try table.timeOfClaim()
                let relayed = try relay.tables[0].time()
                // The first ones pay for what is only set up once.
                guard round >= 500 else { continue }
                subject.append(own)
                reference.append(relayed)
            }
            return [(0.5, "p50", 1.25), (0.99, "p99", 1.5)].map { share, part, ratio in
                let floor = reference.percentile(share)
                return Figure(
                    name: "\(name)/claim/\(part)", value: subject.percentile(share),
                    unit: .microseconds, reference: .init(name: relayName, value: floor),
                    goal: floor * ratio)
            }
        }
    }

    private static func saturation(
        _ name: String, tables count: Int, _ isJournaled: Bool
    ) async throws -> [Figure] {
        try await BenchHost.running(tables: count, isJournaled: isJournaled) { port in
            let relay = try BareRelay(tables: count, line: WireCodec.encode(.state(.claimed)))
            defer { relay.stop() }
            let own = try ClosedLoop((0..<count).map { _ in try LoadTable(port: port) })
            let relayed = try ClosedLoop(relay.tables)
            // In turns, so that both meet the same machine.
            for _ in 0..<4 {
                try own.run(microseconds: 700_000)
                try relayed.run(microseconds: 700_000)
            }
            return [
                Figure(
                    name: "\(name)/saturation/\(count)", value: own.linesPerSecond,
                    unit: .perSecond,
                    reference: .init(name: relayName, value: relayed.linesPerSecond), goal: 60_000),
                Figure(
                    name: "\(name)/cpu/\(count)", value: own.othersTimePerLine,
                    unit: .microseconds,
                    reference: .init(name: relayName, value: relayed.othersTimePerLine)),
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
                let bytes = Double(BenchHost.residentBytes - before)
                figures.append(
                    Figure(
                        name: "host/idle/\(count)", value: bytes / Double(count), unit: .bytesAbout,
                        goal: 16 * 1024))
            }
            let start = (LoadClock.now, LoadClock.process)
            usleep(3_000_000)
            let share = (LoadClock.process - start.1) / (LoadClock.now - start.0)
            figures.append(
                Figure(
                    name: "host/idle/cpu", value: share * 1e6 / Double(tables.count),
                    unit: .microseconds))
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
        try raiseDescriptorLimit(to: 5 * tables + 200)
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
        try raiseDescriptorLimit(to: 2 * tables + 200)
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

    /// Raises the descriptor limit of this program to the given number.
    private static func raiseDescriptorLimit(to count: Int) throws {
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        getrlimit(resource, &limit)
        guard limit.rlim_cur < rlim_t(count) else { return }
        limit.rlim_cur = rlim_t(count)
        guard setrlimit(resource, &limit) == 0 else {
            throw LoadFailure("\(count) descriptors are needed, and fewer allowed: ulimit -Hn")
        }
    }

    /// How much memory the program has, where the system tells; 0 elsewhere.
    static var residentBytes: Int {
        guard let bytes = try? FileStore.read("/proc/self/statm", limit: 200) else { return 0 }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(sysconf(CInt(_SC_PAGESIZE)))
    }
}

extension TableState {
    /// The state by which a host tells of a granted claim.
    fileprivate static var claimed: TableState {
        var state = TableState.sample
        (state.event, state.selection) = (.claimed(.first), nil)
        return state
    }
}
