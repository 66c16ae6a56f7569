import SetProtocol

/// Everything that is limited about a host as a whole, in one place; what is limited about one
/// connection is ``WireLimits``.
///
/// ``standard`` is what a host promises; tests use other numbers. What each limit protects is told in
/// `docs/decisions/0010-limits-of-a-host.md`.
public struct HostLimits: Hashable, Sendable {
    /// The most tables at a time.
    public var tables = 512
    /// The most connections at a time, those that have not said hello included.
    ///
    /// Below the 1,024 descriptors that a process usually may have, so that a caller too many is
    /// told so.
    public var connections = 960
    /// The most connections at a time from one address, this machine's own included.
    ///
    /// An IPv6 address counts together with its whole network of 64 bits, which one household has.
    public var connectionsPerAddress = 32
    /// The most connections that have not said hello; one more and the oldest of them has to go.
    public var newcomers = 128
    /// How fast connections are accepted; the others wait in the kernel meanwhile.
    public var accepted = RateLimit.Rate(200, per: .seconds(1), burst: 20)
    /// How many wrong tokens and codes of tables an address may name within ``guessTime``.
    public var wrongGuesses = 5
    /// The time in which wrong guesses are counted together.
    public var guessTime = Duration.seconds(60)
    /// For how long an address that has guessed too much may name neither token nor code.
    public var guessRest = Duration.seconds(60)
    /// The most watchers at one table.
    public var watchers = 32
    /// How much the watchers of one table may chat together.
    public var watchersChat = RateLimit.Rate(10, per: .seconds(10), burst: 10)
    /// How often a player may ask for a new game or a pause, or take that back.
    public var proposals = RateLimit.Rate(5, per: .seconds(10), burst: 5)
    /// How often those at a table are told how close a race was.
    public var races = RateLimit.Rate(2, per: .seconds(1), burst: 10)
    /// How often a player may come back to the seat.
    public var returns = RateLimit.Rate(1, per: .seconds(1), burst: 20)
    /// How often somebody may sit down at one table.
    public var sittings = RateLimit.Rate(1, per: .seconds(1), burst: 20)

    /// About how many descriptors a host needs that is as full as it may be: its connections, a
    /// journal for each table, and some of its own.
    public var descriptors: Int { connections + tables + 128 }

    /// What a host promises.
    public static let standard = HostLimits()

    /// The standard limits, to be changed one by one.
    public init() {}
}
