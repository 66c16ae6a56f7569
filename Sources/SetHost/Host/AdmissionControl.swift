import SetProtocol

/// Who has connected from where, and who is let in to say hello: the limits of a host, as a value.
///
/// | event         | answer                                                                     |
/// |---------------|----------------------------------------------------------------------------|
/// | calls         | one more than an address may make in a time is not looked at                |
/// | called        | greeted, perhaps in place of the oldest newcomer; refused; turned away      |
/// | introduced    | is no newcomer any more                                                    |
/// | gone          | one connection fewer: of those greeted, or of those refused                |
/// | guessed wrong | the last one allowed in its time ends guesses of codes for a while         |
///
/// What is kept is bounded by the limits: a number for each address that is connected, and
/// ``mostGuessers`` addresses that have guessed wrong or connected lately.
struct AdmissionControl<ID: Hashable & Sendable>: Sendable {
    /// What becomes of a connection that has just been made.
    enum Answer: Hashable, Sendable {
        /// It may say hello; where there were too many newcomers, in place of the oldest of them.
        case greeted(insteadOf: ID?)
        /// It is told why not.
        case refused(ConnectionError)
        /// It is closed without a word, because too many are being told already.
        case turnedAway
    }

    private struct Guesser {
        var times: [MonotonicInstant] = []
        var refusedUntil: MonotonicInstant?
    }

    private let limits: HostLimits
    /// How many connections were greeted.
    private var greeted = 0
    /// How many are being told that they are too many.
    private var told = 0
    private var counts: [CallerOrigin: Int] = [:]
    /// Oldest first.
    private var newcomers: [ID] = []
    private var guessers: [CallerOrigin: Guesser] = [:]
    private var calls: [CallerOrigin: RateLimit] = [:]

    /// How many more than allowed are told so at a time.
    ///
    /// To be told takes a connection, up to a second long.
    static var courtesy: Int { 32 }
    /// How many addresses are remembered for wrong guesses, and how many for connecting lately; beyond
    /// that, the one that would be forgotten next is, or all that connected.
    static var mostGuessers: Int { 1024 }

    /// Nobody has come yet.
    init(_ limits: HostLimits) {
        self.limits = limits
    }

    // MARK: - Connections

    /// How many connections there are.
    var count: Int { greeted + told }
    /// The connection that has been silent longest.
    var oldestNewcomer: ID? { newcomers.first }

    /// Whether an address may connect once more now; called once for each connection.
    mutating func mayCall(from address: IPAddress, at now: MonotonicInstant) -> Bool {
        let origin = CallerOrigin(address)
        var pace = calls[origin] ?? RateLimit(limits.callsPerAddress)
        guard pace.allows(at: now) else { return false }
        if calls[origin] == nil, calls.count >= Self.mostGuessers {
            calls = calls.filter { !$1.isFull(at: now) }
            if calls.count >= Self.mostGuessers { calls = [:] }
        }
        calls[origin] = pace
        return true
    }

    /// Counts a connection that has been made, unless it is turned away.
    mutating func called(_ caller: ID, from address: IPAddress) -> Answer {
        let origin = CallerOrigin(address)
        let others = counts[origin, default: 0]
        let isAddressFull = others >= limits.connectionsPerAddress
        guard !isAddressFull, greeted < limits.connections else {
            guard told < Self.courtesy else { return .turnedAway }
            told += 1
            return .refused(isAddressFull ? .addressFull : .hostFull)
        }
        greeted += 1
        counts[origin] = others + 1
        newcomers.append(caller)
        guard newcomers.count > limits.newcomers else { return .greeted(insteadOf: nil) }
        return .greeted(insteadOf: newcomers.removeFirst())
    }

    /// Notes that a newcomer has said hello, or is being sent away.
    mutating func introduced(_ caller: ID) {
        guard let place = newcomers.firstIndex(of: caller) else { return }
        newcomers.remove(at: place)
    }

    /// Notes that a connection is over that was greeted when it was made.
    mutating func gone(from address: IPAddress) {
        let origin = CallerOrigin(address)
        guard let others = counts[origin] else { return }
        greeted -= 1
        counts[origin] = others > 1 ? others - 1 : nil
    }

    /// Notes that a connection is over that was refused when it was made.
    mutating func refusedOneGone() {
        told -= 1
    }

    // MARK: - Guesses

    /// Whether an address may name the code of a table now.
    func mayGuess(from address: IPAddress, at now: MonotonicInstant) -> Bool {
        guard let end = guessers[CallerOrigin(address)]?.refusedUntil else { return true }
        return end <= now
    }

    /// Notes that an address has named a code that no table has.
    ///
    /// - Returns: Whether it may not guess any more from now on.
    @discardableResult
    mutating func guessedWrong(from address: IPAddress, at now: MonotonicInstant) -> Bool {
        guard limits.wrongGuesses < .max, limits.limitsLocalGuesses || !address.isLoopback else {
            return false
        }
        let origin = CallerOrigin(address)
        var guesser = guessers[origin] ?? Guesser()
        guesser.times.removeAll { $0.advanced(by: limits.guessTime) <= now }
        guesser.times.append(now)
        let isTooMuch = guesser.times.count >= limits.wrongGuesses
        if isTooMuch { guesser = Guesser(refusedUntil: now.advanced(by: limits.guessRest)) }
        if guessers[origin] == nil, guessers.count >= Self.mostGuessers { forgetGuessers(at: now) }
        guessers[origin] = guesser
        return isTooMuch
    }

    /// How many addresses are remembered for connecting lately.
    var callerCount: Int { calls.count }
    /// How many addresses are remembered for wrong guesses.
    var guesserCount: Int { guessers.count }

    /// Forgets those whose time is up, or the one whose time is up next.
    private mutating func forgetGuessers(at now: MonotonicInstant) {
        guessers = guessers.filter { end(of: $1) > now }
        guard guessers.count >= Self.mostGuessers else { return }
        let next = guessers.min { self.end(of: $0.value) < self.end(of: $1.value) }
        if let next { guessers[next.key] = nil }
    }

    /// When nothing of a guesser need be remembered any more.
    private func end(of guesser: Guesser) -> MonotonicInstant {
        let last = guesser.times.last?.advanced(by: limits.guessTime) ?? .zero
        return max(guesser.refusedUntil ?? .zero, last)
    }
}

/// What counts as one address of admission.
///
/// Whoever has one IPv6 address has the 2^64 of its network, so they count as one. Link-local
/// addresses share one such network among all neighbors and count one by one.
struct CallerOrigin: Hashable, Sendable {
    private let address: IPAddress

    /// The origin of connections from an address.
    init(_ address: IPAddress) {
        switch address {
        case .v6(let high, _, let scope) where high >> 54 != 0x3FA:
            self.address = .v6(high: high, low: 0, scope: scope)
        case .v4, .v6: self.address = address
        }
    }
}
