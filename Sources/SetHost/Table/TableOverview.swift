import SetProtocol

/// What a host knows of a table when it looks for one for a newcomer.
package struct TableOverview: Hashable, Sendable {
    /// What a seat is to a newcomer.
    package enum Place: Hashable, Sendable {
        /// Anybody may sit down.
        case free
        /// Its player is present and has not said `ready`.
        case idle
        /// Its player is present and ready.
        case ready
        /// Its player's connection was lost.
        case away
        /// Nobody plays there.
        case unused

        /// Whether somebody sits there, present or not.
        var isTaken: Bool { self == .away || isPresent }
        /// Whether somebody sits there who is present.
        var isPresent: Bool { self == .idle || self == .ready }
    }

    /// The seats.
    package var places: PerSeat<Place>
    /// Whether a game is in progress.
    package var isPlaying: Bool

    /// Describes a table.
    package init(_ places: PerSeat<Place>, isPlaying: Bool = false) {
        (self.places, self.isPlaying) = (places, isPlaying)
    }

    /// Whether a newcomer can sit down.
    package var hasRoom: Bool { Seat.allCases.contains { places[$0] == .free } }
}

extension TableCore {
    /// The table as newcomers are concerned.
    package var overview: TableOverview {
        TableOverview(PerSeat(first: place(.first), second: place(.second)), isPlaying: isPlaying)
    }

    private func place(_ seat: Seat) -> TableOverview.Place {
        guard duel.rules.seats.contains(seat) else { return .unused }
        guard let player = duel.players[seat] else { return .free }
        guard player.presence == .here else { return .away }
        return player.isReady ? .ready : .idle
    }
}
