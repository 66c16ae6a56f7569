import SetHost
import SetProtocol

/// A host inside this process, for one table that only this machine can reach.
///
/// Duels against the computer and solo games use real TCP like any other: there is only one way to
/// play.
struct LocalHost {
    let host: Host
    let endpoint: Endpoint
    let code: TableCode

    /// Opens the table, or the newest one that its journals leave to continue.
    ///
    /// - Parameters:
    ///   - decks: The first decks, if they are not shuffled.
    ///   - monitor: Learns whether the game can be saved.
    init(
        rules: Rules, seed: UInt64?, decks: [[Card]] = [], journal: JournalOptions? = nil,
        monitor: SavingMonitor? = nil
    ) async throws(TransportError) {
        var options = HostOptions()
        options.version = Version.number
        options.rules = rules
        options.seed = seed
        options.decks = decks
        options.isPrivate = true
        options.journal = journal
        options.journalNotice = { monitor?.note($0) }
        // Only this process connects, so the player of a solo game needs no token to continue it.
        options.givesSeatsWithoutToken = rules.players == .one
        // Only this process connects, so a script may play as fast as it can.
        options.limits.messages = RateLimit.Rate(100_000, per: .seconds(1), burst: 100_000)
        options.hostLimits.watchersStates = options.limits.messages
        options.hostLimits.proposals = options.limits.messages
        options.hostLimits.picks = options.limits.messages
        options.hostLimits.races = options.limits.messages
        // Suspending the program also suspends this host, so silence means nothing.
        options.limits.silence = .seconds(366 * 24 * 3600)
        host = Host(options: options)
        let address = try await host.listen(on: .loopback, port: 0)
        await host.recovered()
        guard let code = await host.openPrivateTable(),
            let endpoint = try? Endpoint("\(address)")
        else { throw .noAddress }
        self.code = code
        self.endpoint = endpoint
    }
}
