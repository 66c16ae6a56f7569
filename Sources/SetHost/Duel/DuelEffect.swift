import SetProtocol

/// What a duel wants done in answer to an event, in order.
package enum DuelEffect: Equatable, Sendable {
    /// Send the state to everybody at the table.
    indirect case publish(TableState)
    /// Tell one seat why nothing was done.
    case refuse(Refused, to: Seat)
    /// Show one seat a hint.
    case show(Hint, to: Seat)
    /// Tell everybody at the table how close two claims were.
    case race(Race)
    /// Promise everybody at the table a deck, of which nothing can be known yet.
    case promise(Commitment)
    /// Show everybody at the table the deck that was promised.
    case reveal(Reveal)
    /// Pass a line of chat to everybody at the table.
    case say(Seat, String)
    /// Close the table: nobody is left.
    case close

    /// Whether it only answers one player: nothing has changed.
    var isAnswerAlone: Bool {
        switch self {
        case .refuse, .show: true
        case .publish, .race, .promise, .reveal, .say, .close: false
        }
    }
}

extension DuelEffect {
    /// The message for everybody at the table; `nil` for what concerns one seat alone.
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
        case .refuse, .show: nil
        }
    }
}
