import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// Whether somebody can tell the 81 cards apart, whatever the terminal and the taste.
///
/// The whole cross of themes, drawings, sizes, depths of color and grounds takes minutes and is run by
/// `scripts/check --deep`. Otherwise every theme meets every way of drawing at every size, with depth
/// and background taking turns so that each of them meets all themes, all drawings and all sizes too.
@Suite("Pictures of the 81 cards")
struct CardPictureTests {
    /// Sizes of a card for every kind of drawing, from the table of levels; of two that are drawn alike
    /// one is looked at a time: large and small curves, three rows by hand with an edge and without.
    static let kinds = [
        [Size(28, 9), Size(19, 6)], [Size(15, 5), Size(12, 4)], [Size(9, 3)], [Size(6, 2)],
        [Size(4, 1)],
    ]

    static let cases = Theme.builtIn
        .flatMap { theme in Blitter.allCases.map { (theme, $0) } }.fewerWhenSlow

    @Test("Card pictures are tested at every level of detail")
    func levels() {
        let sizes = Self.kinds.joined()
        let levels = sizes.map { CardAnatomy($0, cellAspect: 2).level }
        #expect(Set(levels) == Set(CardAnatomy.Level.allCases))
        let rows = sizes.map { CardAnatomy($0, cellAspect: 2).symbol.height }
        #expect(Set(rows) == Set(Self.leastByOneFeature.keys))
    }

    @Test("Pictures of different cards differ clearly", arguments: cases)
    func apart(theme: Theme, blitter: Blitter) async {
        let start =
            (Theme.builtIn.firstIndex(of: theme) ?? 0)
            + (Blitter.allCases.firstIndex(of: blitter) ?? 0)
        let sizes = Self.kinds.flatMap { LongRun.isOn ? $0 : [$0[start / 2 % $0.count]] }
        for (turn, size) in sizes.enumerated() {
            let all = ColorDepth.allCases.flatMap { depth in
                Background.allCases.map { (depth, $0) }
            }
            // Three is prime to eight, so that neighbors do not get neighbors.
            let usual = [all[(start * 3 + turn) % all.count]]
            for (depth, background) in LongRun.isOn ? all.sampled(every: 1) : usual {
                let view = CardView(Palette(theme, on: background, depth), blitter)
                Self.check(
                    view, size, "\(theme.name), \(blitter), \(depth), \(background), \(size)")
                await Task.yield()
            }
        }
    }

    /// Compares every card with every other one.
    private static func check(_ view: CardView, _ size: Size, _ what: String) {
        var numbers: [Cell: Int] = [:]
        var symbols = SymbolCache()
        let pictures = Card.all.map { card in
            var canvas = Canvas(size)
            let label = size.height > 1 ? "q" : ""
            view.draw(
                .up(card), CardState(), label: label, in: canvas.bounds, &symbols, on: &canvas)
            return canvas.cells.map { cell in
                if let number = numbers[cell] { return number }
                numbers[cell] = numbers.count
                return numbers.count - 1
            }
        }
        let least = leastDistances(view, size)
        for pair in pairs {
            let needed = pair.feature.flatMap { least[$0] } ?? 2
            let found = distance(pictures[pair.one], pictures[pair.other], upTo: needed)
            // Making the text of an expectation three thousand times would take all the time.
            if found < needed {
                let names = "\(Card.all[pair.one]) and \(Card.all[pair.other])"
                Issue.record("\(names) are \(found) cells apart: \(what)")
            }
        }
    }

    /// Every two cards, with the feature in which they differ if there is only one.
    private static let pairs: [(one: Int, other: Int, feature: Feature?)] =
        Card.all.indices.flatMap { one in
            (0..<one).map { other in
                let differing = Feature.allCases.filter { Card.all[one][$0] != Card.all[other][$0] }
                return (one, other, differing.count == 1 ? differing[0] : nil)
            }
        }

    /// How many cells differ at least, by the rows of a symbol, where one feature alone does.
    ///
    /// What is drawn as small as one row has one character for a symbol, and none at all has a letter
    /// for each feature. A shape that nobody has drawn by hand for two rows shows its fill by a mark.
    private static let leastByOneFeature: [Int: [Feature: Int]] = [
        0: [.number: 1, .shape: 1, .shading: 1, .color: 4],
        1: [.number: 2, .shape: 1, .shading: 1, .color: 2],
        2: [.number: 8, .shape: 2, .shading: 1, .color: 5],
        3: [.number: 10, .shape: 3, .shading: 2, .color: 6],
        4: [.number: 16, .shape: 2, .shading: 2, .color: 12],
        6: [.number: 28, .shape: 4, .shading: 6, .color: 14],
    ]

    /// How many cells must differ at least between two cards that differ in one feature.
    private static func leastDistances(_ view: CardView, _ size: Size) -> [Feature: Int] {
        let rows = CardAnatomy(size, cellAspect: view.cellAspect).symbol.height
        var least = leastByOneFeature[rows] ?? [:]
        // If a letter shows the color, the letter must be enough.
        if view.palette.showsColorLetter { least[.color] = 1 }
        return least
    }

    /// How many cells differ, counted no further than needed.
    private static func distance(_ one: [Int], _ other: [Int], upTo limit: Int) -> Int {
        var count = 0
        for place in one.indices where one[place] != other[place] {
            count += 1
            if count == limit { break }
        }
        return count
    }
}
