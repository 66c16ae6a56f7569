import SetHost
import SetProtocol

/// How a client in a simulation behaves.
package enum SimulatedCharacter: String, CaseIterable, Sendable {
    /// Plays.
    case honest
    /// Answers pings late, to fake a high latency.
    case latePongs
    /// Answers pings that it never received, or answers them twice.
    case forgedPongs
    /// Answers no pings, as a person with a bare connection does.
    case silentPongs
    /// Sends far too much.
    case floods
    /// Sends invalid messages.
    case garbles
    /// Sends any message at any time: see ``HostileMoves``.
    case hostile
}

/// A client at the far end of a connection that delays, stalls, and breaks.
struct SimulatedClient: Sendable {
    /// The role in the next `hello`: `watch` after making room for the queue, `play` after getting a seat from it.
    private(set) var role: Hello.Role
    let character: SimulatedCharacter
    /// Whether it plays the game to its end, without whims.
    private let isSteady: Bool
    var link: SimulatedLink
    var connection: ParticipantID?
    var token: SeatToken?
    private(set) var seat: Seat?
    /// Whether this connection has been welcomed.
    private(set) var isWelcome = false
    private let features: [ProtocolFeature]
    private(set) var view = TableState()
    /// The index of the next line among those sent to everybody.
    var place = 0
    /// The number of its current plan; earlier plans are void.
    var plan = 0
    var lastPing: Nonce?
    private var hostile = HostileMoves()
    private var pings = 0
    /// Whether the last message asked for a hint; a client that asks once often asks again.
    private var wantsHint = false
    /// What the protocol document allows this client to receive.
    var model: ConformanceModel
    /// The check of real clients, which must not accuse this host.
    private var shuffle = ShuffleCheck()

    /// The longest time for which a host in these simulations is suspended, plus a margin.
    private static let lateness = Duration.milliseconds(500)

    init(role: Hello.Role, isSteady: Bool, using random: inout SeededGenerator) {
        (self.role, self.isSteady) = (role, isSteady)
        model = ConformanceModel(
            rules: nil, isWatcher: role == .watch, tolerance: Self.lateness,
            lateness: Self.lateness)
        let characters = SimulatedCharacter.allCases
        switch random.below(100) {
        case _ where isSteady: character = .honest
        case 0..<45: character = .honest
        case 45..<65: character = .hostile
        case _: character = random.one(in: characters) ?? .honest
        }
        link = SimulatedLink(using: &random)
        let isOld = random.chance(150)
        features = ProtocolFeature.allCases.filter { !isOld || $0 != .queue }
    }

    mutating func connectionBegan() {
        isWelcome = false
        model.connectionBegan()
    }

    mutating func sitDown(_ welcome: Welcome) {
        (seat, token, isWelcome) = (welcome.seat, welcome.token, true)
        role = welcome.seat == nil ? .watch : .play
    }

    var hello: ClientMessage {
        var hello = Hello(name: "Eve", role: role, token: token)
        hello.features = features
        return .hello(hello)
    }

    /// The lines of its next action: more than one only from clients that flood.
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

    /// The messages with pings between and after them, whose answers must come in order.
    private mutating func withPings(
        _ messages: [ClientMessage], using random: inout SeededGenerator
    ) -> [ClientMessage] {
        messages.flatMap { message -> [ClientMessage] in
            guard random.chance(250) else { return [message] }
            pings += 1
            return [message, .ping(Nonce("\(pings)"))]
        }
    }

    /// Judges a line with the conformance model, which shares no code with the host.
    mutating func judge(_ message: HostMessage, sentAt time: MonotonicInstant)
        throws(SimulationFault)
    {
        if let fault = model.observe(message, at: TableInstant(time.sinceZero)).first {
            throw SimulationFault(.documentHolds, "\(role), seat \(seat as Any): \(fault)")
        }
        shuffle.receive(message)
        if case .broken(let fault)? = shuffle.conclusion {
            throw SimulationFault(.documentHolds, "\(role): the shuffle check finds \(fault)")
        }
    }

    mutating func see(_ state: TableState) {
        view = state
        hostile.see(state)
    }

    private mutating func message(
        rules: Rules, using random: inout SeededGenerator
    ) -> ClientMessage? {
        let moves = ClientMoves(rules: rules, view: view)
        if !isSteady, random.chance(60) { return hostile.any(view, using: &random) }
        wantsHint = rules.hints && random.chance(wantsHint ? 600 : 10)
        if wantsHint { return .hint }
        guard let seat else {
            if random.chance(token == nil ? 400 : 15) { return .queue }
            return random.chance(100) ? .say("hm") : nil
        }
        if !isSteady, random.chance(3) { return random.one(of: .leave, .resign) }
        switch view.phase {
        case .waiting, .over: return view.players[seat]?.isReady == true ? nil : .ready
        case .countdown, nil: return nil
        case .paused: return random.chance(900) ? .ready : .new
        case .turn:
            // Sends some chat while the other player's time runs out.
            guard view.turn?.seat == seat else { return random.chance(200) ? .say("hm") : nil }
            return random.chance(30) ? nil : moves.inTurn(using: &random)
        case .open: return inOpenPlay(moves, using: &random)
        }
    }

    private func inOpenPlay(
        _ moves: ClientMoves, using random: inout SeededGenerator
    ) -> ClientMessage {
        let opponent = seat.flatMap { view.players[$0.opponent] }
        if !isSteady, opponent?.asks == .pause, random.chance(300) { return .pause }
        if !isSteady, random.chance(15) { return .pause }
        // A client with a pending claim may send something else at once.
        return !isSteady && random.chance(30)
            ? random.one(of: .pause, .new, .ready, .decline, .deal(view.board))
            : moves.inOpenPlay(using: &random)
    }
}
