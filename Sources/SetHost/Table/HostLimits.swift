import SetProtocol

/// All limits of a host as a whole; the limits of one connection are ``WireLimits``.
///
/// ``standard`` is what a host promises; tests use other numbers.
/// `docs/decisions/0010-limits-of-a-host.md` says what each limit protects.
package struct HostLimits: Hashable, Sendable {
    package var tables = 512
    /// The most connections at a time that have said hello.
    ///
    /// This is below the usual 1,024 descriptors of a process, so that a caller over the limit can
    /// still be told.
    package var connections = 960
    /// The most connections at a time from one address, including this machine's own.
    ///
    /// An IPv6 address counts together with its whole 64-bit network, which one household has.
    package var connectionsPerAddress = 32
    /// How fast one address may connect; excess connections are reset at once and cost nobody else
    /// anything.
    package var callsPerAddress = RateLimit.Rate(32, per: .seconds(1), burst: 96)
    /// The most connections that have not said hello; one more displaces the oldest.
    package var newcomers = 256
    /// How fast connections are accepted from all addresses together; the others wait in the
    /// kernel.
    package var accepted = RateLimit.Rate(2000, per: .seconds(1), burst: 200)
    /// The most wrong codes an address may send within ``guessTime``.
    ///
    /// Tokens are not counted: they cannot be guessed, and other players of a guessing address must
    /// be able to return.
    package var wrongGuesses = 5
    /// The time in which wrong codes are counted together.
    package var guessTime = Duration.seconds(60)
    /// How long an address with too many wrong codes can use no code.
    package var guessRest = Duration.seconds(60)
    /// Whether wrong codes from this machine itself count too.
    ///
    /// Behind a tunnel or a proxy every connection comes from this machine.
    package var limitsLocalGuesses = false
    package var watchers = 32
    /// The most watchers from one address at all tables together; a quarter of its connections.
    package var watchersPerAddress = 8
    /// How many states that only show a player's actions the watchers of a table are sent.
    package var watchersStates = RateLimit.Rate(10, per: .seconds(1), burst: 20)
    /// How much the watchers of one table may chat together.
    package var watchersChat = RateLimit.Rate(10, per: .seconds(10), burst: 10)
    /// How often a player may pick cards in a duel.
    ///
    /// Each pick publishes a whole state. A player who never stops could fill the opponent's
    /// connection, so that the opponent sees the next board later, or is disconnected as too slow.
    package var picks = RateLimit.Rate(8, per: .seconds(1), burst: 16)
    /// How often a player may propose a new game or a pause, or withdraw a proposal.
    package var proposals = RateLimit.Rate(5, per: .seconds(10), burst: 5)
    /// How often the margin of a race is sent to the participants of a table.
    package var races = RateLimit.Rate(2, per: .seconds(1), burst: 10)
    /// How often a player may return to the seat.
    package var returns = RateLimit.Rate(1, per: .seconds(1), burst: 20)
    /// How often one address may sit down at one table by its code.
    package var sittings = RateLimit.Rate(2, per: .seconds(1), burst: 20)
    /// How long a player may keep a ready opponent waiting before the first game; not at a private
    /// table.
    package var readyTime = Duration.seconds(120)

    /// About how many descriptors a full host needs: its connections, those over the limits, a
    /// journal per table, and a few of its own.
    package var descriptors: Int { connections + tables + 288 }

    /// A limit that refuses newcomers; several may have the same error.
    package enum Name: String, CaseIterable, Sendable {
        case connections, connectionsPerAddress, tables, watchers, watchersPerAddress, sittings

        package var option: String? {
            switch self {
            case .connections: "--max-connections"
            case .tables: "--max-tables"
            case .connectionsPerAddress, .watchersPerAddress: "--per-address"
            case .watchers, .sittings: nil
            }
        }

        package var sentence: String {
            let words =
                switch self {
                case .connections: "The host has too many connections: try later"
                case .tables: "The host has no free table: try later"
                case .connectionsPerAddress: "Too many connections from your address: close one"
                case .watchersPerAddress: "Too many watchers from your address: close one"
                case .watchers: "That table has too many watchers: try later"
                case .sittings: "Players from your address sit down too often: wait a moment"
                }
            return words + (option.map { ", or ask the host to raise \($0)." } ?? ".")
        }
    }

    package static let standard = HostLimits()

    package init() {}
}
