import SetProtocol

@testable import SetClient

/// Moments of a game as a client knows them, made from the messages a host would send.
enum ViewScene: String, CaseIterable, Sendable {
    case joining, alone, ready, countdown, open, marked, calling, myTurn, otherTurn, match, mismatch
    case grace, refused, chatting, paused, away, over, help, rules, quitting, solo, watching
    case story, lost, lostInTurn

    /// When the scene is looked at.
    static let now = MonotonicInstant(.seconds(100))

    /// The client's knowledge in the scene.
    ///
    /// - Parameter count: How many cards lie on the board.
    func model(cards count: Int = 12) -> TableModel { view(cards: count).model }

    /// The screen of the scene.
    ///
    /// - Parameter count: How many cards lie on the board.
    func view(cards count: Int = 12) -> TableView {
        acted(on: TableView(start(cards: count)))
    }

    private func start(cards count: Int) -> TableModel {
        let deck = SeededGenerator.shuffledDeck(seed: 5)
        switch self {
        case .joining: return TableModel()
        case .alone: return Self.table { $0.players.second = nil }
        case .ready: return Self.table { $0.players.second?.isReady = true }
        case .countdown:
            return Self.table {
                $0.phase = .countdown
                $0.game = 1
                $0.event = .countdown
                $0.clock = Clock(
                    reason: .start,
                    countdown: Countdown(remaining: .milliseconds(2400), total: .seconds(3)))
            }
        case .open, .marked, .calling, .refused, .chatting, .help, .rules, .quitting:
            return Self.playing(count)
        case .myTurn:
            return Self.playing(count) {
                $0.phase = .turn
                $0.event = .claimed(.first)
                $0.turn = Self.turn(.first, .claim, 3700, 5000)
                $0.selection = Selection(seat: .first, cards: [deck[0]], verdict: .undecided)
            }
        case .otherTurn:
            return Self.playing(count) {
                $0.phase = .turn
                $0.event = .picked(.second, deck[0])
                $0.turn = Self.turn(.second, .claim, 1500, 5000)
                $0.selection = Selection(seat: .second, cards: [deck[0]], verdict: .undecided)
            }
        case .match: return Self.judged(count, seat: .first, isSet: true)
        case .mismatch: return Self.judged(count, seat: .second, isSet: false)
        case .grace:
            return Self.playing(count) {
                $0.phase = .turn
                $0.event = .dealt(.second, Array(deck[9..<12]), setsBefore: 0, points: 1)
                $0.turn = Self.turn(.first, .grace, 5200, 7000)
            }
        case .paused, .away: return standingStill(count)
        case .over: return Self.finished(min(count, 6))
        case .solo: return Self.alone(count)
        case .watching: return Self.playing(count, seat: nil)
        case .story: return Self.told(count)
        case .lost: return Self.lost(Self.playing(count))
        case .lostInTurn: return Self.lost(ViewScene.myTurn.model(cards: count))
        }
    }

    private func acted(on start: TableView) -> TableView {
        var view = start
        let now = Self.now
        func perform(_ actions: Action...) {
            for action in actions { _ = view.perform(action, at: now) }
        }
        switch self {
        case .marked:
            perform(.point(slot: 0), .move(.touch(slot: 1)), .move(.touch(slot: 0)))
        case .calling: perform(.move(.claim))
        case .refused:
            _ = view.receive(.refused(Refused(request: .claim, why: .staleBoard)), at: now)
        case .chatting:
            var line = ChatLine()
            _ = line.handle(.paste("nice one"))
            view.sheet = .chat(line)
        case .help: perform(.show(.help))
        case .rules: perform(.show(.rules))
        case .quitting: perform(.quit)
        case .joining, .alone, .ready, .countdown, .open, .myTurn, .otherTurn, .match, .mismatch,
            .grace, .paused, .away, .over, .solo, .watching, .story, .lost, .lostInTurn:
            break
        }
        return view
    }

    /// A client whose line broke a while ago.
    private static func lost(_ model: TableModel) -> TableModel {
        var model = model
        var outage = Outage(
            .broken("The host closed the connection."), at: MonotonicInstant(.seconds(82)),
            seatKeptUntil: now.advanced(by: .seconds(42)), of: .seconds(60))
        (outage.attempt, outage.nextAttempt) = (5, now.advanced(by: .milliseconds(1600)))
        _ = model.connectionLost(outage, at: MonotonicInstant(.seconds(82)))
        return model
    }

    private func standingStill(_ count: Int) -> TableModel {
        Self.playing(count) {
            $0.phase = .paused
            $0.event = .paused
            $0.cards = $0.cards.map { _ in nil }
            guard self == .away else { return }
            $0.event = .away(.second)
            $0.players.second?.isPresent = false
            $0.clock = Clock(
                reason: .away, countdown: Countdown(remaining: .seconds(42), total: .seconds(60)))
        }
    }

    // MARK: - Parts

