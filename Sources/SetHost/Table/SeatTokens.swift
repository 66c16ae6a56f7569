import SetProtocol

/// The secrets by which lost players come back to a table: one for each seat that is taken.
struct SeatTokens: Equatable, Sendable {
    private var tokens = PerSeat<SeatToken?>(both: nil)

    /// Draws a new token for a seat; the one before it is void.
    ///
    /// - Parameter generator: One that nobody can predict.
    mutating func issue(
        to seat: Seat, using generator: inout some RandomNumberGenerator
    ) -> SeatToken {
        let token = SeatToken(using: &generator)
        tokens[seat] = token
        return token
    }

    /// Takes the token of a seat that was given up.
    ///
    /// - Returns: Whether it had one.
    mutating func void(_ seat: Seat) -> Bool {
        defer { tokens[seat] = nil }
        return tokens[seat] != nil
    }

    /// The seat that a token gives back.
    ///
    /// How long it takes tells nothing: both tokens are compared, each in all its bits.
    func seat(of token: SeatToken) -> Seat? {
        var found: Seat?
        for seat in Seat.allCases where tokens[seat] == token { found = seat }
        return found
    }
}
