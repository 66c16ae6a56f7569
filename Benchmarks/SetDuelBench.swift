import SetProtocol

/// Measures what set-duel costs and says whether that is as little as promised.
@main
struct SetDuelBench {
    /// How it ends, by the numbers of `sysexits.h` where those have one.
    private enum ExitCode: Int32 {
        case success = 0
        case missed = 1
        case usage = 64
        case software = 70
    }

    private static let help = """
        Usage: set-duel-bench [--json] [NAME...]
               set-duel-bench --list

        Measures what the game costs. Timings are processor time, next to a reference measured
        in the same run; byte counts are the same in every run.

          NAME        run only benchmarks with this in their name
          --json      print one line of JSON per figure
          --list      list all benchmarks
          --host=N    serve a host without limits for N tables, to be measured by another program
          --help      print this help

        Exits with 0, with 1 if a byte count exceeds its goal, or with 64 for a usage error.
        Build it optimized: swift run -c release set-duel-bench
        """

    static func main() async {
        Program.exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ arguments: [String]) async -> ExitCode {
        var (words, options): ([String], Set<String>) = ([], [])
        for argument in arguments {
            if argument.hasPrefix("--host="), let tables = Int(argument.dropFirst(7)) {
                return await succeeds("host") { try await BenchHost.serve(tables: tables) }
            }
            guard argument.hasPrefix("-") else {
                words.append(argument)
                continue
            }
            guard ["--json", "--list", "--help", "-h"].contains(argument) else {
                complain("unknown option '\(argument)': try set-duel-bench --help")
                return .usage
            }
            options.insert(argument)
        }
        guard options.isDisjoint(with: ["--help", "-h"]) else {
            print(help)
            return .success
        }
        let chosen = Benchmark.all.filter { benchmark in
            words.isEmpty || words.contains { benchmark.name.contains($0) }
        }
        guard !chosen.isEmpty else {
            complain("no benchmark has \(words.joined(separator: " or ")) in its name")
            return .usage
        }
        if options.contains("--list") {
            for benchmark in chosen { print("\(benchmark.name): \(benchmark.summary)") }
            return .success
        }
        return await measure(chosen, isJSON: options.contains("--json"))
    }

    private static func measure(_ benchmarks: [Benchmark], isJSON: Bool) async -> ExitCode {
        var figures: [Figure] = []
        for benchmark in benchmarks {
            let outcome = await succeeds(benchmark.name) {
                for figure in try await benchmark.run() {
                    figures.append(figure)
                    print(isJSON ? String(decoding: figure.json.bytes, as: UTF8.self) : figure.line)
                }
            }
            guard outcome == .success else { return outcome }
        }
        if !isJSON {
            for name in Set(figures.compactMap(\.reference?.name)).sorted() {
                print("reference: \(name)")
            }
        }
        let failures = figures.filter(\.isFailure)
        for failure in failures {
            complain("\(failure.name) takes \(Int(failure.value)) bytes, more than its goal")
        }
        return failures.isEmpty ? .success : .missed
    }

    private static func succeeds(_ name: String, _ body: () async throws -> Void) async -> ExitCode
    {
        do {
            try await body()
            return .success
        } catch let failure as LoadFailure {
            // A machine on which a load cannot be made has not failed: the rest is measured.
            complain("\(name) could not be measured: \(failure)")
            return .success
        } catch {
            complain("\(name) could not be measured: \(error)")
            return .software
        }
    }

    private static func complain(_ text: String) {
        try? StandardStream.error.write("set-duel-bench: \(SafeText.sanitized(text, limit: 500))\n")
    }
}

/// Something that can be measured, as data: a new one is one more entry in ``all``.
struct Benchmark: Sendable {
    /// What it is asked for by.
    let name: String
    let summary: String
    let run: @Sendable () async throws -> [Figure]

    /// All there are, in the order in which they run.
    static let all: [Benchmark] =
        [HostSpeed.memory] + FrameTimes.benchmarks + ScreenBytes.benchmarks
        + CoreTimes.benchmarks + HostSpeed.benchmarks + [ProgramStart.benchmark]
}
