import SetProtocol

/// Everything that is limited about a host as a whole, in one place; what is limited about one
/// connection is ``WireLimits``.
///
/// ``standard`` is what a host promises; tests use other numbers. What each limit protects is told in
/// `docs/decisions/0010-limits-of-a-host.md`.
package struct HostLimits: Hashable, Sendable {
    /// The most tables at a time.
    package var tables = 512
    /// The most connections at a time, those that have not said hello included.
    ///
    /// Below the 1,024 descriptors that a process usually may have, so that a caller too many is
    /// told so.
    package var connections = 960
    /// The most connections at a time from one address, this machine's own included.
    ///
    /// An IPv6 address counts together with its whole network of 64 bits, which one household has.
    package var connectionsPerAddress = 32
    /// How fast one address may connect; what is more is reset at once and costs nobody else anything.
    package var callsPerAddress = RateLimit.Rate(32, per: .seconds(1), burst: 96)
    /// The most connections that have not said hello; one more and the oldest of them has to go.
    package var newcomers = 256
    /// How fast connections are accepted from all addresses together; the others wait in the kernel
    /// meanwhile.
    package var accepted = RateLimit.Rate(2000, per: .seconds(1), burst: 200)
    /// How many wrong codes of tables an address may name within ``guessTime``.
    ///
    /// Tokens are not counted: they cannot be guessed, and players whose address guesses must be able
    /// to return.
    package var wrongGuesses = 5
    /// The time in which wrong guesses are counted together.
    package var guessTime = Duration.seconds(60)
    /// For how long an address that has guessed too much comes in by no code.
    package var guessRest = Duration.seconds(60)
    /// Whether wrong codes from this machine itself are counted too.
    ///
    /// Behind a tunnel or a proxy everybody comes from this machine.
    package var limitsLocalGuesses = false
    /// The most watchers at one table.
    package var watchers = 32
    /// The most watchers from one address at all tables together.
    package var watchersPerAddress = 8
    /// How many states that only show who does what the watchers of a table are sent.
    package var watchersStates = RateLimit.Rate(10, per: .seconds(1), burst: 20)
    /// How much the watchers of one table may chat together.
    package var watchersChat = RateLimit.Rate(10, per: .seconds(10), burst: 10)
    /// How often a player may touch cards in a duel.
    ///
    /// Each touch is published as a whole state. A player who never stops could fill the opponent's
    /// connection, who then sees the next board later, or is disconnected as too slow.
    package var picks = RateLimit.Rate(8, per: .seconds(1), burst: 16)
    /// How often a player may ask for a new game or a pause, or take that back.
    package var proposals = RateLimit.Rate(5, per: .seconds(10), burst: 5)
    /// How often those at a table are told how close a race was.
    package var races = RateLimit.Rate(2, per: .seconds(1), burst: 10)
    /// How often a player may come back to the seat.
    package var returns = RateLimit.Rate(1, per: .seconds(1), burst: 20)
    /// How often one address may sit down at one table.
    package var sittings = RateLimit.Rate(1, per: .seconds(6), burst: 10)
    /// How long a player may keep an opponent waiting who is ready, without a word, before the first
    /// game; not at a private table.
    package var readyTime = Duration.seconds(120)

    /// About how many descriptors a host needs that is as full as it may be: its connections, a
    /// journal for each table, and some of its own.
    package var descriptors: Int { connections + tables + 128 }

    /// What a host promises.
    package static let standard = HostLimits()

    /// The standard limits, to be changed one by one.
    package init() {}
}
