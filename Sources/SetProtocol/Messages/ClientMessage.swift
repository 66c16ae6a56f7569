package struct Hello: Hashable, Sendable {
    package enum Role: String, CaseIterable, Hashable, Sendable {
        case play
        case watch
    }

    /// The protocol the client speaks; this program speaks ``protocolVersion``.
    package var version: Int
    package var name: String
    package var role: Role
    /// Which table; `nil` for any that waits for a player.
    package var table: TableCode?
    /// The secret that gives a lost player their seat back.
    package var token: SeatToken?
    /// Whether a player without table or token wants a new table; early hosts ignore it.
    package var wantsNewTable: Bool
    /// Whether a watcher without a table wants the one where most happens.
    package var isTelevision = false
    /// What the client knows beyond the first hosts.
    package var features: [ProtocolFeature] = []

    package static let protocolVersion = 1

    package init() { self.init(name: "") }

    package init(
        name: String, role: Role = .play, table: TableCode? = nil, token: SeatToken? = nil,
        wantsNewTable: Bool = false, version: Int = Hello.protocolVersion
    ) {
        self.version = version
        self.name = name
        self.role = role
        self.table = table
        self.token = token
        self.wantsNewTable = wantsNewTable
    }
}

/// "I see a set", said of one board.
package struct Claim: Hashable, Sendable {
    /// The board the claimant was looking at.
    package var board: BoardNumber
    /// The three cards, when they are named at once; picked one by one otherwise.
    package var cards: [Card]?

    package init() { self.init(board: BoardNumber(0)) }

    package init(board: BoardNumber, cards: [Card]? = nil) {
        self.board = board
        self.cards = cards
    }
}

/// What a ping carries and its pong returns.
///
/// Either side may ping. The answer proves that the connection works, measures its round trip and,
/// because lines are answered in order, shows that everything sent before has been processed.
package struct Nonce: Hashable, Sendable {
    /// Up to 32 visible characters.
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}

package enum ClientMessage: Hashable, Sendable {
    /// Elsewhere, because it is large and the others are small.
    indirect case hello(Hello)
    /// Asks for a ``HostStatus`` instead of saying hello; the host then closes the connection.
    case status
    case ready
    case claim(Claim)
    case pick(Card)
    case deal(BoardNumber)
    case pass
    case hint
    case new
    case resign
    case pause
    /// Says no to what the opponent proposes; earlier hosts do not know it.
    case decline
    case leave
    /// Waits for a seat among the watchers, or no longer.
    case queue
    case say(String)
    case ping(Nonce)
    case pong(Nonce)

    package var type: MessageType {
        switch self {
        case .hello: .hello
        case .status: .status
        case .ready: .ready
        case .claim: .claim
        case .pick: .pick
        case .deal: .deal
        case .pass: .pass
        case .hint: .hint
        case .new: .new
        case .resign: .resign
        case .pause: .pause
        case .decline: .decline
        case .leave: .leave
        case .queue: .queue
        case .say: .say
        case .ping: .ping
        case .pong: .pong
        }
    }

    /// The kinds of message a client can send, by their names on the wire.
    package enum MessageType: String, CaseIterable, Hashable, Sendable {
        case hello, ready, claim, pick, deal, pass, hint, new, resign, pause, leave, say, ping
        case pong, decline, status, queue
    }
}
