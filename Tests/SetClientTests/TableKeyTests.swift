import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite struct KeyCommands {
    @Test("Key commands share no key")
    func unique() {
        let keys = TableCommand.inHelp.flatMap(\.row.keys)
        #expect(Set(keys).count == keys.count)
    }

    @Test("Help lists every key command with its keys")
    func help() {
        for size in [Size(80, 24), Size(40, 15)] {
            let picture = TableDriver(ViewScene.help.view(), size).picture
            let panel = picture.helpContent.text(in: picture.sheetPlace).panel
            let frame = panel.frame(in: Rect(0, 0, size.width, size.height))
            #expect(panel.lines.count + 2 <= size.height && frame.size.width <= size.width)
            let text = panel.lines.map { $0.pieces.map(\.text).joined() }.joined(separator: "\n")
            // A duel has no hints.
            for command in TableCommand.inHelp where command.row.keys != TableCommand.hint.row.keys
            {
                #expect(text.contains(size.width < 76 ? command.row.title : command.row.summary))
                #expect(text.contains(command.keyName))
            }
            #expect(!text.dropFirst(text.count / 2).contains("… "))
        }
    }

    @Test("Help names only keys that mean something at the table")
    func helpAlone() {
        let solo = TableCommand.inHelp.compactMap { $0.help(under: .solo)?.summary }
        for summary in solo {
            #expect(!summary.contains(/claim|mark|rematch|request|ask|resign|message|pass/))
            #expect(summary.count <= 28)
        }
        #expect(solo.contains("pick, next cards, resume") && solo.contains("new game"))
        var timed = Rules.solo
        timed.claim = .seconds(10)
        let claimed = TableCommand.inHelp.compactMap { $0.help(under: timed)?.summary }
        #expect(claimed.contains("claim a set; pick your marks"))
        #expect(!claimed.contains("resign the game"))
    }

    @Test("A hint's button does the same as its key", arguments: ViewScene.allCases)
    func buttons(scene: ViewScene) {
        let view = scene.view()
        guard view.sheet == nil else { return }
        for size in [Size(40, 15), Size(80, 24), Size(120, 40)] {
            let driver = TableDriver(view, size)
            let keys = (TableCommand.inHints + [.help, .menu]).compactMap { $0.row.keys.first }
            let fromKeys = keys.map { key in
                var driver = driver
                return driver.action(for: key)
            }
            for button in driver.picture.hintLine?.bar.buttons ?? [] {
                #expect(driver.picture.action(at: button.rect.origin) == button.action)
                #expect(fromKeys.contains { $0 == button.action })
            }
        }
    }
}

@Suite struct TableKeys {
    @Test("A card's key touches the card it is printed on", arguments: [1, 12, 15, 21, 81])
    func cards(count: Int) {
        for size in [Size(40, 15), Size(80, 24), Size(120, 40)] {
            var driver = TableDriver(ViewScene.open.view(cards: count), size)
            for (slot, label) in driver.picture.labels.enumerated() {
                let actions = label.map { driver.action(for: .character($0)) }
                #expect(actions.last == .touch(slot: slot))
                #expect(actions.dropLast().allSatisfy { $0 == nil })
            }
        }
    }

    @Test("Keys do what the phase allows, and say why they do nothing")
    func scripts() throws {
        try expectAnswers("table/keys") { try TableDriver.played($0) }
    }

    @Test(
        "Keys end a demonstration, and the hints say so",
        arguments: [Key(.escape), .character("q"), .character("Q"), .control("c")])
    func demonstration(key: Key) {
        let over = ViewScene.table(seat: nil) { $0.phase = .over }
        for model in [ViewScene.watching.model(), over] {
            var view = TableView(model)
            view.isDemonstration = true
            var driver = TableDriver(view)
            #expect(driver.picture.hintLine?.bar.buttons.first?.action == .quit)
            #expect(driver.rows[23].contains("esc  leave"))
            // What lies over the table is closed first.
            driver.press(.character("?"), Key(.escape))
            #expect(driver.view.sheet == nil)
            #expect(driver.press(key) == [.send(.leave), .done(SessionEnd(.left))])
        }
    }

    @Test("Key names are distinct in ASCII")
    func names() {
        for glyphs in GlyphSet.allCases {
            let names = TableCommand.inHelp.map { command in
                String.UnicodeScalarView(
                    command.keyName(glyphs).unicodeScalars.map(glyphs.substitute))
            }.map { String($0) }
            let arrows = "←↑↓→".unicodeScalars.map { String(glyphs.substitute($0)) }
            #expect(Set(names + arrows).count == names.count + arrows.count, "\(names)")
        }
        #expect(TableCommand.clear.keyName(.ascii) == "bksp")
    }

    @Test("A request that a host lets stand is hidden after a no, and after 21 seconds")
    func earlierHosts() {
        var driver = TableDriver(ViewScene.open.view())
        driver.ask(for: .new)
        driver.now = driver.now.advanced(by: .seconds(1))
        driver.press(.character("N"))
        let notice = driver.model.notice
        driver.receive(.refused(Refused(request: nil, why: .unknownType)))
        #expect(driver.model.notice == notice)
        driver.publish { $0.event = .dealt(.second, [], setsBefore: 0, points: 0) }
        #expect(driver.model.request.proposal == nil)

        var other = TableDriver(ViewScene.open.view())
        other.ask(for: .pause)
        let end = other.now.advanced(by: .seconds(21))
        #expect(other.picture.nextChange(after: other.now).map { $0 <= end } == true)
        other.now = end
        other.advance()
        #expect(other.model.request.proposal == nil)
    }

    @Test(
        "A request has a line of its own and leaves status, names, and scores alone",
        arguments: [Size(40, 15), Size(60, 20), Size(80, 24), Size(120, 40)],
        Proposal.allCases)
    func ownLine(size: Size, proposal: Proposal) throws {
        let name = "Maximilian-Jürg1"
        var model = ViewScene.open.model()
        var state = try #require(model.table)
        state.revision = state.revision.next
        state.players.second?.name = name
        _ = model.receive(.state(state), at: ViewScene.now)
        var driver = TableDriver(model, size)
        let before = driver.rows
        driver.ask(for: proposal)
        let rows = driver.rows
        #expect(rows[0] == before[0])
        let status = "See a set? Press space"
        #expect(rows.contains { $0.contains(status) } == before.contains { $0.contains(status) })
        let last = try #require(rows.last)
        #expect(last.contains("Y  yes") && last.contains("N  no"))
        #expect(last.lowercased().contains(proposal == .new ? "new game" : "pause"))
        #expect(try driver.click("Y  yes").isEmpty)
        driver.now = driver.now.advanced(by: .seconds(1))
        #expect(try driver.click("Y  yes") == [.send(proposal.message)])
    }
}

extension TableDriver {
    /// The opponent asks for something, or withdraws it.
    mutating func ask(for proposal: Proposal?) {
        let asked = model.table?.players.second?.asks
        publish {
            $0.players.second?.asks = proposal
            $0.event =
                proposal.map { .asked(.second, $0) } ?? asked.map { .withdrew(.second, $0) }
        }
    }

    mutating func wait(_ time: Duration) { now = now.advanced(by: time) }
}
