/// How a host greets a client it lets in.
package struct Welcome: Hashable, Sendable {
    /// The protocol of the connection.
    package var version = Hello.protocolVersion
    /// The seat taken; `nil` for a watcher.
    package var seat: Seat?
    /// The secret to return with; `nil` for a watcher.
    package var token: SeatToken?
    /// The table's name.
    package var table: TableCode
    /// What is played.
    package var rules: Rules

    /// Greets a client.
    package init(seat: Seat?, token: SeatToken?, table: TableCode, rules: Rules) {
        self.seat = seat
        self.token = token
        self.table = table
        self.rules = rules
    }

    /// Hashes all but the token.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(seat)
        hasher.combine(table)
        hasher.combine(rules)
    }
}

/// A request that was not carried out.
package struct Refused: Hashable, Sendable {
    /// What had been asked, as its `type` on the wire; `nil` when it could not be told.
    package var request: ClientMessage.MessageType?
    /// Why not, for programs; `nil` for a reason that only a newer host knows.
    package internal(set) var why: Refusal?
    /// Why not, for people; more exact than ``Refusal/sentence`` where the host knows more.
    package var message: String

    /// Explains a refusal, by default in its general sentence.
    package init(request: ClientMessage.MessageType?, why: Refusal, message: String? = nil) {
        self.request = request
        self.why = why
        self.message = message ?? why.sentence
    }

    /// A refusal as it was read.
    init(request: ClientMessage.MessageType?, heard why: Refusal?, message: String) {
        (self.request, self.why, self.message) = (request, why, message)
    }
}

/// Some cards of one set on the board, shown to the player who asked and to nobody else.
package struct Hint: Hashable, Sendable {
    /// The board the hint is about.
    package var board: BoardNumber
    /// One to three cards of a set; none when there is no set on the board.
    package var cards: [Card]

    /// Shows cards of a set on a board.
    package init(board: BoardNumber, cards: [Card]) {
        self.board = board
        self.cards = cards
    }
}

/// Why a host says goodbye of its own accord.
///
/// The raw value is the code on the wire.
package enum Farewell: String, CaseIterable, Hashable, Sendable {
    /// The client asked to leave.
    case left
    /// The host is ending and will not come back.
    case closing
    /// The host is ending and will come back with the same tables.
    case restarting
}

/// Everything a host can say to a client.
///
/// Where a line holds a word that this version does not know, what is read has `nil` in its place.
/// Nothing is written for `nil` that would be read again, so a host says only words that it knows.
package enum HostMessage: Hashable, Sendable {
    indirect case welcome(Welcome)
    indirect case state(TableState)
    case refused(Refused)
    case hint(Hint)
    /// How close two claims were, told to everybody after the winner's turn has begun.
    case race(Race)
    /// Told before the first cards of a deck, and to whoever comes later.
    case commitment(Commitment)
    /// Told when a promised deck is done with.
    case reveal(Reveal)
    /// A line of chat; from a watcher when there is no seat.
    case said(Seat?, name: String, text: String)
    case ping(Nonce)
    case pong(Nonce)
    /// The reason is `nil` when only a newer host knows it; then there may be a message for people.
    case bye(Farewell?, resume: Bool, message: String? = nil)
    /// The reason is `nil` when only a newer host knows it.
    case error(ConnectionError?, message: String)
}
