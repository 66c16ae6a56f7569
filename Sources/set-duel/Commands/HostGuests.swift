import SetProtocol

/// Describes who joins and leaves a host's tables, in sentences for the operator.
struct HostGuests: Sendable {
    /// The last known names; a player who leaves is no longer in the state.
    private var names: [TableCode: PerSeat<String>] = [:]

    /// What each table said last: watchers may be told the same once more.
    private var revisions: [TableCode: Revision] = [:]

    /// A sentence for the newest event of a table; `nil` if it is about the play.
    mutating func line(for state: TableState, at table: TableCode) -> String? {
        if let last = revisions[table], state.revision <= last { return nil }
        revisions[table] = state.revision
        var names = names[table] ?? PerSeat(both: "")
        for seat in Seat.allCases {
            if let player = state.players[seat] { names[seat] = SafeText.name(player.name) }
        }
        self.names[table] = names
        switch state.event {
        case .joined(let seat): return "\(names[seat]) sat down at table \(table)"
        case .left(let seat): return "\(names[seat]) left table \(table)"
        case .away(let seat): return "\(names[seat]) was disconnected from table \(table)"
        case .returned(let seat): return "\(names[seat]) is back at table \(table)"
        case .started where !state.isSuddenDeath:
            return "\(names.first) and \(names.second) started game \(state.game) at table \(table)"
        case .over, .resigned:
            let scores = Seat.allCases.map { "\(names[$0]) \(state.players[$0]?.points ?? 0)" }
            return "game over at table \(table): " + scores.joined(separator: ", ")
        case _: return nil
        }
    }
}
