import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite struct LineModeCommands {
    // MARK: Cards

    @Test(
        "Line mode: three card names claim a set in open play",
        arguments: ["b2 a3 c4", "set B2 A3 C4", "claim b2,a3,c4", "pick b2 a3 c4"])
    func claimThree(line: String) throws {
        var duel = try LineModeDuel()
        let cards = try LineModeDuel.trio("B2", "A3", "C4").cards
        #expect(duel.sent(line) == [.claim(Claim(board: BoardNumber(0), cards: cards))])
        #expect(duel.lines(line) == ["Claim: already sent."])
        #expect(
            duel.lines("").first?.hasPrefix("Now: Claiming… the host decides who is first. ")
                == true)
    }

    @Test(
        "Line mode: three card names pick them in order during the player's turn",
        arguments: TurnReason.allCases)
    func pickThree(reason: TurnReason) throws {
        for line in ["b2 a3 c4", "claim b2 a3 c4"] {
            var duel = try LineModeDuel()
            _ = duel.give(.first, reason)
            let cards = try LineModeDuel.trio("B2", "A3", "C4").cards
            #expect(duel.sent(line) == cards.map { .pick($0) })
            // They are being judged, and no fourth card is sent.
            #expect(duel.sent("a1") == [])
        }
    }

    @Test("Line mode: three card names replace earlier picks and marks")
    func wholeSet() throws {
        var duel = try LineModeDuel()
        _ = duel.give(.first, .claim)
        let (chosen, stray) = (try LineModeDuel.card("A3"), try LineModeDuel.card("A1"))
        _ = duel.publish(.picked(.first, stray)) { state in
            state.selection = Selection(seat: .first, cards: [chosen, stray], verdict: .undecided)
        }
        let sent = duel.sent("b2 a3 c4")
        #expect(
            sent == [
                .pick(stray), .pick(try LineModeDuel.card("B2")),
                .pick(try LineModeDuel.card("C4")),
            ])
    }

    @Test("Line mode: one or two card names pick in the player's turn and mark otherwise")
    func few() throws {
        var duel = try LineModeDuel()
        #expect(
            duel.client.read("b1", at: .zero)
                == LineModeClient.Output(lines: ["Marks: B1 two solid red diamonds."]))
        #expect(duel.lines("a2 b1") == ["Marks: A2 three solid green squiggles. Removed: B1."])
        #expect(duel.lines("a2") == ["Marks: none. Removed: A2."])
        _ = duel.lines("a1 b1")
        #expect(duel.lines("c1").first?.hasSuffix(". Type claim to claim them.") == true)
        _ = duel.lines("clear")
        _ = duel.give(.first, .claim)
        #expect(duel.sent("b1") == [.pick(try LineModeDuel.card("B1"))])
        #expect(
            duel.sent("pick b1 a2") == [
                .pick(try LineModeDuel.card("B1")), .pick(try LineModeDuel.card("A2")),
            ])
    }

    @Test("Line mode: three card names mark cards during the opponent's turn")
    func waitingMarks() throws {
        var duel = try LineModeDuel()
        _ = duel.lines("c3")
        _ = duel.give(.second, .claim)
        #expect(
            duel.client.read("a1 b1 a2", at: .zero)
                == LineModeClient.Output(lines: [
                    "Marks: A1 three open red ovals, B1 two solid red diamonds, A2 three solid green squiggles.",
                    "Wait: it is not your turn, so they are only marked.",
                ]))
        _ = duel.publish(.timedOut(.second, .claim, points: -2)) { state in
            state.phase = .open
            state.turn = nil
        }
        let cards = try LineModeDuel.trio("A1", "B1", "A2").cards
        #expect(duel.sent("claim") == [.claim(Claim(board: BoardNumber(0), cards: cards))])
    }

    @Test("Line mode: claim with fewer cards carries exactly those into the turn")
    func claimFew() throws {
        var duel = try LineModeDuel()
        _ = duel.lines("c3")
        #expect(duel.sent("claim a1 b1") == [.claim(Claim(board: BoardNumber(0)))])
        duel.state.revision = duel.state.revision.next
        duel.state.phase = .turn
        duel.state.event = .claimed(.first)
        duel.state.turn = Turn(seat: .first, reason: .claim, countdown: nil)
        let output = duel.client.receive(.state(duel.state), at: .zero)
        #expect(
            output.effects == [
                .send(.pick(try LineModeDuel.card("A1"))),
                .send(.pick(try LineModeDuel.card("B1"))),
            ])
        #expect(output.lines == ["Turn: yours, no time limit."])
        #expect(duel.lines("claim") == ["Refused: \(Refusal.alreadyYourTurn.sentence)"])
    }

    @Test("Line mode: card names pick without a claim in a solo game")
    func solo() throws {
        var duel = try LineModeDuel(rules: .solo)
        #expect(duel.sent("a1") == [.pick(try LineModeDuel.card("A1"))])
        #expect(
            duel.sent("a1 b2 c3")
                == (try LineModeDuel.trio("A1", "B2", "C3").cards.map { .pick($0) }))
        #expect(duel.lines("claim") == ["Refused: \(Refusal.noClaimNeeded.sentence)"])
    }

    @Test("Line mode: card commands are refused while no card can be touched")
    func standstill() throws {
        let expected: [(TablePhase, Refusal?)] = [
            (.waiting, .waitingForReady), (.countdown, .countdownRunning), (.open, nil),
            (.turn, nil), (.paused, .gamePaused), (.over, .gameOver),
        ]
        #expect(expected.map(\.0) == TablePhase.allCases)
        for (phase, refusal) in expected {
            for line in ["a1", "a1 b1 c1", "claim", "set a1 b1 c1"] {
                var duel = try LineModeDuel()
                _ = duel.publish(nil) { $0.phase = phase }
                let isRefused = duel.lines(line).first?.hasPrefix("Refused: ") == true
                if let refusal {
                    #expect(duel.lines(line) == ["Refused: \(refusal.sentence)"])
                } else {
                    #expect(!isRefused)
                }
            }
        }
    }

    @Test("Line mode: clear takes back marks and picks")
    func clear() throws {
        var duel = try LineModeDuel()
        #expect(duel.lines("clear") == ["Marks: nothing to clear."])
        _ = duel.lines("a1")
        #expect(duel.lines("clear") == ["Marks: none."])
        _ = duel.give(.first, .claim)
        let card = try LineModeDuel.card("B1")
        _ = duel.publish(.picked(.first, card)) { state in
            state.selection = Selection(seat: .first, cards: [card], verdict: .undecided)
        }
        #expect(
            duel.client.read("clear", at: .zero)
                == LineModeClient.Output(effects: [.send(.pick(card))]))
    }

    // MARK: The host

    @Test(
        "Line mode: commands that the host decides are sent to it",
        arguments: [
            ("deal", .deal(BoardNumber(0))), ("more", .deal(BoardNumber(0))),
            ("+", .deal(BoardNumber(0))),
            ("-", .pass), ("!", .hint), ("PASS", .pass),
            ("Hint", .hint), ("cheat", .hint),
            ("ready", .ready), ("start", .ready), ("rematch", .ready), ("new", .new),
            ("pause", .pause),
            ("  say  nice  one \r\n", .say("nice  one")), ("chat Ho", .say("Ho")),
        ] as [(String, ClientMessage)])
    func requests(line: String, message: ClientMessage) throws {
        var duel = try LineModeDuel()
        #expect(
            duel.client.read(line, at: .zero) == LineModeClient.Output(effects: [.send(message)]))
    }

    @Test("Line mode: a watcher's commands on the game are refused")
    func watcher() throws {
        for line in [
            "a1", "a1 b1 c1", "claim", "deal", "pass", "hint", "ready", "new", "pause", "resume",
            "resign", "clear",
        ] {
            var duel = try LineModeDuel(seat: nil)
            #expect(duel.lines(line) == ["Refused: \(Refusal.onlyWatching.sentence)"])
        }
        var duel = try LineModeDuel(seat: nil)
        #expect(duel.sent("say hi") == [.say("hi")])
    }

    @Test("Line mode: commands are answered before the table is known")
    func early() throws {
        for command in TableCommand.typed {
            var client = LineModeClient()
            #expect(!client.read(command.name, at: .zero).lines.isEmpty)
        }
        var client = LineModeClient()
        #expect(client.read("", at: .zero).lines == ["Now: waiting for the host."])
        #expect(
            client.read("a1", at: .zero).lines == ["Refused: \(Refusal.waitingForReady.sentence)"])
    }

    @Test("Line mode: pause needs a running game")
    func pause() throws {
        var duel = try LineModeDuel()
        _ = duel.publish(.paused) { $0.phase = .paused }
        #expect(duel.lines("pause") == ["Refused: \(Refusal.gamePaused.sentence)"])
        #expect(duel.sent("resume") == [.ready])
    }

    @Test("Line mode: resign asks first")
    func resign() throws {
        var duel = try LineModeDuel()
        let question = "Resign: are you sure? Answer yes or no."
        #expect(duel.lines("yes") == ["Refused: There is no question to answer."])
        #expect(duel.client.read("resign", at: .zero) == LineModeClient.Output(lines: [question]))
        #expect(
            duel.client.read("no", at: .zero)
                == LineModeClient.Output(lines: ["Resign: canceled. Nothing changes."]))
        _ = duel.lines("resign")
        #expect(
            duel.lines("time") == [
                "Resign: canceled. Nothing changes.", "Time: no clock is running.",
            ])
        #expect(duel.sent("yes").isEmpty)
        _ = duel.lines("surrender")
        #expect(
            duel.client.read("y", at: .zero) == LineModeClient.Output(effects: [.send(.resign)]))
        _ = duel.publish(nil) { $0.phase = .over }
        #expect(duel.lines("resign") == ["Refused: \(Refusal.gameOver.sentence)"])
    }

    @Test("Line mode: say sends only text the host would accept")
    func say() throws {
        var duel = try LineModeDuel()
        #expect(duel.lines("say") == ["Refused: Name a message, for example: say hello"])
        let long = "say " + String(repeating: "x", count: 201)
        #expect(
            duel.client.read(long, at: .zero)
                == LineModeClient.Output(lines: ["Refused: \(Refusal.badText.sentence)"]))
        #expect(duel.sent("say " + String(repeating: "x", count: 200)).count == 1)
    }

    private static let finalScore = " Final score: you 0 points, 0 sets; Bob 0 points, 0 sets."

    @Test(
        "Line mode: quit says goodbye once and leaves at once", arguments: ["quit", "exit", "bye"])
    func quit(line: String) throws {
        var duel = try LineModeDuel()
        #expect(
            duel.client.read(line, at: .zero)
                == LineModeClient.Output(
                    lines: ["Quit: goodbye." + Self.finalScore], effects: [.send(.leave), .quit]))
        #expect(duel.client.read("quit", at: .zero) == LineModeClient.Output())
        #expect(duel.client.inputEnded() == LineModeClient.Output())
        #expect(
            duel.client.receive(.bye(.left, resume: false), at: .zero) == LineModeClient.Output())
    }

    @Test("Line mode: the end of input leaves the table")
    func inputEnded() throws {
        var duel = try LineModeDuel()
        #expect(
            duel.client.inputEnded()
                == LineModeClient.Output(
                    lines: ["Quit: end of input." + Self.finalScore],
                    effects: [.send(.leave), .quit]))
        duel = try LineModeDuel()
        _ = duel.client.connectionClosed("gone")
        #expect(duel.client.inputEnded().effects == [.quit])
    }

    @Test("Line mode: q asks before a game is lost, and leaves at once when none is")
    func q() throws {
        let question = "Quit: Leave the table? You will lose this game. Answer yes or no."
        for phase in TablePhase.allCases {
            var duel = try LineModeDuel()
            _ = duel.publish(nil) { $0.phase = phase }
            let isLost = ![.waiting, .over].contains(phase)
            #expect(duel.lines("q") == [isLost ? question : "Quit: goodbye." + Self.finalScore])
        }
        var duel = try LineModeDuel()
        _ = duel.lines("q")
        #expect(duel.lines("no") == ["Quit: canceled. Nothing changes."])
        _ = duel.lines("q")
        #expect(duel.client.read("q", at: .zero).effects == [.send(.leave), .quit])
        var watcher = try LineModeDuel(seat: nil)
        #expect(watcher.lines("q") == ["Quit: goodbye."])
    }

    @Test("Line mode: the report in the middle of a game gives the figures so far")
    func reportSoFar() throws {
        var duel = try LineModeDuel()
        #expect(
            duel.lines("report") == [
                "Report: nothing yet. It covers only the time since you joined or came back."
            ])
        let trio = try LineModeDuel.trio("A3", "B3", "B4")
        _ = duel.publish(.setFound(.second, trio, points: 5)) { $0.players.second?.points = 5 }
        let lines = duel.lines("report")
        #expect(
            lines.first
                == "Report: These statistics cover only the last 0 seconds, since you joined or returned."
        )
        #expect(lines.contains { $0.hasPrefix("Report: Bob: points 5; ") })
    }

    @Test("Line mode: the report in the middle of a game does not tell a set that is still there")
    func reportOfMissedSet() throws {
        var duel = try LineModeDuel()
        _ = duel.publish(nil) { $0.selection = nil }
        _ = duel.publish(.dealt(.first, [], setsBefore: 1, points: -2)) {
            $0.players.first?.points = -2
        }
        let report = duel.client.model.figures
        #expect(!report.missedSets.isEmpty && report.result == nil)
        let lines = duel.lines("report")
        #expect(lines.count > 1 && !lines.contains { $0.contains("issed") })
    }
}
