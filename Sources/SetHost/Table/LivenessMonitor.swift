import SetProtocol

/// Tells from the input of a connection whether the other end is still there.
///
/// A connection may be half open: the cable is pulled, and no packet says so. A peer that has once
/// answered a ping is a program and answers all of them, so its silence means something. A person
/// typing into a bare connection answers none and is not expected to.
struct LivenessMonitor: Hashable, Sendable {
    /// How long a peer may be silent before it is considered gone.
    let timeout: Duration
    private var quietSince: MonotonicInstant
    private(set) var answersPings = false

    init(timeout: Duration, at now: MonotonicInstant) {
        self.timeout = timeout
        quietSince = now
    }

    /// When the other end will be considered gone unless something arrives; `nil` for never.
    var end: MonotonicInstant? { answersPings ? quietSince.advanced(by: timeout) : nil }

    func isLost(at now: MonotonicInstant) -> Bool { end.map { $0 <= now } ?? false }

    mutating func heard(at now: MonotonicInstant) { quietSince = max(quietSince, now) }

    mutating func answered() { answersPings = true }

    /// Discounts a time in which the host did not listen, such as when it was suspended.
    mutating func overslept(by time: Duration) { quietSince = quietSince.advanced(by: time) }
}
