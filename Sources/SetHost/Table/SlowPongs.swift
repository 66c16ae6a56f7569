import SetProtocol

/// Notices a player whose answers to pings take much longer than the network does.
///
/// The round trip measured by pings decides what is made up for in a race, and a program can answer
/// late. The kernel measures the same connection by acknowledgements, which a program cannot delay.
/// Neither proves a cheat - a program may be busy - so it is logged, once for each connection.
package struct SlowPongs: Hashable, Sendable {
    /// When answers are called slow.
    package struct Limits: Hashable, Sendable {
        /// By how much the measured round trip exceeds the kernel's.
        package var excess = Duration.milliseconds(20)
        /// For how long.
        package var time = Duration.seconds(30)
        /// How often the two are compared.
        package var interval = Duration.seconds(5)
        /// Whether peers on this machine are compared too: behind a tunnel the kernel measures only
        /// the way to its near end.
        package var includesLocal = false
    }

    private enum Finding: Hashable {
        case fine
        case slow(since: TableTime)
        case told
    }

    private let limits: Limits
    private var findings = PerSeat(both: Finding.fine)
    private var next = TableTime.zero

    init(_ limits: Limits) {
        self.limits = limits
    }

    /// Whether it is time to compare again.
    mutating func isDue(at now: TableTime) -> Bool {
        guard next <= now else { return false }
        next = now.advanced(by: limits.interval)
        return true
    }

    /// Whether a peer's connection says anything.
    func concerns(_ peer: IPAddress) -> Bool { limits.includesLocal || !peer.isLoopback }

    /// Forgets what was found of a seat: its player has a new connection.
    mutating func connected(_ seat: Seat) { findings[seat] = .fine }

    /// Compares the two round trips of a seat.
    ///
    /// - Parameters:
    ///   - measured: By pings; zero while too little is known.
    ///   - kernel: The smallest that the kernel measured.
    /// - Returns: Whether that is to be logged now.
    mutating func compare(
        _ measured: Duration, with kernel: Duration, of seat: Seat, at now: TableTime
    ) -> Bool {
        if case .told = findings[seat] { return false }
        guard measured - kernel > limits.excess else {
            findings[seat] = .fine
            return false
        }
        guard case .slow(let since) = findings[seat] else {
            findings[seat] = .slow(since: now)
            return false
        }
        guard since.duration(to: now) >= limits.time else { return false }
        findings[seat] = .told
        return true
    }
}
