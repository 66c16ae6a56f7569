import SetProtocol

package struct TableOverview: Hashable, Sendable {
    /// A seat, as it concerns a newcomer.
    package enum Place: Hashable, Sendable {
        case free
        /// Its player is present and has not said `ready`.
        case idle
        case ready
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
        TableOverview(PerSeat(first: place(.first), second: place(.second)), isPlaying: isPlaying)
    }

    private func place(_ seat: Seat) -> TableOverview.Place {
        if seat == .second, duel.rules.players == .one { return .unused }
        guard let presence = duel.players[seat]?.presence else {
            return duel.isAnybodyWaiting ? .unused : .free
        }
        guard presence == .here else { return .away }
        return duel.players[seat]?.isReady == true ? .ready : .idle
    }
}
