import SetProtocol

/// The limits on who may connect and try codes, as a value.
///
/// | event         | answer                                                                     |
/// |---------------|----------------------------------------------------------------------------|
/// | calls         | one more than an address may make in a time is not looked at                |
/// | called        | a newcomer, perhaps in place of the oldest                                  |
/// | says hello    | counts toward the limits, which keep out all but players who return         |
/// | refused       | receives the reason, unless too many are being refused                     |
/// | guessed wrong | the last one allowed in its time ends guesses of codes for a while         |
///
/// Memory is bounded by the limits: a number for each connected address, and ``mostGuessers``
/// addresses that recently sent wrong codes or connected.
struct AdmissionControl<ID: Hashable & Sendable>: Sendable {
    private let limits: HostLimits
    /// The connections that have said hello: all, and by address.
    private var (admitted, counts): (Int, [CallerOrigin: Int]) = (0, [:])
    private var refusals = 0
    /// Those that have not said hello, oldest first.
    private var newcomers: [ID] = []
    /// When each address sent its last wrong codes.
    private var guesses: [CallerOrigin: [MonotonicInstant]] = [:]
    private var calls: OriginLimits

    /// At a time: refusing one with a reason holds a connection for up to a second.
    static var mostRefusals: Int { 128 }
    /// How many newcomers may say hello to a full host, because one may be a player who returns.
    ///
    /// A returning player says hello with the first packet. Strangers who come as fast as a host
    /// accepts (2,000 a second) push that connection out only after 32 ms.
    static var mostAtFullHost: Int { 64 }
    /// How many addresses are remembered for wrong codes, and for recent connections.
    ///
    /// Beyond that, the guesser due to be forgotten first is forgotten, or all recent connections
    /// are.
    static var mostGuessers: Int { 1024 }

    init(_ limits: HostLimits) {
        self.limits = limits
        calls = OriginLimits(limits.callsPerAddress, most: Self.mostGuessers)
    }

    // MARK: - Connections

    var oldestNewcomer: ID? { newcomers.first }

    /// Whether an address may connect now; call it once for each connection.
    mutating func mayCall(from address: IPAddress, at now: MonotonicInstant) -> Bool {
        calls.allows(CallerOrigin(address), at: now)
    }

    /// Records a new connection, and returns the one that has to go for it.
    mutating func called(_ caller: ID) -> ID? {
        newcomers.append(caller)
        // Players who return may be more than the limit.
        let room = max(0, limits.connections - admitted)
        let most = min(limits.newcomers, room + Self.mostAtFullHost)
        return newcomers.count > most ? newcomers.first : nil
    }

    /// The limit that keeps out a connection that says hello; each seat kept for a disconnected
    /// player, of this address and in all, counts as a connection, so that its player finds room.
    func limit(
        for address: IPAddress, reserved: (here: Int, all: Int) = (0, 0)
    ) -> ConnectionError? {
        let others = counts[CallerOrigin(address), default: 0]
        if others + reserved.here >= limits.connectionsPerAddress { return .addressFull }
        return admitted + reserved.all < limits.connections ? nil : .hostFull
    }

    mutating func admit(_ caller: ID, from address: IPAddress) {
        forget(caller)
        admitted += 1
        counts[CallerOrigin(address), default: 0] += 1
    }

    /// Records the end of a connection that was counted.
    mutating func gone(from address: IPAddress) {
        let origin = CallerOrigin(address)
        guard let others = counts[origin] else { return }
        admitted -= 1
        counts[origin] = others > 1 ? others - 1 : nil
    }

    mutating func forget(_ newcomer: ID) {
        if let place = newcomers.firstIndex(of: newcomer) { newcomers.remove(at: place) }
    }

    /// Whether a refused connection, counted nowhere else, receives the reason; if too many are being
    /// refused already, it is dropped silently.
    ///
    /// - Parameter isBounded: Whether another limit bounds how many such connections there are.
    mutating func beginRefusal(isBounded: Bool = false) -> Bool {
        guard isBounded || refusals < Self.mostRefusals else { return false }
        refusals += 1
        return true
    }

    mutating func refusalFinished() {
        refusals -= 1
    }

    // MARK: - Guesses

    func mayGuess(from address: IPAddress, at now: MonotonicInstant) -> Bool {
        let times = guesses[CallerOrigin(address), default: []]
        return times.count < limits.wrongGuesses || end(of: times) <= now
    }

    /// Records that an address sent a wrong code, and returns whether it is blocked from now on.
    @discardableResult
    mutating func guessedWrong(from address: IPAddress, at now: MonotonicInstant) -> Bool {
        guard limits.wrongGuesses < .max, limits.limitsLocalGuesses || !address.isLoopback else {
            return false
        }
        let origin = CallerOrigin(address)
        var times = guesses[origin, default: []]
        // After a block, counting restarts.
        if times.count >= limits.wrongGuesses { times = [] }
        times = times.filter { now < $0.advanced(by: limits.guessTime) } + [now]
        if guesses[origin] == nil, guesses.count >= Self.mostGuessers { forgetGuessers(at: now) }
        guesses[origin] = times
        return times.count >= limits.wrongGuesses
    }

    var callerCount: Int { calls.count }
    var guesserCount: Int { guesses.count }

    /// Forgets guessers whose time is up, or else the one whose time is up next.
    private mutating func forgetGuessers(at now: MonotonicInstant) {
        guesses = guesses.filter { end(of: $1) > now }
        guard guesses.count >= Self.mostGuessers else { return }
        let next = guesses.min { self.end(of: $0.value) < self.end(of: $1.value) }
        if let next { guesses[next.key] = nil }
    }

    private func end(of times: [MonotonicInstant]) -> MonotonicInstant {
        let isBlocked = times.count >= limits.wrongGuesses
        return times.last?.advanced(by: isBlocked ? limits.guessRest : limits.guessTime) ?? .zero
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

/// A rate limit for each of the addresses that did something lately.
///
/// Beyond the most, all are forgotten: a crowd of that many addresses has no limit anyway.
struct OriginLimits: Sendable {
    private let rate: RateLimit.Rate
    private let most: Int
    private var limits: [CallerOrigin: RateLimit] = [:]

    init(_ rate: RateLimit.Rate, most: Int) { (self.rate, self.most) = (rate, most) }

    var count: Int { limits.count }

    /// Whether an address may do it now; a yes counts.
    mutating func allows(_ origin: CallerOrigin, at now: MonotonicInstant) -> Bool {
        var limit = limits[origin] ?? RateLimit(rate)
        let isAllowed = limit.allows(at: now)
        if limits[origin] == nil, limits.count >= most {
            limits = limits.filter { !$1.isFull(at: now) }
            if limits.count >= most { limits = [:] }
        }
        limits[origin] = limit
        return isAllowed
    }
}
