import SetProtocol

/// Tracks whether a player keeps a ready opponent waiting before their first game.
///
/// A player who never says `ready` would hold the seat forever, and the opponent could only leave.
/// Chat does not count, or a line a minute would hold the seat. No time runs for a player who is
/// alone, waits for an absent opponent, or looks at a finished game.
struct ReadyWait: Hashable, Sendable {
    /// How long before the seat is freed; `nil` for never.
    private let limit: Duration?
    private var seat: Seat?
    private var since = TableInstant.zero

    init(limit: Duration?) {
        self.limit = limit
    }

    /// When the seat is freed unless its player is ready; `nil` if nobody keeps anybody waiting.
    var end: TableInstant? {
        guard let limit, seat != nil else { return nil }
        return since.advanced(by: limit)
    }

    func seatToFree(at now: TableInstant) -> Seat? {
        end.map { $0 <= now } == true ? seat : nil
    }

    mutating func follow(_ duel: Duel, at now: TableInstant) {
        let waitedFor = Self.seatWaitedFor(in: duel)
        if waitedFor != seat { since = now }
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
