import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Menu sheet") struct MenuSheets {
    private let now = ViewScene.now
    private static let sizes = [Size(40, 15), Size(80, 23), Size(80, 24), Size(120, 40)]

    private func opened(_ scene: ViewScene, _ size: Size = Size(80, 24)) -> TableDriver {
        var view = scene.view()
        _ = view.perform(.show(.menu), at: now)
        return TableDriver(view, size)
    }

    private func rows(_ view: TableView) -> [MenuSheet.Row] {
        TableCommand.menuRows(view, .unicode)
    }

    private func isOpen(_ driver: TableDriver) -> Bool { driver.view.sheet?.kind == .menu }

    @Test("The menu is one click away at every moment and size", arguments: ViewScene.allCases)
    func reached(scene: ViewScene) {
        let view = scene.view()
        guard view.sheet == nil else { return }
        for size in Self.sizes {
            let picture = TableDriver(view, size).picture
            let cells = (0..<size.width).map { Point($0, size.height - 1) }
            let button = picture.hintLine?.bar.buttons.first { $0.action == .show(.menu) }
            #expect(button.map { $0.rect.maxX <= size.width } == true)
            #expect(cells.contains { picture.action(at: $0) == .show(.menu) })
        }
    }

    @Test("The mouse can leave the table at every moment and size", arguments: ViewScene.allCases)
    func leaving(scene: ViewScene) throws {
        for size in Self.sizes {
            var driver = opened(scene, size)
            let count = rows(driver.view).count
            for step in 0...count {
                if driver.rows.contains(where: { $0.contains("leave the table") }) { break }
                #expect(step < count, "no way out at \(size)")
                driver.mouse(.wheelDown, Point(0, 0))
            }
            let effects = try driver.click("leave the table")
            if case .question(let question) = driver.view.sheet {
                #expect(question.isAboutLeaving)
            } else {
                #expect(effects == [.send(.leave), .done(SessionEnd(.left))])
            }
        }
    }

    @Test("The menu keeps its highlighted row when other rows come and go")
    func steady() throws {
        for isPointed in [false, true] {
            var driver = opened(.myTurn)
            driver.draw()
            // Giving up is not what enter does at once.
            driver.press(Key(.up))
            if isPointed { driver.press(Key(.down), Key(.up)) }
            driver.publish { ($0.phase, $0.turn, $0.selection) = (.open, nil, nil) }
            // The turn is over: what was meant for it means nothing, whether an arrow came before or not.
            #expect(driver.pressUnseen(Key(.enter)).isEmpty && isOpen(driver))
        }
    }

    @Test("Menu sheet picture at 40 by 15 matches")
    func picture() {
        let text = TableViewPicture(opened(.open).view, 40, 15).text
        expectPicture(text, "table/menu-40x15")
    }
}

@Suite("Help rows") struct HelpRows {
    @Test("A click on a help row presses its key", arguments: [Size(40, 15), Size(80, 24)])
    func clicks(size: Size) throws {
        var view = ViewScene.open.view()
        _ = view.perform(.show(.help), at: ViewScene.now)
        let rows = TableDriver(view, size).rows
        for command in TableCommand.inHelp where command.row.keys != TableCommand.hint.row.keys {
            let words = size.width < 76 ? command.row.title : command.row.summary
            let found = rows.indices.compactMap { y -> Point? in
                let line = Array(rows[y]).map(String.init)
                let key = Array(command.keyName + " ").map(String.init)
                let text = Array(words).map(String.init)
                return line.indices.first { x in
                    line[x...].starts(with: text) && line[..<x].suffix(8).contains(key[0])
                }.map { Point($0, y) }
            }
            let point = try #require(found.first, "\(command.row.title)")
            var clicked = TableDriver(view, size)
            let effects = clicked.click(point)
            // The same as its key without the help; the help's own key closes it.
            var pressed = TableDriver(ViewScene.open.view(), size)
            let key = try #require(command.row.keys.first)
            let wanted = command.row.title == "this help" ? [] : pressed.press(key)
            #expect(effects == wanted, "\(command.row.title)")
            #expect(clicked.view == pressed.view, "\(command.row.title)")
        }
        var beside = TableDriver(view, size)
        #expect(beside.click(Point(0, 0)).isEmpty && beside.view.sheet == nil)
    }
}

@Suite("Chat line") struct ToldWithoutLoss {
    private let now = ViewScene.now

    @Test(
        "A crowded top row leaves the current buttons clickable",
        arguments: [ViewScene.open, .myTurn, .match, .grace, .marked], [12, 15, 18])
    func buttons(scene: ViewScene, count: Int) {
        let sizes = [Size(40, 15), Size(60, 20), Size(80, 23), Size(80, 24), Size(120, 40)]
        for size in sizes.sampled(every: 2) {
            var view = scene.view(cards: count)
            let text = String(repeating: "la la ", count: 30)
            let contents: [(inout TableView) -> Void] = [
                { _ = $0.receive(.said(.second, name: "Bob", text: text), at: now) },
                { $0.model.remark("Something long that is to be said to this player.", at: now) },
            ]
            for tell in contents {
                tell(&view)
                let screen = TablePicture(
                    view, size: size, appearance: Appearance(), now: now)
                let cells = (0..<size.width).map { Point($0, size.height - 1) }
                let actions = cells.compactMap { screen.action(at: $0) }
                for command in [TableCommand.claim, .pass, .deal, .menu] {
                    let isOffered = command.row.title == "menu" || command.offer(view) != nil
                    guard isOffered, let action = command.action(view) else { continue }
                    #expect(actions.contains(action), "\(command.row.title) \(size)")
                }
                var canvas = Canvas(size)
                screen.draw(on: &canvas)
                let announced = canvas.lines.joined(separator: " ")
                #expect(announced.contains("la la") || announced.contains("Something"), "\(size)")
            }
        }
    }

