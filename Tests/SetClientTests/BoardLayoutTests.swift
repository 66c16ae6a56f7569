import SetTestSupport
import Testing

@testable import SetClient

@Suite("Board layout")
struct BoardLayoutTests {
    static let areas: [Rect] = [40, 57, 80, 100, 120, 160, 200].flatMap { width in
        [15, 19, 24, 30, 40, 50, 60].map { Rect(3, 2, width, $0) }
    }

    @Test("Cards fit the area, do not overlap, share one size, and are found by a click")
    func frames() throws {
        for area in Self.areas {
            for count in 1...81 {
                let layout = try #require(BoardLayout(area: area, count: count), "\(area)")
                var covered = Array(
                    repeating: false, count: area.size.width * area.size.height)
                for slot in 0..<count {
                    let frame = layout.frame(ofSlot: slot)
                    guard frame.size == layout.cardSize, frame.intersection(area) == frame else {
                        Issue.record("\(frame) of \(count) cards is not inside \(area)")
                        return
                    }
                    for y in frame.minY..<frame.maxY {
                        for x in frame.minX..<frame.maxX {
                            let cell = (y - area.minY) * area.size.width + x - area.minX
                            guard !covered[cell] else {
                                Issue.record("cards of \(count) overlap in \(area)")
                                return
                            }
                            covered[cell] = true
                        }
                    }
                    let corners = [frame.origin, Point(frame.maxX - 1, frame.maxY - 1)]
                    #expect(corners.allSatisfy { layout.slot(at: $0) == slot })
                }
            }
        }
    }

