import SetProtocol

/// Two players at a table of a host, who claim and pass for ever.
final class LoadTable {
    /// What is said next.
    enum Step: Int, CaseIterable {
        case claim, pass, answerPass
    }

    let players: PerSeat<LoadSocket>
    private(set) var step = Step.claim
    /// Whether a relay answers, which says the same to everything.
    private let isRelayed: Bool
    private static let claim = WireCodec.encode(.claim(Claim(board: BoardNumber(1))))
    private static let pass = WireCodec.encode(.pass)
    /// When it last said something.
    var lastSaid = 0.0

    /// Sits two players down at a table of their own and lets the game begin.
    init(port: UInt16) throws {
        let (first, second) = (try LoadSocket(port: port), try LoadSocket(port: port))
        try first.send(WireCodec.encode(.hello(Hello(name: "Ann"))))
        try first.wait(for: "\"table\":\"")
        let code = TableCode(try first.text(upTo: 0x22))
        try second.send(WireCodec.encode(.hello(Hello(name: "Bob", table: code))))
        players = PerSeat(first: first, second: second)
        isRelayed = false
        for player in [first, second] { try player.send(WireCodec.encode(.ready)) }
        for player in [first, second] { try player.wait(for: "\"kind\":\"started\"") }
    }

    /// Two ends of connections whose other ends a relay has.
    init(relayed players: PerSeat<LoadSocket>) {
        self.players = players
        isRelayed = true
    }

    /// Who says something next.
    var speaker: LoadSocket { step == .answerPass ? players.second : players.first }

    /// Says what comes next, which the host tells both.
    func say() throws {
        lastSaid = LoadClock.now
        try speaker.send(step == .claim ? Self.claim : Self.pass)
    }

    /// What both are told of it.
    private var answer: StaticString {
        step == .claim || isRelayed ? "\"kind\":\"claimed\"" : "\"kind\":\"passed\""
    }

    /// Waits until both have been told.
    func hear() throws {
        for player in [players.first, players.second] { try player.wait(for: answer) }
        goOn()
    }

    /// Whether the player has been told, by what has come up to now.
    func hasHeard(_ seat: Seat) -> Bool { players[seat].take(answer) }

    /// Goes on to what is said after what both have been told of.
    func goOn() {
        step = Step(rawValue: (step.rawValue + 1) % Step.allCases.count) ?? .claim
    }
}
