import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite struct KeyMapLabels {
    @Test("are all different and no command, on every keyboard", arguments: Keyboard.builtIn)
    func unique(keyboard: Keyboard) throws {
        let commands = Set(KeyCommand.allCases.flatMap(\.keys))
        for count in [1, 2, 3, 7, 12, 15, 18, 21, 24, 30, 40, 81] {
            for width in stride(from: 40, through: 200, by: 20) {
                for height in [8, 15, 24, 40, 60] {
                    let area = Rect(0, 0, width, height)
                    guard let board = BoardLayout(area: area, count: count) else { continue }
                    let labels = KeyMap.labels(for: board, keyboard)
                    #expect(labels.count == count && Set(labels).count == count)
                    for label in labels {
                        #expect(1...2 ~= label.count)
                        for letter in label where label.count == 1 {
                            #expect(!commands.contains(.character(letter)), "\(label)")
                        }
                        if label.count == 2 { #expect(label.allSatisfy { "a"..."z" ~= $0 }) }
                    }
                }
            }
        }
    }

    @Test("lie on the cards as the letters lie on the keyboard")
    func places() throws {
        let three = try #require(BoardLayout(area: Rect(0, 0, 80, 18), count: 12))
        #expect(
            KeyMap.labels(for: three, .qwertz)
                == ["q", "a", "y", "w", "s", "x", "e", "d", "c", "r", "f", "v"])
        let four = try #require(BoardLayout(area: Rect(0, 0, 40, 24), count: 12))
        #expect(four.rows == 4)
        #expect(
            Array(KeyMap.labels(for: four, .azerty).prefix(6)) == ["&", "é", "\"", "a", "z", "e"])
    }

    @Test("stay on their cards when more are dealt, as long as every card has one key")
    func stable() throws {
        for width in stride(from: 40, through: 200, by: 8) {
            for height in stride(from: 9, through: 56, by: 3) {
                let area = Rect(0, 0, width, height)
                var before: [String]?
                for count in [12, 15, 18, 21] {
                    guard let board = BoardLayout(area: area, count: count) else { continue }
                    let labels = KeyMap.labels(for: board, .qwerty)
                    guard labels.allSatisfy({ $0.count == 1 }) else { break }
                    if let before {
                        #expect(labels.starts(with: before), "\(count) cards at \(width)x\(height)")
                    }
                    before = labels
                }
            }
        }
    }

    @Test("have two letters where the keyboard has too few keys")
    func codes() throws {
        let board = try #require(BoardLayout(area: Rect(0, 0, 120, 36), count: 81))
        let labels = KeyMap.labels(for: board, .qwerty)
        #expect(labels.allSatisfy { $0.count == 2 })
        #expect(labels.first == "aa")
    }
}

@Suite struct KeyMapCommands {
    @Test("have no key in common")
    func unique() {
        let keys = KeyCommand.allCases.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
    }

    @Test("are all in the help, in full, with the keys they have")
    func help() {
        for size in [Size(80, 24), Size(40, 15)] {
            let panel = Overlays(ViewScene.help.model(), Appearance(), size).help
            let frame = panel.frame(in: Rect(0, 0, size.width, size.height))
            #expect(panel.lines.count + 2 <= size.height && frame.size.width <= size.width)
            let text = panel.lines.map { $0.pieces.map(\.text).joined() }.joined(separator: "\n")
            for command in KeyCommand.allCases {
                #expect(text.contains(size.width < 76 ? command.title : command.summary))
                #expect(text.contains(command.keyName))
            }
            #expect(!text.dropFirst(text.count / 2).contains("… "))
        }
    }

    @Test("do the same from their button as from their key", arguments: ViewScene.allCases)
    func buttons(scene: ViewScene) {
        let model = scene.model()
        guard model.overlay == nil else { return }
        for size in [Size(40, 15), Size(80, 24), Size(120, 40)] {
            let screen = TableScreen(
                model: model, size: size, appearance: Appearance(), now: ViewScene.now)
            let offered = KeyCommand.offered + [.help, .menu]
            for button in screen.hintLine?.bar.buttons ?? [] {
                #expect(screen.action(at: button.rect.origin) == button.action)
                let fromKeys = offered.compactMap { command -> Action? in
                    guard let key = command.keys.first else { return nil }
                    var keys = KeyMap()
                    return keys.action(for: key, model: model, screen: screen)
                }
                #expect(fromKeys.contains { $0 == button.action })
            }
        }
    }

