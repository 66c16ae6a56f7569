import SetProtocol

/// Follows whether a player keeps an opponent waiting who is ready, before the first game between
/// them.
///
/// A seat that never says `ready` would be held forever, and the opponent could only leave.
/// Anything said counts as a sign of life, but for the pings and pongs of programs. Nobody is timed who is
/// alone, who waits for a lost opponent, or who looks at a game that has ended.
struct ReadyWait: Hashable, Sendable {
    /// After how long the seat is freed; `nil` for never.
    private let limit: Duration?
    /// Who keeps the other waiting.
    private var seat: Seat?
    /// Since when, or when that player said something last.
    private var since = TableInstant.zero

    /// A table where nobody waits yet.
    init(limit: Duration?) {
        self.limit = limit
    }

    /// When the seat is freed unless its player says something; `nil` while nobody keeps anybody waiting.
    var end: TableInstant? {
        guard let limit, seat != nil else { return nil }
        return since.advanced(by: limit)
    }

    /// The seat whose time is over.
    func seatToFree(at now: TableInstant) -> Seat? {
        end.map { $0 <= now } == true ? seat : nil
    }

    /// Looks at what something that happened has changed.
    mutating func follow(_ input: DuelInput, of duel: Duel, at now: TableInstant) {
        let waitedFor = Self.seatWaitedFor(in: duel)
        if waitedFor != seat || input.speaker == waitedFor { since = now }
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

extension DuelInput {
    /// The seat that said something; `nil` when nobody did.
    fileprivate var speaker: Seat? {
        switch self {
        case .received(_, let seat, _, _): seat
        case .joined, .measured, .connected, .deadlinePassed, .connectionLost, .returned, .left,
            .restarted, .closed:
            nil
        }
    }
}
