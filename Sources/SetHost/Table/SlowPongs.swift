import SetProtocol

/// Notices a player whose answers to pings take much longer than the network does.
///
/// The round trip measured by pings decides what is made up for in a race, and a program can answer
/// late. The kernel measures the same connection by acknowledgements, which a program cannot delay.
/// Neither proves a cheat - a program may be busy - so it is logged, once for each player. It is counted
/// over all connections of a player: one who begins a new one in time would never be logged otherwise.
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

    private struct Finding: Hashable {
        /// For how long the answers have been slow.
        var slowness = Duration.zero
        /// When they last were; `nil` while nothing is known of the present connection.
        var lastSlow: MonotonicInstant?
        var isTold = false
    }

    private let limits: Limits
    private var findings = PerSeat(both: Finding())
    private var next = MonotonicInstant.zero

    init(_ limits: Limits) {
        self.limits = limits
    }

    /// Whether it is time to compare again.
    mutating func isDue(at now: MonotonicInstant) -> Bool {
        guard next <= now else { return false }
        next = now.advanced(by: limits.interval)
        return true
    }

    /// Whether a peer's connection says anything.
    func concerns(_ peer: IPAddress) -> Bool { limits.includesLocal || !peer.isLoopback }

    /// Forgets what was found of a seat: it has a new player.
    mutating func seated(_ seat: Seat) { findings[seat] = Finding() }

    /// Compares the two round trips of a seat.
    ///
    /// - Parameters:
    ///   - measured: By pings; zero while too little is known.
    ///   - kernel: The smallest that the kernel measured.
    /// - Returns: Whether that is to be logged now.
    mutating func compare(
        _ measured: Duration, with kernel: Duration, of seat: Seat, at now: MonotonicInstant
    ) -> Bool {
        guard !findings[seat].isTold else { return false }
        guard measured > .zero else {
            findings[seat].lastSlow = nil
            return false
        }
        guard measured - kernel > limits.excess else {
            findings[seat] = Finding()
            return false
        }
        findings[seat].slowness += findings[seat].lastSlow?.duration(to: now) ?? .zero
        findings[seat].lastSlow = now
        findings[seat].isTold = findings[seat].slowness >= limits.time
        return findings[seat].isTold
    }
}
