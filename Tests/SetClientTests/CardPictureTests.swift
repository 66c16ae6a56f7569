import Foundation
import SetProtocol
import Testing

@testable import SetClient

/// Whether somebody can tell the 81 cards apart, whatever the terminal and the taste.
///
/// The whole cross of themes, drawings, sizes, depths of color and grounds takes minutes and is run by
/// `scripts/check --deep`. Otherwise every theme meets every way of drawing at every size, with depth
/// and ground taking turns so that each of them meets all themes, all drawings and all sizes too.
@Suite("The pictures of the 81 cards", .serialized)
struct CardPictureTests {
    static let isDeep = ProcessInfo.processInfo.environment["SET_DUEL_DEEP"] == "1"

    /// The sizes of a card at which another kind of drawing begins, from the table of levels: one
    /// with its symbols of each number of rows from none to four, and a large one.
    static let sizes = [
        Size(28, 9), Size(19, 6), Size(15, 5), Size(12, 4), Size(9, 3), Size(6, 2), Size(4, 1),
    ]

    static let cases = Theme.builtIn.flatMap { theme in Blitter.allCases.map { (theme, $0) } }

    @Test("sizes reach every level of detail")
    func levels() {
        let levels = Self.sizes.map { CardAnatomy($0, cellAspect: 2).level }
        #expect(Set(levels) == Set(LevelOfDetail.allCases))
        let rows = Self.sizes.map { CardAnatomy($0, cellAspect: 2).symbol.height }
        #expect(Set(rows) == Set(Self.leastByOneFeature.keys))
    }

    @Test("are apart by more than a glance needs", arguments: cases)
    func apart(theme: Theme, blitter: Blitter) async {
        let start =
            (Theme.builtIn.firstIndex(of: theme) ?? 0)
            + (Blitter.allCases.firstIndex(of: blitter) ?? 0)
        for (turn, size) in Self.sizes.enumerated() {
            let all = InkDepth.allCases.flatMap { depth in Ground.allCases.map { (depth, $0) } }
            // Three is prime to eight, so that neighbours do not get neighbours.
            for (depth, ground) in Self.isDeep ? all : [all[(start * 3 + turn) % all.count]] {
                let view = CardView(Palette(theme, on: ground, depth), blitter)
                Self.check(view, size, "\(theme.name), \(blitter), \(depth), \(ground), \(size)")
                await Task.yield()
            }
        }
    }

    /// Compares every card with every other one.
    private static func check(_ view: CardView, _ size: Size, _ what: String) {
        var numbers: [Cell: Int] = [:]
        let pictures = Card.all.map { card in
            let canvas = CardViewTests.picture(view, .up(card), size)
            return canvas.cells.map { cell in
                if let number = numbers[cell] { return number }
                numbers[cell] = numbers.count
                return numbers.count - 1
            }
        }
        for one in Card.all.indices {
            for other in 0..<one {
                let (first, second) = (Card.all[one], Card.all[other])
                let needed = leastDistance(first, second, view, size)
                let found = distance(pictures[one], pictures[other], upTo: needed)
                // Making the text of an expectation three thousand times would take all the time.
                if found < needed {
                    Issue.record("\(first) and \(second) are \(found) cells apart: \(what)")
                }
            }
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

    /// How many cells must differ at least between two cards.
    private static func leastDistance(
        _ one: Card, _ other: Card, _ view: CardView, _ size: Size
    ) -> Int {
        let differing = Feature.allCases.filter { one[$0] != other[$0] }
        guard differing.count == 1, let feature = differing.first else { return 2 }
        // Where color is told by a letter, the letter must be enough.
        if feature == .color, view.palette.showsColorLetter { return 1 }
        let rows = CardAnatomy(size, cellAspect: view.cellAspect).symbol.height
        return leastByOneFeature[rows]?[feature] ?? 1
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
