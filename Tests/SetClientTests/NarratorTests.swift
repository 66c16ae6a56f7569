import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// One of Bob's events, and how the state changes with it.
struct EventSample: Sendable {
    let event: TableEvent
    let change: @Sendable (inout TableState) -> Void

    init(
        _ event: TableEvent, _ change: @escaping @Sendable (inout TableState) -> Void = { _ in }
    ) {
        (self.event, self.change) = (event, change)
    }
}

/// Everything that is put into words, for the eye and for the ear side by side.
@Suite("Words") struct NarratorTests {
    typealias Sample = EventSample

    static let people: [Sample] = [
        Sample(.joined(.second)),
        Sample(.left(.second)) { state in
            state.phase = .over
            state.players.second = nil
            state.result = GameResult(winner: .first, decider: .left)
        },
        Sample(.away(.second)) { $0.players.second?.isPresent = false },
        Sample(.returned(.second)),
        Sample(.seatReleased(.second)),
        Sample(.resigned(.second)) { state in
            state.phase = .over
            state.result = GameResult(winner: .first, decider: .resigned)
        },
    ]

    static let agreements: [Sample] = [
        Sample(.ready(.second)) { state in
            state.phase = .over
            state.players.second?.isReady = true
        },
        Sample(.countdown) { state in
            state.phase = .countdown
            state.cards = []
            state.clock = Clock(
                reason: .start,
                countdown: Countdown(remaining: .seconds(3), total: .seconds(3)))
        },
        Sample(.asked(.second, .new)),
        Sample(.withdrew(.second, .pause)),
        Sample(.withdrew(.second, .pause, because: .declined)),
        Sample(.withdrew(.second, .new, because: .lapsed)),
        Sample(.paused) { state in
            state.phase = .paused
            state.cards = state.cards.map { _ in nil }
        },
        Sample(.resumed),
        Sample(.suddenDeath) { state in
            state.phase = .countdown
            state.cards = []
        },
        Sample(.over) { state in
            state.phase = .over
            state.players.first?.points = 20
            state.players.second?.points = 24
            state.result = GameResult(winner: .second, decider: .points)
        },
    ]

    private static func turns() throws -> [Sample] {
        let card = try LineModeDuel.card("B1")
        return [
            Sample(.claimed(.second)) { state in
                state.phase = .turn
                state.turn = Turn(
                    seat: .second, reason: .claim,
                    countdown: Countdown(remaining: .milliseconds(4990), total: .seconds(5)))
            },
            Sample(.picked(.second, card)) { state in
                state.selection = Selection(seat: .second, cards: [card], verdict: .undecided)
            },
            Sample(.unpicked(.second, card, points: -1)),
            Sample(.timedOut(.second, .claim, points: -2)) { $0.players.second?.points = -2 },
            Sample(.passed(.second, .grace, points: 0)),
        ]
    }

    private static func verdicts() throws -> [Sample] {
        let (match, mismatch) = (
            try LineModeDuel.trio("A3", "B3", "B4"), try LineModeDuel.trio("A1", "B1", "C1")
        )
        return [
            Sample(.setFound(.second, match, points: 5)) { state in
                state.players.second?.points = 5
                state.selection = Selection(
                    seat: .second, cards: match.cards, verdict: .match)
            },
            Sample(.mismatch(.second, mismatch, points: 0)),
        ]
    }

    private static let fresh = ["1131", "1221", "3312"].compactMap(Card.init(code:))

    private static var boards: [Sample] {
        [
            Sample(.started) { state in
                state.game = 2
                state.cards = Array(LineModeDuel.board.prefix(4))
            },
            Sample(.dealt(.second, fresh, setsBefore: 2, points: -2)) { state in
                state.cards += fresh
                state.deck = 66
                state.phase = .turn
                state.players.second?.points = -2
                state.turn = Turn(
                    seat: .first, reason: .grace,
                    countdown: Countdown(remaining: .seconds(7), total: .seconds(7)))
            },
        ]
    }

    private static var piles: [Sample] {
        [
            Sample(.refilled(fresh)) { state in
                for (slot, card) in zip([6, 7, 10], fresh) { state.cards[slot] = card }
                state.deck = 66
            },
            Sample(.hinted(.second, shown: 2, points: -1)),
        ]
    }

    private static func samples() throws -> [Sample] {
        people + agreements + (try turns()) + (try verdicts()) + boards + piles
    }

    @Test("Line mode and the screen have words for every event, for both players and a watcher")
    func events() throws {
        let samples = try Self.samples()
        let kinds = Set(samples.map(\.event.traits.kind))
        #expect(kinds.count == TableEvent.Kind.allCases.count)
        var text: [String] = []
        for sample in samples {
            text.append("\(sample.event.traits.kind)")
            for (seat, listener) in [(Seat.second, "Bob"), (.first, "Ann"), (nil, "Cyd")] {
                var duel = try LineModeDuel(seat: seat)
                text += duel.publish(sample.event, sample.change).map {
                    "  \(listener) hears: \($0)"
                }
                guard let entry = duel.client.model.log.last(where: \.isNews) else { continue }
                let sentence = CardWords(.classic).sentence(for: entry, seat: seat)
                text.append("  \(listener) sees: \(sentence)")
            }
        }
        expectPicture(text.joined(separator: "\n"), "words/events")
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
            var duel = try LineModeDuel()
            let output = duel.client.read(line, at: .zero)
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
