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
        for area in Self.areas.sampled(every: 3) {
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
                let layout = try #require(BoardLayout(area: area, count: count, room: 12))
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

    @Test("A deck that runs out leaves each card above its key, where twelve large cards lie so")
    func ending() throws {
        var seen = 0
        for area in Self.areas {
            let twelve = try #require(BoardLayout(area: area, count: 12))
            guard twelve.columns == 4, twelve.cardSize.height >= BoardLayout.fullHeight else {
                continue
            }
            seen += 1
            for count in [12, 11, 10, 9, 7, 6, 4] {
                let layout = try #require(BoardLayout(area: area, count: count))
                for slot in 0..<count {
                    let place = BoardLayout.Place(column: slot / 3, row: slot % 3)
                    #expect(layout.place(ofSlot: slot) == place, "\(slot) of \(count) in \(area)")
                }
            }
        }
        #expect(seen > 10)
    }

    @Test("While there is the same room, cards keep their size, and all move together")
    func sameRoom() throws {
        for area in Self.areas {
            for room in [12, 15, 21] {
                let full = try #require(BoardLayout(area: area, count: room, room: room))
                for count in stride(from: 3, to: room, by: 3) {
                    let layout = try #require(BoardLayout(area: area, count: count, room: room))
                    #expect(layout.cardSize == full.cardSize)
                    // An incomplete last row stands in the middle.
                    let slots = (0..<count).filter { slot in
                        [layout, full].allSatisfy { ($0.place(ofSlot: slot)?.row ?? 0) < 3 }
                    }
                    let ways = slots.map { slot in
                        let (old, new) = (layout.frame(ofSlot: slot), full.frame(ofSlot: slot))
                        return Point(new.minX - old.minX, new.minY - old.minY)
                    }
                    #expect(
                        full.columns <= 3 || Set(ways).count == 1, "\(count) of \(room) in \(area)")
                }
            }
        }
    }

    @Test("The cards stand in the middle of their area, and so does an incomplete last row")
    func centered() throws {
        for area in Self.areas {
            for (count, room) in [(3, 3), (5, 5), (9, 9), (12, 12), (12, 15), (9, 12), (7, 7)] {
                let layout = try #require(BoardLayout(area: area, count: count, room: room))
                let frames = (0..<count).map(layout.frame(ofSlot:))
                func margins(_ frames: [Rect]) -> (left: Int, right: Int) {
                    (
                        (frames.map(\.minX).min() ?? 0) - area.minX,
                        area.maxX - (frames.map(\.maxX).max() ?? 0)
                    )
                }
                let all = margins(frames)
                #expect(0...1 ~= all.right - all.left, "\(count) in \(area)")
                let above = (frames.map(\.minY).min() ?? 0) - area.minY
                let below = area.maxY - (frames.map(\.maxY).max() ?? 0)
                #expect(0...1 ~= below - above, "\(count) in \(area)")
                guard layout.columns <= 3 else { continue }
                let last = margins(frames.filter { $0.minY == frames.map(\.minY).max() })
                #expect(abs(last.right - last.left) <= 2, "\(count) in \(area)")
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

    @Test("In wide windows, the first deal adds a column, as on the keyboard")
    func keyboardRows() throws {
        for (size, card) in [
            (Size(80, 24), Size(15, 5)), (Size(120, 40), Size(22, 7)),
            (Size(200, 60), Size(37, 12)),
        ] {
            let race = TableRegions.Table(cards: 15, isRace: true)
            let regions = try #require(TableRegions(size, race, cellAspect: 2))
            #expect((regions.layout.columns, regions.layout.rows) == (5, 3), "\(size)")
            #expect(regions.layout.cardSize == card, "\(size)")
        }
        // Here the cards of another grid are two rows higher.
        let other = try #require(BoardLayout(area: Rect(0, 0, 88, 28), count: 15))
        #expect(other.columns == 4 && other.cardSize.height == 7)
    }

    /// The height and the width of the largest card that fits a number of times, found by trying
    /// every card in every grid; cards of several rows count by their height alone.
    static func largest(_ count: Int, in area: Size) -> (height: Int, width: Int) {
        var best = (height: 0, width: 0)
        for columns in 1...count {
            let rows = (count + columns - 1) / columns
            let width = (area.width - (columns - 1)) / columns
            // Lower cards than the best so far need not be tried.
            for height in stride(from: area.height / rows, through: max(1, best.height), by: -1) {
                let needed = height == 1 ? 4 : max(6, Int(1.56 * 2 * Double(height)))
                guard needed <= width else { continue }
                let found = (height, height == 1 ? min(width, 7) : 0)
                if found > best { best = found }
                break
            }
        }
        return best
    }

    /// Whether cards are lower than the largest because their rows follow those of the keyboard: by a row,
    /// or fewer than twelve by more.
    static func followsKeyboard(_ layout: BoardLayout?, _ best: Int) -> Bool {
        guard let layout, layout.rows == 3, layout.columns > 1 else { return false }
        let height = layout.cardSize.height
        return height >= 5 && (height + 1 == best || layout.count < 12)
    }

    @Test(
        "No possible card is larger than the chosen one in any of 1,428 windows, but for a row by which the rows of the keyboard make large cards lower"
    )
    func largeness() async throws {
        let counts = LongRun.isOn ? Array(3...81) : [3, 12, 15, 18, 21, 30, 36, 42, 81]
        for width in stride(from: 40, through: 204, by: 4) {
            await Task.yield()
            for height in stride(from: 12, through: 78, by: 2) {
                let area = Rect(0, 0, width, height)
                for count in counts {
                    let best = Self.largest(count, in: area.size)
                    let layout = BoardLayout(area: area, count: count)
                    let size = layout?.cardSize ?? Size(0, 0)
                    let isLargest = (size.height, size.height == 1 ? size.width : 0) == best
                    guard isLargest || Self.followsKeyboard(layout, best.height) else {
                        Issue.record("\(size) where \(best) fits: \(count) in \(area)")
                        return
                    }
                }
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
