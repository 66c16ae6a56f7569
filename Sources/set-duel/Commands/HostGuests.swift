import SetHost
import SetProtocol

/// Describes who joins and leaves a host's tables, in sentences for the operator.
struct HostGuests: Sendable {
    /// The open tables: the last known names, since a player who leaves is no longer in the state,
    /// and the newest state, which watchers may receive twice.
    private var tables: [TableCode: (names: PerSeat<String>, revision: Revision)] = [:]
    private var log = HostLog(isInWords: true)

    /// The sentences for a table's newest event, unless it is about the play; `nil` when it closes.
    mutating func lines(
        for state: TableState?, at code: TableCode, _ now: MonotonicInstant = MonotonicClock.now
    ) -> [String] {
        let sums = log.summaries(at: now)
        guard let state else {
            tables[code] = nil
            return sums
        }
        let known = tables[code] ?? (PerSeat(both: ""), Revision(0))
        guard state.revision > known.revision, let event = state.event else { return sums }
        var names = known.names
        for seat in Seat.allCases {
            if let player = state.players[seat] { names[seat] = SafeText.name(player.name) }
        }
        tables[code] = (names, state.revision)
        let line: String
        switch event {
        case .joined(let seat): line = "\(names[seat]) sat down at table \(code)"
        case .left(let seat): line = "\(names[seat]) left table \(code)"
        case .away(let seat): line = "\(names[seat]) was disconnected from table \(code)"
        case .returned(let seat): line = "\(names[seat]) is back at table \(code)"
        case .started where !state.isSuddenDeath:
            line = "\(names.first) and \(names.second) started game \(state.game) at table \(code)"
        case .over, .resigned:
            let scores = Seat.allCases.map { "\(names[$0]) \(state.players[$0]?.points ?? 0)" }
            line = "game over at table \(code): " + scores.joined(separator: ", ")
        case _: return sums
        }
        return sums + log.note(line, of: event.traits.kind.rawValue, at: now)
    }
}
