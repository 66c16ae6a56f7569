import SetProtocol

/// Measures the round trip to a client in a way that the client cannot talk down.
///
/// The host keeps the sending times to itself and gives each ping an unpredictable nonce, so that a
/// pong counts once and only if there was a ping. The estimate is the minimum of the last samples,
/// because a connection is never faster than it is and everything else only delays. It falls at
/// once and rises slowly: a client that starts to delay its pongs gains nothing until the delay
/// fills the window of samples, and then only little by little.
struct RoundTrip: Hashable, Sendable {
    /// The number of samples in the window.
    static let memory = 16
    /// With fewer samples no credit is given.
    static let enough = 5
    static let outstandingPings = 4
    /// A pong later than this is ignored.
    static let longest = Duration.seconds(5)
    /// How much the estimate may rise per second.
    static let rise = Duration.milliseconds(10)

    private struct Ping: Hashable {
        var nonce: UInt64
        var sent: MonotonicInstant
    }

    private var pings: [Ping] = []
    private var samples: [Duration] = []
    private var estimate = Duration.zero
    private var lastUpdate = MonotonicInstant.zero

    /// The round trip; zero before there are enough samples.
    var measured: Duration { samples.count < Self.enough ? .zero : estimate }

    /// Records that a ping is sent; its nonce is from an unpredictable generator.
    mutating func pinged(_ nonce: UInt64, at now: MonotonicInstant) {
        if pings.count == Self.outstandingPings { pings.removeFirst() }
        pings.append(Ping(nonce: nonce, sent: now))
    }

    /// Records a pong, and returns whether it answers a ping in time and for the first time.
    @discardableResult
    mutating func answered(_ nonce: UInt64, at now: MonotonicInstant) -> Bool {
        guard let place = pings.firstIndex(where: { $0.nonce == nonce }) else { return false }
        let sample = pings.remove(at: place).sent.duration(to: now)
        guard sample >= .zero, sample <= Self.longest else { return false }
        add(sample, at: now)
        return true
    }

    private mutating func add(_ sample: Duration, at now: MonotonicInstant) {
        if samples.count == Self.memory { samples.removeFirst() }
        samples.append(sample)
        let least = samples.min() ?? sample
        if samples.count <= Self.enough || least <= estimate {
            estimate = least
        } else {
            let seconds = lastUpdate.duration(to: now) / Duration.seconds(1)
            estimate = min(least, estimate + Self.rise * max(0, seconds))
        }
        lastUpdate = now
    }
}
