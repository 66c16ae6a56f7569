import SetProtocol

/// What a duel wants done in answer to an event, in order.
public enum DuelEffect: Equatable, Sendable {
    /// Send the state to everybody at the table.
    case publish(TableState)
    /// Tell one seat why nothing was done.
    case refuse(Refused, to: Seat)
    /// Show one seat a hint.
    case show(Hint, to: Seat)
    /// Tell everybody at the table how close two claims were.
    case race(Race)
    /// Pass a line of chat to everybody at the table.
    case say(Seat, String)
    /// Close the table: nobody is left.
    case close
}
