import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// What line mode tells of a table, asked or unasked.
@Suite struct LineModeTelling {
    @Test("Line mode introduces a table, and what is unusual about it")
    func introduction() throws {
        try LineModeScenes.expect("introduction") { scenes in
            var rules = Rules.duel
            (rules.claim, rules.hints, rules.draw) = (.milliseconds(7500), true, .stands)
            try scenes.scene("A table that waits for a second player") { duel in
                duel.client = LineModeClient()
                duel.welcome(.first, rules)
                duel.state = TableState()
                duel.state.players.first = PlayerState(name: "Ann")
                duel.publish(.joined(.first))
                duel.publish(.joined(.second)) { $0.players.second = PlayerState(name: "Bob") }
            }
            for seat in [Seat.first, nil] {
                let who = seat == nil ? "a watcher" : "a returning player"
                try scenes.scene("A running game, for \(who)", seat: seat) {
                    $0.give(.second, .claim, seconds: 5)
                    $0.welcome(seat)
                    $0.publish(.returned(.first))
                }
            }
            for seat in Seat.allCases {
                try scenes.scene("A name that the host has changed", names: ["Ann", "Ann 2"]) {
                    $0.welcome(seat)
                    $0.publish(nil)
                    $0.publish(.passed(.second, .claim, points: -2)) {
                        $0.players.second?.points = -2
                    }
                }
            }
            try scenes.scene("A name that only begins like the other", names: ["Ann", "Ann Lee"]) {
                $0.welcome(.second)
                $0.publish(nil)
            }
            for pace in [HostPace.relaxed, .unhurried] {
                try scenes.scene("\(pace) times") {
                    var rules = pace.applied(to: .duel)
                    rules.hints = true
                    $0.client = LineModeClient()
                    $0.welcome(.first, rules)
                }
            }
            (rules.refill, rules.victory, rules.claim) = (.never, .sets, .zero)
            (rules.answer, rules.grace, rules.reveal) = (.zero, .zero, .zero)
            (rules.countdown, rules.lagFairness) = (.zero, .zero)
            try scenes.scene("Unusual rules, and what a rule of zero means", rules: rules) {
                $0.type("rules")
                $0.client = LineModeClient()
                $0.welcome(.first, rules)
            }
            try scenes.scene("The rules of a solo game", rules: .solo) { $0.type("rules all") }
        }
    }

    @Test("Line mode describes the board with picks, marks, and hints")
    func board() throws {
        try LineModeScenes.expect("looking") { scenes in
            try scenes.scene("Picks, marks, hints, and a card that lies face down") {
                $0.type("b1 a2")
                let card = try LineModeDuel.card("A1")
                $0.publish(.picked(.second, card)) { state in
                    state.selection = Selection(seat: .second, cards: [card], verdict: .undecided)
                    state.cards[2] = nil
                }
                let hinted = [try LineModeDuel.card("B1")]
                $0.receive(.hint(Hint(board: BoardNumber(0), cards: hinted)))
                $0.type("board", "row C", "row d", "what a1 c1", "c1", "marks")
                $0.publish(.countdown) { $0.cards = [] }
                $0.type("board")
            }
            try scenes.scene("Score, time, and turn") {
                $0.publish(nil) { state in
                    state.players.first?.points = -1
                    state.players.second?.points = 3
                    state.players.second?.sets = 1
                    state.players.second?.wins = 2
                }
                $0.type("score", "time", "turn")
                $0.give(.first, .answer, seconds: 10)
                $0.now = MonotonicInstant(.milliseconds(2600))
                $0.type("time", "turn", "")
            }
            for count in 0...3 {
                try scenes.scene("A hint of \(count) cards") {
                    let trio = try LineModeDuel.trio("A3", "B3", "B4").cards
                    let cards = Array(trio.prefix(count))
                    $0.receive(.hint(Hint(board: BoardNumber(0), cards: cards)))
                }
            }
            try scenes.scene("The last announcement or answer is repeated") {
                $0.type("board", "again")
                $0.now = MonotonicInstant(.seconds(2))
                $0.publish(.dealt(.second, [], setsBefore: 0, points: 1)) {
                    $0.players.second?.points += 1
                }
                $0.publish(.passed(.first, .grace, points: 0))
                $0.type("repeat")
                $0.now = MonotonicInstant(.seconds(4))
                $0.publish(.passed(.second, .claim, points: 0))
                $0.type("again")
            }
        }
    }

