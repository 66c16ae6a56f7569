import SetProtocol

/// Messages of every kind, for tests that must hold for each.
enum WireSamples {
    static let token = SeatToken(hex: "00112233445566778899aabbccddeeff")
    static let table = TableCode("K7M2QX")

    static let client: [ClientMessage] =
        [
            .status, .ready, .pass, .hint, .new, .resign, .pause, .decline, .leave, .queue,
            .hello(Hello(name: "Ann")), .hello(Hello(name: "Ann", wantsNewTable: true)),
            .hello(Hello(name: "Ann Ö", role: .watch, table: table)),
            .hello(Hello(name: "李小龍", table: table, token: token)),
            .hello(Hello(name: "\"\\/", token: token, version: 2)),
            .hello(Hello(name: "Zoë", version: -3)), .hello(featured),
            .claim(Claim(board: BoardNumber(0))),
            .claim(Claim(board: BoardNumber(JSONLimits.largestInteger))),
            .claim(Claim(board: BoardNumber(17), cards: cards("1111 2222 3333"))),
            .claim(Claim(board: BoardNumber(17), cards: cards("1111 1111 1111"))),
            .deal(BoardNumber(17)),
            .say("nice one"), .say("\\o/ \"ha\" 中文 🙂"), .say(String(repeating: "x", count: 200)),
            .ping(Nonce("b")), .pong(Nonce("a")), .pong(Nonce("0123456789abcdef0123456789ABCDEF")),
        ] + Card.all.map { .pick($0) }

    private static let featured: Hello = {
        var hello = Hello(name: "Ann")
        hello.features = ProtocolFeature.allCases
        hello.isTelevision = true
        return hello
    }()

    static let events: [TableEvent] =
        Seat.allCases.flatMap(events(of:)) + [
            .countdown, .started, .refilled(cards("1111 2222 3333")), .refilled([]), .paused,
            .resumed,
            .suddenDeath, .over,
        ]

    private static func events(of seat: Seat) -> [TableEvent] {
        let card = cards("2131")
        guard let set = Trio(cards("1111 3333 2222")), let none = Trio(cards("1111 2222 3332")),
            let card = card.first
        else { return [] }
        return [
            .joined(seat), .left(seat), .away(seat), .returned(seat), .seatReleased(seat),
            .ready(seat), .claimed(seat), .resigned(seat), .picked(seat, card),
            .unpicked(seat, card, points: 0), .setFound(seat, set, points: 5),
            .mismatch(seat, none, points: -2),
            .dealt(seat, cards("1111 2222 3333"), setsBefore: 2, points: -2),
            .hinted(seat, shown: 3, points: -3),
        ]
            + TurnReason.allCases.flatMap {
                [
                    TableEvent.timedOut(seat, $0, points: -2), .passed(seat, $0, points: 0),
                ]
            }
            + Proposal.allCases.flatMap {
                [
                    TableEvent.asked(seat, $0), .withdrew(seat, $0),
                    .withdrew(seat, $0, because: .declined), .withdrew(seat, $0, because: .lapsed),
                ]
            }
    }

    /// The messages about a shuffle.
    static let shuffles: [HostMessage] = {
        guard let salt = Salt(hex: "000102030405060708090a0b0c0d0e0f") else { return [] }
        let shuffle = Shuffle(deck: SeededGenerator.shuffledDeck(seed: 1), salt: salt)
        return [
            .commitment(Commitment(game: 3, digest: shuffle.digest)),
            .reveal(Reveal(game: 3, shuffle: shuffle)),
            .reveal(Reveal(game: 0, shuffle: Shuffle(deck: [], salt: salt))),
        ]
    }()

