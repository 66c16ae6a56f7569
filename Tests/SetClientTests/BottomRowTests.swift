import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Bottom rows") struct BottomRows {
    private let now = ViewScene.now

    private func screen(_ view: TableView, _ size: Size) -> TablePicture {
        TablePicture(view, size: size, appearance: Appearance(), now: now)
    }

    private func lines(_ view: TableView, _ size: Size) -> [String] {
        var canvas = Canvas(size)
        screen(view, size).draw(on: &canvas)
        return canvas.lines
    }

    /// Whether a click somewhere in the last row asks for something.
    private func offers(_ action: Action, _ view: TableView, _ size: Size) -> Bool {
        let screen = screen(view, size)
        return (0..<size.width).contains { screen.action(at: Point($0, size.height - 1)) == action }
    }

    /// The same view after the host has said something more.
    private func after(
        _ model: TableModel, _ change: (inout TableState) -> Void
    ) throws -> TableView {
        var view = TableView(model)
        var state = try #require(model.table)
        state.revision = state.revision.next
        change(&state)
        _ = view.receive(.state(state), at: now)
        return view
    }

    @Test(
        "The bottom row has labeled buttons that answer the opponent's request",
        arguments: [Size(40, 15), Size(60, 20), Size(80, 24), Size(120, 40)], Proposal.allCases)
    func answers(size: Size, proposal: Proposal) throws {
        for count in [12, 15] {
            let view = try after(ViewScene.open.model(cards: count)) {
                $0.players.second?.asks = proposal
                $0.event = .asked(.second, proposal)
            }
            let row = lines(view, size)[size.height - 1]
            #expect(row.contains("Y  yes") && row.contains("N  no"), "\(row)")
            for isYes in [true, false] { #expect(offers(.move(.answer(isYes)), view, size)) }
            #expect(offers(.claim, view, size), "\(row)")
            // A key without its word would read as a part of the sentence.
            #expect(row.contains("space  claim"), "\(row)")
        }
    }

    @Test("The bottom row names only the answers of a question outside a race")
    func question() throws {
        for size in [Size(40, 15), Size(80, 24)] {
            var view = try after(ViewScene.open.model()) { $0.phase = .paused }
            view.sheet = .question(QuestionSheet(.new))
            let row = lines(view, size)[size.height - 1]
            #expect(row.contains("Y  yes") && row.contains("N  no"), "\(row)")
            #expect(!row.contains("menu") && !row.contains("?"), "\(row)")
        }
    }

    @Test("The bottom row keeps its buttons after a game, whatever the news")
    func rematch() throws {
        let size = Size(40, 15)
        for count in [6, 12, 15] {
            let over = ViewScene.playing(count) {
                ($0.phase, $0.event) = (.over, .over)
                $0.result = GameResult(winner: .first, decider: .points)
            }
            var view = try after(over) {
                $0.players.second?.isReady = true
                $0.event = .ready(.second)
            }
            _ = view.perform(.cancel, at: now)
            let lines = lines(view, size)
            #expect(lines[14].contains("enter  rematch  esc  report"), "\(lines)")
            #expect(offers(.ready, view, size) && offers(.cancel, view, size))
            let words = lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
            #expect(words.contains("Bob wants a rematch: "), "\(lines)")
        }
    }

    @Test("The bottom rows say in full what the opponent wants, even with a long name")
    func wish() throws {
        for name in ["Computer", "Maximilian Berg!"] {
            let over = ViewScene.playing(6, names: ("Ann", name)) {
                ($0.phase, $0.event, $0.deck) = (.over, .over, 0)
                $0.result = GameResult(winner: .first, decider: .points)
            }
            let view = try after(over) {
                $0.players.second?.isReady = true
                $0.event = .ready(.second)
            }
            let text = lines(view, Size(40, 15)).joined(separator: "\n")
            #expect(text.contains("\(name) wants a rematch"), "\(text)")
            #expect(!text.contains("press ent"))
        }
    }

    @Test("The bottom row labels urgent keys beside short news")
    func pass() {
        let row = lines(ViewScene.mismatch.view(cards: 15), Size(40, 15))[14]
        #expect(row.contains(" -  pass ") && row.contains("-2"), "\(row)")
    }

    @Test("The claim hint gets shorter before the menu loses its label")
    func menu() {
        let row = lines(ViewScene.match.view(cards: 15), Size(80, 24))[23]
        #expect(row.contains("space  claim ") && row.contains("tab  menu"), "\(row)")
    }

    @Test("The bottom rows say uncut that three cards are marked")
    func marked() throws {
        for count in [12, 15] {
            var view = ViewScene.open.view(cards: count)
            for slot in 0..<3 { _ = view.perform(.touch(slot: slot), at: now) }
            let text = lines(view, Size(40, 15)).joined(separator: "\n")
            #expect(text.contains("Space claims your marks"), "\(text)")
        }
    }

    @Test(
        "A click on the sheet before the game opens the rules",
        arguments: [Size(40, 15), Size(80, 24)])
    func rules(size: Size) throws {
        for scene in [ViewScene.ready, .alone] {
            for rules in [Rules.duel, Rules(unhurried: true)] {
                // There, the sheet of a table with custom rules has one row too many.
                if scene == .alone, rules != .duel, size.height < 20 { continue }
                var view = TableView(
                    ViewScene.table(rules: rules) {
                        if scene == .alone { $0.players.second = nil }
                    })
                let lines = lines(view, size)
                let words = rules == .duel ? " I  rules" : " I  all rules"
                let y = try #require(lines.firstIndex { $0.contains(words) }, "\(lines)")
                let x = try #require(lines[y].firstRange(of: words)).lowerBound
                let column = String(lines[y][..<x]).columns
                for point in [Point(column + 1, y), Point(column + words.columns - 1, y)] {
                    #expect(screen(view, size).action(at: point) == .show(.rules))
                }
                #expect(screen(view, size).action(at: Point(column - 1, y)) == nil)
                _ = view.perform(.show(.rules), at: now)
                #expect(view.sheet?.kind == .rules)
            }
        }
    }
}

extension Rules {
    /// The rules of a duel, with more time for a claim where there is no hurry.
    fileprivate init(unhurried: Bool) {
        self = .duel
        if unhurried { claim = .seconds(20) }
    }
}

@Suite("Report figures") struct ReportFigures {
    @Test("Equal figures in a report have no best player")
    func ties() {
        let same = ReportWords.Figure(
            "fastest", PerSeat(first: "3.2 s", second: "3.2 s"), best: .first)
        #expect(same.best == nil)
        let other = ReportWords.Figure(
            "fastest", PerSeat(first: "3.1 s", second: "3.2 s"), best: .first)
        #expect(other.best == .first)
    }

    @Test("Figures in a report are separated from their names")
    func gaps() throws {
        var model = try ReportStory.played(to: 55).model
        var state = try #require(model.table)
        for (event, phase) in [
            (TableEvent.claimed(.first), TablePhase.turn),
            (.passed(.first, .claim, points: -2), .open), (.over, .over),
        ] {
            state.revision = state.revision.next
            (state.event, state.phase) = (event, phase)
            _ = model.receive(.state(state), at: ViewScene.now)
        }
        let report = try #require(model.report)
        let words = ReportWords(try #require(TablePerspective(TableView(model))), report)
        #expect(words.figures.contains { $0.name == "passed" })
        #expect(words.figures.allSatisfy { $0.name.columns < ReportContent.labelColumns })
    }
}