    @Test("Line mode prints what the verbosity asks for, and keeps the rest in the history")
    func verbosity() throws {
        let card = try LineModeDuel.card("B1")
        try LineModeScenes.expect("verbosity") { scenes in
            for verbosity in Verbosity.allCases {
                try scenes.scene("\(verbosity)") {
                    $0.type("verbosity \(verbosity.rawValue)")
                    $0.publish(.picked(.second, card))
                    $0.publish(.picked(.first, card))
                    $0.hear(.second, "Bob", "hi")
                    $0.publish(.passed(.second, .claim, points: 0))
                    // What the player said is an answer to the typed line.
                    $0.hear(.first, "Ann", "hi")
                    $0.type("history 5", "verbosity", "announce loud")
                }
            }
        }
        var duel = try LineModeDuel()
        for _ in 0..<300 { duel.publish(.picked(.second, card)) }
        #expect(duel.lines("history 9999").count == 200)
        for bad in ["0", "-1", "99999999999999999999"] {
            #expect(
                duel.lines("history \(bad)") == ["Refused: Name a number, for example: history 20"]
            )
        }
        var client = LineModeClient()
        #expect(client.read("again", at: .zero).lines == ["Again: nothing to repeat yet."])
        #expect(client.read("history", at: .zero).lines == ["History: nothing has happened yet."])
    }

    @Test("Line mode has a sentence for every rule of the table", arguments: [Rules.duel, .solo])
    func rules(_ rules: Rules) throws {
        var duel = try LineModeDuel(rules: rules)
        let lines = duel.lines("rules all")
        for (field, line) in zip(RuleField.applying(to: rules), lines).dropFirst() {
            let summary = field.summary.capitalizedFirst.replacing(":", with: ",")
            #expect(line.hasPrefix("\(summary): ") && line.hasSuffix("."))
        }
        #expect(lines.count == RuleField.applying(to: rules).count)
        // Without "all", as many as can be listened to.
        let short = duel.lines("rules")
        #expect(short.dropLast().allSatisfy(lines.contains) && short.count < lines.count)
    }

    @Test(
        "Line mode offers only commands there are", arguments: TablePhase.allCases, [false, true])
    func offers(_ phase: TablePhase, isAway: Bool) throws {
        for rules in [Rules.duel, .solo] {
            var duel = try LineModeDuel(rules: rules)
            duel.publish(nil) {
                $0.phase = phase
                $0.players.second?.isPresent = !isAway
            }
            let line = try #require(duel.lines("").first)
            let offered = try #require(line.split(separator: "You can type: ").last)
            for offer in offered.dropLast().split(separator: ", ") {
                let isAboutCards = offer.contains("card name") || offer == "fewer to mark"
                let word = offer.split(separator: " ").first.map(String.init) ?? ""
                #expect(isAboutCards || TableCommand(typed: word) != nil, "\(offer)")
            }
        }
    }

    @Test("Line mode help is short, and help all lists all commands")
    func help() throws {
        var duel = try LineModeDuel()
        #expect(duel.lines("help").count <= 6)
        #expect(duel.lines("help").joined(separator: " ").split(separator: " ").count <= 100)
        let all = duel.lines("help all")
        #expect(all.count { $0.hasPrefix("Help: ") } == 1)
        for command in TableCommand.typed {
            #expect(all.count { $0 == command.usage } == 1)
            let own = duel.lines("help \(command.name)")
            #expect(own.count == 1 && own.first?.hasPrefix("Help: \(command.name)") == true)
            for alias in command.row.aliases {
                #expect(duel.lines("help \(alias)") == own)
            }
            #expect(own.first?.contains(/[^.] Also:/) == false)
        }
        let words = TableCommand.typedWords
        #expect(Set(words).count == words.count)
    }

    @Test("Line mode names cards in the theme's words")
    func theme() throws {
        var duel = try LineModeDuel(theme: .penguins)
        #expect(duel.lines("what a1") == ["Card: A1 three open sunrise icebergs."])
    }
}
