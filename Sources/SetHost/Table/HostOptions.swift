import SetProtocol

package struct HostOptions: Sendable {
    package var rules = Rules.duel
    /// Fixes the shuffles: table n, counted from 0, uses this number plus n.
    package var seed: UInt64?
    /// The first decks of each table, for practice without journals.
    package var decks: [[Card]] = []
    /// Whether each table plays the same decks again and again, for practice.
    package var repeatsDecks = false
    /// Whether there is only one table, joined by its code.
    package var isPrivate = false
    package var version = ""
    /// Whether a player gets a kept seat without its token: only for a solo game in this process.
    package var givesSeatsWithoutToken = false
    /// Where journals are kept, so that tables survive the host; `nil` for nowhere.
    package var journal: JournalOptions?
    /// Called with problems of the journals, on the host's queue.
    package var journalNotice: @Sendable (JournalNotice) -> Void = { _ in }
    package var limits = WireLimits.standard
    package var hostLimits = HostLimits.standard
    /// Called with problems that keep clients from connecting, on the host's queue; at most every
    /// ten seconds.
    package var listeningNotice: @Sendable (SystemCallError) -> Void = { _ in }

    /// Called with each line of the log, on the host's queue; `nil` for no log.
    package var log: (@Sendable (String) -> Void)?
    /// Whether the log contains whole addresses instead of networks.
    package var logsAddresses = false
    /// When a player's pongs count as slow in the log.
    package var slowPongs = SlowPongs.Limits()

    package init() {}

    /// What a host says about itself before anybody has come.
    func status(_ random: inout some RandomNumberGenerator) -> HostStatus {
        HostStatus(
            host: HostID(using: &random), program: version, isPrivate: isPrivate,
            rules: rules.brief)
    }

    /// The header of a new table's journal, with the rules and the seed of the shuffles.
    func header(
        of code: TableCode, serial: Int, using random: inout some RandomNumberGenerator
    ) -> JournalHeader {
        var header = JournalHeader(
            table: code, serial: serial, isPrivate: isPrivate,
            opened: journal?.clock() ?? WallClock.now, rules: rules,
            seed: seed.map { ShuffleSeed(number: $0 &+ UInt64(serial)) }
                ?? ShuffleSeed(number: random.next(), salt: Salt(using: &random)))
        (header.decks, header.repeats) = (decks, repeatsDecks)
        return header
    }
}
