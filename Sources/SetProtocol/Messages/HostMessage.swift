package struct Welcome: Hashable, Sendable {
    package var version = Hello.protocolVersion
    /// The seat taken; `nil` for a watcher.
    package var seat: Seat?
    /// The secret to return with; `nil` for a watcher who is not in the queue.
    package var token: SeatToken?
    /// The watcher's name in the queue; `nil` for everybody else.
    package var name: String?
    package var table: TableCode
    package var rules: Rules
    /// What the host knows beyond the first clients.
    package var features: [ProtocolFeature] = []

    package init(seat: Seat?, token: SeatToken?, table: TableCode, rules: Rules) {
        self.seat = seat
        self.token = token
        self.table = table
        self.rules = rules
    }
}

package struct Refused: Hashable, Sendable {
    /// The `type` of the request; `nil` if unknown.
    package var request: ClientMessage.MessageType?
    /// Why not, for programs; `nil` for a reason that only a newer host knows.
    package internal(set) var why: Refusal?
    /// Why not, for people; more exact than ``Refusal/sentence`` where the host knows more.
    package var message: String

    package init(request: ClientMessage.MessageType?, why: Refusal, message: String? = nil) {
        self.request = request
        self.why = why
        self.message = message ?? why.sentence
    }

    package init() { message = "" }
}

/// Some cards of one set on the board, shown only to the player who asked.
package struct Hint: Hashable, Sendable {
    package var board: BoardNumber
    /// One to three cards of a set; none when there is no set on the board.
    package var cards: [Card]

    package init(board: BoardNumber, cards: [Card]) {
        self.board = board
        self.cards = cards
    }
}

/// Why a host says goodbye of its own accord; the raw value is the code on the wire.
package enum Farewell: String, CaseIterable, Hashable, Sendable {
    case left
    /// The host is ending and will not come back.
    case closing
    /// The host is ending and will come back with the same tables.
    case restarting
}

/// Every message of a host.
///
/// Words that this version does not know are read as `nil`, which is never written: a host says
/// only words that it knows.
package enum HostMessage: Hashable, Sendable {
    indirect case welcome(Welcome)
    indirect case status(HostStatus)
    indirect case state(TableState)
    case refused(Refused)
    case hint(Hint)
    /// How close two claims were; sent after the winner's turn has begun.
    case race(Race)
    /// Sent before a deck's first cards, and to newcomers.
    case commitment(Commitment)
    /// Sent when a committed deck is finished.
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
