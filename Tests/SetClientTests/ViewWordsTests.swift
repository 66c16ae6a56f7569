import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Event sentences")
struct ViewEventWords {
    private static let deck = Card.all
    private static let set = Trio([deck[0], deck[1], deck[2]])
    private static let noSet = Trio([deck[0], deck[1], deck[3]])

    private func entry(
        _ event: TableEvent, names: (String, String) = ("Ann", "Bob"), for reader: Seat?
    ) -> LogEntry {
        LogEntry(
            time: .zero, content: .event(event), names: PerSeat(first: names.0, second: names.1),
            reader: reader)
    }

    @Test("Every news event is one safe sentence, whatever the names")
    func safe() throws {
        let (set, noSet) = (try #require(Self.set), try #require(Self.noSet))
        let cards = Array(Self.deck.prefix(3))
        for seat in Seat.allCases {
            let events: [TableEvent] = [
                .joined(seat), .left(seat), .away(seat), .returned(seat), .seatReleased(seat),
                .ready(seat), .countdown, .started, .claimed(seat), .picked(seat, cards[0]),
                .unpicked(seat, cards[0], points: -1), .setFound(seat, set, points: 3),
                .mismatch(seat, noSet, points: -2), .timedOut(seat, .answer, points: 0),
                .passed(seat, .claim, points: -2),
                .dealt(seat, cards, setsBefore: 1, points: -2), .refilled(cards), .refilled([]),
                .hinted(seat, shown: 3, points: -1), .asked(seat, .pause), .withdrew(seat, .new),
                .paused, .resumed, .suddenDeath, .resigned(seat), .over,
            ]
            for event in events {
                for listener in [Seat.first, .second, nil] {
                    let names = ("\u{1B}[31m\u{202E}", "B\u{7}ob")
                    let entry = entry(event, names: names, for: listener)
                    for theme in [Theme.penguins, .classic] {
                        let text = CardWords(theme, on: .light).sentence(for: entry)
                        #expect(text.hasSuffix(".") == event.isNews, "\(event)")
                        #expect(text.unicodeScalars.allSatisfy(SafeText.isAllowed), "\(event)")
                    }
                }
            }
        }
    }

    @Test("A pass after a deal says agreed only if the deal was right", arguments: [0, 3])
    func agreement(setsBefore: Int) throws {
        var model = ViewScene.grace.model()
        var state = try #require(model.table)
        let events: [TableEvent] = [
            .dealt(.first, Array(Self.deck.prefix(3)), setsBefore: setsBefore, points: 0),
            .passed(.second, .grace, points: 0),
        ]
        for event in events {
            state.revision = state.revision.next
            state.event = event
            _ = model.receive(.state(state), at: .zero)
        }
        let last = try #require(model.log.last)
        let text = CardWords(.classic).sentence(for: last)
        #expect(
            text == (setsBefore == 0 ? "Bob agreed that the old board had no set." : "Bob passed."))
    }

    @Test("Lines keep a unit with its number and break long words; a cut one ends in …")
    func wrapping() {
        #expect("max time away 12 s.".wrapped(to: 16) == ["max time away", "12 s."])
        #expect("Bob: abcdefghijklmn".wrapped(to: 8) == ["Bob: abc", "defghijk", "lmn"])
        #expect("Bob: abcdefgh".wrapped(to: 4) == ["Bob:", "abcd", "efgh"])
        #expect("Bob: abcdefghijklmn".wrapped(to: 8, rows: 2) == ["Bob: abc", "defghij…"])
        #expect("世界世界".wrapped(to: 3) == ["世", "界", "世", "界"])
        #expect("世".wrapped(to: 1) == ["世"])
    }

