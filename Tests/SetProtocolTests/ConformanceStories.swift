import SetProtocol
import SetSimulation

/// Tells what happens at a table, state by state, as a host that keeps to the document would.
struct ConformanceStory {
    private(set) var script: ConformanceScript
    private var state: TableState
    private var clock = ConformanceClock()

    init(_ rules: Rules, from state: TableState) {
        script = ConformanceScript(rules: rules)
        self.state = state
        let first = clock.placed(state)
        script.lines = [.init(message: .state(first.state), moment: first.moment)]
    }

    /// Tells the next state.
    mutating func tell(
        _ event: TableEvent, after step: Duration = .milliseconds(10),
        _ change: (inout TableState) -> Void = { _ in }
    ) {
        state.revision = state.revision.next
        state.event = event
        change(&state)
        let told = clock.placed(state, after: step)
        script.lines.append(.init(message: .state(told.state), moment: told.moment))
    }

    mutating func tell(_ message: HostMessage) {
        let moment = script.lines.last?.moment ?? .zero
        script.lines.append(.init(message: message, moment: moment))
    }

    // MARK: - Stories

    static let set = Trio(cards("3111 3222 3333"))

    private static func cards(_ codes: String) -> [Card] {
        codes.split(separator: " ").compactMap { Card(code: String($0)) }
    }

    /// The last set of a game lies among nine cards.
    private static func lastCards(_ rules: Rules, points: Int) -> ConformanceStory {
        var state = TableState()
        state.revision = Revision(40)
        state.board = BoardNumber(20)
        state.phase = .open
        state.cards = cards("3111 1111 1112 3222 1121 1122 3333 1211 1212")
        (state.deck, state.discard) = (0, 72)
        state.lastDiscard = Card(code: "2333")
        state.game = 1
        state.players = PerSeat(
            first: PlayerState(name: "Ann"), second: PlayerState(name: "Bob"))
        state.players.second?.points = points
        return ConformanceStory(rules, from: state)
    }

    private mutating func find(_ trio: Trio, points: Int) {
        let total = script.rules.claim
        tell(.claimed(.first)) {
            $0.phase = .turn
            $0.turn = Turn(
                seat: .first, reason: .claim, countdown: Countdown(remaining: total, total: total))
        }
        for count in 1...2 {
            let picked = Array(trio.cards.prefix(count))
            tell(.picked(.first, picked[count - 1])) {
                $0.selection = Selection(seat: .first, cards: picked, verdict: .undecided)
            }
        }
        let reveal = script.rules.reveal
        tell(.setFound(.first, trio, points: points)) {
            $0.phase = .open
            $0.turn = nil
            $0.board = $0.board.next
            $0.selection = Selection(seat: .first, cards: trio.cards, verdict: .match)
            $0.players.first?.points += points
            $0.players.first?.sets += 1
            $0.clock = Clock(
                reason: .reveal, countdown: Countdown(remaining: reveal, total: reveal))
        }
        tell(.refilled([])) {
            let kept = $0.cards.compactMap(\.self).filter { !trio.contains($0) }
            $0.cards = kept
            $0.discard += 3
            $0.lastDiscard = trio.cards[2]
            ($0.selection, $0.clock) = (nil, nil)
        }
    }

    /// A game that ends with its last set: revisions 41 to 46.
    static func end() -> ConformanceScript {
        var story = lastCards(.duel, points: 1)
        guard let set else { return story.script }
        story.find(set, points: 5)
        // The cards that stay keep their slots, and the last ones move into the holes.
        story.script.edit(45) { $0.cards = cards("1211 1111 1112 1212 1121 1122") }
        story.state.cards = cards("1211 1111 1112 1212 1121 1122")
        story.tell(.over) {
            $0.phase = .over
            $0.result = GameResult(winner: .first, decider: .points)
            $0.players.first?.wins = 1
        }
        return story.script
    }

    /// A level game and its sudden death: revisions 41 to 48, and the decks of both.
    static func level() -> ConformanceScript {
        var story = lastCards(.duel, points: 5)
        guard let set else { return story.script }
        story.find(set, points: 5)
        story.script.edit(45) { $0.cards = cards("1211 1111 1112 1212 1121 1122") }
        story.state.cards = cards("1211 1111 1112 1212 1121 1122")
        let countdown = Countdown(
            remaining: Rules.duel.countdown, total: Rules.duel.countdown)
        story.tell(.suddenDeath) {
            $0.phase = .countdown
            $0.isSuddenDeath = true
            $0.board = $0.board.next
            $0.cards = []
            ($0.deck, $0.discard, $0.lastDiscard) = (81, 0, nil)
            $0.clock = Clock(reason: .start, countdown: countdown)
        }
        var generator = SeededGenerator(seed: 7)
        let shuffle = Shuffle(deck: Card.all, salt: Salt(using: &generator))
        story.tell(.commitment(Commitment(game: 1, digest: shuffle.digest)))
        story.tell(.started) {
            $0.phase = .open
            $0.board = $0.board.next
            $0.cards = Array(Card.all.prefix(12))
            $0.deck = 69
            $0.clock = nil
        }
        return story.script
    }