    @Test("A click elsewhere closes the chat line and does what it says")
    func chatCloses() throws {
        var driver = TableDriver(ViewScene.open.view())
        driver.type(":half a")
        let card = try #require(driver.picture.board).frame(ofSlot: 3).origin
        var beside = driver
        #expect(beside.click(Point(30, 0)).isEmpty && beside.view.sheet == nil)
        #expect(driver.click(card).isEmpty)
        #expect(driver.view.sheet == nil && driver.model.marks.count == 1)
    }

    @Test("The chat line accepts as much pasted text as fits and says that it cut the rest")
    func pastes() throws {
        var driver = TableDriver(ViewScene.open.view())
        func draft() -> String {
            if case .chat(let line) = driver.view.sheet { line.text } else { "" }
        }
        driver.type(":")
        driver.handle(.paste("line one\nline two"))
        #expect(draft() == "line one line two" && driver.model.notice == nil)
        driver.handle(.paste(String(repeating: "ü", count: 1500)))
        #expect(draft().utf8.count == 199)
        #expect(
            driver.model.notice?.content
                == .remark("Message shortened to 200 bytes."))
        let text = draft()
        #expect(driver.press(Key(.enter)) == [.send(.say(text))])
        #expect(driver.view.sheet == nil)
    }
}

@Suite("GNU screen") struct ScreenKeys {
    @Test("Behind GNU screen, an escape and the key that follows are two keys")
    func escapes() {
        var decoder = InputDecoder()
        decoder.readsEscapeAlone = true
        #expect(decoder.feed([0x1B, 0x71]) == [.key(Key(.escape)), .key(.character("q"))])
        #expect(decoder.feed([0x1B, 0x0D]) == [.key(Key(.escape)), .key(Key(.enter))])
        #expect(
            decoder.feed([0x1B, 0xC3, 0xA9]) == [.key(Key(.escape)), .key(.character("é"))])
        #expect(decoder.feed(Array("\u{1B}[A".utf8)) == [.key(Key(.up))])
        for down in ["\u{1B}\u{1B}[B", "\u{1B}\u{1B}OB"] {
            #expect(decoder.feed(Array(down.utf8)) == [.key(Key(.escape)), .key(Key(.down))])
        }
        #expect(decoder.feed(Array("\u{1B}O".utf8)).isEmpty)
        #expect(decoder.timeoutElapsed() == [.key(Key(.escape)), .key(.character("O"))])
    }

    @Test("GNU screen is detected by STY, within tmux too")
    func known() {
        func holds(_ environment: [String: String]) -> Bool {
            TerminalProfile(environment: environment, isTerminal: true).holdsEscapes
        }
        #expect(holds(["STY": "1.pts", "TERM": "screen"]))
        #expect(holds(["STY": "1.pts", "TMUX": "x", "TERM": "tmux-256color"]))
        #expect(!holds(["TMUX": "x", "TERM": "screen-256color"]) && !holds(["TERM": "xterm"]))
    }
}

@Suite("Small screens") struct SmallScreens {
    @Test("Both piles fit beside twelve cards with a status line on 24 rows")
    func piles() throws {
        let race = TableRegions.Table(cards: 12, isRace: true)
        let regions = try #require(TableRegions(Size(80, 23), race, cellAspect: 2))
        let larger = try #require(TableRegions(Size(80, 24), race, cellAspect: 2))
        #expect(regions.piles != nil)
        #expect(regions.layout.cardSize == larger.layout.cardSize)
    }

    @Test("Small screens hide no line of a sheet that cannot scroll")
    func panels() throws {
        var strange = Rules.duel
        (strange.claim, strange.answer, strange.grace) = (.seconds(9), .seconds(9), .seconds(9))
        (strange.reveal, strange.seatKept) = (.seconds(9), .seconds(90))
        (strange.setPoints, strange.mismatchPoints, strange.timeoutPoints) = (9, -9, -9)
        (strange.victory, strange.draw) = (.sets, .stands)
        let command = "set-duel join [2001:db8::1234:5678:9abc]:54321 --table K7M2QX"
        for rules in [Rules.duel, strange] {
            let models = [
                ViewScene.table(rules: rules) { $0.players.second = nil },
                ViewScene.table(rules: rules), ViewScene.table(seat: nil, rules: rules),
            ]
            for (number, model) in models.enumerated() {
                let screen = TablePicture(
                    model: model, size: Size(40, 15), appearance: Appearance(invitation: command),
                    now: ViewScene.now)
                let panel = try #require(screen.phaseSheet).panel
                let area = screen.area(for: panel)
                #expect(!panel.scroll(in: area).isNeeded, "\(number)")
                let tellsCode = panel.lines.contains { $0.pieces.first?.text == "K 7 M 2 Q X" }
                #expect(number != 0 || tellsCode)
                let cells = (0..<15).flatMap { y in (0..<40).map { Point($0, y) } }
                #expect(cells.contains { screen.action(at: $0) == .show(.rules) }, "\(number)")
            }
        }
    }

    @Test("Small screens name whose turn it is and leave the time to the bar")
    func refused() throws {
        var model = ViewScene.playing(12)
        let message = "It is Bob's turn for 4 more seconds."
        _ = model.receive(
            .refused(Refused(request: .pick, why: .notYourTurn, message: message)),
            at: ViewScene.now)
        var notice = try #require(model.notice)
        #expect(CardWords(.classic).sentence(for: notice) == "Wait for Bob's turn to end.")
        notice.reader = nil
        #expect(CardWords(.classic).sentence(for: notice) == message)
    }
}
