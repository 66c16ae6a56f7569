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
            let panel = HelpSheet().panel(picture.helpContent, in: picture.sheetPlace)
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
            for button in driver.picture.hintLine?.bar.buttons ?? [] {
                #expect(driver.picture.action(at: button.rect.origin) == button.action)
                let keys = (TableCommand.inHints + [.help, .menu]).compactMap { $0.row.keys.first }
                let fromKeys = keys.map { key in
                    var driver = driver
                    return driver.action(for: key)
                }
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

    @Test("A command discards the first letter of a code")
    func halfACode() {
        var driver = TableDriver(ViewScene.open.view(cards: 81), Size(120, 40))
        #expect(driver.action(for: .character("b")) == nil)
        #expect(driver.view.firstLetter == "b")
        #expect(driver.action(for: Key(.escape)) == nil)
        #expect(driver.view.firstLetter == nil)
        #expect(driver.action(for: Key(.escape)) == .show(.menu))
        _ = driver.action(for: .character("b"))
        #expect(driver.action(for: .character(" ")) == .claim)
        #expect(driver.view.firstLetter == nil)
    }

    @Test(
        "Keys do what the phase allows",
        arguments: [
            (ViewScene.open, Key.character(" "), Action.claim), (.open, .character("+"), .deal),
            (.open, .character("="), .deal), (.myTurn, .character("-"), .pass),
            (.solo, .character("!"), .hint), (.open, .character("?"), .show(.help)),
            (.open, .character("I"), .show(.rules)), (.open, .character(":"), .show(.chat)),
            (.open, Key(.backspace), .clear), (.open, Key(.escape), .show(.menu)),
            (.marked, Key(.escape), .cancel), (.open, Key(.tab), .show(.menu)),
            (.ready, Key(.down), .show(.menu)),
            (.open, .character("N"), .new), (.open, .character("P"), .pause),
            (.open, .character("R"), .resign), (.open, .character("T"), .show(.themes)),
            (.open, .character("C"), .toggleColorBlind), (.open, .character("Q"), .quit),
            (.ready, Key(.enter), .ready), (.over, Key(.enter), .ready),
            (.paused, Key(.enter), .ready), (.marked, Key(.enter), .touchPointed),
            (.open, Key(.left), .point(slot: 0)),
        ])
    func meaning(scene: ViewScene, key: Key, action: Action) {
        var driver = TableDriver(scene.view())
        #expect(driver.action(for: key) == action)
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

    @Test("Keys do nothing where they could only do harm")
    func nothing() {
        for (scene, key) in [
            (ViewScene.over, Key.character(" ")), (.ready, .character(" ")), (.open, Key(.enter)),
            (.over, .character("R")), (.quitting, .character(" ")), (.open, .character("q", .alt)),
            (.open, .control("q")),
        ] {
            var driver = TableDriver(scene.view())
            let before = driver.view
            #expect(driver.press(key).isEmpty && driver.view == before, "\(key)")
        }
    }

    @Test("A key without a card says so, and a capital letter of a card asks about Caps Lock")
    func unused() {
        for (key, remark) in [
            ("W", "Card keys are lowercase: Caps Lock on?"),
            ("5", "No card has this key: ? shows all keys."),
            ("h", "No card has this key: ? shows all keys."),
        ] as [(Character, String)] {
            var driver = TableDriver(ViewScene.open.view(), Size(80, 24))
            #expect(driver.press(.character(key)).isEmpty)
            #expect(driver.rows.contains { $0.contains(remark) }, "\(key)")
        }
        var watcher = TableDriver(ViewScene.watching.view(), Size(80, 24))
        let before = watcher.view
        #expect(watcher.press(.character("h")).isEmpty && watcher.view == before)
    }

    @Test("A yes that comes too soon after a request is explained instead of sent")
    func tooQuick() {
        var driver = TableDriver(ViewScene.open.view(), Size(80, 24))
        driver.publish {
            $0.players.second?.asks = .pause
            $0.event = .asked(.second, .pause)
        }
        #expect(driver.press(.character("Y")).isEmpty)
        let remark = "Too quick: press that key again."
        #expect(driver.rows.contains { $0.contains(remark) })
        driver.now = driver.now.advanced(by: .seconds(1))
        #expect(driver.press(.character("Y")) == [.send(.pause)])
        #expect(!driver.rows.contains { $0.contains(remark) })
    }

    @Test("What a useless key was answered goes with the turn")
    func answered() {
        var driver = TableDriver(ViewScene.myTurn.view(), Size(80, 24))
        driver.press(.character(" "))
        let remark = "It is your turn: pick three cards."
        #expect(driver.rows.contains { $0.contains(remark) })
        driver.publish {
            ($0.phase, $0.turn) = (.open, nil)
            $0.event = .timedOut(.first, .answer, points: 0)
        }
        #expect(!driver.rows.contains { $0.contains(remark) })
    }

    @Test("A key for a card or a claim during a pause says that the game waits")
    func paused() {
        for (scene, remark) in [
            (ViewScene.paused, "The game is paused: resume it first."),
            (.away, "The other player is away: please wait."),
        ] {
            for key in ["q", "5", " "] as [Character] {
                var driver = TableDriver(scene.view(), Size(80, 24))
                #expect(driver.press(.character(key)).isEmpty)
                #expect(driver.rows.contains { $0.contains(remark) }, "\(key)")
            }
        }
    }

    @Test("Arrow keys move the cursor and stop at the edge of the board")
    func cursor() {
        var driver = TableDriver(ViewScene.marked.view())
        #expect(driver.action(for: Key(.left)) == nil)
        #expect(driver.action(for: Key(.right)) == .point(slot: 3))
        driver.press(Key(.right))
        #expect(driver.action(for: Key(.down)) == .point(slot: 4))
        driver.press(Key(.left), Key(.down), Key(.down))
        #expect(driver.view.cursor == 2 && driver.action(for: Key(.down)) == .show(.menu))
    }

    @Test("Enter never answers a request during play", arguments: Proposal.allCases)
    func enterAnswersNothing(proposal: Proposal) {
        var driver = TableDriver(ViewScene.open.view())
        driver.ask(for: proposal)
        driver.now = driver.now.advanced(by: .seconds(1))
        #expect(driver.press(Key(.enter)).isEmpty && driver.model.request.proposal != nil)
    }

    @Test(
        "A request that has stood for half a second is answered by Y, N, and escape",
        arguments: Proposal.allCases)
    func answers(proposal: Proposal) {
        var driver = TableDriver(ViewScene.open.view())
        #expect(driver.action(for: .character("Y")) == nil)
        #expect(driver.action(for: .character("N")) == .new)
        driver.ask(for: proposal)
        for (milliseconds, isTooSoon) in [(0, true), (499, true), (500, false)] {
            for (key, answer) in [
                (Key.character("Y"), proposal.message), (.character("N"), .decline),
                (Key(.escape), .decline),
            ] {
                var later = driver
                later.now = driver.now.advanced(by: .milliseconds(milliseconds))
                #expect(later.press(key) == (isTooSoon ? [] : [.send(answer)]))
                #expect((later.model.request.proposal == nil) == (!isTooSoon && answer == .decline))
            }
        }
    }

    @Test("Small y and n stay keys of cards, whatever is asked for")
    func smallLetters() {
        var driver = TableDriver(ViewScene.open.view())
        driver.ask(for: .new)
        driver.now = driver.now.advanced(by: .seconds(1))
        #expect(driver.type("yn").isEmpty && driver.model.request.proposal != nil)
        let advice = "To answer, press a capital Y or N."
        #expect(driver.rows.contains { $0.contains(advice) })
        _ = driver.type("N")
        #expect(!driver.rows.contains { $0.contains(advice) })
    }

    @Test("Escape takes picks back in a turn before it answers a request")
    func escapeInTurn() {
        var driver = TableDriver(ViewScene.myTurn.view())
        driver.ask(for: .pause)
        driver.now = driver.now.advanced(by: .seconds(1))
        driver.press(Key(.escape))
        #expect(driver.model.request.proposal != nil)
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
        #expect(last.contains(proposal == .new ? "new game" : "pause"))
        #expect(try driver.click("Y  yes").isEmpty)
        driver.now = driver.now.advanced(by: .seconds(1))
        #expect(try driver.click("Y  yes") == [.send(proposal.message)])
    }

    @Test("End of input and interrupt ask before leaving")
    func endOfInput() {
        for key in [Key.control("c"), .control("d")] {
            var driver = TableDriver(ViewScene.open.view())
            #expect(driver.press(key).isEmpty)
            #expect(driver.view.sheet == .question(QuestionSheet(.quit)))
        }
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
