import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Sheets that do not fit") struct LongSheets {
    private let now = ViewScene.now

    private func opened(_ kind: SheetKind, _ size: Size) -> TableDriver {
        var view = TableView(ViewScene.playing(12))
        _ = view.perform(.show(kind), at: now)
        return TableDriver(view, size)
    }

    private func panel(_ driver: TableDriver) -> Panel? {
        let (picture, place) = (driver.picture, driver.picture.sheetPlace)
        return switch driver.view.sheet {
        case .help: picture.helpContent.text(in: place).panel
        case .rules: picture.rulesContent.text(in: place).panel
        case _: nil
        }
    }

    @Test(
        "A sheet that does not fit says so and shows every line when scrolled",
        arguments: [SheetKind.rules, .help], [Size(40, 15), Size(40, 9), Size(60, 12)])
    func paging(kind: SheetKind, size: Size) throws {
        var driver = opened(kind, size)
        let sheet = try #require(panel(driver))
        let whole = sheet.lines.map { $0.pieces.map(\.text).joined() }
        guard whole.count > size.height - 2 else { return }
        #expect(driver.rows.contains { $0.contains(" more: arrows, wheel ") })
        var seen: Set<String> = []
        for _ in 0..<40 {
            seen.formUnion(driver.rows)
            #expect(driver.press(Key(.pageDown)).isEmpty)
            #expect(driver.view.sheet?.kind == kind)
        }
        for line in whole {
            let text = line.split(separator: " ").joined(separator: " ")
            #expect(
                seen.contains {
                    $0.split(separator: " ").joined(separator: " ").contains(text)
                }, "\(text)")
        }
        #expect(driver.rows.contains { $0.contains(" ↑ arrows, wheel ") })
    }

    @Test("The wheel deals over the deck only, and once for each gesture")
    func wheelOnDeck() throws {
        var driver = TableDriver(ViewScene.open.view(), Size(80, 24))
        let deck = try #require(driver.picture.deckFrame).origin
        let isDeal = { (effects: [ScreenEffect<SessionEnd>]) in
            guard case .send(.deal) = effects.first else { return false }
            return true
        }
        #expect(isDeal(driver.mouse(.wheelDown, deck)))
        for _ in 0..<45 {
            driver.now = driver.now.advanced(by: .milliseconds(40))
            #expect(driver.mouse(.wheelDown, deck).isEmpty)
        }
        driver.publish { $0.event = .dealt(.first, [], setsBefore: 0, points: 1) }
        driver.now = driver.now.advanced(by: .milliseconds(600))
        #expect(isDeal(driver.mouse(.wheelDown, deck)))
        #expect(driver.mouse(.wheelUp, deck).isEmpty)
        for y in stride(from: 0, to: 24, by: 5) {
            driver.now = driver.now.advanced(by: .seconds(1))
            #expect(driver.mouse(.wheelDown, Point(40, y)).isEmpty)
        }
    }

    @Test("A solo game shows how long it has lasted, and changes once a second")
    func soloClock() throws {
        for size in MotionTests.sizes {
            var driver = TableDriver(ViewScene.solo.view(), size)
            let start = driver.picture.clock
            func shows(_ clock: String) -> Bool {
                let digits = [[clock], BigText.small(clock), BigText.lines(clock)]
                return digits.contains { lines in
                    zip(driver.rows, lines).allSatisfy {
                        $0.hasSuffix($1) || $0.hasSuffix($1 + " ")
                    }
                }
            }
            #expect(start != nil && shows("0:00"), "\(size)")
            let next = try #require(driver.picture.nextChange(after: driver.now))
            #expect(driver.now.duration(to: next) <= .seconds(1))
            driver.now = driver.now.advanced(by: .seconds(125))
            #expect(shows("2:05"), "\(driver.rows[0])")
        }
        #expect(TableDriver(ViewScene.open.view()).picture.clock == nil)
    }

    @Test("After a deal and a hint a solo player still sees the three cards that are no set")
    func dealAfterMismatch() throws {
        var driver = TableDriver(ViewScene.solo.view(), Size(80, 24))
        let cards = driver.picture.cards.compactMap { $0 }
        let trio = try #require(Trio(Array(cards.prefix(3))))
        driver.publish {
            $0.selection = Selection(seat: .first, cards: trio.cards, verdict: .mismatch)
            $0.event = .mismatch(.first, trio, points: -2)
        }
        #expect(driver.rows.contains { $0.contains("Not a set. Pick ") })
        #expect(driver.picture.state(ofSlot: 0).standing == .mismatch)
        for event in [
            TableEvent.dealt(.first, [], setsBefore: 3, points: -2),
            .hinted(.first, shown: 1, points: -1),
        ] {
            driver.publish { $0.event = event }
            #expect(driver.rows.contains { $0.contains("Not a set. Pick ") })
            #expect(driver.picture.state(ofSlot: 0).standing == .mismatch)
        }
    }

    @Test("Help for a watcher lists no keys of players")
    func watchersHelp() {
        var driver = TableDriver(ViewScene.watching.view(), Size(80, 24))
        driver.press(.character("?"))
        let text = driver.rows.joined()
        #expect(!text.contains("claim") && !text.contains("touch the card"))
        #expect(text.contains("send a message") && text.contains("settings"))
    }

    @Test("The wheel scrolls the log to older entries, and news scrolls it back")
    func wheelOnLog() throws {
        var driver = TableDriver(ViewScene.story.view(), Size(120, 40))
        let log = try #require(driver.picture.regions?.log)
        func lines() -> [String] { (log.minY..<log.maxY).map { driver.rows[$0] } }
        let newest = lines()
        driver.mouse(.wheelDown, Point(60, 10))
        #expect(lines() != newest)
        driver.mouse(.wheelUp, Point(60, 10))
        #expect(lines() == newest)
        for _ in 0..<300 { driver.mouse(.wheelDown, Point(60, 10)) }
        #expect(lines().contains { !$0.allSatisfy(\.isWhitespace) }, "the oldest entry stays")
        driver.receive(.said(.second, name: "Bob", text: "news"))
        #expect(driver.view.logStart == 0)
    }
}

