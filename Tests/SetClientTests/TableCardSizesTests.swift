import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// How large the cards of a table are, and where they stand: decision 17.
@Suite struct TableCardSizes {
    /// What lies on the table: cards of a race, of the end of a deck, and of a game alone.
    static func tables(_ count: Int) -> [TableRegions.Table] {
        [
            .init(cards: count, isRace: true), .init(cards: count, isRace: false),
            .init(cards: count, isRace: false, isSolo: true),
        ]
    }

    /// All windows of the property tests of a table.
    private static let allWindows = stride(from: 40, through: 204, by: 4).flatMap { width in
        stride(from: 15, through: 81, by: 2).map { Size(width, $0) }
    }
    private static let windows = allWindows.sampled(every: 5)

    static let manyCounts = LongRun.isOn ? Array(3...81) : [3, 12, 13, 15, 18, 21, 36, 81]

    @Test(
        "No possible card is larger than the chosen one, but for the room that a race keeps and a row by which the rows of the keyboard make large cards lower"
    )
    func largest() async throws {
        for size in Self.windows {
            await Task.yield()
            for count in Self.manyCounts {
                for table in Self.tables(count) {
                    guard let regions = TableRegions(size, table, cellAspect: 2) else { continue }
                    let got = regions.layout.cardSize.height
                    func best(_ count: Int, words: Int) -> Int {
                        BoardLayoutTests.largest(
                            count, in: Size(size.width, size.height - 1 - words)
                        ).height
                    }
                    func isEnough(_ count: Int) -> Bool {
                        // Small cards need every row; large ones spare some for the words.
                        let calm = best(count, words: table.isSolo ? 3 : 4)
                        let wanted = max(calm, min(best(count, words: 2), BoardLayout.fullHeight))
                        return got >= wanted
                            || BoardLayoutTests.followsKeyboard(regions.layout, wanted)
                    }
                    // Room is kept unless that makes the cards too small.
                    let isKept = table.room > count && got >= BoardLayout.fullHeight
                    #expect(
                        isEnough(count) || isKept && isEnough(table.room),
                        "\(table) at \(size): \(regions.layout.cardSize)")
                }
            }
        }
    }

    @Test("Cards grow as they get fewer, without a deck, alone, and with --refill never")
    func growing() throws {
        func sizes(_ size: Size, _ table: (Int) -> TableRegions.Table) -> [Size] {
            [15, 12, 9, 6, 3].compactMap {
                TableRegions(size, table($0), cellAspect: 2)?.layout.cardSize
            }
        }
        let shown = sizes(Size(120, 40)) { .init(cards: $0, isRace: false) }
        #expect(
            shown == [Size(22, 7), Size(28, 9), Size(34, 11), Size(34, 11), Size(53, 17)])
        for size in Self.windows {
            for isSolo in [false, true] {
                let alone = sizes(size) { .init(cards: $0, isRace: false, isSolo: isSolo) }
                #expect(alone.map(\.height) == alone.map(\.height).sorted(), "\(size)")
            }
            let race = sizes(size) { .init(cards: $0, isRace: true) }
            #expect(race.map(\.height) == race.map(\.height).sorted(), "\(size)")
        }
    }

    @Test("A race keeps room for the first deal, or for one deal where found cards leave holes")
    func room() {
        func room(_ cards: Int, isRace: Bool) -> Int {
            TableRegions.Table(cards: cards, isRace: isRace).room
        }
        #expect([3, 6, 9, 12].map { room($0, isRace: true) } == [6, 9, 12, 15])
        #expect([13, 15, 18].map { room($0, isRace: true) } == [15, 15, 18])
        #expect([3, 12, 15].map { room($0, isRace: false) } == [3, 12, 15])
        func table(_ rules: Rules, deck: Int, cards: Int = 12) -> TableRegions.Table {
            TableRegions.Table(ViewScene.playing(cards, rules: rules) { $0.deck = deck })
        }
        #expect(table(.duel, deck: 3).room == 15 && table(.duel, deck: 0).room == 12)
        #expect(table(.solo, deck: 60).room == 12)
        // Nothing jumps when the cards of a game are dealt.
        for scene in [ViewScene.joining, .alone, .ready, .countdown] {
            #expect(TableRegions.Table(scene.model()) == table(.duel, deck: 69), "\(scene)")
        }
    }

    @Test("What room and the rows of the keyboard cost is what decision 17 says")
    func figures() async throws {
        var (kept, larger, lower) = (0, 0, [12: 0, 15: 0, 18: 0])
        func height(_ size: Size, _ cards: Int, isRace: Bool) -> Int {
            let table = TableRegions.Table(cards: cards, isRace: isRace)
            return TableRegions(size, table, cellAspect: 2)?.layout.cardSize.height ?? 0
        }
        for size in Self.allWindows {
            await Task.yield()
            let twelve = height(size, 12, isRace: true)
            if twelve == height(size, 15, isRace: true) { kept += 1 }
            if twelve < height(size, 12, isRace: false) { larger += 1 }
            for count in lower.keys {
                let room = Size(size.width, size.height - 5)
                let got = height(size, count, isRace: false)
                if got < BoardLayoutTests.largest(count, in: room).height {
                    lower[count, default: 0] += 1
                }
            }
        }
        let shares = [kept, larger, lower[12] ?? 0, lower[15] ?? 0, lower[18] ?? 0].map {
            Int((100 * Double($0) / Double(Self.allWindows.count)).rounded())
        }
        #expect(Self.allWindows.count == 1428)
        #expect(shares == [95, 59, 2, 6, 8])
    }

    @Test("In a race, the first deal changes no card's size, and all cards move together")
    func firstDeal() throws {
        var kept = 0
        for size in Self.windows {
            guard
                let before = TableRegions(size, .init(cards: 12, isRace: true), cellAspect: 2),
                let after = TableRegions(size, .init(cards: 15, isRace: true), cellAspect: 2)
            else { continue }
            // Elsewhere, fifteen cards are too small.
            guard before.layout.extent == after.layout.extent else { continue }
            kept += 1
            let ways = (0..<12).map { slot in
                let old = before.layout.frame(ofSlot: slot)
                let new = after.layout.frame(ofSlot: slot)
                return Point(new.minX - old.minX, new.minY - old.minY)
            }
            let card = before.layout.cardSize
            #expect(Set(ways).count == 1, "\(size)")
            #expect(
                ways.allSatisfy { abs($0.x) <= card.width + 2 && abs($0.y) <= card.height + 1 },
                "\(size)")
            #expect(before.piles == after.piles && before.turn == after.turn, "\(size)")
        }
        #expect(5 * kept > 4 * Self.windows.count, "\(kept)")
    }

    @Test("The cards stand in the middle of the window, or of the room beside the panel")
    func middle() async throws {
        for size in Self.windows {
            await Task.yield()
            for count in Self.manyCounts {
                for table in Self.tables(count) {
                    guard let regions = TableRegions(size, table, cellAspect: 2) else { continue }
                    let frames = (0..<count).map(regions.layout.frame(ofSlot:))
                    let left = (frames.map(\.minX).min() ?? 0) - regions.board.minX
                    let right = regions.board.maxX - (frames.map(\.maxX).max() ?? 0)
                    #expect(0...1 ~= right - left, "\(table) at \(size)")
                    let hasPanel =
                        regions.top.intersection(regions.board).isEmpty
                        && regions.top.maxX < size.width && regions.top.size.width <= 56
                    #expect(hasPanel || regions.board.size.width == size.width, "\(size)")
                }
            }
        }
    }

    @Test("The countdown and other panels stand in the middle of the cards")
    func panels() throws {
        for size in Self.windows where size.width >= 60 && size.height >= 20 {
            for scene in [ViewScene.countdown, .paused] {
                let picture = TablePicture(
                    model: scene.model(), size: size, appearance: Appearance(), now: ViewScene.now)
                let board = try #require(picture.board)
                let panel = try #require(picture.cover)
                let frames = (0..<board.count).map(board.frame(ofSlot:))
                let left = frames.map(\.minX).min() ?? 0
                let right = frames.map(\.maxX).max() ?? 0
                #expect(abs(panel.minX + panel.maxX - left - right) <= 2, "\(scene) at \(size)")
                let above = frames.map(\.minY).min() ?? 0
                let below = frames.map(\.maxY).max() ?? 0
                #expect(abs(panel.minY + panel.maxY - above - below) <= 2, "\(scene) at \(size)")
            }
        }
    }

    /// In a few windows, one row more makes room for the first deal of cards with five rows, or one
    /// column more for rows as on the keyboard.
    ///
    /// Fewer than twelve follow these and the room for a deal, as with --refill never.
    @Test(
        "Cards hardly ever get smaller when the window gets larger, and twelve never by more than a row"
    )
    func growth() async throws {
        var shrinking = 0
        for size in Self.windows {
            await Task.yield()
            for count in Self.manyCounts {
                func height(_ size: Size) -> Int {
                    let table = TableRegions.Table(cards: count, isRace: true)
                    return TableRegions(size, table, cellAspect: 2)?.layout.cardSize.height ?? 0
                }
                let now = height(size)
                for next in [Size(size.width + 1, size.height), Size(size.width, size.height + 1)] {
                    guard now > height(next) else { continue }
                    shrinking += 1
                    let (rows, isLarge) = (now - height(next), height(next) >= 5)
                    #expect((count < 12 || rows <= 1) && isLarge, "\(count) at \(next)")
                }
            }
        }
        let all = 2 * Self.windows.count * Self.manyCounts.count
        #expect(shrinking * 200 < all, "\(shrinking) of \(all)")
    }
}