    @Test("Chat is shown sanitized with the speaker's name")
    func chat() {
        func said(_ seat: Seat?, _ text: String) -> String {
            let entry = LogEntry(
                time: .zero, content: .said(seat, name: "Cid", text: text),
                names: PerSeat(first: "Ann", second: "Bob"), reader: .first)
            return CardWords(.classic).sentence(for: entry)
        }
        #expect(said(.second, "well\u{1B}played") == "Bob: well?played")
        #expect(said(.first, "hi") == "You: hi")
        #expect(said(nil, "hi") == "Cid (watching): hi")
    }
}

@Suite struct ViewVerdictWords {
    private func item(_ codes: [String], _ feature: Int, _ length: VerdictWords.Length) -> String {
        guard let trio = Trio(codes.compactMap { Card(code: $0) }) else { return "" }
        return CardWords(.classic).item(trio.explanation[feature], length)
    }

    @Test(
        "A verdict tells of each feature its values and whether it agrees",
        arguments: [
            (0, VerdictWords.Length.full, "number 1 2 3 ✓"), (0, .medium, "number all differ ✓"),
            (0, .brief, "number differs ✓"), (1, .brief, "shape oval ✓"),
            (0, .short, "number ✓"), (1, .full, "shape all oval ✓"),
            (2, .full, "shading solid striped open ✓"), (2, .medium, "shading all differ ✓"),
            (3, .full, "color red red green ✗ two alike"), (3, .medium, "color red red green ✗"),
            (3, .short, "color red red green ✗"),
        ])
    func items(feature: Int, length: VerdictWords.Length, text: String) {
        #expect(item(["1311", "2321", "3332"], feature, length) == text)
    }

