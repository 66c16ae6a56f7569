import SetProtocol

/// Checks whether the times in a journal are possible.
///
/// Otherwise somebody who rewrites a journal could move one arrival back, or slow a connection for
/// a moment, and so change who won a race.
struct TimeReview: Sendable {
    private let edition: Edition
    /// The last arrival over the current connection of each seat; `nil` before the first.
    private var arrivals = PerSeat<TableInstant?>(both: nil)
    /// The round trip of each seat's current connection, and when it was measured; `nil` before the
    /// first.
    private var measured = PerSeat<(roundTrip: Duration, at: TableInstant)?>(both: nil)

    /// Creates a review of a journal's times.
    init(_ edition: Edition) {
        self.edition = edition
    }

    /// How long after its arrival a line may be applied.
    ///
    /// The journal's time is that of the arrival, unless something that arrived later was applied
    /// first: input that is read together, or with an older arrival time from the kernel.
    private var mostLateness: Duration {
        switch edition {
        case .first: .seconds(5)
        case _: .milliseconds(400)
        }
    }

    /// Checks a record.
    ///
    /// - Returns: Whether it is possible.
    mutating func allows(_ entry: JournalEntry, at time: TableInstant) -> Bool {
        switch entry {
        case .token(let seat, _), .input(.returned(let seat)), .input(.joined(let seat, _)):
            begin(seat)
            return true
        case .input(.restarted):
            for seat in Seat.allCases { begin(seat) }
            return true
        case .input(.received(_, let seat, let arrival, _)):
            let isInOrder = edition == .first || arrivals[seat].map { $0 <= arrival } ?? true
            arrivals[seat] = arrival
            return isInOrder && arrival <= time && arrival.duration(to: time) <= mostLateness
        case .input(.measured(let roundTrips)):
            return Seat.allCases.allSatisfy { allows(roundTrips[$0], of: $0, at: time) }
        case .input(.connected(let roundTrips)):
            return Seat.allCases.allSatisfy { roundTrips[$0] <= RoundTrip.longest }
        case .input(.deadlinePassed), .input(.connectionLost), .input(.left), .input(.closed),
            .note:
            return true
        }
    }

    /// Forgets a seat's connection when a new one begins.
    private mutating func begin(_ seat: Seat) {
        arrivals[seat] = nil
        measured[seat] = nil
    }

    private mutating func allows(_ roundTrip: Duration, of seat: Seat, at time: TableInstant)
        -> Bool
    {
        guard (.zero...RoundTrip.longest).contains(roundTrip) else { return false }
        defer { measured[seat] = roundTrip == .zero ? nil : (roundTrip, time) }
        guard edition >= .second, let before = measured[seat] else { return true }
        // The estimate falls at once and rises slowly, counted from the last pong.
        let seconds = (before.at.duration(to: time) + RoundTrip.longest) / Duration.seconds(1)
        return roundTrip <= before.roundTrip + RoundTrip.rise * seconds + .milliseconds(1)
    }
}
