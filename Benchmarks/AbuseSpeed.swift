import SetProtocol

/// How abuse of a host affects a duel.
///
/// The host is a separate process with its default limits. The duel is played as fast as those
/// allow, alternately undisturbed and under abuse, so that both runs see the same machine.
enum AbuseSpeed {
    static let benchmarks = Abuse.all.map { abuse in
        Benchmark(name: "abuse/\(abuse.name)", summary: abuse.summary, isLong: true) {
            try figures(of: abuse)
        }
    }

    /// How many claims are measured in one turn, and how many turns there are of each kind.
    private static let (claims, turns) = (40, 2)
    /// A player may say twenty things a second, and the one who claims says two for a claim.
    private static let pause = 105_000.0
    private static let mebibyte = 1024.0 * 1024

    private static func figures(of abuse: Abuse) throws -> [Figure] {
        try BenchHost.raiseDescriptorLimit(to: abuse.connections + 200)
        let host = try HostProcess(
            ["--countdown", "0", "--claim", "60", "--answer", "60"] + abuse.options,
            descriptors: abuse.descriptors)
        do {
            return try figures(of: abuse, on: host)
        } catch {
            throw host.fate.map { LoadFailure($0) } ?? error
        }
    }

    private static func figures(of abuse: Abuse, on host: HostProcess) throws -> [Figure] {
        let table = try LoadTable(port: host.port)
        guard let code = table.code else { return [] }
        var (undisturbed, abused): ([Double], [Double]) = ([], [])
        var (processor, wall) = (0.0, 0.0)
        try measure(table)
        for _ in 0..<turns {
            undisturbed += try measure(table)
            let strangers = Strangers(abuse, at: code, port: host.port)
            // A host accepts two hundred a second.
            try table.rest(microseconds: 500_000 + Double(abuse.connections) * 5000)
            let start = (host.processorTime, LoadClock.now)
            abused += try measure(table)
            processor += host.processorTime - start.0
            wall += LoadClock.now - start.1
            strangers.leave()
            guard strangers.connections >= min(abuse.connections, 32) else {
                throw LoadFailure("only \(strangers.connections) strangers came")
            }
            // Until the host has got rid of them.
            try table.rest(microseconds: 1_500_000)
        }
        let floor = undisturbed.percentile(0.5)
        let name = "abuse/\(abuse.name)"
        let reference = "abuse: a claim on the same host, undisturbed"
        return [
            Figure(
                name: "\(name)/p50", value: abused.percentile(0.5), unit: .microseconds,
                reference: .init(name: reference, value: floor),
                goal: .atMost(2 * floor)),
            Figure(
                name: "\(name)/p99", value: abused.percentile(0.99), unit: .microseconds,
                reference: .init(name: reference, value: undisturbed.percentile(0.99)),
                goal: .atMost(10_000)),
            Figure(
                name: "\(name)/memory", value: Double(host.mostResidentBytes), unit: .bytesAbout,
                goal: .atMost(64 * mebibyte)),
            Figure(
                name: "\(name)/cpu", value: 100 * processor / wall, unit: .percent,
                goal: .atMost(50)),
        ]
    }

    /// The microseconds of some claims, until both have been told.
    @discardableResult
    private static func measure(_ table: LoadTable) throws -> [Double] {
        try (0..<claims).map { _ in
            let time = try table.time()
            for _ in 1..<LoadTable.Step.allCases.count { _ = try table.time() }
            try table.rest(microseconds: pause)
            return time
        }
    }
}
