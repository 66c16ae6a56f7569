import SetHost
import SetProtocol

/// What is true of a client in a simulation.
package enum SimulatedCharacter: String, CaseIterable, Sendable {
    /// Plays.
    case honest
    /// Answers pings late, so as to look far away.
    case latePongs
    /// Answers pings it was never sent, and those it was twice.
    case forgedPongs
    /// Answers no pings, as a person with a bare connection does.
    case silentPongs
    /// Claims with whatever cards.
    case wrongCards
    /// Sends far too much.
    case floods
    /// Claims and deals on boards that are gone.
    case staleBoards
    /// Sends what is no message.
    case garbles
    /// Sends any message at any moment: see ``HostileMoves``.
    case hostile
}

/// A client at the far end of a line that delays, stalls and breaks.
struct SimulatedClient: Sendable {
    let role: Hello.Role
    let character: SimulatedCharacter
    var link: SimulatedLink
    /// The connection it speaks over; `nil` while it has none.
    var connection: ParticipantID?
    var token: SeatToken?
    var seat: Seat?
    private(set) var view = TableState()
    /// Which of the lines told to everybody comes next.
    var place = 0
    /// What it means to do next; anything planned before that is forgotten.
    var plan = 0
    /// The last number it was pinged with.
    var lastPing: Nonce?
    private var hostile = HostileMoves()
    private var pings = 0
    /// Whether the last message asked for a hint: whoever asks for one often wants to see more of it.
    private var wantsHint = false
    /// What the document of the protocol allows this client to be told.
    var model: ConformanceModel

    /// The longest that a host of these simulations is kept from looking at something, and some more.
    private static let lateness = Duration.milliseconds(500)

    init(role: Hello.Role, using random: inout SeededGenerator) {
        self.role = role
        model = ConformanceModel(
            rules: nil, isWatcher: role == .watch, tolerance: Self.lateness,
            lateness: Self.lateness)
        let characters = SimulatedCharacter.allCases
        switch random.below(100) {
        case 0..<45: character = .honest
        case 45..<65: character = .hostile
        case _: character = random.one(in: characters) ?? .honest
        }
        link = SimulatedLink(using: &random)
    }

    /// What it says when it comes.
    var hello: ClientMessage {
        .hello(Hello(name: "Eve", role: role, token: role == .play ? token : nil))
    }

    /// What it says when it does something: several lines only of those who flood.
    mutating func lines(rules: Rules, using random: inout SeededGenerator) -> [[UInt8]] {
        if character == .floods, random.chance(100) {
            return Array(repeating: WireCodec.encode(.say("more")), count: 70)
        }
        if character == .garbles, random.chance(150) {
            return [Array(random.one(of: "{", "{\"type\":\"dance\"}", "", "{}").utf8) + [0x0A]]
        }
        let isBurst = character == .hostile && random.chance(500)
        let messages =
            isBurst
            ? hostile.burst(seeing: view, using: &random)
            : message(rules: rules, using: &random).map { [$0] } ?? []
        return withPings(messages, using: &random).map { WireCodec.encode($0) }
    }

    /// The messages with pings between and behind them, whose answers must come in their place.
    private mutating func withPings(
        _ messages: [ClientMessage], using random: inout SeededGenerator
    ) -> [ClientMessage] {
        messages.flatMap { message -> [ClientMessage] in
            guard random.chance(250) else { return [message] }
            pings += 1
            return [message, .ping(Nonce("\(pings)"))]
        }
    }

    /// Judges a line by the document, which shares no code with the host.
    mutating func judge(_ message: HostMessage, sentAt time: MonotonicInstant)
        throws(SimulationFault)
    {
        guard let fault = model.observe(message, at: TableInstant(time.sinceZero)).first else {
            return
        }
        throw SimulationFault(.documentHolds, "\(role), seat \(seat as Any): \(fault)")
    }

    /// Notes what is on the table now.
    mutating func see(_ state: TableState) {
        view = state
        hostile.see(state)
    }

    private mutating func message(
        rules: Rules, using random: inout SeededGenerator
    ) -> ClientMessage? {
        let moves = ClientMoves(rules: rules, view: view)
        if random.chance(60) { return moves.whim(using: &random) }
        wantsHint = rules.hints && random.chance(wantsHint ? 600 : 10)
        if wantsHint { return .hint }
        guard let seat else { return random.chance(100) ? .say("hm") : nil }
        if random.chance(3) { return random.one(of: .leave, .resign) }
        switch view.phase {
        case .waiting, .over: return view.players[seat]?.isReady == true ? nil : .ready
        case .countdown, nil: return nil
        case .paused: return random.chance(900) ? .ready : .new
        case .turn:
            // Some chat while the other's time runs out.
            guard view.turn?.seat == seat else { return random.chance(200) ? .say("hm") : nil }
            return random.chance(30) ? nil : moves.inTurn(using: &random)
        case .open: return inOpenPlay(moves, using: &random)
        }
    }

    private func inOpenPlay(
        _ moves: ClientMoves, using random: inout SeededGenerator
    ) -> ClientMessage {
        let isLying = random.chance(300)
        let cards = view.cards.compactMap(\.self)
        if isLying, character == .wrongCards, cards.count > 2 {
            return .claim(Claim(board: view.board, cards: Array(cards.suffix(3))))
        }
        if isLying, character == .staleBoards {
            let stale = BoardNumber(max(0, view.board.number - 1))
            return random.chance(500) ? .deal(stale) : .claim(Claim(board: stale))
        }
        // Whoever has called may say something else at once.
        return random.chance(30)
            ? random.one(of: .pause, .new, .ready, .deal(view.board))
            : moves.inOpenPlay(using: &random)
    }
}