    /// A player is lost twice where a game waits only once: revisions 41 to 48 behind `started`.
    static func lost() -> ConformanceScript {
        var rules = Rules.duel
        rules.drops = 1
        var state = TableState()
        state.revision = Revision(40)
        state.phase = .countdown
        state.game = 1
        state.players = PerSeat(
            first: PlayerState(name: "Ann"), second: PlayerState(name: "Bob"))
        let countdown = Countdown(remaining: rules.countdown, total: rules.countdown)
        let kept = Countdown(remaining: rules.seatKept, total: rules.seatKept)
        state.clock = Clock(reason: .start, countdown: countdown)
        var story = ConformanceStory(rules, from: state)
        story.script.lines.append(
            .init(
                message: .commitment(Commitment(game: 1, digest: SHA256(of: "a deck"))),
                moment: story.script.lines[0].moment))
        story.tell(.started) {
            $0.phase = .open
            $0.board = $0.board.next
            $0.cards = Array(Card.all.prefix(12))
            ($0.deck, $0.clock) = (69, nil)
        }
        story.tell(.away(.second)) { $0.players.second?.isPresent = false }
        story.tell(.paused) {
            $0.phase = .paused
            $0.clock = Clock(reason: .away, countdown: kept)
        }
        story.tell(.returned(.second)) {
            $0.players.second?.isPresent = true
            $0.clock = nil
        }
        story.tell(.countdown) {
            $0.phase = .countdown
            $0.clock = Clock(reason: .start, countdown: countdown)
        }
        story.tell(.resumed) { ($0.phase, $0.clock) = (.open, nil) }
        story.tell(.away(.second)) { $0.players.second?.isPresent = false }
        let (sets, three) = (CardSet(Card.all.prefix(12)).setCount, Array(Card.all[12..<15]))
        story.tell(.dealt(.first, three, setsBefore: sets, points: -2)) {
            $0.cards += three
            $0.deck = 66
            $0.board = $0.board.next
            $0.players.first?.points = -2
        }
        return story.script
    }
}

// MARK: - Answers

extension ConformanceStory {
    private static let refused = HostMessage.refused(Refused(request: .claim, why: .staleBoard))

    /// A claim that is refused as too soon an answer.
    ///
    /// - Parameter wait: How long after the table was seen to open it was sent.
    static func tooSoon(after wait: Duration) -> ConformanceScript {
        var story = lastCards(.duel, points: 1)
        let opening = story.script.lines[0].moment
        let claim = ClientMessage.claim(Claim(board: BoardNumber(20)))
        story.script.lines.append(.init(sent: claim, moment: opening.advanced(by: wait)))
        story.tell(refused)
        return story.script
    }

    /// Claims over a long line: the second is refused before the first is granted, and the others after it.
    static func grantedAfterRefusal() -> ConformanceScript {
        var story = lastCards(.duel, points: 1)
        guard let set, let table = TableCode("K7M2QX"),
            let token = SeatToken(hex: String(repeating: "0a", count: 16))
        else { return story.script }
        let moment = story.script.lines[0].moment
        let welcome = Welcome(seat: .first, token: token, table: table, rules: .duel)
        story.script.isJournal = false
        story.script.lines.insert(.init(message: .welcome(welcome), moment: moment), at: 0)
        // The first is sent without knowing that the table will be open, so it might be what is refused.
        let (open, gone) = (Claim(board: BoardNumber(20)), Claim(board: BoardNumber(19)))
        let ping = Nonce("1")
        story.script.lines.insert(.init(sent: .claim(open), moment: moment), at: 1)
        for message: ClientMessage in [
            .claim(gone), .ping(ping), .claim(gone), .claim(open),
        ] {
            story.script.lines.append(.init(sent: message, moment: moment))
        }
        story.tell(refused)
        story.find(set, points: 5)
        story.script.lines.removeLast()
        let place = story.script.place(41)
        let answers = [HostMessage.pong(ping), refused, refused].map {
            ConformanceScript.Line(message: $0, moment: story.script.lines[place].moment)
        }
        story.script.lines.insert(contentsOf: answers, at: story.script.place(44) + 1)
        return story.script
    }
}
