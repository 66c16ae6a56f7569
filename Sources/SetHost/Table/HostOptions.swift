import SetProtocol

/// How a host is run.
package struct HostOptions: Sendable {
    /// What is played at every table.
    package var rules = Rules.duel
    /// Fixes the shuffles: table n, from 0, uses this number plus n.
    package var seed: UInt64?
    /// Whether there is one table only, open to those who know its code.
    package var isPrivate = false
    /// Where everything that happens is written down, so that tables outlive the host; `nil` for
    /// nowhere.
    package var journal: JournalOptions?
    /// Called with what is wrong with the journals, on the host's queue.
    package var journalNotice: @Sendable (JournalNotice) -> Void = { _ in }
    /// What is limited about each connection.
    package var limits = WireLimits.standard
    /// What is limited about the host as a whole.
    package var hostLimits = HostLimits.standard
    /// Called with what keeps callers out, on the host's queue; at most every ten seconds.
    package var listeningNotice: @Sendable (ListeningTrouble) -> Void = { _ in }

    /// Called with each line of the log, on the host's queue; `nil` for no log.
    package var log: (@Sendable (String) -> Void)?
    /// Whether the log names whole addresses instead of networks.
    package var logsAddresses = false
    /// When a player's answers to pings are called slow in the log.
    package var slowPongs = SlowPongs.Limits()

    /// A host for duels by the usual rules.
    package init() {}
}
