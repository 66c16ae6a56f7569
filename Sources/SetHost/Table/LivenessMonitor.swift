import SetProtocol

/// Tells by what comes over a connection whether its other end is still there.
///
/// A connection may be half open: the cable is pulled, and nothing says so. Whoever has once
/// answered a ping is a program and answers all of them, so its silence is a sign. A person with a
/// bare connection answers none and is not held to it.
struct LivenessMonitor: Hashable, Sendable {
    /// After how much silence the other end is taken for lost.
    let timeout: Duration
    private var quietSince: MonotonicInstant
    /// Whether a ping has ever been answered.
    private(set) var answersPings = false

    init(timeout: Duration, at now: MonotonicInstant) {
        self.timeout = timeout
        quietSince = now
    }

    /// When the other end will be taken for lost unless it is heard before; `nil` for never.
    var end: MonotonicInstant? { answersPings ? quietSince.advanced(by: timeout) : nil }

    /// Whether it has been silent for too long.
    func isLost(at now: MonotonicInstant) -> Bool { end.map { $0 <= now } ?? false }

    /// Something came.
    mutating func heard(at now: MonotonicInstant) { quietSince = max(quietSince, now) }

    /// What came was the answer to a ping.
    mutating func answered() { answersPings = true }

    /// A time in which nobody here listened, as when the host itself was stopped, is no silence.
    mutating func overslept(by time: Duration) { quietSince = quietSince.advanced(by: time) }
}
