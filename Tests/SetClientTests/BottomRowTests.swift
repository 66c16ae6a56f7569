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
            "fastest", PerSeat(first: "3.2 s", second: "3.2 s"),
            by: PerSeat(first: 3.16, second: 3.2))
        #expect(same.best == nil)
        let other = ReportWords.Figure(
            "fastest", PerSeat(first: "3.1 s", second: "3.2 s"),
            by: PerSeat(first: 3.1, second: 3.2))
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
        let words = ReportWords(
            situation: try #require(TablePerspective(TableView(model))), report: report)
        #expect(words.figures.contains { $0.name == "passed" })
        #expect(words.figures.allSatisfy { $0.name.columns < ReportContent.labelColumns })
    }
}
