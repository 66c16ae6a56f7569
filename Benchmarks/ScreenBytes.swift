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
        /// What happens.
        let happen: @Sendable (inout BenchTable) -> Void
    }

    static let benchmarks: [Benchmark] =
        steps.map { step in
            Benchmark(name: "\(step.name)-bytes", summary: step.summary) { figures(step) }
        } + [
            Benchmark(name: "deal-bytes", summary: "three cards are dealt, by level of motion") {
                MotionLevel.allCases.flatMap(dealing)
            },
            Benchmark(name: "idle-bytes", summary: "an idle second") { idle },
            Benchmark(name: "redraw-bytes", summary: "full redraw") { redraws },
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
        Step(
            name: "mark", summary: "a card is marked", goal: 420,
            happen: { $0.mark(slot: 5) }),
        Step(name: "turn", summary: "the turn of a claim begins", happen: { $0.claim() }),
        Step(
            name: "their-turn", summary: "the turn of the opponent's claim begins",
            happen: { $0.opponentClaims() }),
        Step(name: "pause", summary: "the cards are turned face down", happen: { $0.pause() }),
        Step(
            name: "resume", summary: "the cards are turned up again", prepare: { $0.pause() },
            happen: { $0.resume() }),
        Step(
            name: "match", summary: "three cards are found to be a set",
            prepare: { $0.claim() },
            happen: { $0.judge(ScreenBytes.found(in: $0), isSet: true) }),
        Step(
            name: "refill", summary: "three cards are found and three dealt", goal: 25_000,
            prepare: { $0.judge(ScreenBytes.found(in: $0), isSet: true) },
            happen: { $0.refill() }),
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

    private static let sizes = Array(BenchTerminal.sizes.dropFirst())

    private static func figures(_ step: Step) -> [Figure] {
        var figures: [Figure] = []
        for cards in [12, 81] {
            for size in sizes {
                for depth in ColorDepth.allCases.reversed() {
                    var table = BenchTable(cards: cards)
                    step.prepare(&table)
                    var terminal = BenchTerminal(size, depth)
                    _ = terminal.bytes(of: table)
                    step.happen(&table)
                    figures.append(
                        figure(step.name, terminal.bytes(of: table), size, depth, cards, step.goal))
                }
            }
        }
        return figures
    }

    private static func dealing(_ level: MotionLevel) -> [Figure] {
        sizes.flatMap { size in
            ColorDepth.allCases.reversed().map { depth in
                var table = BenchTable(cards: 12)
                var terminal = BenchTerminal(size, depth, motion: level)
                _ = terminal.bytes(of: table)
                table.deal()
                let bytes = terminal.bytes(of: table)
                return figure("deal/\(level.rawValue)", bytes, size, depth, 12, 25_000)
            }
        }
    }

    /// Frames that nobody asked for, one every tenth of a second: they must come to nothing.
    private static var idle: [Figure] {
        sizes.map { size in
            let table = BenchTable(cards: 12)
            var terminal = BenchTerminal(size)
            _ = terminal.bytes(of: table)
            let count = (1...10).reduce(0) { count, tenth in
                let moment = table.now.advanced(by: .milliseconds(100 * tenth))
                return count + terminal.frame(table, at: moment).count
            }
            return Figure(
                name: "idle/\(size.width)x\(size.height)", value: Double(count), unit: .bytes,
                goal: .atMost(0))
        }
    }

    private static var redraws: [Figure] {
        [12, 81].flatMap { cards in
            sizes.flatMap { size in
                ColorDepth.allCases.reversed().map { depth in
                    let table = BenchTable(cards: cards)
                    var terminal = BenchTerminal(size, depth)
                    return figure("redraw", terminal.bytes(of: table), size, depth, cards, nil)
                }
            }
        }
    }

    /// A figure; the goal holds for one size and depth, so that it means the same everywhere.
    private static func figure(
        _ name: String, _ bytes: Int, _ size: Size, _ depth: ColorDepth, _ cards: Int,
        _ goal: Double?
    ) -> Figure {
        let holds = size == Size(120, 40) && depth == .trueColor && cards == 12
        return Figure(
            name: "\(name)/\(size.width)x\(size.height)/\(depth)/\(cards)", value: Double(bytes),
            unit: .bytes, goal: holds ? goal.map(Figure.Goal.atMost) : nil)
    }

    /// The slots of the first set on a board.
    private static func found(in table: BenchTable) -> [Int] {
        let cards = table.state.cards.compactMap(\.self)
        for (first, one) in cards.enumerated() {
            for (second, two) in cards.enumerated().dropFirst(first + 1) {
                let third = Card.third(completing: one, two)
                if let place = cards.firstIndex(of: third) { return [first, second, place] }
            }
        }
        return [0, 1, 2]
    }
}