    /// A client at a table with two players.
    static func table(
        seat: Seat? = .first, rules: Rules = .duel, names: (String, String) = ("Ann", "Bob"),
        _ change: (inout TableState) -> Void = { _ in }
    ) -> TableModel {
        var model = TableModel()
        guard let code = TableCode("K7M2QX") else { return model }
        let welcome = Welcome(seat: seat, token: nil, table: code, rules: rules)
        _ = model.receive(.welcome(welcome), at: now)
        var state = TableState()
        state.revision = Revision(1)
        state.players = PerSeat(first: PlayerState(name: names.0), second: nil)
        if rules.players == .two { state.players.second = PlayerState(name: names.1) }
        change(&state)
        _ = model.receive(.state(state), at: now)
        return model
    }

    /// A client in the middle of a game.
    static func playing(
        _ count: Int, seat: Seat? = .first, rules: Rules = .duel,
        names: (String, String) = ("Ann", "Bob"), _ change: (inout TableState) -> Void = { _ in }
    ) -> TableModel {
        let deck = SeededGenerator.shuffledDeck(seed: 5)
        return table(seat: seat, rules: rules, names: names) {
            $0.revision = Revision(20)
            $0.board = BoardNumber(4)
            $0.phase = .open
            $0.game = 2
            $0.cards = Array(deck.prefix(count))
            $0.deck = max(0, 81 - count - 9)
            $0.discard = min(9, 81 - count)
            $0.lastDiscard = $0.discard > 0 ? deck[80] : nil
            $0.players.first?.points = 12
            $0.players.first?.sets = 2
            $0.players.first?.wins = 1
            $0.players.second?.points = 4
            $0.players.second?.sets = 1
            change(&$0)
        }
    }

    private static func judged(_ count: Int, seat: Seat, isSet: Bool) -> TableModel {
        let deck = SeededGenerator.shuffledDeck(seed: 5)
        let third = Card.third(completing: deck[0], deck[1])
        var cards = Array(deck.prefix(count))
        if isSet, cards.count > 2 {
            if let place = cards.firstIndex(of: third) { cards.swapAt(2, place) }
            cards[2] = third
        }
        guard cards.count > 2, let trio = Trio(Array(cards.prefix(3))) else {
            return playing(count)
        }
        return playing(count) {
            $0.cards = cards
            $0.selection = Selection(
                seat: seat, cards: trio.cards, verdict: isSet ? .match : .mismatch)
            if isSet {
                $0.event = .setFound(seat, trio, points: 5)
                $0.clock = Clock(
                    reason: .reveal,
                    countdown: Countdown(remaining: .milliseconds(900), total: .milliseconds(1500)))
            } else {
                $0.event = .mismatch(seat, trio, points: -2)
                $0.phase = .turn
                $0.turn = turn(seat.opponent, .answer, 8000, 10000)
            }
        }
    }

    private static func finished(_ count: Int) -> TableModel {
        playing(count) {
            $0.phase = .over
            $0.event = .over
            $0.deck = 0
            $0.discard = 81 - count
            $0.players.first?.points = 42
            $0.players.first?.sets = 14
            $0.players.first?.wins = 2
            $0.players.second?.points = 31
            $0.players.second?.sets = 11
            $0.result = GameResult(winner: .first, decider: .points)
        }
    }

    private static func alone(_ count: Int) -> TableModel {
        playing(count, rules: .solo) {
            $0.selection = Selection(
                seat: .first, cards: $0.cards.prefix(2).compactMap(\.self), verdict: .undecided)
        }
    }

    /// The middle of a game after much has happened.
    private static func told(_ count: Int) -> TableModel {
        var model = playing(count)
        let deck = SeededGenerator.shuffledDeck(seed: 5)
        guard var state = model.table, let odd = Trio(Array(deck[20..<23])),
            let set = Trio([deck[0], deck[1], Card.third(completing: deck[0], deck[1])])
        else { return model }
        let events: [TableEvent] = [
            .joined(.second), .ready(.second), .ready(.first), .countdown, .started,
            .claimed(.second), .mismatch(.second, odd, points: -2),
            .passed(.first, .answer, points: 0),
            .dealt(.first, Array(deck[12..<15]), setsBefore: 2, points: -2),
            .timedOut(.second, .grace, points: 0), .claimed(.first),
            .setFound(.first, set, points: 5), .refilled([]), .asked(.second, .pause),
            .withdrew(.second, .pause), .claimed(.second), .timedOut(.second, .claim, points: -2),
        ]
        for (step, event) in events.enumerated() {
            state.revision = state.revision.next
            state.event = event
            _ = model.receive(.state(state), at: now)
            if step == 8 {
                let text = "You dealt away two sets there, I saw them both!"
                _ = model.receive(.said(.second, name: "Bob", text: text), at: now)
            }
        }
        _ = model.receive(.said(nil, name: "Cid", text: "hello from the balcony"), at: now)
        return model
    }

    private static func turn(
        _ seat: Seat, _ reason: TurnReason, _ left: Int, _ total: Int
    ) -> Turn {
        Turn(
            seat: seat, reason: reason,
            countdown: Countdown(remaining: .milliseconds(left), total: .milliseconds(total)))
    }
}
