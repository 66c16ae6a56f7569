import SetClient
import SetProtocol

/// How much processor time a frame takes, from the client's model to the bytes for the terminal.
enum FrameTimes {
    /// What the frames show.
    private enum Change: String, CaseIterable {
        case tick = "a step of a countdown"
        case redraw = "full redraw"
        case motion = "cards in motion"
        case pictures = "cards in motion as pictures that the terminal knows"
    }

    static let benchmarks = Change.allCases.flatMap { change in
        BenchTerminal.sizes.map { benchmark(change, $0, cards: 12) }
            + [benchmark(change, Size(200, 60), cards: 81)]
    }

    private static func benchmark(_ change: Change, _ size: Size, cards: Int) -> Benchmark {
        let name = "frame/\(change)/\(size.width)x\(size.height)/\(cards)"
        return Benchmark(name: name, summary: "processor time: \(change.rawValue)") {
            let (subject, cells) = measure(change, size, cards)
            return [
                Figure(
                    name: name, value: subject,
                    reference: ("writing and comparing as many 16-byte cells", cells),
                    goal: size == Size(200, 60) ? 1000 : nil)
            ]
        }
    }

    /// Two moments take turns, so that no frame finds nothing to do.
    private static func measure(
        _ change: Change, _ size: Size, _ cards: Int
    ) -> (subject: Double, reference: Double) {
        let isMoving = change == .motion || change == .pictures
        var table = BenchTable(cards: isMoving && cards == 81 ? 78 : cards)
        var terminal = BenchTerminal(size, cell: change == .pictures ? Size(10, 20) : nil)
        keep(terminal.frame(table, at: table.now))
        if isMoving { table.deal() } else { table.claim() }
        keep(terminal.frame(table, at: table.now))
        let moments = (isMoving ? [200, 233] : [1000, 1100]).map {
            table.now.advanced(by: .milliseconds($0))
        }
        var turn = 0
        var cells = CellLoop(size)
        return Stopwatch.compare {
            turn += 1
            if change == .redraw { terminal.repaintAll() }
            keep(terminal.frame(table, at: moments[turn % 2]))
        } with: {
            cells.run()
        }
    }
}

/// What no renderer can do without: every cell of a picture written once, and once compared with the
/// picture before.
private struct CellLoop {
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
