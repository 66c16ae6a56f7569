import SetProtocol
import Testing

@testable import SetClient

/// What a listener hears, and in which order.
@Suite struct LineModeListening {
    @Test("A player's own turn is announced before what led to it")
    func ownTurnFirst() throws {
        var duel = try LineModeDuel()
        let trio = try LineModeDuel.trio("A1", "B1", "C1")
        _ = duel.give(.second, .claim)
        let lines = duel.publish(.mismatch(.second, trio, points: -2)) { state in
            state.players.second?.points = -2
            state.turn = Turn(
                seat: .first, reason: .answer,
                countdown: Countdown(remaining: .seconds(10), total: .seconds(10)))
        }
        // Nor are the reasons and the score read while the turn runs out.
        #expect(
            lines == [
                "Turn: yours, 10 seconds; a mistake costs 2.",
                "Wrong: Bob, minus 2: A1, B1, and C1.",
            ])
    }

    @Test("Marks that a claim would pick are named when the board opens again")
    func marksAtOpening() throws {
        var duel = try LineModeDuel()
        _ = duel.give(.second, .claim)
        _ = duel.lines("a1 b1")
        let lines = duel.publish(.passed(.second, .claim, points: -2)) { state in
            (state.phase, state.turn) = (.open, nil)
        }
        #expect(lines.last == "Open: either player can claim. Marked: A1 and B1; claim picks them.")
    }

    @Test("A mark that makes way for a fourth one is named")
    func fourthMark() throws {
        var duel = try LineModeDuel()
        _ = duel.give(.second, .claim)
        _ = duel.lines("a1 b1")
        _ = duel.lines("c3")
        let marked = duel.lines("c1")
        #expect(marked.count == 1 && marked[0].hasPrefix("Marks: B1 two solid red diamonds, C3 "))
        #expect(marked[0].hasSuffix(". Removed: A1."), "\(marked)")
    }

    @Test("A player who is ready after the other one left waits for another player")
    func leftAlone() throws {
        var duel = try LineModeDuel()
        _ = duel.publish(.left(.second)) { state in
            (state.phase, state.players.second) = (.over, nil)
            state.players.first?.isReady = true
        }
        #expect(
            duel.lines("").first?.hasPrefix(
                "Now: The game is over. Waiting for another player. ") == true)
    }

    @Test("A solo game has no turns to pass")
    func nothingToPass() throws {
        var solo = try LineModeDuel(rules: .solo)
        #expect(solo.lines("pass") == ["Refused: There are no turns to pass in this game."])
    }

    @Test("The seconds of a turn after a deal do not interrupt the new cards")
    func afterDeal() throws {
        var duel = try LineModeDuel()
        _ = duel.give(.first, .grace, seconds: 15)
        #expect(duel.client.nextAnnouncement == MonotonicInstant(.seconds(10)))
        #expect(
            duel.client.timePassed(at: MonotonicInstant(.seconds(10))).lines == [
                "Time: 5 seconds left."
            ])
        #expect(duel.client.nextAnnouncement == nil)
    }

    @Test("What others say in a player's own turn is printed after it")
    func chatAfterTurn() throws {
        var duel = try LineModeDuel()
        let hello = HostMessage.said(.second, name: "Bob", text: "hello")
        _ = duel.give(.first, .claim)
        #expect(duel.client.receive(hello, at: .zero).lines == [])
        // The player's own words are the answer to a typed line.
        let own = HostMessage.said(.first, name: "Ann", text: "wait")
        #expect(duel.client.receive(own, at: .zero).lines == ["Chat: you: wait"])
        let after = duel.publish(.passed(.first, .claim, points: -2)) { state in
            (state.phase, state.turn) = (.open, nil)
        }
        #expect(after.last == "Chat: Bob: hello")
        #expect(duel.client.receive(hello, at: .zero).lines == ["Chat: Bob: hello"])
    }

    @Test("A host cannot fill the memory with chat in a player's own turn")
    func chatFlood() throws {
        var duel = try LineModeDuel()
        _ = duel.give(.first, .claim)
        for number in 0..<1000 {
            _ = duel.client.receive(
                .said(.second, name: "Bob", text: "\(number)"), at: .zero)
        }
        let after = duel.publish(.passed(.first, .claim, points: -2)) { state in
            (state.phase, state.turn) = (.open, nil)
        }
        #expect(after.count { $0.hasPrefix("Chat: ") } == 20)
    }

    @Test("Enter tells a player's own request, and the computer's consent is not awaited aloud")
    func ownRequest() throws {
        for (venue, count) in [(TableModel.Venue.elsewhere, 1), (.embedded, 0)] {
            var duel = try LineModeDuel(venue: venue)
            let lines = duel.publish(.asked(.first, .pause)) {
                $0.players.first?.asks = .pause
            }
            #expect(lines.count { $0.hasPrefix("Ask: ") } == count)
            #expect(duel.lines("").first?.contains(" You asked for a pause. ") == true)
        }
    }

    @Test("A player who leaves is named by the result of a game, and alone after it")
    func leaving() throws {
        var duel = try LineModeDuel()
        let end = duel.publish(.left(.second)) { state in
            state.phase = .over
            state.result = GameResult(winner: .first, decider: .left)
        }
        #expect(!end.contains("Player: Bob left the table."))
        #expect(end.contains { $0.hasPrefix("Over: You win: Bob left.") })
        var over = try LineModeDuel()
        _ = over.publish(.over) { state in
            state.phase = .over
            state.result = GameResult(winner: .first, decider: .points)
        }
        let later = over.publish(.left(.second)) { $0.players.second = nil }
        #expect(later.contains("Player: Bob left the table."))
    }

    @Test("A mark is confirmed even if a card of a found set is named with it")
    func markBesideFoundSet() throws {
        var duel = try LineModeDuel()
        let trio = try LineModeDuel.trio("A3", "B3", "B4")
        _ = duel.publish(.setFound(.second, trio, points: 3)) { state in
            state.selection = Selection(seat: .second, cards: trio.cards, verdict: .match)
            state.clock = Clock(
                reason: .reveal,
                countdown: Countdown(remaining: .seconds(1), total: .seconds(1)))
        }
        #expect(duel.lines("a1 a3").first?.hasPrefix("Marks: A1 ") == true)
    }

    @Test("A claim after the opponent's is answered as too late, and the race is reported as over")
    func lateClaim() throws {
        var duel = try LineModeDuel()
        _ = duel.give(.second, .claim)
        let refused = Refused(
            request: .claim, why: .notYourTurn, message: "It is Bob's turn for 5 more seconds.")
        #expect(
            duel.client.receive(.refused(refused), at: .zero).lines == [
                "Too late: Bob claimed first."
            ])
        let race = Race(winner: .second, margin: .zero, adjustment: .zero, isDeadHeat: true)
        #expect(
            duel.client.receive(.race(race), at: .zero).lines == [
                "Race: a dead heat; the turn goes to Bob."
            ])
    }

    @Test("Cards that lie face down are one line")
    func faceDown() throws {
        var duel = try LineModeDuel()
        _ = duel.publish(.paused) { state in
            state.phase = .paused
            state.cards = state.cards.map { _ in nil }
        }
        #expect(duel.lines("board") == ["Board: 12 cards, face down."])
    }

    @Test("A pause tells of the other's request, and how long it can last")
    func pause() throws {
        var duel = try LineModeDuel()
        _ = duel.publish(.paused) { $0.phase = .paused }
        let ready = duel.publish(.ready(.second)) { state in
            state.players.second?.isReady = true
            state.clock = Clock(
                reason: .ready,
                countdown: Countdown(remaining: .seconds(120), total: .seconds(120)))
        }
        #expect(ready == ["Ready: Bob is ready. Type resume, or the game resumes in 120 seconds."])
        _ = duel.publish(.asked(.second, .new)) { $0.players.second?.asks = .new }
        let now = try #require(duel.lines("").first)
        #expect(now.contains(" Bob asked for a new game. "))
        #expect(now.hasSuffix("You can type: yes, no, resume, say, board, quit."))
    }

    @Test("A name that ends with a number is not run together with the points")
    func numberedName() throws {
        var duel = try LineModeDuel(names: ["Ann", "Ann 2"])
        let lines = duel.publish(.passed(.second, .claim, points: -2)) {
            $0.players.second?.points = -2
        }
        #expect(lines.last == "Score: you 0, Ann 2 has minus 2.")
    }

    @Test("A player hears the name that the host uses instead of the requested one")
    func changedName() throws {
        for (seat, line) in [
            (Seat.first, "Player: Ann 2 is here."),
            (.second, "Player: Ann is here. Your name here is Ann 2."),
        ] {
            var client = LineModeClient()
            let table = try #require(TableCode("K7M2QX"))
            _ = client.receive(
                .welcome(Welcome(seat: seat, token: nil, table: table, rules: .duel)), at: .zero)
            var state = TableState()
            state.players.first = PlayerState(name: "Ann")
            state.players.second = PlayerState(name: "Ann 2")
            #expect(client.receive(.state(state), at: .zero).lines.first == line)
        }
        // A name that only begins like the other is the player's own.
        var duel = try LineModeDuel(seat: .second, names: ["Ann", "Ann Lee"])
        let table = try #require(TableCode("K7M2QX"))
        _ = duel.client.receive(
            .welcome(Welcome(seat: .second, token: nil, table: table, rules: .duel)), at: .zero)
        #expect(duel.publish(nil).first == "Player: Ann is here.")
    }

    @Test("Relaxed times are in the introduction, in seconds")
    func relaxed() throws {
        let times = [
            (
                HostPace.relaxed,
                "time to pick: 10 seconds; time after failure: 20 seconds; time after a deal: 15 seconds"
            ),
            (
                .unhurried,
                "time to pick: 60 seconds; time after failure: no limit; time after a deal: 60 seconds"
            ),
        ]
        for (pace, words) in times {
            var client = LineModeClient()
            let table = try #require(TableCode("K7M2QX"))
            var rules = pace.applied(to: .duel)
            rules.hints = true
            let lines = client.receive(
                .welcome(Welcome(seat: .first, token: nil, table: table, rules: rules)), at: .zero
            ).lines
            #expect(lines.contains("Rules: \(words); hints: yes (default: no)."))
        }
    }

    @Test("A single row of the board is read on request")
    func row() throws {
        var duel = try LineModeDuel()
        let rows = duel.lines("board").dropFirst()
        for (letter, row) in zip(["a", "B", "c"], rows) {
            #expect(duel.lines("board \(letter)") == [row])
            #expect(duel.lines("row \(letter)") == [row])
        }
        #expect(duel.lines("row d") == ["Refused: There is no such row. For example: board a"])
    }

    @Test("A set's line says what more cards cost")
    func crowding() throws {
        var duel = try LineModeDuel()
        let trio = try LineModeDuel.trio("A3", "B3", "B4")
        let more = Card.all.filter { !LineModeDuel.board.contains($0) }
        // At most two points are lost, however many cards there are.
        for (count, points, detail) in [(15, 2, "1 less for 15"), (21, 1, "2 less for 21")] {
            let lines = duel.publish(.setFound(.second, trio, points: points)) { state in
                state.cards = LineModeDuel.board + more.prefix(count - 12)
            }
            let word = points == 1 ? "point" : "points"
            #expect(
                lines.contains("Set: Bob, \(points) \(word), \(detail) cards: A3, B3, and B4."))
        }
    }
}
