import SetHost
import SetProtocol

/// Follows by events alone for which lost players a game still has to wait, and until when.
struct WaitingLedger: Sendable {
    private struct Account {
        var drops = 0
        var used = Duration.zero
        /// The present absence; `nil` while the player is there.
        var since: TableInstant?
        var isCounted = false
        /// Until when the game waits; `nil` for ever.
        var end: TableInstant?
    }

    private let rules: Rules
    private var accounts = PerSeat(both: Account())

    init(rules: Rules) {
        self.rules = rules
    }

    /// A new game begins: every player has the whole budget again, and who was lost before it is waited for.
    mutating func gameBegan() {
        for seat in Seat.allCases {
            accounts[seat] = Account(since: accounts[seat].since)
        }
    }

    /// A connection was lost.
    ///
    /// - Parameter isCounted: Whether it was lost in a running game, and not with the host.
    mutating func lost(_ seat: Seat, isCounted: Bool, at now: TableInstant) {
        var account = accounts[seat]
        if isCounted { account.drops += 1 }
        (account.since, account.isCounted) = (now, isCounted)
        let isAllowed = account.drops <= rules.drops
        account.end = isAllowed ? now.advanced(by: rules.awayTime - account.used) : now
        if !isCounted { account.end = nil }
        accounts[seat] = account
    }

    /// A player came back, or gave the seat up.
    mutating func ended(_ seat: Seat, at now: TableInstant) {
        if let since = accounts[seat].since, accounts[seat].isCounted {
            accounts[seat].used += since.duration(to: now)
        }
        accounts[seat].since = nil
    }

    /// A seat was taken by somebody new.
    mutating func joined(_ seat: Seat) { accounts[seat] = Account() }

    /// When a game that stands still for lost players goes on; `nil` for never.
    ///
    /// - Parameter isAnybodyThere: Whether there is somebody to go on.
    func end(isAnybodyThere: Bool) -> TableInstant? {
        let absent = Seat.allCases.map { accounts[$0] }.filter { $0.since != nil }
        guard isAnybodyThere, absent.allSatisfy({ $0.end != nil }) else { return nil }
        return absent.compactMap(\.end).max()
    }

    /// Whether the game has to wait for a seat.
    func waits(for seat: Seat, at now: TableInstant) -> Bool {
        guard accounts[seat].since != nil else { return false }
        return accounts[seat].end.map { now < $0 } ?? true
    }
}