    @Test("are offered only when they make sense")
    func offers() {
        func offered(_ scene: ViewScene) -> [KeyCommand] {
            let model = scene.model()
            return KeyCommand.offered.filter { $0.offer(model) != nil }
        }
        #expect(offered(.open) == [.claim, .deal, .chat, .shuffle])
        #expect(offered(.myTurn) == [.pass, .chat])
        #expect(offered(.otherTurn) == [.chat])
        #expect(offered(.ready) == [.enter, .chat, .rules, .settings, .quit])
        #expect(offered(.over) == [.enter, .cancel, .chat, .quit])
        #expect(offered(.marked) == [.claim, .deal, .enter, .clear, .chat, .shuffle])
        #expect(offered(.solo) == [.deal, .hint, .shuffle, .quit])
        #expect(offered(.watching) == [.quit])
        #expect(offered(.away) == [.chat])
    }
}

@Suite struct KeyMapKeys {
    @Test("touch the card they are printed on", arguments: [1, 12, 15, 21, 81])
    func cards(count: Int) {
        let model = ViewScene.open.model(cards: count)
        for size in [Size(40, 15), Size(80, 24), Size(120, 40)] {
            let screen = screen(model, size)
            for (slot, label) in screen.labels.enumerated() {
                var keys = KeyMap()
                let actions = label.map { letter in
                    keys.action(for: .character(letter), model: model, screen: screen)
                }
                #expect(actions.last == .touch(slot: slot))
                #expect(actions.dropLast().allSatisfy { $0 == nil })
            }
        }
    }

    @Test("forget half a code at the next command")
    func halfACode() {
        let model = ViewScene.open.model(cards: 81)
        let screen = screen(model, Size(120, 40))
        var keys = KeyMap()
        #expect(keys.action(for: .character("b"), model: model, screen: screen) == nil)
        #expect(keys.firstLetter == "b")
        #expect(keys.action(for: Key(.escape), model: model, screen: screen) == nil)
        #expect(keys.firstLetter == nil)
        #expect(keys.action(for: Key(.escape), model: model, screen: screen) == .show(.menu))
        _ = keys.action(for: .character("b"), model: model, screen: screen)
        #expect(keys.action(for: .character(" "), model: model, screen: screen) == .claim)
        #expect(keys.firstLetter == nil)
    }

