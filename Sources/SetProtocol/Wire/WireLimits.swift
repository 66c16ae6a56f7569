/// Everything that is limited about one connection, in one place.
///
/// A limit protects the other player: whatever one peer does, the table of the others goes on.
/// ``standard`` is what a host promises; tests use smaller numbers.
package struct WireLimits: Hashable, Sendable {
    /// The most bytes of a line once the peer has introduced itself.
    package var lineBytes = 4096
    /// The most bytes of a line before `hello`: a stranger gets little memory.
    package var helloLineBytes = 512
    /// How long after connecting the whole `hello` must have come.
    package var helloTime = Duration.seconds(5)
    /// The most lines that may wait for a slow reader; one more ends the connection.
    package var queuedLines = 64
    /// The most bytes that may wait for a slow reader; one more ends the connection.
    package var queuedBytes = 64 * 1024
    /// How many messages a peer may send.
    package var messages = RateLimit.Rate(20, per: .seconds(1), burst: 40)
    /// How many of them may be `say`.
    package var chat = RateLimit.Rate(4, per: .seconds(10), burst: 4)
    package var pingInterval = Duration.seconds(1)
    /// After how much silence a peer is taken for lost.
    package var silence = Duration.seconds(5)
    /// How long a connection that is being finished waits for the peer to close it.
    package var finishingTime = Duration.seconds(1)

    /// The bytes the kernel queues for sending.
    ///
    /// Left to itself Linux queues four megabytes for a peer that never reads, and a slow reader
    /// would not be noticed for hours.
    package var sendBufferBytes = 32 * 1024
    /// How long sent bytes may stay unacknowledged before the kernel gives the connection up.
    ///
    /// Where the kernel offers that (`TCP_USER_TIMEOUT`); its own default is a quarter of an hour.
    package var unacknowledgedTime = Duration.seconds(8)
    /// How long an idle connection waits before the kernel probes it; whole seconds.
    package var keepAliveIdle = Duration.seconds(10)
    /// The time between two such probes; whole seconds.
    package var keepAliveInterval = Duration.seconds(5)
    /// How many probes may go unanswered.
    package var keepAliveProbes = 3

    package static let standard = WireLimits()

    package init() {}
}

/// Allows a number of events per time, with a reserve after a quiet period.
///
/// A token bucket, kept as the one moment at which it will be full again (the generic cell rate
/// algorithm, ITU-T I.371): exact in whole durations, and without a clock of its own.
package struct RateLimit: Hashable, Sendable {
    package struct Rate: Hashable, Sendable {
        /// The time in which the bucket gains one token.
        package var interval: Duration
        /// How many tokens the full bucket holds; at least 1.
        package var burst: Int

        /// A number of events per time, and a burst after a quiet period; each at least 1.
        package init(_ count: Int, per time: Duration, burst: Int) {
            interval = time / count
            self.burst = burst
        }
    }

    package let rate: Rate
    private var fullAgain = MonotonicInstant.zero

    package init(_ rate: Rate) {
        self.rate = rate
    }

    /// Takes a token when there is one, and returns whether there was.
    ///
    /// A refusal costs nothing: one that keeps asking too fast is still allowed the plain rate.
    package mutating func allows(at now: MonotonicInstant) -> Bool {
        let reserve = rate.interval * (rate.burst - 1)
        guard fullAgain.advanced(by: .zero - reserve) <= now else { return false }
        fullAgain = max(fullAgain, now).advanced(by: rate.interval)
        return true
    }

    /// Whether the bucket is full, as one that was never used.
    package func isFull(at now: MonotonicInstant) -> Bool { fullAgain <= now }
}