    /// A state in which everything that can be there is there.
    static let fullState: TableState = {
        var state = TableState()
        state.revision = Revision(42)
        state.board = BoardNumber(17)
        state.phase = .turn
        state.event = .claimed(.first)
        state.cards = cards("2131 1111 3333") + [nil, cards("1212").first]
        state.deck = 66
        state.discard = 3
        state.lastDiscard = cards("1111").first
        state.selection = Selection(seat: .first, cards: cards("2131 1111"), verdict: .undecided)
        state.turn = Turn(
            seat: .first, reason: .claim,
            countdown: Countdown(remaining: .milliseconds(4211), total: .seconds(5)))
        state.clock = Clock(
            reason: .away,
            countdown: Countdown(remaining: .milliseconds(59_999), total: .seconds(60)))
        var (ann, bob) = (PlayerState(name: "Ann"), PlayerState(name: "Bob \"B\""))
        (ann.points, ann.sets, ann.wins, ann.asks) = (5, 1, 2, .pause)
        (bob.points, bob.isPresent, bob.isReady) = (-2, false, true)
        state.players = PerSeat(first: ann, second: bob)
        state.game = 3
        state.isSuddenDeath = true
        state.result = GameResult(winner: .second, decider: .suddenDeath)
        state.match = Match(games: 5, winner: .second)
        state.queue = ["Eve", "Eve 2"]
        return state
    }()

    static let status: HostStatus = {
        var random = SeededGenerator(seed: 1)
        var status = HostStatus(
            host: HostID(using: &random), program: "0.1.0", isPrivate: true, rules: "custom")
        (status.tables, status.seats, status.players, status.watchers) = (1, 2, 3, 4)
        status.isDraining = true
        return status
    }()

    static let states: [TableState] = {
        var states = [TableState(), fullState]
        func add(_ change: (inout TableState) -> Void) {
            var state = fullState
            change(&state)
            states.append(state)
        }
        for phase in TablePhase.allCases { add { $0.phase = phase } }
        for event in events { add { $0.event = event } }
        for decider in GameResult.Decider.allCases {
            add { $0.result = GameResult(winner: nil, decider: decider) }
        }
        for reason in TurnReason.allCases {
            add { $0.turn = Turn(seat: .second, reason: reason, countdown: nil) }
        }
        for reason in ClockReason.allCases {
            add {
                $0.clock = Clock(
                    reason: reason, countdown: Countdown(remaining: .zero, total: .seconds(1)))
            }
        }
        for verdict in Verdict.allCases {
            add { $0.selection = Selection(seat: .second, cards: cards("1111"), verdict: verdict) }
        }
        add { $0.cards = Card.all }
        add { $0.players = PerSeat(first: nil, second: PlayerState(name: "\u{1B}[2J\u{7F}")) }
        add { $0.revision = Revision(JSONLimits.largestInteger) }
        return states
    }()

    static let rules: [Rules] = {
        var odd = Rules.duel
        odd.claim = .milliseconds(4321)
        odd.mismatchPoints = -99
        odd.draw = .stands
        odd.victory = .sets
        odd.refill = .never
        odd.firstWindow = 10
        return [.duel, .solo, odd]
    }()

    /// Every kind of message but most states.
    static let messages: [HostMessage] = {
        var messages: [HostMessage] = shuffles + [.state(TableState()), .state(fullState)]
        if let table, let token {
            for rules in rules {
                messages += [(nil, nil), (.first, token), (.second, token)].map {
                    var welcome = Welcome(seat: $0, token: $1, table: table, rules: rules)
                    welcome.features = ProtocolFeature.allCases
                    welcome.name = $0 == nil ? "Eve 2" : nil
                    return .welcome(welcome)
                }
            }
        }
        messages += [.status(status), .status(HostStatus())]
        messages += Refusal.allCases.map { .refused(Refused(request: nil, why: $0)) }
        messages += ClientMessage.MessageType.allCases.map {
            .refused(Refused(request: $0, why: .tooFast, message: "Wait,\n\"please\"."))
        }
        messages += [
            .race(
                Race(
                    winner: .first, margin: .milliseconds(12), adjustment: .milliseconds(3),
                    credited: .second)),
            .said(nil, name: "Eve", text: "\u{1B}[2J\u{7F}\n\t\r"),
            .ping(Nonce("7f")), .pong(Nonce("7f")),
        ]
        messages += (0...3).map {
            .hint(Hint(board: BoardNumber($0), cards: Array(cards("1111 2222 3333").prefix($0))))
        }
        messages += (Seat.allCases as [Seat?] + [nil]).map {
            .said($0, name: "Ann", text: "nice one \u{202E}")
        }
        messages += Farewell.allCases.flatMap { why in
            [true, false].map { .bye(why, resume: $0) }
        }
        return messages + ConnectionError.allCases.map { .error($0, message: $0.sentence) }
    }()

    static let host = messages + states.dropFirst(2).map { HostMessage.state($0) }
}