    @Test(
        "Cards keep their ratio at every cell aspect", arguments: [1.4, 1.8, 2.0, 2.4, 2.8])
    func ratio(aspect: Double) throws {
        for area in Self.areas {
            for count in [1, 3, 9, 12, 15, 21, 27, 81] {
                let size = try #require(
                    BoardLayout(area: area, count: count, cellAspect: aspect)
                ).cardSize
                guard size.height >= 2 else { continue }
                let exact = BoardLayout.ratio * aspect * Double(size.height)
                // Rounding to whole columns is all that is allowed.
                #expect(abs(Double(size.width) - exact) < 1, "\(size)")
                guard size.height >= 6 else { continue }
                let ratio = Double(size.width) / aspect / Double(size.height)
                #expect(abs(ratio / BoardLayout.ratio - 1) < 0.07, "\(size)")
            }
        }
    }

    @Test(
        "Three slots that are dealt together are a column, or a row where there are three columns")
    func threes() throws {
        for area in Self.areas {
            for count in 1...81 {
                let layout = try #require(BoardLayout(area: area, count: count, isTable: true))
                guard layout.rows == 3 || layout.columns == 3 else { continue }
                for slot in 0..<count {
                    let place =
                        layout.columns > 3
                        ? BoardLayout.Place(column: slot / 3, row: slot % 3)
                        : BoardLayout.Place(column: slot % 3, row: slot / 3)
                    guard layout.place(ofSlot: slot) == place else {
                        Issue.record("slot \(slot) of \(count) in \(area)")
                        return
                    }
                }
            }
        }
    }

    @Test("At a table, the first deal moves no card where the cards keep their size")
    func firstDeal() throws {
        var still = 0
        for width in 40...200 {
            for height in 15...60 {
                let area = Rect(0, 0, width, height)
                let (before, after) = (
                    try #require(BoardLayout(area: area, count: 12, isTable: true)),
                    try #require(BoardLayout(area: area, count: 15, isTable: true))
                )
                guard before.cardSize == after.cardSize else {
                    #expect(after.cardSize.height < 5, "\(area)")
                    continue
                }
                still += 1
                let frames = (0..<12).map(before.frame(ofSlot:))
                #expect(frames == (0..<12).map(after.frame(ofSlot:)), "\(area)")
            }
        }
        #expect(still > 1000)
    }

    @Test("At a table, cards that leave move no others")
    func fewer() throws {
        for area in Self.areas {
            let full = try #require(BoardLayout(area: area, count: 12, isTable: true))
            for count in 1...11 {
                let layout = try #require(BoardLayout(area: area, count: count, isTable: true))
                let slots = 0..<count
                #expect(slots.map(layout.frame(ofSlot:)) == slots.map(full.frame(ofSlot:)))
            }
        }
    }

    @Test("Twelve cards are laid out 4 by 3 or 3 by 4; a deal adds a column or row")
    func twelve() throws {
        let wide = try #require(BoardLayout(area: Rect(0, 0, 80, 22), count: 12))
        #expect((wide.columns, wide.rows) == (4, 3))
        #expect(wide.cardSize == Size(19, 6))
        #expect((0..<4).map { wide.place(ofSlot: $0)?.row } == [0, 1, 2, 0])
        let more = try #require(BoardLayout(area: Rect(0, 0, 80, 22), count: 15))
        #expect((more.columns, more.rows) == (5, 3))
        #expect((12..<15).map { more.place(ofSlot: $0)?.column } == [4, 4, 4])
        let high = try #require(BoardLayout(area: Rect(0, 0, 60, 40), count: 12))
        #expect((high.columns, high.rows) == (3, 4))
        #expect((0..<4).map { high.place(ofSlot: $0)?.column } == [0, 1, 2, 0])
    }

    @Test("Twelve cards are laid out in two rows or columns where that makes them much larger")
    func longGrids() throws {
        let high = try #require(BoardLayout(area: Rect(0, 0, 40, 40), count: 12))
        #expect((high.columns, high.rows) == (2, 6))
        let wide = try #require(BoardLayout(area: Rect(0, 0, 200, 15), count: 12))
        #expect((wide.columns, wide.rows) == (6, 2))
    }

    @Test("Cards are about as large as any grid could make them")
    func largeness() throws {
        for area in Self.areas {
            for count in [3, 12, 15, 18, 21, 27, 45, 81] {
                let layout = try #require(BoardLayout(area: area, count: count))
                let best =
                    (1...count).map { columns in
                        let rows = (count + columns - 1) / columns
                        let width = (area.size.width - columns + 1) / columns
                        let height = area.size.height / rows
                        return (1...60).last {
                            $0 <= height && Int(BoardLayout.ratio * 2 * Double($0)) <= width
                        } ?? 1
                    }.max() ?? 1
                #expect(
                    5 * layout.cardSize.height >= 4 * best,
                    "\(layout.cardSize) where \(best) rows fit, \(count) cards in \(area)")
            }
        }
    }

    @Test("Arrow keys move to neighboring cards and stop at the edge of the board")
    func neighbors() throws {
        let layout = try #require(BoardLayout(area: Rect(0, 0, 80, 22), count: 13))
        #expect(layout.neighbor(of: 0, .right) == 3)
        #expect(layout.neighbor(of: 0, .down) == 1)
        #expect(layout.neighbor(of: 4, .up) == 3)
        #expect(layout.neighbor(of: 3, .left) == 0)
        #expect(layout.neighbor(of: 0, .left) == nil)
        #expect(layout.neighbor(of: 0, .up) == nil)
        #expect(layout.neighbor(of: 9, .right) == 12)
        #expect(layout.neighbor(of: 10, .right) == nil)
        for slot in 0..<13 {
            for (way, back) in [
                (BoardLayout.Direction.right, BoardLayout.Direction.left), (.down, .up),
            ] {
                guard let next = layout.neighbor(of: slot, way) else { continue }
                #expect(layout.neighbor(of: next, back) == slot)
            }
        }
    }

    @Test("A board layout fails without cards, with too many, or without room")
    func impossible() {
        #expect(BoardLayout(area: Rect(0, 0, 80, 24), count: 0) == nil)
        #expect(BoardLayout(area: Rect(0, 0, 80, 24), count: 82) == nil)
        #expect(BoardLayout(area: Rect(0, 0, 30, 10), count: 81) == nil)
        #expect(BoardLayout(area: Rect(0, 0, 0, 0), count: 1) == nil)
        #expect(BoardLayout(area: Rect(0, 0, 3, -2), count: 12) == nil)
        #expect(BoardLayout(area: Rect(0, 0, 40, 12), count: 81)?.cardSize.height == 1)
    }
}
