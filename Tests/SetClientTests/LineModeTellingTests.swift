import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite struct LineModeTelling {
    @Test("Line mode introduces a table that waits for a second player")
    func waiting() throws {
        var client = LineModeClient()
        var rules = Rules.duel
        rules.claim = .milliseconds(7500)
        rules.hints = true
        rules.draw = .stands
        let table = try #require(TableCode("K7M2QX"))
        let welcome = Welcome(seat: .first, token: nil, table: table, rules: rules)
        #expect(
            client.receive(.welcome(welcome), at: .zero).lines == [
                "Table: K7M2QX. You have the first seat.",
                "Rules: time to pick: 7.5 seconds; time after failure: 10 seconds; time after a deal: 7 seconds; if tied: a draw (default: next set wins); hints: yes (default: no).",
                "Help: type help, or press enter to see what you can do now.",
            ])
        var state = TableState()
        state.event = .joined(.first)
        state.players.first = PlayerState(name: "Ann")
        #expect(
            client.receive(.state(state), at: .zero).lines == [
                "Player: waiting for another player. Others can join with the table code K7M2QX: "
                    + "K 7 M 2 Q X.",
                "Now: Waiting for another player. You can type: ready, say, rules, quit.",
            ])
        state.revision = state.revision.next
        state.event = .joined(.second)
        state.players.second = PlayerState(name: "Bob")
        #expect(
            client.receive(.state(state), at: .zero).lines
                == ["Player: Bob sat down. Type ready when you want to start."])
    }

    @Test("Line mode introduces a running game to a returning player and a watcher")
    func running() throws {
        for seat in [Seat.first, nil] {
            var duel = try LineModeDuel(seat: seat)
            _ = duel.give(.second, .claim, seconds: 5)
            let table = try #require(TableCode("K7M2QX"))
            _ = duel.client.receive(
                .welcome(Welcome(seat: seat, token: nil, table: table, rules: .duel)), at: .zero)
            let lines = duel.publish(.returned(.first))
            let words = lines.map { $0.prefix { $0 != ":" } }
            // A player knows of the own return.
            let people = seat == nil ? ["Player", "Player"] : ["Player"]
            #expect(
                words.map(String.init)
                    == people + ["Board", "Row A", "Row B", "Row C", "Score", "Turn"])
        }
    }

    @Test("Line mode describes the board with picks, marks, and hints")
    func board() throws {
        var duel = try LineModeDuel()
        _ = duel.lines("b1 a2")
        let card = try LineModeDuel.card("A1")
        _ = duel.publish(.picked(.second, card)) { state in
            state.selection = Selection(seat: .second, cards: [card], verdict: .undecided)
            state.cards[2] = nil
        }
        _ = duel.client.receive(
            .hint(Hint(board: BoardNumber(0), cards: [try LineModeDuel.card("B1")])), at: .zero)
        #expect(
            Array(duel.lines("board").prefix(3)) == [
                "Board: 12 cards, 69 in the deck.",
                "Row A: A1 three open red ovals, picked by Bob; A2 three solid green squiggles, marked; A3 two solid green ovals; A4 one striped green diamond.",
                "Row B: B1 two solid red diamonds, marked, hinted; B2 three open green diamonds; B3 three open violet ovals; B4 one striped red oval.",
            ])
        #expect(
            duel.lines("what a1 c1") == [
                "Card: A1 three open red ovals, picked by Bob.", "Card: C1 face down.",
            ])
        #expect(duel.lines("c1") == ["Refused: Card C1 is face down."])
        #expect(
            duel.lines("marks") == [
                "Picked by Bob: A1 three open red ovals.",
                "Marks: B1 two solid red diamonds, A2 three solid green squiggles.",
            ])
        _ = duel.publish(.countdown) { $0.cards = [] }
        #expect(duel.lines("board") == ["Board: empty."])
    }

    @Test("Line mode answers score, time, and turn")
    func numbers() throws {
        var duel = try LineModeDuel()
        _ = duel.publish(nil) { state in
            state.players.first?.points = -1
            state.players.second?.points = 3
            state.players.second?.sets = 1
            state.players.second?.wins = 2
        }
        #expect(
            duel.lines("score") == [
                "Score: you minus 1 point, 0 sets, 0 games won; Bob 3 points, 1 set, 2 games won. 12 on the board, 69 in the deck."
            ])
        #expect(duel.lines("time") == ["Time: no clock is running."])
        #expect(duel.lines("turn") == ["Now: See a set? Type its cards to claim it."])
        _ = duel.give(.first, .answer, seconds: 10)
        duel.now = MonotonicInstant(.milliseconds(2600))
        #expect(duel.lines("time") == ["Time: 7 of 10 seconds left."])
        let turn = "Now: Bob found no set. Your turn: pick three or pass. 7 seconds left."
        #expect(duel.lines("turn") == [turn])
        #expect(
            duel.lines("") == [
                turn + " You can type: card names to pick, pass, say, board, quit."
            ])
    }

    @Test("Line mode has a sentence for every rule of the table", arguments: [Rules.duel, .solo])
    func rules(_ rules: Rules) throws {
        var duel = try LineModeDuel(rules: rules)
        let lines = duel.lines("rules all")
        #expect(lines.filter { $0.hasPrefix("Rules: number of players: ") } == [lines[0]])
        for (field, line) in zip(RuleField.applying(to: rules), lines).dropFirst() {
            let summary = field.summary.capitalizedFirst.replacing(":", with: ",")
            #expect(line.hasPrefix("\(summary): ") && line.hasSuffix("."))
        }
        #expect(lines.count == RuleField.applying(to: rules).count)
        #expect(lines.contains("Extra points for a quick set: 2."))
        #expect(lines.contains("Points for three cards that are not a set: minus 2."))
        // Without "all", as many as can be listened to.
        let short = duel.lines("rules")
        #expect(short.dropLast().allSatisfy(lines.contains) && short.count < lines.count)
        #expect(short.last == "For all rules, type rules all.")
    }

    @Test("Unusual rules are read out, and what a rule of zero means")
    func unusualRules() throws {
        var rules = Rules.duel
        (rules.refill, rules.victory) = (.never, .sets)
        (rules.claim, rules.answer, rules.grace, rules.reveal) = (.zero, .zero, .zero, .zero)
        (rules.countdown, rules.lagFairness) = (.zero, .zero)
        var duel = try LineModeDuel(rules: rules)
        let lines = duel.lines("rules")
        #expect(lines.contains("When new cards replace a found set: never."))
        #expect(lines.contains("What decides the winner: sets."))
        #expect(lines.contains("Time to pick after the other player's claim fails: no limit."))
        #expect(lines.contains("Maximum latency compensation in a race: off."))
        var client = LineModeClient()
        let table = try #require(TableCode("K7M2QX"))
        let welcome = Welcome(seat: .first, token: nil, table: table, rules: rules)
        let greeting = client.receive(.welcome(welcome), at: .zero).lines[1]
        #expect(
            greeting.hasPrefix(
                "Rules: time to pick: no limit; time after failure: no limit; time after a deal: none; "
            ))
    }

    @Test(
        "Line mode offers only commands there are", arguments: TablePhase.allCases, [false, true])
    func offers(_ phase: TablePhase, isAway: Bool) throws {
        for rules in [Rules.duel, .solo] {
            var duel = try LineModeDuel(rules: rules)
            _ = duel.publish(nil) {
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

    @Test("Line mode repeats the last announcement, or the last answer")
    func again() throws {
        var client = LineModeClient()
        #expect(client.read("again", at: .zero).lines == ["Again: nothing to repeat yet."])
        var duel = try LineModeDuel()
        let board = duel.lines("board")
        #expect(duel.lines("again") == board && duel.lines("repeat") == board)
        duel.now = MonotonicInstant(.seconds(2))
        let deal = duel.publish(.dealt(.second, [], setsBefore: 0, points: 1)) {
            $0.players.second?.points += 1
        }
        let pass = duel.publish(.passed(.first, .grace, points: 0))
        #expect(duel.lines("again") == deal + pass)
        duel.now = MonotonicInstant(.seconds(4))
        let next = duel.publish(.passed(.second, .claim, points: 0))
        #expect(duel.lines("again") == next)
    }

    @Test("Line mode finds no cards that lie face down")
    func faceDown() throws {
        var duel = try LineModeDuel()
        _ = duel.publish(.paused) { state in
            state.phase = .paused
            state.cards = state.cards.map { _ in nil }
        }
        #expect(duel.lines("where red") == ["Where: the cards are face down."])
    }

    @Test("Line mode says that the game resumes after a lost connection, and no 0 seconds")
    func resuming() throws {
        var duel = try LineModeDuel()
        func clock(_ remaining: Duration) -> Clock {
            Clock(
                reason: .start, countdown: Countdown(remaining: remaining, total: .seconds(3)))
        }
        let lines = duel.publish(.countdown) {
            ($0.phase, $0.clock) = (.countdown, clock(.seconds(3)))
        }
        #expect(lines == ["Start: the game resumes in 3 seconds."])
        let start = duel.publish(.countdown) { ($0.clock, $0.cards) = (clock(.zero), []) }
        #expect(start == ["Start: the cards will be dealt now."])
    }

    @Test("Line mode prints hints of every length")
    func hints() throws {
        let trio = try LineModeDuel.trio("A3", "B3", "B4").cards
        let expected = [
            "there is no set on the board.", "A3 two solid green ovals is part of a set.",
            "A3 two solid green ovals and B3 three open violet ovals are part of a set.",
            "A3 two solid green ovals, B3 three open violet ovals, and B4 one striped red oval are a set.",
        ]
        for (count, sentence) in expected.enumerated() {
            var duel = try LineModeDuel()
            let hint = Hint(board: BoardNumber(0), cards: Array(trio.prefix(count)))
            #expect(duel.client.receive(.hint(hint), at: .zero).lines == ["Hint: \(sentence)"])
        }
    }

    @Test("Line mode help is short, and help all lists all commands")
    func help() throws {
        var duel = try LineModeDuel()
        #expect(duel.lines("help").count <= 6)
        #expect(duel.lines("help").joined(separator: " ").split(separator: " ").count <= 100)
        var watcher = try LineModeDuel(seat: nil)
        #expect(watcher.lines("help").contains("Actions: say. To leave, type q by itself."))
        #expect(!watcher.lines("help").contains { $0.hasPrefix("Play: ") })
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

    @Test("Line mode history repeats recent lines")
    func history() throws {
        var duel = try LineModeDuel(verbosity: .min)
        let card = try LineModeDuel.card("B1")
        #expect(duel.publish(.picked(.second, card)).isEmpty)
        #expect(duel.lines("history 1") == ["Earlier: Pick: Bob picked B1 two solid red diamonds."])
        #expect(duel.lines("history").count == 10)
        for _ in 0..<300 { _ = duel.publish(.picked(.second, card)) }
        #expect(duel.lines("history 9999").count == 200)
        for bad in ["0", "-1", "ten", "99999999999999999999"] {
            #expect(
                duel.lines("history \(bad)") == ["Refused: Name a number, for example: history 20"]
            )
        }
        var client = LineModeClient()
        #expect(client.read("history", at: .zero).lines == ["History: nothing has happened yet."])
    }

    @Test("Line mode prints what the verbosity asks for")
    func verbosity() throws {
        let card = try LineModeDuel.card("B1")
        let expected: [(Verbosity, [Bool])] = [
            (.all, [true, true, true, true]), (.mine, [false, true, true, true]),
            (.min, [false, false, false, true]),
        ]
        #expect(expected.map(\.0) == Verbosity.allCases)
        for (verbosity, wanted) in expected {
            var duel = try LineModeDuel()
            #expect(
                duel.lines("verbosity \(verbosity.rawValue)") == [
                    "Verbosity: \(verbosity.rawValue) at this table: \(verbosity.summary)."
                ])
            let told = [
                duel.publish(.picked(.second, card)), duel.publish(.picked(.first, card)),
                duel.client.receive(.said(.second, name: "Bob", text: "hi"), at: .zero).lines,
                duel.publish(.passed(.second, .claim, points: 0)),
            ]
            #expect(told.map { !$0.isEmpty } == wanted)
            // What the player said is an answer to the typed line.
            let own = HostMessage.said(.first, name: "Ann", text: "hi")
            #expect(duel.client.receive(own, at: .zero).lines == ["Chat: you: hi"])
            #expect(
                duel.lines("verbosity").first?.hasPrefix("Verbosity: \(verbosity.rawValue)") == true
            )
        }
        var duel = try LineModeDuel()
        #expect(
            duel.lines("announce loud") == [
                "Verbosity: type verbosity all, verbosity mine, or verbosity min."
            ])
    }

    @Test("Line mode names cards in the theme's words")
    func theme() throws {
        var duel = try LineModeDuel(theme: .penguins)
        #expect(duel.lines("what a1") == ["Card: A1 three open sunrise icebergs."])
    }
}
