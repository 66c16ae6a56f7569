/// Something that can be measured, as data: a new one is one more entry in ``all``.
struct Benchmark: Sendable {
    /// What it is asked for by.
    let name: String
    /// What it measures, in a line.
    let summary: String
    /// Whether it takes minutes, and so runs only when it is asked for by name.
    var isLong = false
    /// Measures it.
    let run: @Sendable () async throws -> [Figure]

    /// All there are, in the order in which they run.
    static let all: [Benchmark] =
        [HostSpeed.memory] + FrameTimes.benchmarks + ScreenBytes.benchmarks
        + CoreTimes.benchmarks + [TableTimes.benchmark] + HostSpeed.benchmarks
        + JournalSpeed.benchmarks
        + ProgramStart.benchmarks + [HostEnding.benchmark, MostTables.benchmark]
        + AbuseSpeed.benchmarks

    /// Those whose names contain one of some words; all that are not long when there is none.
    static func matching(_ words: [String]) -> [Benchmark] {
        all.filter { benchmark in
            words.isEmpty ? !benchmark.isLong : words.contains { benchmark.name.contains($0) }
        }
    }
}
