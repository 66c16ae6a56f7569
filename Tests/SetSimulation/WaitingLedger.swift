import SetHost
import SetProtocol

/// Tracks, by events alone, for which disconnected players a game still has to wait, and until
/// when.
struct WaitingLedger: Sendable {
    private struct Account {
        var drops = 0
        var used = Duration.zero
        /// The start of the current absence; `nil` while the player is present.
        var since: TableInstant?
        var isCounted = false
        /// Whether the host was gone, and nobody has been back long enough for it to count.
        var isHosts = false
        /// The time until which the game waits; `nil` for no limit.
        var end: TableInstant?
    }

    private let rules: Rules
    private var accounts = PerSeat(both: Account())

    init(rules: Rules) {
        self.rules = rules
    }

    /// Starts a new game: every player has the full allowance again, and the game waits for players
    /// who disconnected before it.
    mutating func gameBegan() {
        for seat in Seat.allCases {
            accounts[seat] = Account(since: accounts[seat].since)
        }
    }

    /// Records a lost connection.
    ///
    /// - Parameter isCounted: Whether it was lost in a running game, and not with the host.
    mutating func lost(
        _ seat: Seat, isCounted: Bool, isHosts: Bool = false, at now: TableInstant
    ) {
        var account = accounts[seat]
        account.isHosts = isHosts
        if isCounted { account.drops += 1 }
        (account.since, account.isCounted) = (now, isCounted)
        let isAllowed = account.drops <= rules.drops
        account.end = isAllowed ? now.advanced(by: rules.awayTime - account.used) : now
        if !isCounted { account.end = nil }
        accounts[seat] = account
    }

    /// Records the end of an agreed pause: who dropped in it is away from now on.
    mutating func pauseEnded(at now: TableInstant) {
        for seat in Seat.allCases where accounts[seat].since != nil {
            guard !accounts[seat].isCounted, !accounts[seat].isHosts else { continue }
            lost(seat, isCounted: true, at: now)
        }
    }

    /// Records that a game waits only for a player who has not returned after a restart of the host:
    /// ten seconds later the time counts.
    mutating func waitsAfterRestart(for seat: Seat, at now: TableInstant) {
        guard accounts[seat].since != nil, accounts[seat].isHosts else { return }
        let start = now.advanced(by: .seconds(10))
        (accounts[seat].since, accounts[seat].isCounted, accounts[seat].isHosts) = (
            start, true, false
        )
        accounts[seat].end = start.advanced(
            by: max(.zero, rules.awayTime - accounts[seat].used))
    }

    /// Records that a player returned or gave up the seat.
    mutating func ended(_ seat: Seat, at now: TableInstant) {
        if let since = accounts[seat].since, accounts[seat].isCounted {
            accounts[seat].used += max(.zero, since.duration(to: now))
        }
        accounts[seat].since = nil
    }

    /// Records that somebody new took a seat.
    mutating func joined(_ seat: Seat) { accounts[seat] = Account() }

    /// When a game that waits for disconnected players resumes; `nil` for never.
    ///
    /// - Parameter isAnybodyThere: Whether anybody is present to continue.
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
