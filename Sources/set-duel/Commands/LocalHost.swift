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
}

extension EmbeddedGame {
    /// Opens a table, or the newest one that the journals leave to continue, until something has ended.
    ///
    /// - Parameters:
    ///   - monitor: Learns whether the game can be saved.
    ///   - seed: Shuffles a deck that is played again and again.
    ///   - decks: The first decks, if they are not shuffled.
    func withLocalHost(
        _ rules: Rules, _ journal: JournalOptions? = nil, _ monitor: SavingMonitor? = nil,
        seed: UInt64? = nil, decks: [[Card]] = [], _ body: (LocalHost) async -> Ending
    ) async -> Ending {
        if journal != nil { Signal.ignoreFileLimits() }
        var options = HostOptions(
            rules, seed: seed ?? context.configuration.seed, isPrivate: true)
        options.decks = decks
        options.repeatsDecks = seed != nil || rules.players == .one && !decks.isEmpty
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
        let host = Host(options: options)
        do throws(TransportError) {
            let address = try await host.listen(on: .loopback, port: 0)
            await host.recovered()
            guard let code = await host.openPrivateTable(),
                let endpoint = try? Endpoint("\(address)")
            else { throw .noAddress }
            let ending = await body(LocalHost(host: host, endpoint: endpoint, code: code))
            await host.shutDown(isRestarting: ending.keepsGame)
            if journal != nil { await host.drained() }
            return ending
        } catch {
            return Ending(error)
        }
    }
}
