import SetHost
import SetProtocol

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a journal costs: a host that keeps journals beside one that does not, in turns.
enum JournalSpeed {
    static let benchmarks = [
        Benchmark(
            name: "journal/claim",
            summary: "time: from a claim until both have received it, with a journal",
            run: latency),
        Benchmark(
            name: "journal/saturation",
            summary: "lines per second, closed loop, 50 tables with journals", run: saturation
        ),
    ]

    private static let referenceName = "journal: the same without journals"

    private static func latency() async throws -> [Figure] {
        try await withTwoHosts(tables: 1) { journaled, bare in
            let tables = [try LoadTable(port: journaled.port), try LoadTable(port: bare.port)]
            var times: [[Double]] = [[], []]
            for round in 0..<6000 {
                for place in [0, 1] {
                    let own = try tables[place].time()
                    for _ in 1..<LoadTable.Step.allCases.count { _ = try tables[place].time() }
                    // The first ones pay for what is only set up once.
                    if round >= 500 { times[place].append(own) }
                }
            }
            return [(0.5, "p50"), (0.99, "p99")].map { share, name in
                Figure(
                    name: "journal/claim/\(name)", value: times[0].percentile(share),
                    unit: .microseconds,
                    reference: .init(name: referenceName, value: times[1].percentile(share)))
            }
        }
    }

    private static func saturation() async throws -> [Figure] {
        let count = 50
        return try await withTwoHosts(tables: count) { journaled, bare in
            var own = try ClosedLoop((0..<count).map { _ in try LoadTable(port: journaled.port) })
            var other = try ClosedLoop((0..<count).map { _ in try LoadTable(port: bare.port) })
            for _ in 0..<4 {
                try own.run(microseconds: 700_000)
                try other.run(microseconds: 700_000)
            }
            return [
                Figure(
                    name: "journal/saturation", value: own.linesPerSecond, unit: .perSecond,
                    reference: .init(name: referenceName, value: other.linesPerSecond)),
                Figure(
                    name: "journal/cpu", value: own.othersTimePerLine, unit: .microseconds,
                    reference: .init(name: referenceName, value: other.othersTimePerLine)),
            ]
        }
    }

    /// Runs both hosts, with a separate directory for the journals.
    private static func withTwoHosts(
        tables: Int, _ body: (BenchHost, BenchHost) throws -> [Figure]
    ) async throws -> [Figure] {
        let directory = "/tmp/set-duel-bench.\(getpid())"
        defer {
            for name in (try? FileStore.names(in: directory)) ?? [] {
                try? FileStore.remove(directory + "/" + name)
            }
            try? FileStore.remove(directory + "/.lock")
            rmdir(directory)
        }
        let journaled = try await BenchHost.start(tables: tables, journal: directory)
        let bare = try await BenchHost.start(tables: tables)
        let outcome = Result { try body(journaled, bare) }
        for host in [journaled, bare] {
            await host.host.shutDown()
            await host.host.drained()
        }
        return try outcome.get()
    }
}
