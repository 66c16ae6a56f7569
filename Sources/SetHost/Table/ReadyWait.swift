import SetProtocol

/// Tracks whether a player keeps a ready opponent waiting before their first game.
///
/// A player who never says `ready` would hold the seat forever, and the opponent could only leave.
/// Any message counts as a sign of life, except a program's pings and pongs. No time runs for a
/// player who is alone, waits for an absent opponent, or looks at a finished game.
struct ReadyWait: Hashable, Sendable {
    /// How long before the seat is freed; `nil` for never.
    private let limit: Duration?
    private var seat: Seat?
    /// Since when, or since that player's last message.
    private var since = TableInstant.zero

    init(limit: Duration?) {
        self.limit = limit
    }

    /// When the seat is freed unless its player sends something; `nil` if nobody keeps anybody
    /// waiting.
    var end: TableInstant? {
        guard let limit, seat != nil else { return nil }
        return since.advanced(by: limit)
    }

    func seatToFree(at now: TableInstant) -> Seat? {
        end.map { $0 <= now } == true ? seat : nil
    }

    mutating func follow(_ input: DuelInput, of duel: Duel, at now: TableInstant) {
        let waitedFor = Self.seatWaitedFor(in: duel)
        let speaker: Seat? = if case .received(_, let seat, _, _) = input { seat } else { nil }
        if waitedFor != seat || speaker == waitedFor { since = now }
        seat = waitedFor
    }

    private static func seatWaitedFor(in duel: Duel) -> Seat? {
        guard case .waiting = duel.phase else { return nil }
        return Seat.allCases.first { seat in
            guard let player = duel.players[seat], let other = duel.players[seat.opponent] else {
                return false
            }
            return !player.isReady && player.presence == .here
                && other.isReady && other.presence == .here
        }
    }
}
