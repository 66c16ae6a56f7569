import SetClient
import SetProtocol

/// How many bytes a terminal is sent for what happens at a table.
enum ScreenBytes {
    /// Something that happens, with what led to it.
    private struct Step: Sendable {
        let name: String
        let summary: String
        /// The most it should cost in true color at 120 by 40, with twelve cards.
        var goal: Double?
        /// What is on the screen before.
        var prepare: @Sendable (inout BenchTable) -> Void = { _ in }
        let happen: @Sendable (inout BenchTable) -> Void
    }

    static let benchmarks: [Benchmark] =
        steps.map { step in
            Benchmark(name: "\(step.name)-bytes", summary: step.summary) {
                BenchTerminal.sizes.dropFirst().flatMap { size in
                    ColorDepth.allCases.reversed().map { figure(step, size, $0) }
                }
            }
        } + [
            Benchmark(name: "idle-bytes", summary: "an idle second") { idle }
        ]

    private static let steps: [Step] = [
        countdown("tick", "a step of a countdown within a second", goal: 60, from: 1550),
        countdown(
            "second", "a step of a countdown that changes its seconds", goal: 140, from: 1950),
        Step(
            name: "pick", summary: "a card is picked in the player's turn", goal: 400,
            prepare: { table in
                table.claim()
                table.pick(slot: 1)
            },
            happen: { $0.pick(slot: 5) }),
        Step(name: "mark", summary: "a card is marked", goal: 420, happen: { $0.mark(slot: 5) }),
        Step(name: "turn", summary: "the turn of a claim begins", happen: { $0.claim() }),
        Step(
            name: "deal", summary: "three cards are dealt", goal: 26_000, happen: { $0.deal() }),
        Step(
            name: "refill", summary: "three cards are found and three dealt", goal: 25_000,
            prepare: { $0.find() }, happen: { $0.refill() }),
    ]

    /// A step of a turn's countdown, some milliseconds after the claim.
    private static func countdown(
        _ name: String, _ summary: String, goal: Double, from milliseconds: Int
    ) -> Step {
        Step(
            name: name, summary: summary, goal: goal,
            prepare: { table in
                table.claim()
                table.now = table.now.advanced(by: .milliseconds(milliseconds))
            },
            happen: { $0.now = $0.now.advanced(by: .milliseconds(100)) })
    }

    /// The goal holds for one size and depth, so that it means the same everywhere.
    private static func figure(_ step: Step, _ size: Size, _ depth: ColorDepth) -> Figure {
        var table = BenchTable(cards: 12)
        step.prepare(&table)
        var terminal = BenchTerminal(size, depth)
        _ = terminal.bytes(of: table)
        step.happen(&table)
        return Figure(
            name: "\(step.name)/\(size.width)x\(size.height)/\(depth)",
            value: Double(terminal.bytes(of: table)), unit: .bytes,
            goal: size == Size(120, 40) && depth == .trueColor ? step.goal : nil)
    }

    /// Frames that nobody asked for, one every tenth of a second: they must come to nothing.
    private static var idle: [Figure] {
        BenchTerminal.sizes.map { size in
            let table = BenchTable(cards: 12)
            var terminal = BenchTerminal(size)
            _ = terminal.bytes(of: table)
            let count = (1...10).reduce(0) { count, tenth in
                let moment = table.now.advanced(by: .milliseconds(100 * tenth))
                return count + terminal.frame(table, at: moment).count
            }
            return Figure(
                name: "idle/\(size.width)x\(size.height)", value: Double(count), unit: .bytes,
                goal: 0)
        }
    }
}
