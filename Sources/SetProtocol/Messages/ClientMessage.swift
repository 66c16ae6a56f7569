/// What a client introduces itself with.
package struct Hello: Hashable, Sendable {
    /// What the connection is for.
    package enum Role: String, CaseIterable, Hashable, Sendable {
        case play
        case watch
    }

    /// The protocol the client speaks; this program speaks ``protocolVersion``.
    package var version: Int
    /// What the player wants to be called.
    package var name: String
    /// Whether to play or to watch.
    package var role: Role
    /// Which table; `nil` for any that waits for a player.
    package var table: TableCode?
    /// The secret that gives a lost player their seat back.
    package var token: SeatToken?
    /// Whether a player without a table or token wants a new table instead of a seat at one that
    /// waits; later than the first hosts, which ignore it.
    package var wantsNewTable: Bool

    /// The one protocol there is.
    package static let protocolVersion = 1

    /// Introduces a client that speaks this program's protocol.
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

    /// Hashes all but the token.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(name)
        hasher.combine(role)
        hasher.combine(table)
        hasher.combine(wantsNewTable)
    }
}

/// "I see a set", said of one board.
package struct Claim: Hashable, Sendable {
    /// The board the claimant was looking at.
    package var board: BoardNumber
    /// The three cards, when they are named at once; picked one by one otherwise.
    package var cards: [Card]?

    /// Claims on a board, with or without naming the cards.
    package init(board: BoardNumber, cards: [Card]? = nil) {
        self.board = board
        self.cards = cards
    }
}

/// What a ping carries and its pong brings back.
///
/// Either side may ping. The answer proves that the line is up and how long it is, and, because
/// lines are answered in order, that everything said before the ping has been answered too.
package struct Nonce: Hashable, Sendable {
    /// Up to 32 visible characters, sent back as they came.
    package let text: String

    /// Wraps the text of a ping.
    package init(_ text: String) {
        self.text = text
    }
}

/// Everything a client can say to a host.
package enum ClientMessage: Hashable, Sendable {
    case hello(Hello)
    case ready
    case claim(Claim)
    case pick(Card)
    case deal(BoardNumber)
    case pass
    case hint
    case new
    case resign
    case pause
    case leave
    case say(String)
    case ping(Nonce)
    case pong(Nonce)

    /// The message's `type` on the wire.
    package var type: MessageType {
        switch self {
        case .hello: .hello
        case .ready: .ready
        case .claim: .claim
        case .pick: .pick
        case .deal: .deal
        case .pass: .pass
        case .hint: .hint
        case .new: .new
        case .resign: .resign
        case .pause: .pause
        case .leave: .leave
        case .say: .say
        case .ping: .ping
        case .pong: .pong
        }
    }

    /// The kinds of message a client can send, by their names on the wire.
    package enum MessageType: String, CaseIterable, Hashable, Sendable {
        case hello, ready, claim, pick, deal, pass, hint, new, resign, pause, leave, say, ping
        case pong
    }
}
