import SetProtocol

/// Derives log events from a table's effects.
///
/// The table itself knows participants only by number. The log knows each one's address, and whose
/// connection a seat had last.
struct TableLog: Sendable {
    private struct Visitor {
        var address: IPAddress
        var role = LogEvent.Role.watcher
    }

    private let table: String
    private var visitors: [ParticipantID: Visitor] = [:]
    /// The last address of a seat's player; `nil` after a restart of the host.
    private var addresses = PerSeat<IPAddress?>(both: nil)
    /// How the player disconnected; `nil` if that happened at an earlier host.
    private var losses = PerSeat<LineConnectionEnd?>(both: nil)

    init(_ table: TableCode, isPrivate: Bool) {
        self.table = LogEvent.name(of: table, isPrivate: isPrivate)
    }

    mutating func admitted(_ participant: ParticipantID, from address: IPAddress) {
        visitors[participant] = Visitor(address: address)
    }

    mutating func closed(_ participant: ParticipantID, _ end: LineConnectionEnd) -> LogEvent? {
        guard let visitor = visitors[participant] else { return nil }
        if case .player(let seat) = visitor.role { losses[seat] = end }
        guard end == .tooSlow else { return nil }
        return event(.expelled(.tooSlow), of: visitor)
    }

    mutating func event(for effect: TableEffect) -> LogEvent? {
        switch effect {
        case .tell(.welcome(let welcome), let participant):
            visitors[participant]?.role = welcome.seat.map(LogEvent.Role.player) ?? .watcher
            guard let seat = welcome.seat else { return nil }
            addresses[seat] = visitors[participant]?.address
            return nil
        case .tell(.error(let error?, _), let participant):
            guard let visitor = visitors[participant] else { return nil }
            if case .player(let seat) = visitor.role { losses[seat] = .closedHere }
            return event(error == .replaced ? .replaced : .expelled(error), of: visitor)
        case .tellAll(.state(let state)), .tellSome(.state(let state), _):
            return state.event.flatMap(event(for:))
        case .finish(let participant):
            visitors[participant] = nil
            return nil
        case _: return nil
        }
    }

    private func event(for event: TableEvent) -> LogEvent? {
        switch event {
        case .joined(let seat): self.event(.seated, of: seat)
        case .left(let seat): self.event(.left, of: seat)
        case .away(let seat): losses[seat].map { self.event(.away($0), of: seat) }
        case .returned(let seat): self.event(.returned, of: seat)
        case .seatReleased(let seat): self.event(.released, of: seat)
        case _: nil
        }
    }

    func slowPongs(of seat: Seat, measured: Duration, kernel: Duration) -> LogEvent {
        var event = event(.slowPongs, of: seat)
        (event.measured, event.kernel) = (measured, kernel)
        return event
    }

    private func event(_ what: LogEvent.What, of seat: Seat) -> LogEvent {
        LogEvent(what, from: addresses[seat], at: table, by: .player(seat))
    }

    private func event(_ what: LogEvent.What, of visitor: Visitor) -> LogEvent {
        LogEvent(what, from: visitor.address, at: table, by: visitor.role)
    }
}
