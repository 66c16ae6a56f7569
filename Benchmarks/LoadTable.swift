import SetProtocol

/// Two players at a table of a host who claim and pass endlessly.
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
    private var lastSaid = 0.0

    /// Its code; `nil` where a relay answers.
    let code: TableCode?

    /// Seats two players at a new table and starts the game.
    ///
    /// - Parameter source: Which address of the loopback interface they come from.
    init(port: UInt16, from source: UInt32 = 0) throws {
        let first = try LoadSocket(port: port, from: source)
        let second = try LoadSocket(port: port, from: source)
        try first.send(WireCodec.encode(.hello(Hello(name: "Ann"))))
        try first.wait(for: "\"table\":\"")
        code = TableCode(try first.text(upTo: 0x22))
        try second.send(WireCodec.encode(.hello(Hello(name: "Bob", table: code))))
        players = PerSeat(first: first, second: second)
        isRelayed = false
        for player in [first, second] { try player.send(WireCodec.encode(.ready)) }
        for player in [first, second] { try player.wait(for: "\"kind\":\"started\"") }
    }

    /// Two ends of connections whose other ends a relay has.
    init(relayed players: PerSeat<LoadSocket>) {
        self.players = players
        code = nil
        isRelayed = true
    }

    /// Who says something next.
    var speaker: LoadSocket { step == .answerPass ? players.second : players.first }

    /// Says what comes next, which the host tells both.
    func say() throws {
        lastSaid = LoadClock.now
        try speaker.send(step == .claim ? Self.claim : Self.pass)
    }

    /// What both players receive for it.
    private var answer: StaticString {
        step == .claim || isRelayed ? "\"kind\":\"claimed\"" : "\"kind\":\"passed\""
    }

    /// Waits until both have been told.
    func hear() throws {
        for player in [players.first, players.second] { try player.wait(for: answer) }
        goOn()
    }

    /// The microseconds until both have been told of the next thing.
    func time() throws -> Double {
        try say()
        try hear()
        return LoadClock.now - lastSaid
    }

    /// Lets time pass in which the players read and discard what they receive.
    func rest(microseconds: Double) throws {
        let end = LoadClock.now + microseconds
        while LoadClock.now < end {
            for player in [players.first, players.second] {
                while case .moved(16_384) = player.tryReading(isKept: false) {}
            }
            try LoadSocket.rest(microseconds: Swift.min(5000, end - LoadClock.now))
        }
    }

    /// Whether the player has been told, by what has come up to now.
    func hasHeard(_ seat: Seat) -> Bool { players[seat].take(answer) }

    /// Goes on to what is said after what both have been told of.
    func goOn() {
        step = Step(rawValue: (step.rawValue + 1) % Step.allCases.count) ?? .claim
    }
}
