import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("The menu") struct MenuSheets {
    private let now = ViewScene.now
    private static let sizes = [Size(40, 15), Size(80, 23), Size(80, 24), Size(120, 40)]

    private func screen(_ model: ClientModel, _ size: Size = Size(80, 24)) -> TableScreen {
        TableScreen(model: model, size: size, appearance: Appearance(), now: now)
    }

    private func press(_ key: Key, _ model: inout ClientModel) -> [ClientEffect] {
        var keys = KeyMap()
        let action = keys.action(for: key, model: model, screen: screen(model))
        return action.map { model.perform($0, at: now) } ?? []
    }

    private func opened(_ scene: ViewScene) -> ClientModel {
        var model = scene.model()
        _ = model.perform(.show(.menu), at: now)
        return model
    }

    @Test("is one click away at every moment and size", arguments: ViewScene.allCases)
    func reached(scene: ViewScene) {
        let model = scene.model()
        guard model.overlay == nil else { return }
        for size in Self.sizes {
            let screen = screen(model, size)
            let cells = (0..<size.width).map { Point($0, size.height - 1) }
            let button = screen.hintLine?.bar.buttons.last
            #expect(button?.action == .show(.menu))
            #expect(button.map { $0.rect.maxX <= size.width } == true)
            #expect(cells.contains { screen.action(at: $0) == .show(.menu) })
        }
    }

    @Test("lets a hand on the mouse leave at every moment and size", arguments: ViewScene.allCases)
    func leaving(scene: ViewScene) throws {
        let model = opened(scene)
        for size in Self.sizes {
            let screen = screen(model, size)
            let sheet = screen.menuSheet
            let place = try #require(sheet.rows.firstIndex { $0.command == .quit })
            var seen = model
            for _ in 0...sheet.rows.count {
                let all = self.screen(seen, size)
                let cells = (0..<size.height).map { Point(size.width / 2, $0) }
                if cells.contains(where: { all.action(at: $0) == .choose(.quit) }) { return }
                _ = MenuSheet.step(1, seen).map { seen.perform($0, at: now) }
            }
            Issue.record("no way out at \(size), row \(place)")
        }
    }

    @Test("has a row for everything that can be done now, and nothing else")
    func rows() {
        func commands(_ scene: ViewScene) -> [KeyCommand] {
            MenuSheet.rows(scene.model()).map(\.command)
        }
        #expect(
            commands(.open) == [
                .claim, .deal, .chat, .pause, .new, .shuffle, .rules, .settings, .help, .resign,
                .quit,
            ])
        #expect(commands(.myTurn).first == .pass)
        #expect(
            commands(.ready) == [.enter, .chat, .rules, .settings, .help, .quit])
        #expect(
            commands(.over) == [.enter, .cancel, .chat, .rules, .settings, .help, .quit])
        #expect(commands(.watching) == [.chat, .rules, .settings, .help, .quit])
        #expect(commands(.solo).contains(.new) && commands(.solo).contains(.pause))
    }

    @Test("is worked by arrows and enter, which does at first what the first row says")
    func arrows() throws {
        for key in [Key(.enter), .character(" ")] {
            var model = ViewScene.open.model()
            #expect(press(Key(.tab), &model).isEmpty && model.overlay == .menu)
            let row = try #require(MenuSheet.rows(model).first)
            #expect(row.action == .claim)
            #expect(press(key, &model) != [] && model.isCalling && model.overlay == nil)
        }
        var model = opened(.open)
        _ = press(Key(.down), &model)
        #expect(model.considered == .deal)
        let board = model.table?.board ?? BoardNumber(0)
        #expect(press(Key(.enter), &model) == [.send(.deal(board))])
        #expect(model.overlay == nil && model.considered == nil)
        model = opened(.open)
        _ = press(Key(.up), &model)
        #expect(model.considered == .quit)
        #expect(press(Key(.enter), &model).isEmpty && model.overlay == .question(.quit))
    }

    @Test("closes by escape, by tab and by a click beside it, and does nothing then")
    func closing() {
        for key in [Key(.escape), Key(.tab)] {
            var model = opened(.marked)
            let marks = model.marks
            #expect(press(key, &model).isEmpty && model.overlay == nil && model.marks == marks)
        }
        #expect(screen(opened(.open)).action(at: Point(0, 0)) == .cancel)
    }

    @Test("points at what was pointed at, whatever rows come and go")
    func steady() throws {
        var model = opened(.myTurn)
        let seen = screen(model)
        var state = try #require(model.table)
        state.revision = state.revision.next
        (state.phase, state.turn, state.selection) = (.open, nil, nil)
        _ = model.receive(.state(state), at: now)
        // The turn is over: what was meant for it means nothing, whether an arrow came before or not.
        var keys = KeyMap()
        #expect(keys.action(for: Key(.enter), model: model, screen: seen) == nil)
        _ = model.perform(.consider(.pass), at: now)
        #expect(press(Key(.enter), &model).isEmpty && model.overlay == .menu)
    }

    @Test("does by the keys of its rows what they do at the table")
    func keys() {
        var model = opened(.open)
        #expect(press(.character("R"), &model).isEmpty && model.overlay == .question(.resign))
        model = opened(.open)
        #expect(press(.character("?"), &model).isEmpty && model.overlay == .help)
        model = opened(.open)
        #expect(press(.character("q"), &model).isEmpty && model.overlay == .menu)
    }

    @Test("looks like this at 40 by 15")
    func picture() {
        let text = TableViewPicture(opened(.open), 40, 15).text
        #expect(text == Self.picture)
    }

    private static let picture = """
         ● ╭───────────── Menu ─────────────╮1s
        q..│▸ space  claim a set            │..
        ...│  +      deal three cards       │..
        ...│  :      say something          │..
        a..│  P      ask for a pause        │..
        ...│  N      ask for a new game     │..
        ...│  S      rearrange my cards     │..
        z..│  I      rules of this table    │..
        ...│  O      settings               │..
        ...│  ?      all keys               │..
         Op│  R      give the game up       │
           │  Q      leave the table        │
           ╰────────────────────────────────╯

          space  claim  +  deal  ?   tab  menu
        """
}

