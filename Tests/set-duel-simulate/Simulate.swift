import SetProtocol
import SetSimulation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Plays simulated duels and holds them to their laws.
///
/// `set-duel-simulate --count 10000` plays the duels of the seeds from 1; `--seed 17` plays one of them
/// twice, with all that happens in words when it breaks a law; `--plant FAULT` builds one in. `--judge FILE`
/// plays nothing, but holds to the document what a client of another program has recorded.
@main
struct Simulate {
    private var count: UInt64 = 1000
    private var seed: UInt64?
    private var lanes: UInt64 = 2
    private var recordings: [String] = []
    private var options = Simulation.Options()

    static func main() async {
        guard let simulate = Simulate(Array(CommandLine.arguments.dropFirst())) else {
            print("usage: set-duel-simulate [--count N | --seed N] [--lanes N] [--plant FAULT]")
            print("       set-duel-simulate --judge FILE [--judge FILE]...")
            print(Self.recordingFormat)
            exit(2)
        }
        let isLawful = await simulate.run()
        exit(isLawful ? 0 : 1)
    }

    private static let recordingFormat = """

        A FILE holds what one client sent and received, one JSON object a line, in the order of time:
        {"at":0,"kind":"opened"}                        a connection began; at: microseconds
        {"at":310,"kind":"sent","line":"{\\"type\\":…}"}     a line without its newline, as a string
        {"at":920,"kind":"received","line":"…"}
        {"at":5000,"kind":"closed"}
        Every line received is held to docs/PROTOCOL.md. With a fault the exit status is 1.
        """

    private init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { return nil }
            switch (option, UInt64(value)) {
            case ("--count", let number?): count = number
            case ("--seed", let number?): seed = number
            case ("--lanes", let number?): lanes = max(1, number)
            case ("--judge", _): recordings.append(value)
            case ("--plant", nil):
                guard let fault = PlantedFault(rawValue: value) else { return nil }
                options.planted = fault
            case _: return nil
            }
        }
    }

    private func run() async -> Bool {
        if !recordings.isEmpty { return judgeRecordings() }
        guard let seed else { return await runMany() }
        var options = options
        options.isHashing = true
        options.isTracing = true
        let (report, again) = (
            Simulation.run(seed: seed, options), Simulation.run(seed: seed, options)
        )
        if let fault = report.fault {
            print(report.trace.suffix(400).joined(separator: "\n"))
            print("seed \(seed) breaks a law after \(report.events) events: \(fault)")
        }
        print(
            "seed \(seed): \(report.events) events in \(report.time.sinceZero), "
                + "journal \(report.journalHash.value), lines \(report.lineHash.value)")
        let isSame =
            report.journalHash == again.journalHash && report.lineHash == again.lineHash
            && report.events == again.events
        if !isSame { print("and played again it is another duel") }
        return isSame && report.fault == nil
    }

    private func judgeRecordings() -> Bool {
        var (lines, faults) = (0, 0)
        for path in recordings {
            do throws(FileError) {
                let recording = ClientRecording(parsing: try FileStore.read(path, limit: 1 << 28))
                lines += recording.received
                faults += recording.faults.count
                for fault in recording.faults.prefix(20) { print("\(path): \(fault)") }
            } catch {
                print("\(path): \(error)")
                faults += 1
            }
        }
        print("\(recordings.count) recordings, \(lines) lines, \(faults) faults")
        return faults == 0
    }

    private func runMany() async -> Bool {
        let clock = ContinuousClock()
        let start = clock.now
        let (lanes, count, options) = (lanes, count, options)
        let sums = await withTaskGroup(of: Sum.self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    var sum = Sum()
                    for seed in 1...max(1, count) where seed % lanes == lane {
                        sum.add(Simulation.run(seed: seed, options))
                    }
                    return sum
                }
            }
            return await group.reduce(into: Sum()) { $0.add($1) }
        }
        for report in sums.faults.sorted(by: { $0.seed < $1.seed }).prefix(400) {
            print("seed \(report.seed), event \(report.events): \(report.fault as Any)")
        }
        print(
            "\(sums.duels) duels, \(sums.events) events, \(sums.faults.count) of them against a law, "
                + "in \(start.duration(to: clock.now))")
        print("a claim was held at \(sums.held) of \(sums.duels) tables")
        print(
            "met at how many tables: "
                + sums.met.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        // Most faults of a referee need a claim that waits.
        var isTelling = sums.duels < 100 || 3 * sums.held >= sums.duels
        let missing = Simulation.everything.subtracting(sums.met.keys)
        if sums.duels >= 1000, sums.faults.isEmpty, !missing.isEmpty {
            print("not met: \(missing.sorted().joined(separator: " "))")
            isTelling = false
        }
        if !isTelling { print("too few to prove anything") }
        return sums.faults.isEmpty && isTelling
    }

    private struct Sum: Sendable {
        var duels = 0
        var events = 0
        var faults: [Simulation.Report] = []
        /// At how many tables each situation occurred.
        var met: [String: Int] = [:]
        var held = 0

        mutating func add(_ report: Simulation.Report) {
            duels += 1
            events += report.events
            for situation in report.met { met[situation, default: 0] += 1 }
            if report.met.contains("held") { held += 1 }
            if report.fault != nil { faults.append(report) }
        }

        mutating func add(_ other: Sum) {
            duels += other.duels
            events += other.events
            faults += other.faults
            met.merge(other.met, uniquingKeysWith: +)
            held += other.held
        }
    }
}
