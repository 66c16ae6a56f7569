import SetProtocol

/// Detects a player whose pongs take much longer than the network.
///
/// The round trip measured by pings decides the credit in a race, and a program can delay its
/// pongs. The kernel measures the same connection by acknowledgments, which a program cannot delay.
/// The difference proves no cheating, since a program may be busy, so it is logged, once per
/// player. It is counted over all connections of a player: otherwise reconnecting in time would
/// avoid the log.
package struct SlowPongs: Hashable, Sendable {
    package struct Limits: Hashable, Sendable {
        /// How much the measured round trip exceeds the kernel's.
        package var excess = Duration.milliseconds(20)
        /// How long that lasts.
        package var time = Duration.seconds(30)
        /// How often the two are compared.
        package var interval = Duration.seconds(5)
        /// Whether peers on this machine are compared too: behind a tunnel the kernel measures only
        /// the way to its near end.
        package var includesLocal = false
    }

    private struct Finding: Hashable {
        /// How long the pongs have been slow.
        var slowness = Duration.zero
        /// When they last were; `nil` if the current connection is unknown.
        var lastSlow: MonotonicInstant?
        var isTold = false
    }

    private let limits: Limits
    private var findings = PerSeat(both: Finding())
    private var next = MonotonicInstant.zero

    init(_ limits: Limits) {
        self.limits = limits
    }

    mutating func isDue(at now: MonotonicInstant) -> Bool {
        guard next <= now else { return false }
        next = now.advanced(by: limits.interval)
        return true
    }

    func concerns(_ peer: IPAddress) -> Bool { limits.includesLocal || !peer.isLoopback }

    mutating func seated(_ seat: Seat) { findings[seat] = Finding() }

    /// Compares the round trip of a seat measured by pings, zero if there are too few, with the
    /// kernel's minimum, and returns whether to log it now.
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