    @Test("A verdict on four features fits every width from 40 columns")
    func fits() throws {
        let names = ["Ann", "Bartholomew Long", "日本語日本語日本"]
        for name in names {
            for trio in try trios() {
                for columns in [38, 54, 78, 118, 198].sampled(every: 2) {
                    let model = judged(trio, name)
                    let situation = try #require(TablePerspective(TableView(model)))
                    let line = NewsLine(situation: situation, look: Appearance())
                    let lines = line.lines(columns, rows: 1)
                    let text = lines.map { $0.pieces.map(\.text).joined() }.joined()
                    #expect(lines.count == 1 && text.columns <= columns, "\(text)")
                    // What agrees may be left out where there is no room, what is wrong never.
                    for finding in trio.explanation where columns >= 198 || !finding.agrees {
                        let values = CardWords(.classic).values(of: finding)
                        let isTold = text.contains(finding.feature.name)
                        #expect(isTold || text.contains(values.joined(separator: " ")), "\(text)")
                    }
                    #expect(text.contains("-2"))
                    #expect(text.contains("✗") != trio.isSet, "\(text)")
                    // No sign sticks to a word, so that nothing seems to be missing.
                    let signs = text.split(separator: " ").filter {
                        $0.contains { "✓✗".contains($0) }
                    }
                    #expect(signs.allSatisfy { $0.count == 1 }, "\(text)")
                    if columns >= 198 { #expect(!text.contains("differ")) }
                }
            }
        }
    }

    @Test(
        "A screen with a log tells of each feature all values",
        arguments: [Size(120, 40), Size(200, 60)])
    func whole(size: Size) throws {
        for trio in try trios().sampled(every: 3) {
            for name in ["Ann", "Bartholomew Long"] {
                let driver = TableDriver(judged(trio, name), size)
                let text = driver.rows.joined(separator: " ")
                for finding in trio.explanation {
                    let remark = CardWords(.classic).remark(finding, .full)
                    let values = remark.prefix { !"✓✗".contains($0) }
                    #expect(text.contains(values), "\(values) at \(size)")
                }
                #expect(text.contains("-2"))
            }
        }
    }

    private func trios() throws -> [Trio] {
        var generator = SeededGenerator(seed: 3)
        return try (0..<60).map { _ in
            try #require(Trio(Array(Card.all.shuffled(using: &generator).prefix(3))))
        }
    }

    private func judged(_ trio: Trio, _ name: String) -> TableModel {
        ViewScene.playing(12, names: ("Me", name)) {
            $0.event = .mismatch(.second, trio, points: -2)
        }
    }
}

@Suite struct ViewStatus {
    @Test("The status says what is the matter, what can be done, and how a game ended")
    func status() throws {
        try expectAnswers("words/status") { script in
            let steps = script.split(separator: " | ").map(String.init)
            let start = steps[0].split(separator: " ").map(String.init)
            let scene = try #require(ViewScene(rawValue: start[0]))
            var model = scene.model(cards: try #require(Int(start[1])))
            for step in steps.dropFirst() {
                let table = try #require(model.table)
                let words = HostWords(cards: table.cards.compactMap(\.self))
                _ = model.receive(.state(try words.state(step, after: table)), at: ViewScene.now)
            }
            let (status, driver) = (Status(model), TableDriver(model))
            let isWhole = driver.rows.contains { $0.contains(status.text) }
            let headline = model.table?.result.flatMap { _ in
                TablePerspective(driver.view)?.headline
            }
            let shown = model.shownCards
            return """
                \(status.tone): \(status.text)\(isWhole ? "" : " (not in a row)")
                short: \(status.short)\(headline.map { "\nheadline: \($0)" } ?? "")
                cards: \(shown.count { $0 != nil }) of \(shown.count)
                """
        }
    }

    @Test(
        "The panel of a game that waits says whose seat is kept",
        arguments: [Size(80, 24), Size(40, 15)])
    func away(size: Size) {
        let rows = TableDriver(ViewScene.away.view(), size).rows
        for words in [
            "Bob was disconnected.", "Bob's seat is being kept.", "All clocks are stopped.",
        ] {
            #expect(rows.contains { $0.contains(words) }, "\(words) in \(rows)")
        }
    }

    @Test("The set that wins a game at once announces no new cards")
    func outright() {
        var rules = Rules.duel
        rules.firstTo = 3
        for (sets, text) in [(2, "You found a set! New cards are next."), (3, "You found a set!")] {
            let model = ViewScene.playing(12, rules: rules) { state in
                let cards = state.cards.prefix(3).compactMap(\.self)
                state.selection = Selection(seat: .first, cards: cards, verdict: .match)
                state.clock = Clock(
                    reason: .reveal,
                    countdown: Countdown(remaining: .seconds(1), total: .seconds(1)))
                state.players.first?.sets = sets
            }
            #expect(Status(model).text == text)
        }
    }

    @Test("The panel of a paused solo game speaks of nobody else")
    func pausedAlone() {
        let model = ViewScene.playing(12, rules: .solo) { $0.phase = .paused }
        let rows = TableDriver(TableView(model), Size(80, 24)).rows
        #expect(rows.contains { $0.contains("Press enter to resume.") })
        #expect(!rows.contains { $0.contains("nobody") || $0.contains("both") })
    }

    @Test(
        "The rules of a table are never cut",
        arguments: [Size(40, 15), Size(80, 24), Size(100, 30), Size(120, 40), Size(200, 60)])
    func rules(size: Size) {
        var driver = TableDriver(ViewScene.open.view(), size)
        driver.type("I")
        #expect(driver.rows.filter { $0.contains("…") } == [])
        guard size.height >= 60 else { return }
        let text = driver.rows.joined(separator: " ")
        for field in RuleField.applying(to: .duel) { #expect(text.contains(field.summary)) }
    }

    @Test("The rules of a table need no scrolling in 24 rows, explained or not")
    func rulesAtOnce() {
        for height in 24...60 {
            var driver = TableDriver(ViewScene.open.view(), Size(100, height))
            driver.type("I")
            let text = driver.rows.joined(separator: " ")
            for field in RuleField.applying(to: .duel) {
                #expect(text.contains(" \(field.words) "), "\(field) in \(height) rows")
            }
        }
    }
}
