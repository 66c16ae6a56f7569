import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// Everything that is put into words, for the eye and for the ear side by side.
@Suite("Words") struct NarratorTests {
    @Test("Line mode and the screen have words for every event, for both players and a watcher")
    func events() throws {
        var kinds: Set<TableEvent.Kind> = []
        try expectAnswers("words/events") { words in
            var text: [String] = []
            for (seat, listener) in [(Seat.second, "Bob"), (.first, "Ann"), (nil, "Cyd")] {
                var duel = try LineModeDuel(seat: seat)
                text += try duel.perform("< \(words)").map { "  \(listener) hears: \($0)" }
                if let event = duel.state.event { kinds.insert(event.traits.kind) }
                guard let entry = duel.client.model.log.last(where: \.isNews) else { continue }
                let sentence = CardWords(.classic).sentence(for: entry)
                text.append("  \(listener) sees: \(sentence)")
            }
            return text.joined(separator: "\n")
        }
        #expect(kinds.count == TableEvent.Kind.allCases.count)
    }

    @Test("Screen and line mode say where the game stands and what can be done")
    func scenes() {
        var text: [String] = []
        for scene in ViewScene.allCases {
            let (status, view) = (Status(scene.model()), scene.view())
            let hints = TableCommand.inHints.compactMap { command in
                command.offer(view)?.long.map { "\(command.keyName) \($0)" }
            }
            let menu = TableCommand.menuRows(view, .unicode).map { "\($0.keyName) \($0.words)" }
            var client = LineModeClient()
            client.model = scene.model()
            text += [
                "\(scene)", "  status: \(status.text)", "  short: \(status.short)",
                "  title: \(WindowTitle.text(scene.model(), hasFocus: false))",
                "  \(client.situationLine(at: ViewScene.now))",
                "  hints: \(hints.joined(separator: ", "))",
                "  menu: \(menu.joined(separator: ", "))",
            ]
            #expect(status.short.columns <= 56 && status.short.columns <= status.text.columns)
        }
        expectPicture(text.joined(separator: "\n"), "words/scenes")
    }

    @Test("Line mode answers every typed line")
    func answers() throws {
        try expectAnswers("line-mode/answers") { line in
            var client = try LineModeDuel().client
            let output = client.read(line, at: .zero)
            let sent = output.effects.map { effect in
                switch effect {
                case .send(let message): "> \(message.type)"
                case .alert: "> alert"
                case .save: "> save"
                case .copy: "> copy"
                case .done: "> done"
                }
            }
            return (output.lines + sent).joined(separator: "\n")
        }
    }

    @Test("The window title stays plain with the focus or with nothing to tell")
    func plainTitle() {
        var view = ViewScene.myTurn.view()
        #expect(TableScreen(view).title(hasFocus: true) == "set-duel")
        view.preferences.settings.setsTitle = false
        #expect(TableScreen(view).title(hasFocus: false) == "set-duel")
    }

    @Test("The window title holds nothing a name could smuggle in")
    func hostileTitle() {
        let model = ViewScene.table(names: ("Ann", "B\u{1B}]0;x\u{7}b")) {
            $0.players.first?.isReady = true
        }
        let title = WindowTitle.text(model, hasFocus: false)
        #expect(title == "You are ready: waiting for B?]0;x?b. – set-duel")
        #expect(TerminalModes.titleBytes(title).filter { $0 == 0x1B }.count == 1)
    }
}