@Suite("Rules sheet") struct RulesSheets {
    private func names(_ rules: Rules) -> [String] {
        RuleField.applying(to: rules).map(\.key)
    }

    @Test("The rules sheet of a solo game shows only rules that apply")
    func solo() {
        let solo = names(.solo)
        for key in ["claim", "answer", "grace", "victory", "draw", "secondWindow", "seatKept"] {
            #expect(!solo.contains(key))
        }
        #expect(solo.contains("hintPoints") && solo.contains("refill"))
        var timed = Rules.solo
        timed.claim = .seconds(20)
        #expect(names(timed).contains("claim") && names(timed).contains("timeoutPoints"))
        #expect(!names(.duel).contains("hintPoints") && names(.duel).contains("grace"))
    }

    @Test("The rules sheet shows a handicap as a percentage")
    func percentages() {
        let fields = RuleField.all.filter(\.isPercentage)
        #expect(fields.map(\.key) == ["firstWindow", "secondWindow"])
        #expect(fields.map { $0.text(.duel) } == ["100%", "100%"])
    }
}

@Suite("Log") struct LogOrder {
    private func picture(_ size: Size) throws -> (rows: [String], regions: TableRegions) {
        let screen = TablePicture(
            model: ViewScene.story.model(), size: size, appearance: Appearance(),
            now: ViewScene.now)
        var canvas = Canvas(size)
        screen.draw(on: &canvas)
        return (canvas.lines, try #require(screen.regions))
    }

    @Test("In a narrow window, the log runs down from the newest entry, below the news")
    func below() throws {
        let (rows, regions) = try picture(Size(60, 50))
        let log = try #require(regions.log)
        #expect(!regions.isLogBeside)
        #expect(log.minY > regions.news.minY)
        #expect(rows[log.minY].contains("Cid (watching): hello"))
    }

    @Test(
        "A log beside the news or the cards has a title and the newest entry below it",
        arguments: [Size(120, 40), Size(200, 60), Size(160, 30), Size(200, 36)])
    func beside(size: Size) throws {
        let (rows, regions) = try picture(size)
        #expect(regions.isLogBeside)
        let log = try #require(regions.log)
        #expect(rows[log.minY].contains("newest first"))
        #expect(rows[log.minY + 1].contains("Cid (watching)"))
        let own = rows[log.minY..<log.maxY]
        let times = own.firstIndex { $0.contains("Bob ran out of time") }
        let older = own.firstIndex { $0.contains("Bob withdrew") }
        #expect(try #require(times) < (try #require(older, "\(own.joined(separator: "\n"))")))
    }
}

@Suite("Two-letter card keys") struct TwoLetterCards {
    private func screen(
        _ count: Int, _ size: Size, first: Character? = nil, seat: Seat? = .first
    ) -> TablePicture {
        var view = TableView(ViewScene.playing(count, seat: seat))
        view.firstLetter = first
        return TablePicture(
            view, size: size, appearance: Appearance(), now: MonotonicInstant(.seconds(1000)))
    }

