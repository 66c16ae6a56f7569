import SetProtocol

/// What is kept of the secrets by which lost players come back to a table: digests, from which
/// nobody finds a secret.
///
/// A player who is given a new secret has it for certain only when they have been heard after that;
/// until then the ones before are good as well, for the line may have broken in between.
package struct SeatTokens: Equatable, Sendable {
    package private(set) var digests = PerSeat<[SHA256]>(both: [])

    /// How many unconfirmed secrets of a seat are good at most.
    private static let most = 8

    /// Draws a new token for a seat.
    ///
    /// - Parameter generator: One that nobody can predict.
    mutating func issue(
        to seat: Seat, using generator: inout some RandomNumberGenerator
    ) -> SeatToken {
        let token = SeatToken(using: &generator)
        add(token.digest, of: seat)
        return token
    }

    /// Notes that a seat was given a new secret.
    mutating func add(_ digest: SHA256, of seat: Seat) {
        digests[seat] = digests[seat].suffix(Self.most - 1) + [digest]
    }

    /// Notes that a player was heard who has the newest token: the ones before are void.
    mutating func confirm(_ seat: Seat) {
        digests[seat].removeFirst(max(0, digests[seat].count - 1))
    }

    /// Takes the token of a seat that was given up.
    ///
    /// - Returns: Whether it had one.
    @discardableResult
    mutating func void(_ seat: Seat) -> Bool {
        defer { digests[seat] = [] }
        return !digests[seat].isEmpty
    }

    /// The seat that a token gives back.
    ///
    /// How long it takes tells nothing: all digests are compared, each in all its bits.
    func seat(of token: SeatToken) -> Seat? {
        let digest = token.digest
        var found: Seat?
        for seat in Seat.allCases {
            for known in digests[seat] where known == digest { found = seat }
        }
        return found
    }
}