@Suite("A row of the help") struct HelpRows {
    @Test("does what it says when it is clicked", arguments: [Size(40, 15), Size(80, 24)])
    func clicks(size: Size) throws {
        var model = ViewScene.open.model()
        _ = model.perform(.show(.help), at: ViewScene.now)
        let screen = TableScreen(
            model: model, size: size, appearance: Appearance(), now: ViewScene.now)
        var canvas = Canvas(size)
        screen.draw(on: &canvas)
        for command in KeyCommand.allCases {
            let words = size.width < 76 ? command.title : command.summary
            let found = canvas.lines.indices.compactMap { y -> Point? in
                let line = Array(canvas.lines[y]).map(String.init)
                let key = Array(command.keyName + " ").map(String.init)
                let text = Array(words).map(String.init)
                return line.indices.first { x in
                    line[x...].starts(with: text) && line[..<x].suffix(8).contains(key[0])
                }.map { Point($0, y) }
            }
            let point = try #require(found.first, "\(command)")
            let action = screen.action(at: point)
            switch command.action(model) {
            case nil, .show(.help): #expect(action == .cancel, "\(command)")
            case let wanted?: #expect(action == .choose(wanted), "\(command)")
            }
        }
        #expect(screen.action(at: Point(0, 0)) == .cancel)
    }
}

@Suite("What is said at the table") struct ToldWithoutLoss {
    private let now = ViewScene.now

    @Test(
        "leaves the buttons of the moment where they can be clicked",
        arguments: [ViewScene.open, .myTurn, .match, .grace, .marked], [12, 15, 18])
    func buttons(scene: ViewScene, count: Int) {
        let sizes = [Size(40, 15), Size(60, 20), Size(80, 23), Size(80, 24), Size(120, 40)]
        for size in sizes.sampled(every: 2) {
            var model = scene.model(cards: count)
            let text = String(repeating: "la la ", count: 30)
            let contents: [(inout ClientModel) -> Void] = [
                { _ = $0.receive(.said(.second, name: "Bob", text: text), at: now) },
                { $0.remark("Something long that is to be said to this player.", at: now) },
            ]
            for tell in contents {
                tell(&model)
                let screen = TableScreen(
                    model: model, size: size, appearance: Appearance(), now: now)
                let cells = (0..<size.width).map { Point($0, size.height - 1) }
                let actions = cells.compactMap { screen.action(at: $0) }
                for command in [KeyCommand.claim, .pass, .deal, .menu] {
                    let isOffered = command == .menu || command.offer(model) != nil
                    guard isOffered, let action = command.action(model) else { continue }
                    #expect(actions.contains(action), "\(command) \(size)")
                }
                var canvas = Canvas(size)
                screen.draw(on: &canvas)
                let told = canvas.lines.joined(separator: " ")
                #expect(told.contains("la la") || told.contains("Something"), "\(size)")
            }
        }
    }

