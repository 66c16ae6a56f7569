import SetProtocol

/// The digests of the tokens with which players return, from which nobody can find a token.
///
/// A new token is certain to have arrived only when its player sends something; until then the
/// older ones are valid too, because the connection may have broken in between.
package struct SeatTokens: Equatable, Sendable {
    package private(set) var digests = PerSeat<[SHA256]>(both: [])

    /// The most tokens per seat that are valid: more than a player may take at once by returning
    /// (``HostLimits/returns``).
    private static let most = 24

    /// Draws a new token for a seat from an unpredictable generator.
    mutating func issue(
        to seat: Seat, using generator: inout some RandomNumberGenerator
    ) -> SeatToken {
        let token = SeatToken(using: &generator)
        add(token.digest, of: seat)
        return token
    }

    mutating func add(_ digest: SHA256, of seat: Seat) {
        // The oldest is the only one that is certain to have arrived.
        let newer = digests[seat].dropFirst().suffix(Self.most - 2)
        digests[seat] = digests[seat].prefix(1) + newer + [digest]
    }

    /// Records that a player with the newest token sent something: older tokens become invalid.
    mutating func confirm(_ seat: Seat) {
        digests[seat].removeFirst(max(0, digests[seat].count - 1))
    }

    /// Invalidates the tokens of a seat that was given up, and returns whether it had any.
    @discardableResult
    mutating func void(_ seat: Seat) -> Bool {
        !exchange(&digests[seat], with: []).isEmpty
    }

    /// Takes the same time for every token: all digests are compared in all their bits.
    func seat(of token: SeatToken) -> Seat? {
        let digest = token.digest
        var found: Seat?
        for seat in Seat.allCases {
            for known in digests[seat] where known == digest { found = seat }
        }
        return found
    }
}
