import SetProtocol

/// The limits on who may connect and try codes, as a value.
///
/// | event         | answer                                                                     |
/// |---------------|----------------------------------------------------------------------------|
/// | calls         | one more than an address may make in a time is not looked at                |
/// | called        | greeted, perhaps in place of the oldest newcomer; over the limit           |
/// | returned      | a connection over the limit takes the place that its seat reserved          |
/// | introduced    | is no newcomer any more                                                    |
/// | gone          | one connection fewer: of those greeted, or of those refused                |
/// | guessed wrong | the last one allowed in its time ends guesses of codes for a while         |
///
/// Memory is bounded by the limits: a number for each connected address, and ``mostGuessers``
/// addresses that recently sent wrong codes or connected.
struct AdmissionControl<ID: Hashable & Sendable>: Sendable {
    enum Answer: Hashable, Sendable {
        /// It may say hello; if there were too many newcomers, in place of the oldest.
        case greeted(insteadOf: ID?)
        /// Only a player who returns to a kept seat may come in, for this reason; if there are too
        /// many such connections, the oldest of them has to go.
        case overLimit(ConnectionError, insteadOf: ID?)
    }

    private struct Guesser {
        var times: [MonotonicInstant] = []
        var refusedUntil: MonotonicInstant?
    }

    private let limits: HostLimits
    private var greeted = 0
    private var refusals = 0
    private var counts: [CallerOrigin: Int] = [:]
    /// Oldest first.
    private var newcomers: [ID] = []
    /// Connections over a limit that have been neither admitted nor refused, oldest first.
    private var overLimit: [ID] = []
    private var guessers: [CallerOrigin: Guesser] = [:]
    private var calls: [CallerOrigin: RateLimit] = [:]

    /// The most excess connections that are refused with a reason at a time.
    ///
    /// Refusing one holds a connection for up to a second.
    static var mostRefusals: Int { 32 }
    /// How many connections over a limit may be about to say hello.
    ///
    /// A returning player says hello with the first packet. Strangers who come as fast as a host
    /// accepts (2,000 a second) push that connection out only after 32 ms.
    static var mostOverLimit: Int { 64 }
    /// How many addresses are remembered for wrong codes, and for recent connections.
    ///
    /// Beyond that, the guesser due to be forgotten first is forgotten, or all recent connections
    /// are.
    static var mostGuessers: Int { 1024 }

    init(_ limits: HostLimits) {
        self.limits = limits
    }

    // MARK: - Connections

    var count: Int { greeted + refusals + overLimit.count }
    var oldestNewcomer: ID? { newcomers.first }
    var oldestOverLimit: ID? { overLimit.first }

    /// Whether an address may connect now; call it once for each connection.
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

    /// Counts a new connection; each seat kept for a disconnected player, of this address and in
    /// all, counts as one, so that its player finds room.
    mutating func called(
        _ caller: ID, from address: IPAddress, reserved: (here: Int, all: Int) = (0, 0)
    ) -> Answer {
        let origin = CallerOrigin(address)
        let others = counts[origin, default: 0]
        let isAddressFull = others + reserved.here >= limits.connectionsPerAddress
        guard !isAddressFull, greeted + reserved.all < limits.connections else {
            overLimit.append(caller)
            let oldest = overLimit.count > Self.mostOverLimit ? overLimit.removeFirst() : nil
            return .overLimit(isAddressFull ? .addressFull : .hostFull, insteadOf: oldest)
        }
        greeted += 1
        counts[origin] = others + 1
        newcomers.append(caller)
        guard newcomers.count > limits.newcomers else { return .greeted(insteadOf: nil) }
        return .greeted(insteadOf: newcomers.removeFirst())
    }

    /// Records that a newcomer has said hello or is being refused.
    mutating func introduced(_ caller: ID) {
        guard let place = newcomers.firstIndex(of: caller) else { return }
        newcomers.remove(at: place)
    }

    /// Records the end of a connection that was greeted.
    mutating func gone(from address: IPAddress) {
        let origin = CallerOrigin(address)
        guard let others = counts[origin] else { return }
        greeted -= 1
        counts[origin] = others > 1 ? others - 1 : nil
    }

    /// Counts a connection over a limit as one of its address: its player has returned to a seat.
    mutating func returned(_ caller: ID, from address: IPAddress) {
        forget(overLimit: caller)
        greeted += 1
        counts[CallerOrigin(address), default: 0] += 1
    }

    /// Whether to tell a connection over a limit why it is refused; if too many are being refused
    /// already, it is dropped silently.
    mutating func beginRefusal(of caller: ID) -> Bool {
        forget(overLimit: caller)
        guard refusals < Self.mostRefusals else { return false }
        refusals += 1
        return true
    }

    /// Records the end of a connection over a limit that was neither admitted nor refused.
    mutating func forget(overLimit caller: ID) {
        overLimit.removeAll { $0 == caller }
    }

    /// Records the end of a connection that was refused as excess.
    mutating func refusalFinished() {
        refusals -= 1
    }

    // MARK: - Guesses

    /// Whether an address may try a table code now.
    func mayGuess(from address: IPAddress, at now: MonotonicInstant) -> Bool {
        guard let end = guessers[CallerOrigin(address)]?.refusedUntil else { return true }
        return end <= now
    }

    /// Records that an address sent a wrong code, and returns whether it is blocked from now on.
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

    var callerCount: Int { calls.count }
    var guesserCount: Int { guessers.count }

    /// Forgets guessers whose time is up, or else the one whose time is up next.
    private mutating func forgetGuessers(at now: MonotonicInstant) {
        guessers = guessers.filter { end(of: $1) > now }
        guard guessers.count >= Self.mostGuessers else { return }
        let next = guessers.min { self.end(of: $0.value) < self.end(of: $1.value) }
        if let next { guessers[next.key] = nil }
    }

    private func end(of guesser: Guesser) -> MonotonicInstant {
        let last = guesser.times.last?.advanced(by: limits.guessTime) ?? .zero
        return max(guesser.refusedUntil ?? .zero, last)
    }
}

/// What counts as one address.
///
/// A machine with one IPv6 address has the 2^64 of its network, so they count as one. All link-local
/// neighbors share one such network, so they count separately.
struct CallerOrigin: Hashable, Sendable {
    private let address: IPAddress

    init(_ address: IPAddress) {
        switch address {
        case .v6(let high, _, let scope) where high >> 54 != 0x3FA:
            self.address = .v6(high: high, low: 0, scope: scope)
        case .v4, .v6: self.address = address
        }
    }
}