    @Test("closes when something else is clicked, which is done too")
    func chatCloses() throws {
        var model = ViewScene.open.model()
        _ = model.perform(.show(.chat), at: now)
        let screen = TableScreen(
            model: model, size: Size(80, 24), appearance: Appearance(), now: now)
        let card = try #require(screen.board).frame(ofSlot: 3).origin
        #expect(screen.action(at: card) == .choose(.touch(slot: 3)))
        #expect(screen.action(at: Point(30, 0)) == .cancel)
        _ = model.perform(.choose(.touch(slot: 3)), at: now)
        #expect(model.overlay == nil && model.marks.count == 1)
    }

    @Test("takes what fits of a text that is pasted, in one line, and says what it cut")
    func pastes() {
        var model = ViewScene.open.model()
        _ = model.perform(.show(.chat), at: now)
        _ = model.perform(.type(.insert("line one\nline two")), at: now)
        #expect(model.draft == "line one line two" && model.notice == nil)
        _ = model.perform(.type(.insert(String(repeating: "ü", count: 1500))), at: now)
        #expect(model.draft.utf8.count == 199)
        #expect(
            model.notice?.content
                == .remark("A message has 200 letters at most: the rest was cut."))
        let draft = model.draft
        #expect(model.perform(.type(.submit), at: now) == [.send(.say(draft))])
    }
}

@Suite("A crowded top row") struct CrowdedTopRows {
    @Test("keeps the number of the deck, whatever the points are", arguments: [40, 44, 60])
    func deck(width: Int) throws {
        for (mine, theirs) in [(-24, 13), (-104, -113), (5, 1)] {
            let model = ViewScene.playing(12) {
                $0.players.first?.name = "Player"
                $0.players.second?.name = "Computer"
                $0.players.first?.points = mine
                $0.players.second?.points = theirs
                $0.players.second?.sets = 13
            }
            let picture = TableViewPicture(model, width, 15).text
            let row = String(picture.prefix { $0 != "\n" })
            #expect(row.contains("deck 60") && row.contains("\(mine)p"), "\(row)")
            #expect(row.contains("\(theirs)p") && row.contains("13s"), "\(row)")
        }
    }
}

@Suite("Behind GNU screen") struct ScreenKeys {
    @Test("an escape and the key that comes with it are two keys")
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

    @Test("is known by STY, within tmux too")
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
    @Test("have both piles beside twelve cards where a status line takes a row of 24")
    func piles() throws {
        let regions = try #require(TableRegions(Size(80, 23), count: 12, cellAspect: 2))
        let larger = try #require(TableRegions(Size(80, 24), count: 12, cellAspect: 2))
        #expect(regions.piles != nil)
        #expect(regions.layout.cardSize == larger.layout.cardSize)
    }

    @Test("hide no line of a sheet that nobody can scroll, however much it has to tell")
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
                let screen = TableScreen(
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

    @Test("say whose turn it is in full where a claim has failed")
    func short() throws {
        var model = ViewScene.playing(12, names: ("Player", "Computer"))
        var state = try #require(model.table)
        state.revision = state.revision.next
        (state.phase, state.turn) = (.turn, Turn(seat: .second, reason: .answer, countdown: nil))
        _ = model.receive(.state(state), at: ViewScene.now)
        #expect(Status(model).short == "Computer may choose now")
    }

    @Test("are told whose turn it is, but not for how long: the bar goes on telling that")
    func refused() throws {
        var model = ViewScene.playing(12)
        let message = "It is Bob's turn for 4 more seconds."
        _ = model.receive(
            .refused(Refused(request: .pick, why: .notYourTurn, message: message)),
            at: ViewScene.now)
        let notice = try #require(model.notice)
        let text = EventWords.brief(for: notice, mySeat: .first, theme: .classic, on: .dark)
        #expect(text == "It is Bob's turn: wait until it ends.")
        let whole = EventWords.sentence(for: notice, mySeat: .first, theme: .classic)
        #expect(whole == message)
    }
}
