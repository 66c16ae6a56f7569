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

    static func main() async {
        Program.exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ arguments: [String]) async -> ExitCode {
        let invocation: Invocation
        do throws(UsageError) {
            invocation = try Invocation(arguments)
        } catch {
            complain(error.sentence)
            complain("try set-duel-bench --help")
            return .usage
        }
        switch invocation.task {
        case .help: print(Invocation.help)
        case .list:
            let benchmarks =
                invocation.words.isEmpty ? Benchmark.all : Benchmark.matching(invocation.words)
            let width = benchmarks.map(\.name.count).max() ?? 0
            for benchmark in benchmarks {
                let gap = String(repeating: " ", count: width - benchmark.name.count + 2)
                let note = benchmark.isLong ? " (minutes; only when named)" : ""
                print(benchmark.name + gap + benchmark.summary + note)
            }
        case .host(let tables):
            do {
                try await BenchHost.serve(tables: tables)
            } catch {
                complain("\(error)")
                return .software
            }
        case .measure: return await measure(invocation)
        }
        return .success
    }

    private static func measure(_ invocation: Invocation) async -> ExitCode {
        var figures: [Figure] = []
        if !invocation.isJSON { print(Report.header) }
        for benchmark in Benchmark.matching(invocation.words) {
            do {
                for figure in try await benchmark.run() {
                    figures.append(figure)
                    print(
                        invocation.isJSON
                            ? String(decoding: figure.json.bytes, as: UTF8.self)
                            : Report.line(figure))
                }
            } catch let failure as LoadFailure {
                // A machine on which a load cannot be made has not failed: the rest is measured.
                complain("\(benchmark.name) could not be measured: \(failure)")
            } catch {
                complain("\(benchmark.name) could not be measured: \(error)")
                return .software
            }
        }
        if !invocation.isJSON { for line in Report.footer(figures) { print(line) } }
        let failures = figures.filter(\.isFailure)
        for failure in failures {
            complain("\(failure.name) takes \(Int(failure.value)) bytes, more than its goal")
        }
        return failures.isEmpty ? .success : .missed
    }

    private static func complain(_ text: String) {
        try? StandardStream.error.write("set-duel-bench: \(SafeText.sanitized(text, limit: 500))\n")
    }
}