    private func lines(_ screen: TablePicture) -> [String] {
        var canvas = Canvas(screen.size)
        screen.draw(on: &canvas)
        return canvas.lines
    }

    @Test("Two-letter card keys are announced, and so is the second letter")
    func announced() throws {
        let size = Size(80, 24)
        #expect(lines(screen(12, size)).last?.contains("two letters") == false)
        #expect(lines(screen(81, size)).last?.contains("aa  type two letters") == true)
        #expect(lines(screen(81, size)).last?.contains("←↑↓→  point") == true)
        let second = lines(screen(81, size, first: "c"))
        #expect(second.last?.contains("c_  type the second letter") == true)
        #expect(lines(screen(81, size, seat: nil)).last?.contains("letters") == false)
    }

    @Test("Cards too small for their letters have them in the gaps")
    func gaps() throws {
        let size = Size(40, 15)
        let plain = screen(81, size)
        let board = try #require(plain.board)
        #expect(board.cardSize == Size(4, 1))
        let rows = lines(plain)
        for (row, letter) in "abcdefghijk".enumerated() {
            #expect(rows[board.area.minY + row].hasSuffix(String(letter)))
        }
        #expect(lines(plain).last?.contains("type two letters") == true)
        let second = lines(screen(81, size, first: "c"))
        let row = Array(second[board.area.minY + 2])
        #expect(stride(from: 4, to: row.count, by: 5).map { row[$0] } == Array("abcdefgh"))
        #expect(!second[board.area.minY].hasSuffix("a"))
    }

    @Test("Cards have no keys for a watcher, who leaves only with the key that is shown")
    func watcher() {
        let screen = screen(12, Size(80, 24), seat: nil)
        #expect((0..<12).allSatisfy { screen.shownLabel($0).isEmpty })
        var driver = TableDriver(screen.view)
        #expect(driver.action(for: .character("q")) == .move(.touch(slot: 0)))
        #expect(driver.action(for: .character("Q")) == .quit)
    }
}

@Suite("Theme name") struct ThemeNames {
    @Test(
        "The name of a random theme is in the top row of a duel from 80 columns on",
        arguments: [80, 100, 200])
    func shown(width: Int) {
        let settings = SettingsModel(ClientSettings(isThemeRandom: true))
        for scene in [ViewScene.open, .myTurn, .grace, .match] {
            let driver = TableDriver(TableView(scene.model(), settings), Size(width, 24))
            #expect(driver.rows[0].contains("theme classic"))
        }
    }

    @Test("The table names the theme in use where there is room, and never instead of the players")
    func named() {
        for (width, height, isNamed) in [(120, 40, true), (200, 60, true), (40, 15, false)] {
            let text = TableViewPicture(ViewScene.open, width, height).text
            let top = text.split(separator: "\n")[0]
            #expect(top.contains("theme classic") == isNamed, "\(top)")
            #expect(text.contains("You") && text.contains("Bob"), "\(text)")
        }
    }

    @Test("A game with a random theme starts with its name")
    func drawn() throws {
        let settings = SettingsModel(ClientSettings(isThemeRandom: true))
        var driver = TableDriver(TableView(ViewScene.playing(12), settings))
        driver.publish { ($0.game, $0.event) = (3, .started) }
        let name = driver.screen.theme.name
        #expect(driver.model.notice?.content == .remark("Theme: \(name)."))
    }
}
