import SetProtocol

/// What a duel wants done after an input, in order.
package enum DuelEffect: Equatable, Sendable {
    indirect case publish(TableState)
    case refuse(Refused, to: Seat)
    case show(Hint, to: Seat)
    case race(Race)
    /// Send everybody at the table the commitment to a deck, which reveals nothing about it.
    case promise(Commitment)
    case reveal(Reveal)
    case say(Seat, String)
    /// A player watches from now on.
    case makeRoom(Seat)
    /// The watcher with this token has a seat from now on.
    case promote(SHA256, to: Seat)
    /// Close the table: nobody is left.
    case close

    /// Whether it only answers one player and changes nothing.
    var isAnswerAlone: Bool {
        switch self {
        case .refuse, .show: true
        case .publish, .race, .promise, .reveal, .say, .makeRoom, .promote, .close: false
        }
    }

    /// The message for everybody at the table; `nil` for effects that concern one seat.
    ///
    /// - Parameter players: Who sat there when it happened.
    func broadcast(_ players: PerSeat<Player?>) -> HostMessage? {
        switch self {
        case .publish(let state): .state(state)
        case .race(let race): .race(race)
        case .promise(let commitment): .commitment(commitment)
        case .reveal(let reveal): .reveal(reveal)
        case .say(let seat, let text): .said(seat, name: players[seat]?.name ?? "", text: text)
        case .close: .bye(.closing, resume: false)
        case .refuse, .show, .makeRoom, .promote: nil
        }
    }
}
