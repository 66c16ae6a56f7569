import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// One of Bob's events, the state after it, and what Ann reads.
struct LineModeEventSample: Sendable {
    let event: TableEvent
    var change: @Sendable (inout TableState) -> Void = { _ in }
    let lines: [String]
}

@Suite struct LineModeEvents {
    typealias Sample = LineModeEventSample

    /// The name of an event's kind; a new kind does not compile before it is named here.
    static func kind(of event: TableEvent) -> String {
        switch event {
        case .joined: "joined"
        case .left: "left"
        case .away: "away"
        case .returned: "returned"
        case .seatReleased: "seatReleased"
        case .ready: "ready"
        case .countdown: "countdown"
        case .started: "started"
        case .claimed: "claimed"
        case .picked: "picked"
        case .unpicked: "unpicked"
        case .setFound: "setFound"
        case .mismatch: "mismatch"
        case .timedOut: "timedOut"
        case .passed: "passed"
        case .dealt: "dealt"
        case .refilled: "refilled"
        case .hinted: "hinted"
        case .asked: "asked"
        case .withdrew: "withdrew"
        case .paused: "paused"
        case .resumed: "resumed"
        case .suddenDeath: "suddenDeath"
        case .resigned: "resigned"
        case .over: "over"
        }
    }

    static let kindCount = 25

    static let people: [Sample] = [
        Sample(event: .joined(.second), lines: ["Player: Bob sat down."]),
        Sample(
            event: .left(.second),
            change: { state in
                state.phase = .over
                state.players.second = nil
                state.result = GameResult(winner: .first, decider: .left)
            },
            lines: [
                "Over: You win: Bob left. Waiting for another player."
            ]),
        Sample(
            event: .away(.second), change: { $0.players.second?.isPresent = false },
            lines: ["Player: Bob was disconnected. Bob's seat is being kept for 60 seconds."]),
        Sample(event: .returned(.second), lines: ["Player: Bob is back."]),
        Sample(
            event: .seatReleased(.second),
            lines: [
                "Player: Bob did not come back in time. Type new to end the game, or keep waiting."
            ]),
        Sample(
            event: .resigned(.second),
            change: { state in
                state.phase = .over
                state.result = GameResult(winner: .first, decider: .resigned)
            },
            lines: [
                "Over: You win: Bob resigned. Type ready for a rematch."
            ]),
    ]

    static let agreements: [Sample] = [
        Sample(
            event: .ready(.second),
            change: { state in
                state.phase = .over
                state.players.second?.isReady = true
            }, lines: ["Ready: Bob is ready. Type ready when you are ready too."]),
        Sample(
            event: .countdown,
            change: { state in
                state.phase = .countdown
                state.cards = []
                state.clock = Clock(
                    reason: .start,
                    countdown: Countdown(remaining: .seconds(3), total: .seconds(3)))
            }, lines: ["Start: the cards will be dealt in 3 seconds."]),
        Sample(
            event: .asked(.second, .new),
            lines: ["Ask: Bob asked for a new game. Answer yes or no."]),
        Sample(
            event: .withdrew(.second, .pause), lines: ["Ask: Bob withdrew the request for a pause."]
        ),
        Sample(
            event: .withdrew(.second, .pause, because: .declined),
            lines: ["Ask: you said no to a pause."]),
        Sample(
            event: .withdrew(.second, .new, because: .lapsed),
            lines: ["Ask: Bob's request for a new game expired."]),
        Sample(
            event: .paused,
            change: { state in
                state.phase = .paused
                state.cards = state.cards.map { _ in nil }
            }, lines: ["Pause: the cards are face down until both players type resume."]),
        Sample(event: .resumed, lines: ["Resume: the game continues."]),
        Sample(
            event: .suddenDeath,
            change: { state in
                state.phase = .countdown
                state.cards = []
            },
            lines: [
                "Sudden death: the game is tied. Twelve new cards are dealt; the next set wins."
            ]),
        Sample(
            event: .over,
            change: { state in
                state.phase = .over
                state.players.first?.points = 20
                state.players.second?.points = 24
                state.result = GameResult(winner: .second, decider: .points)
            },
            lines: [
                "Score: you 20, Bob 24.",
                "Over: Bob wins by 4 points, 24 to 20. Type ready for a rematch.",
            ]),
    ]

    @Test("Line mode has lines for every event about people", arguments: LineModeEvents.people)
    func aboutPeople(sample: Sample) throws { try check(sample) }

    @Test(
        "Line mode has lines for every event about agreements", arguments: LineModeEvents.agreements
    )
    func aboutAgreements(sample: Sample) throws { try check(sample) }

    @Test("Line mode has lines for every event about cards")
    func aboutCards() throws {
        for sample in try Self.cards() { try check(sample) }
    }

    @Test("The line-mode event samples cover every kind of event")
    func everyKind() throws {
        let samples = Self.people + Self.agreements + (try Self.cards())
        #expect(Set(samples.map { Self.kind(of: $0.event) }).count == Self.kindCount)
    }

    private func check(_ sample: Sample) throws {
        var duel = try LineModeDuel()
        #expect(duel.publish(sample.event, sample.change) == sample.lines)
    }
}

// MARK: - Other events

extension LineModeEvents {
    @Test("Line mode calls the player \"you\"")
    func own() throws {
        var duel = try LineModeDuel()
        let card = try LineModeDuel.card("B1")
        #expect(duel.give(.first, .claim) == ["Turn: yours, 5 seconds."])
        #expect(
            duel.publish(.picked(.first, card)) == ["Pick: B1."])
        #expect(
            duel.publish(.ready(.first)) == ["Ready: you are ready."])
        #expect(
            duel.publish(.asked(.first, .pause)) == [
                "Ask: you asked for a pause. Bob must agree. Type pause again to withdraw it."
            ])
    }

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
            (nil, "Eve", "Chat: Eve, watching: hi"),
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
