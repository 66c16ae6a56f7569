import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite struct TableViewLayout {
    static let counts = [1, 3, 12, 15, 21, 81]
    static let widths = Array(stride(from: 40, through: 200, by: 8)) + [41, 71, 72, 109, 110, 119]
    static let heights = Array(stride(from: 15, through: 60, by: 3)) + [16, 17, 23, 24, 40]

    @Test("Players stand under one another before a game, also beside an empty seat")
    func names() throws {
        for count in 1...2 {
            let model = ViewScene.table(seat: nil) { state in
                if count == 1 { state.players.second = nil }
            }
            let rows = TableViewPicture(model, 80, 24).text.split(separator: "\n").map(String.init)
            let place = try #require(rows.first { $0.contains("│") && $0.contains("●") })
            let other = try #require(rows.first { $0.contains("│") && $0.contains("◆") })
            let column = { (row: String, sign: Character) in
                row.firstIndex(of: sign).map { row.distance(from: row.startIndex, to: $0) }
            }
            #expect(column(place, "●") == column(other, "◆"))
        }
    }

    @Test("Table regions stay on the screen and do not overlap", arguments: counts)
    func apart(count: Int) async throws {
        for aspect in [1.7, 2, 2.4] {
            for width in Self.widths.sampled(every: 4) + [160] {
                await Task.yield()
                for height in Self.heights where aspect == 2 || height % 4 == 0 {
                    let size = Size(width, height)
                    for table in TableCardSizes.tables(count) {
                        let regions = try #require(
                            TableRegions(size, table, cellAspect: aspect), "\(size)")
                        check(regions, size)
                    }
                }
            }
        }
    }

    private func check(_ regions: TableRegions, _ size: Size) {
        var places: [(String, Rect)] = [("top", regions.top), ("hints", regions.hints)]
        places.append(("turn", regions.turn))
        if regions.bar.minY != regions.turn.minY { places.append(("bar", regions.bar)) }
        if !regions.isCrowded { places.append(("news", regions.news)) }
        if let log = regions.log { places.append(("log", log)) }
        if let time = regions.time { places.append(("time", time)) }
        // Three digits at both ends, and the names between or above them.
        if let scores = regions.scores {
            let width = scores.size.height >= 5 ? 22 : scores.size.width < 34 ? 7 : 11
            let left = Rect(scores.minX, scores.minY, width, scores.size.height)
            places.append(("score", left))
            let right = Rect(scores.maxX - width, scores.minY, width, scores.size.height)
            places.append(("score", right))
            if scores.minY == regions.top.minY {
                places[0].1 = regions.top.inset(width, 0)
            }
        }
        if let piles = regions.piles {
            let pile = PileView.size(forCard: piles.card)
            for origin in [piles.deck, piles.discard] {
                places.append(("pile", Rect(origin.x, origin.y, pile.width, pile.height)))
            }
        }
        for slot in 0..<regions.layout.count {
            places.append(("card", regions.layout.frame(ofSlot: slot)))
        }
        let screen = Rect(0, 0, size.width, size.height)
        var owner = [Int](repeating: -1, count: size.width * size.height)
        for (index, (name, rect)) in places.enumerated() {
            #expect(rect.intersection(screen) == rect && !rect.isEmpty, "\(name) \(size)")
            for y in rect.minY..<rect.maxY {
                for x in rect.minX..<rect.maxX where screen.contains(Point(x, y)) {
                    let other = owner[y * size.width + x]
                    if other >= 0 {
                        Issue.record("\(name) over \(places[other].0) at \(size)")
                        return
                    }
                    owner[y * size.width + x] = index
                }
            }
        }
    }

    @Test(
        "A message is not cut where there is room for it",
        arguments: [
            Size(80, 23), Size(80, 24), Size(100, 30), Size(120, 40), Size(160, 30), Size(200, 60),
        ])
    func messages(size: Size) {
        let text = "Did you see the three striped ovals in the first row, Ann?"
        var model = ViewScene.open.model()
        _ = model.receive(.said(.second, name: "Bob", text: text), at: ViewScene.now)
        let rows = TableViewPicture(model, size.width, size.height).text.split(separator: "\n")
        let words = rows.joined(separator: " ").split(separator: " ").joined(separator: " ")
        let isWrapped = text.split(separator: " ").allSatisfy { words.contains($0) }
        #expect(size.width < 100 ? words.contains(text) : isWrapped, "\(words)")
    }

    @Test("Deck and discard pile are on the screen from 60 by 20 up, at every number of cards")
    func piles() async throws {
        for width in (Array(stride(from: 60, through: 204, by: 4)) + [61, 71, 109, 119]).sampled(
            every: 8)
        {
            await Task.yield()
            for height in Array(20...40) + [48, 60, 81] {
                for count in TableCardSizes.manyCounts {
                    let size = Size(width, height)
                    for table in TableCardSizes.tables(count) {
                        let regions = TableRegions(size, table, cellAspect: 2)
                        #expect(regions?.piles != nil, "\(count) at \(size)")
                    }
                }
            }
        }
    }

    @Test("A click in the middle of a card finds that card", arguments: counts)
    func hits(count: Int) async throws {
        let model = ViewScene.open.model(cards: count)
        for width in stride(from: 40, through: 200, by: 20) {
            await Task.yield()
            for height in stride(from: 15, through: 60, by: 5) {
                let screen = TablePicture(
                    model: model, size: Size(width, height), appearance: Appearance(),
                    now: ViewScene.now)
                let board = try #require(screen.board)
                for slot in 0..<count {
                    let frame = board.frame(ofSlot: slot)
                    let middle = Point(
                        frame.minX + frame.size.width / 2, frame.minY + frame.size.height / 2)
                    #expect(screen.action(at: middle) == .touch(slot: slot))
                }
            }
        }
    }

    @Test("A picture that reuses the layout of an earlier one is the same as a new one")
    func reuse() {
        func picture(
            _ count: Int, _ size: Size, _ keyboard: Keyboard, after last: TablePicture? = nil
        ) -> TablePicture {
            TablePicture(
                ViewScene.open.view(cards: count), size: size,
                appearance: Appearance(keyboard: keyboard), now: ViewScene.now, after: last)
        }
        var last: TablePicture?
        for count in [12, 12, 15, 12, 81] {
            for size in [Size(80, 24), Size(80, 24), Size(81, 24), Size(10, 4), Size(120, 40)] {
                for keyboard in [Keyboard.qwerty, .qwerty, .azerty] {
                    let reusing = picture(count, size, keyboard, after: last)
                    let fresh = picture(count, size, keyboard)
                    #expect(reusing.regions == fresh.regions, "\(count) at \(size)")
                    #expect(reusing.labels == fresh.labels, "\(count) at \(size)")
                    last = reusing
                }
            }
        }
    }

    @Test("A click on the deck deals, whether a pile or a number")
    func deck() throws {
        let model = ViewScene.open.model()
        for size in [Size(80, 24), Size(40, 15), Size(120, 40), Size(120, 30), Size(40, 30)] {
            let screen = TablePicture(
                model: model, size: size, appearance: Appearance(), now: ViewScene.now)
            var canvas = Canvas(size)
            screen.draw(on: &canvas)
            let place: Point
            if let deck = screen.deckFrame {
                place = Point(deck.minX + 1, deck.minY + 1)
            } else {
                let columns = Array(canvas.lines[0])
                let start = try #require(
                    columns.indices.first { columns[$0...].starts(with: "deck") })
                place = Point(start + 1, 0)
            }
            #expect(screen.action(at: place) == .deal, "\(size)")
            #expect(screen.action(for: Mouse(.wheelDown, at: place)) == .deal)
        }
    }

    @Test("Every table scene draws at every size", arguments: ViewScene.allCases)
    func draws(scene: ViewScene) {
        var prints = CardCache()
        for count in [1, 12, 81] {
            let model = scene.model(cards: count)
            for size in [
                Size(0, 0), Size(1, 1), Size(10, 3), Size(19, 9), Size(20, 8), Size(40, 4),
                Size(200, 6), Size(33, 60), Size(300, 15), Size(40, 15), Size(200, 60),
                Size(80, 24),
            ].sampled(every: 3) {
                for glyphs in GlyphSet.allCases {
                    let look = Appearance(
                        blitter: glyphs == .ascii ? .ascii : .quadrant, glyphs: glyphs)
                    let screen = TablePicture(
                        model: model, size: size, appearance: look, now: ViewScene.now)
                    var canvas = Canvas(size)
                    screen.draw(on: &canvas, with: &prints)
                    #expect(canvas.size == size)
                }
            }
        }
    }

    @Test("The table says when the window is too small")
    func tooSmall() {
        let screen = TablePicture(
            model: ViewScene.open.model(), size: Size(18, 8), appearance: Appearance(),
            now: ViewScene.now)
        var canvas = Canvas(Size(18, 8))
        screen.draw(on: &canvas)
        #expect(canvas.lines.joined(separator: " ").contains("too small"))
        #expect(screen.board == nil)
        #expect(screen.action(at: Point(3, 3)) == nil)
    }

    @Test("Hostile names and texts put only safe characters on the screen")
    func hostile() {
        let names = [
            "\u{1B}[2J\u{1B}]0;x\u{7}", "\u{202E}nnA\u{2066}", "日本語日本語日本語日本語",
            String(repeating: "W", count: 64), "a\u{301}\u{301}\u{301}\u{200D}\u{FEFF}", "",
            "\u{9B}31m\r\n\t", String(repeating: "🙂", count: 16),
        ]
        var prints = CardCache()
        for name in names {
            for size in [Size(40, 15), Size(80, 24), Size(140, 50)].sampled(every: 2) {
                for canvas in hostileScreens(name, size, &prints) {
                    for line in canvas.lines {
                        #expect(SafeText.isAllowedText(line), "\(line) at \(size)")
                        #expect(line.columns <= size.width)
                    }
                }
            }
        }
    }

    private func hostileScreens(
        _ name: String, _ size: Size, _ prints: inout CardCache
    ) -> [Canvas] {
        var models: [TableView] = []
        for phase in TablePhase.allCases {
            var model = ViewScene.playing(12, names: (name, name)) {
                $0.phase = phase
                $0.event = .joined(.second)
                $0.result = phase == .over ? GameResult(winner: .second, decider: .sets) : nil
                $0.turn =
                    phase == .turn ? Turn(seat: .second, reason: .answer, countdown: nil) : nil
            }
            let now = ViewScene.now
            _ = model.receive(.said(.second, name: name, text: name + name), at: now)
            let refused = Refused(request: .claim, why: .staleBoard, message: "no: \(name)")
            _ = model.receive(.refused(refused), at: now)
            models.append(TableView(model))
            var line = ChatLine()
            _ = line.handle(.paste(name))
            var view = TableView(model)
            view.sheet = .chat(line)
            models.append(view)
        }
        var ended = models[0]
        _ = ended.receive(.error(.badName, message: name), at: ViewScene.now)
        models.append(ended)
        return models.map { model in
            var canvas = Canvas(size)
            TablePicture(
                model, size: size, appearance: Appearance(invitation: name),
                now: ViewScene.now
            ).draw(on: &canvas, with: &prints)
            return canvas
        }
    }
}
