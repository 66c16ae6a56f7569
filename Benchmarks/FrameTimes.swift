import SetClient
import SetProtocol

/// How much processor time a frame takes, from the client's model to the bytes for the terminal.
enum FrameTimes {
    /// What the frames show.
    private enum Change: String, CaseIterable {
        case tick, redraw, motion, pictures

        /// The change in words.
        var summary: String {
            switch self {
            case .tick: "a step of a countdown"
            case .redraw: "full redraw"
            case .motion: "cards in motion"
            case .pictures: "cards in motion as pictures that the terminal knows"
            }
        }
    }

    static let benchmarks = Change.allCases.flatMap { change in
        BenchTerminal.sizes.map { benchmark(change, $0, cards: 12) }
            + [benchmark(change, Size(200, 60), cards: 81)]
    }

    /// A frame at 200 by 60 should take no more than this.
    private static let goal = 1000.0

    private static func benchmark(_ change: Change, _ size: Size, cards: Int) -> Benchmark {
        let name = "frame/\(change.rawValue)/\(size.width)x\(size.height)/\(cards)"
        return Benchmark(name: name, summary: "processor time: \(change.summary)") {
            [figure(name, change, size, cards: cards)]
        }
    }

    private static func figure(
        _ name: String, _ change: Change, _ size: Size, cards: Int
    ) -> Figure {
        var cells = CellLoop(size)
        let times =
            switch change {
            case .tick, .redraw: ticking(size, cards, isWhole: change == .redraw, &cells)
            case .motion: moving(size, cards, &cells)
            case .pictures: moving(size, cards, cell: PixelSize(10, 20), &cells)
            }
        return Figure(
            name: name,
            value: times.subject, unit: .microseconds,
            reference: .init(name: CellLoop.name, value: times.reference),
            goal: size == Size(200, 60) ? goal : nil)
    }

    /// A countdown goes to and fro between two pictures, so that no frame finds nothing to do.
    private static func ticking(
        _ size: Size, _ cards: Int, isWhole: Bool, _ cells: inout CellLoop
    ) -> (subject: Double, reference: Double) {
        var table = BenchTable(cards: cards)
        table.claim()
        let moments = [1000, 1100].map { table.now.advanced(by: .milliseconds($0)) }
        var terminal = BenchTerminal(size)
        var turn = 0
        return Stopwatch.compare {
            turn += 1
            if isWhole { terminal.repaintAll() }
            keep(terminal.frame(table, at: moments[turn % 2]))
        } with: {
            cells.run()
        }
    }

    /// Cards are under way; two moments of it take turns.
    private static func moving(
        _ size: Size, _ cards: Int, cell: PixelSize? = nil, _ cells: inout CellLoop
    ) -> (subject: Double, reference: Double) {
        var table = BenchTable(cards: cards == 81 ? 78 : cards)
        var terminal = BenchTerminal(size, cell: cell)
        keep(terminal.frame(table, at: table.now))
        table.deal()
        keep(terminal.frame(table, at: table.now))
        let moments = [200, 233].map { table.now.advanced(by: .milliseconds($0)) }
        var turn = 0
        return Stopwatch.compare {
            turn += 1
            keep(terminal.frame(table, at: moments[turn % 2]))
        } with: {
            cells.run()
        }
    }
}

/// What no renderer can do without: every cell of a picture written once, and once compared with the
/// picture before.
private struct CellLoop {
    static let name = "write and compare as many 16-byte cells"

    private var before: [SIMD2<UInt64>]
    private var picture: [SIMD2<UInt64>]

    init(_ size: Size) {
        before = Array(repeating: .zero, count: size.width * size.height)
        picture = before
    }

    mutating func run() {
        for index in picture.indices { picture[index] = SIMD2(UInt64(index), 7) }
        var changes = 0
        for index in picture.indices where picture[index] != before[index] { changes += 1 }
        swap(&picture, &before)
        keep(changes)
    }
}
