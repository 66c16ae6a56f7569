import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite struct LineModeEvents {
    @Test("Line mode says that a pause was agreed to, and asks nothing then")
    func agreed() throws {
        var duel = try LineModeDuel()
        let lines = duel.publish(.asked(.second, .pause)) { $0.players.first?.asks = .pause }
        #expect(lines == ["Pause: Bob agreed. The pause begins after this turn."])
    }

    @Test("Line mode calls both players by name for a watcher")
    func watcher() throws {
        var duel = try LineModeDuel(seat: nil)
        #expect(duel.give(.first, .claim) == ["Turn: Ann claimed, 5 seconds."])
        #expect(duel.publish(.asked(.first, .new)) == ["Ask: Ann asked for a new game."])
        let over = duel.publish(.over) { state in
            state.phase = .over
            state.turn = nil
            state.result = GameResult(winner: nil, decider: .sets)
        }
        #expect(over == ["Over: A draw, 0 all."])
    }

    @Test("Line mode says whose turn it is and for how long", arguments: Seat.allCases)
    func turns(seat: Seat) throws {
        var duel = try LineModeDuel()
        let owner = seat == .first ? "yours" : "Bob's"
        let price = seat == .first ? "; a mistake costs 2" : ""
        #expect(
            duel.give(seat, .answer, seconds: nil) == ["Turn: \(owner), no time limit\(price)."])
        let grace = "Turn: \(owner), 7 seconds"
        #expect(
            duel.give(seat, .grace, seconds: 7) == [
                grace + (seat == .first ? "; a mistake costs nothing." : ".")
            ])
        let end = duel.publish(.passed(seat, .grace, points: 0)) { state in
            state.phase = .open
            state.turn = nil
        }
        #expect(end.last == "Open: either player can claim.")
    }

    @Test("Line mode does not repeat the board after a pause")
    func pause() throws {
        var duel = try LineModeDuel()
        let cards = duel.state.cards
        _ = duel.publish(.paused) { state in
            state.phase = .paused
            state.cards = cards.map { _ in nil }
        }
        let countdown = duel.publish(.countdown) { $0.phase = .countdown }
        #expect(countdown == ["Start: the game resumes now."])
        let resumed = duel.publish(.resumed) { state in
            state.phase = .open
            state.cards = cards
        }
        #expect(resumed == ["Resume: the game continues."])
    }

    @Test("Line mode announces board changes even if events were missed")
    func missed() throws {
        var duel = try LineModeDuel()
        let lines = duel.publish(nil) { $0.cards.append(Card(code: "1111")) }
        #expect(lines == ["New: A5 one solid red diamond."])
    }

    @Test("Line mode ignores states older than the newest")
    func stale() throws {
        var duel = try LineModeDuel()
        _ = duel.publish(nil)
        var old = duel.state
        old.revision = Revision(0)
        old.event = .over
        #expect(duel.client.receive(.state(old), at: .zero) == LineModeClient.Output())
    }

    @Test("Line mode prints refusals in the host's words, else in its own")
    func refusals() throws {
        for refusal in Refusal.allCases {
            var duel = try LineModeDuel()
            let usual = Refused(request: .claim, why: refusal, message: "")
            // On the screen, a key starts the next game.
            let sentence =
                refusal == .gameOver
                ? "The game is over. Type ready to play again." : refusal.sentence
            #expect(
                duel.client.receive(.refused(usual), at: .zero).lines == ["Refused: \(sentence)"])
            let own = Refused(request: .claim, why: refusal, message: "Wait for 3 more seconds.")
            #expect(
                duel.client.receive(.refused(own), at: .zero).lines == [
                    "Refused: Wait for 3 more seconds."
                ])
        }
    }

    @Test("Line mode prints why the connection ended, then quits")
    func endings() throws {
        for error in ConnectionError.allCases {
            var duel = try LineModeDuel()
            #expect(
                duel.client.receive(.error(error, message: ""), at: .zero)
                    == LineModeClient.Output(lines: ["Error: \(error.sentence)"], effects: [.quit]))
        }
        for farewell in Farewell.allCases {
            var duel = try LineModeDuel()
            #expect(
                duel.client.receive(.bye(farewell, resume: false), at: .zero)
                    == LineModeClient.Output(lines: ["Bye: \(farewell.sentence)"], effects: [.quit])
            )
            // The socket closes after that, which is no news.
            #expect(duel.client.connectionClosed("closed") == LineModeClient.Output())
        }
        var duel = try LineModeDuel()
        #expect(
            duel.client.connectionClosed("The host is gone.")
                == LineModeClient.Output(lines: ["Error: The host is gone."], effects: [.quit]))
    }

    @Test("Line mode names the speaker of a chat message")
    func chat() throws {
        var duel = try LineModeDuel()
        let said: [(Seat?, String, String)] = [
            (.second, "Bob", "Chat: Bob: hi"), (.first, "Ann", "Chat: you: hi"),
            (nil, "Eve", "Chat: Eve (watching): hi"),
        ]
        for (seat, name, line) in said {
            let message = HostMessage.said(seat, name: name, text: "hi")
            #expect(duel.client.receive(message, at: .zero).lines == [line])
        }
    }

    @Test("Line mode answers pings silently")
    func ping() throws {
        var duel = try LineModeDuel()
        #expect(
            duel.client.receive(.ping(Nonce("7")), at: .zero)
                == LineModeClient.Output(effects: [.send(.pong(Nonce("7")))]))
        #expect(duel.client.receive(.pong(Nonce("7")), at: .zero) == LineModeClient.Output())
    }
}