    @Test(
        "mean what the moment allows",
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
            (.open, .control("c"), .quit), (.ready, Key(.enter), .ready),
            (.over, Key(.enter), .ready), (.paused, Key(.enter), .ready),
            (.marked, Key(.enter), .touchPointed), (.open, Key(.left), .point(slot: 0)),
            (.quitting, .character("y"), .confirm), (.quitting, .character("n"), .cancel),
            (.quitting, Key(.enter), .cancel), (.quitting, Key(.left), .consider(.confirm)),
            (.quitting, .control("c"), .confirm), (.help, .character("q"), .cancel),
            (.help, .character("I"), .show(.rules)),
            (.chatting, .character("q"), .type(.insert("q"))),
            (.chatting, .character(" "), .type(.insert(" "))),
            (.chatting, Key(.enter), .type(.submit)), (.chatting, Key(.escape), .cancel),
            (.chatting, Key(.backspace), .type(.deleteBackward)),
        ])
    func meaning(scene: ViewScene, key: Key, action: Action) {
        let model = scene.model()
        var keys = KeyMap()
        let screen = screen(model, Size(80, 24))
        #expect(keys.action(for: key, model: model, screen: screen) == action)
    }

    @Test(
        "end a demonstration, and the hints say so",
        arguments: [Key(.escape), .character("q"), .character("Q"), .control("c")])
    func demonstration(key: Key) {
        for scene in [ViewScene.watching, .over] {
            var model = scene.model()
            if scene == .over { model = ViewScene.table(seat: nil) { $0.phase = .over } }
            model.isDemonstration = true
            let screen = screen(model, Size(80, 24))
            var keys = KeyMap()
            #expect(keys.action(for: key, model: model, screen: screen) == .quit)
            #expect(screen.hintLine?.bar.buttons.first?.action == .quit)
            var canvas = Canvas(screen.size)
            screen.draw(on: &canvas)
            #expect(canvas.lines[23].contains("esc  leave"))
            // What lies over the table is closed first.
            _ = model.perform(.show(.help), at: ViewScene.now)
            let covered = self.screen(model, Size(80, 24))
            let closes = keys.action(for: Key(.escape), model: model, screen: covered)
            #expect(closes == .cancel)
        }
    }

    @Test("have names apart in plain characters too")
    func names() {
        for glyphs in GlyphSet.allCases {
            let names = KeyCommand.allCases.map { command in
                String.UnicodeScalarView(
                    command.keyName(glyphs).unicodeScalars.map(glyphs.substitute))
            }.map { String($0) }
            let arrows = "←↑↓→".unicodeScalars.map { String(glyphs.substitute($0)) }
            #expect(Set(names + arrows).count == names.count + arrows.count, "\(names)")
        }
        #expect(KeyCommand.clear.keyName(.ascii) == "bksp")
    }

    @Test("mean nothing where they could only do harm")
    func nothing() {
        for (scene, key) in [
            (ViewScene.over, Key.character(" ")), (.ready, .character(" ")), (.open, Key(.enter)),
            (.over, .character("R")), (.quitting, .character(" ")), (.open, .character("q", .alt)),
            (.open, .control("q")), (.open, .character("ß")),
        ] {
            let model = scene.model()
            var keys = KeyMap()
            let screen = screen(model, Size(80, 24))
            #expect(keys.action(for: key, model: model, screen: screen) == nil, "\(key)")
        }
    }

    @Test("move the cursor over the board and stop at its edge")
    func cursor() {
        var model = ViewScene.marked.model()
        var keys = KeyMap()
        let screen = screen(model, Size(80, 24))
        #expect(keys.action(for: Key(.left), model: model, screen: screen) == nil)
        #expect(keys.action(for: Key(.right), model: model, screen: screen) == .point(slot: 3))
        _ = model.perform(.point(slot: 3), at: ViewScene.now)
        #expect(keys.action(for: Key(.down), model: model, screen: screen) == .point(slot: 4))
        _ = model.perform(.point(slot: 2), at: ViewScene.now)
        #expect(keys.action(for: Key(.down), model: model, screen: screen) == .show(.menu))
    }

    @Test(
        "let enter agree to what is asked, unless the cursor is on a card",
        arguments: Proposal.allCases)
    func agreement(proposal: Proposal) throws {
        var model = ViewScene.open.model()
        var state = try #require(model.table)
        #expect(KeyCommand.enter.action(model) == nil)
        state.revision = state.revision.next
        state.players.second?.asks = proposal
        state.event = .asked(.second, proposal)
        _ = model.receive(.state(state), at: ViewScene.now)
        #expect(KeyCommand.enter.action(model) == .ready)
        // What it agrees to is named, and has been there for long enough to be read.
        let message: ClientMessage = proposal == .pause ? .pause : .new
        #expect(model.perform(.ready, at: ViewScene.now) == [.send(message)])
        for (milliseconds, isTooSoon) in [(0, true), (499, true), (500, false)] {
            let now = ViewScene.now.advanced(by: .milliseconds(milliseconds))
            #expect(model.isTooSoon(.ready, at: now) == isTooSoon)
        }
        #expect(KeyCommand.enter.offer(model)?.hasPrefix("agree to ") == true)
        #expect(Status(model).text.contains("enter agrees"))
        let other: KeyCommand = proposal == .pause ? .pause : .new
        #expect(other.offer(model) == nil)
        _ = model.perform(.point(slot: 0), at: ViewScene.now)
        #expect(KeyCommand.enter.action(model) == .touchPointed)
        #expect(other.offer(model)?.hasPrefix("agree to ") == true)
        #expect(Status(model).text.contains(proposal == .pause ? "P agrees" : "N agrees"))
    }

    @Test("tell what giving up costs, and what the claim key does now")
    func prices() {
        #expect(KeyCommand.pass.offer(ViewScene.myTurn.model()) == "give up (-2)")
        #expect(KeyCommand.pass.offer(ViewScene.grace.model()) == "pass")
        #expect(KeyCommand.claim.offer(ViewScene.match.model()) == "claim at once")
        #expect(KeyCommand.claim.offer(ViewScene.open.model()) == "claim")
        #expect(KeyCommand.claim.offer(ViewScene.marked.model()) == "claim + 2 marks")
    }

    @Test("end of input asks to leave like an interruption")
    func endOfInput() {
        for key in [Key.control("c"), .control("d")] {
            var map = KeyMap()
            let model = ViewScene.open.model()
            #expect(
                map.action(for: key, model: model, screen: screen(model, Size(80, 24))) == .quit)
        }
    }

    private func screen(_ model: ClientModel, _ size: Size) -> TableScreen {
        TableScreen(model: model, size: size, appearance: Appearance(), now: ViewScene.now)
    }
}
