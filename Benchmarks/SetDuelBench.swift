import SetProtocol

/// Measures what set-duel costs.
@main
struct SetDuelBench {
    private static let help = """
        Usage: set-duel-bench [NAME...]
               set-duel-bench --list

        Measures what the game costs. Most timings are processor time, next to a reference
        measured in the same run.

          NAME        run only benchmarks with this in their name
          --list      list all benchmarks
          --host=N    serve a host without limits for N tables, to be measured by another program
          --help      print this help

        Exits with 0, or with 64 for a usage error.
        Build it optimized: swift run -c release set-duel-bench
        """

    static func main() async {
        Program.exit(await run(Array(CommandLine.arguments.dropFirst())))
    }

    /// - Returns: The exit status, by the numbers of `sysexits.h`.
    private static func run(_ arguments: [String]) async -> Int32 {
        var (words, isList): ([String], Bool) = ([], false)
        for argument in arguments {
            if argument.hasPrefix("--host="), let tables = Int(argument.dropFirst(7)) {
                return await status("host") { try await BenchHost.serve(tables: tables) }
            }
            switch argument {
            case "--help", "-h":
                print(help)
                return 0
            case "--list": isList = true
            case let name where !name.hasPrefix("-"): words.append(name)
            default:
                complain("unknown option '\(argument)': try set-duel-bench --help")
                return 64
            }
        }
        let chosen = Benchmark.all.filter { benchmark in
            words.isEmpty || words.contains { benchmark.name.contains($0) }
        }
        guard !chosen.isEmpty else {
            complain("no benchmark has \(words.joined(separator: " or ")) in its name")
            return 64
        }
        for benchmark in chosen {
            if isList {
                print("\(benchmark.name): \(benchmark.summary)")
                continue
            }
            let status = await status(benchmark.name) {
                for figure in try await benchmark.run() { print(figure.line) }
            }
            guard status == 0 else { return status }
        }
        return 0
    }

    private static func status(_ name: String, _ body: () async throws -> Void) async -> Int32 {
        do {
            try await body()
            return 0
        } catch {
            complain("\(name) could not be measured: \(error)")
            // A machine on which a load cannot be made has not failed: the rest is measured.
            return error is LoadFailure ? 0 : 70
        }
    }

    private static func complain(_ text: String) {
        try? StandardStream.error.write("set-duel-bench: \(SafeText.sanitized(text, limit: 500))\n")
    }
}

/// Something that can be measured, as data: a new one is one more entry in ``all``.
struct Benchmark: Sendable {
    let name: String
    let summary: String
    let run: @Sendable () async throws -> [Figure]

    /// All there are, in the order in which they run.
    static let all: [Benchmark] =
        [HostSpeed.memory] + FrameTimes.benchmarks + CoreTimes.benchmarks + HostSpeed.benchmarks
        + [ProgramStart.benchmark]
}
