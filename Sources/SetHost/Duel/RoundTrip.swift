import SetProtocol

/// Measures how long a line to a client and back is, in a way the client cannot talk down.
///
/// The host keeps the moments of sending to itself and gives every ping a number nobody can guess,
/// so that an answer counts once and only when there was a question. The estimate is the least of
/// the last samples, for a line is never faster than it is and everything else only delays. It falls
/// at once and rises slowly: a client that begins to answer late gains nothing before the delay has
/// lasted for as long as the window of samples, and then little by little.
struct RoundTrip: Hashable, Sendable {
    /// How many samples are looked back at.
    static let memory = 16
    /// Before so many samples nothing is made up for.
    static let enough = 5
    /// The most pings that wait for an answer.
    static let outstandingPings = 4
    /// An answer after this says nothing about the line.
    static let longest = Duration.seconds(5)
    /// By how much a second the estimate may rise.
    static let rise = Duration.milliseconds(10)

    private struct Ping: Hashable {
        var nonce: UInt64
        var sent: MonotonicInstant
    }

    private var pings: [Ping] = []
    private var samples: [Duration] = []
    private var estimate = Duration.zero
    private var lastUpdate = MonotonicInstant.zero
    /// How many answers were to no question, too late, or given twice.
    private(set) var strays = 0

    /// The round trip as far as it is known: zero before enough samples.
    var measured: Duration { samples.count < Self.enough ? .zero : estimate }

    /// Whether enough is known to make up for anything.
    var isKnown: Bool { samples.count >= Self.enough }

    /// Notes that a ping leaves.
    ///
    /// - Parameter nonce: From a generator nobody can predict.
    mutating func pinged(_ nonce: UInt64, at now: MonotonicInstant) {
        if pings.count == Self.outstandingPings { pings.removeFirst() }
        pings.append(Ping(nonce: nonce, sent: now))
    }

    /// Takes an answer to a ping.
    ///
    /// - Returns: Whether it was one.
    @discardableResult
    mutating func answered(_ nonce: UInt64, at now: MonotonicInstant) -> Bool {
        guard let place = pings.firstIndex(where: { $0.nonce == nonce }) else {
            strays += 1
            return false
        }
        let sample = pings[place].sent.duration(to: now)
        pings.remove(at: place)
        guard sample >= .zero, sample <= Self.longest else {
            strays += 1
            return false
        }
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
