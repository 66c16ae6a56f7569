import SetProtocol

package struct TableOverview: Hashable, Sendable {
    /// A seat, as it concerns a newcomer.
    package enum Place: Hashable, Sendable {
        case free
        /// Its player is present and has not said `ready`.
        case idle
        case ready
        /// Its player's connection was lost.
        case away
        /// It is not played at this table, or somebody in the queue is about to take it.
        case unused

        /// Whether somebody sits there, present or not.
        var isTaken: Bool { self == .away || isPresent }
        var isPresent: Bool { self == .idle || self == .ready }
    }

    package var places: PerSeat<Place>
    package var isPlaying: Bool

    package init(_ places: PerSeat<Place>, isPlaying: Bool = false) {
        (self.places, self.isPlaying) = (places, isPlaying)
    }

    package var hasRoom: Bool { Seat.allCases.contains { places[$0] == .free } }
}

extension TableCore {
    package var overview: TableOverview {
        let second: TableOverview.Place =
            duel.rules.players == .two
            ? place(duel.players.second?.presence, duel.players.second?.isReady) : .unused
        return TableOverview(
            PerSeat(
                first: place(duel.players.first?.presence, duel.players.first?.isReady),
                second: second), isPlaying: isPlaying)
    }

    private func place(_ presence: Presence?, _ isReady: Bool?) -> TableOverview.Place {
        guard let presence else { return duel.isAnybodyWaiting ? .unused : .free }
        guard case .here = presence else { return .away }
        return isReady == true ? .ready : .idle
    }
}
