import SetProtocol

/// How a host is run.
public struct HostOptions: Sendable {
    /// What is played at every table.
    public var rules = Rules.duel
    /// Fixes the shuffles: table n, from 0, uses this number plus n.
    public var seed: UInt64?
    /// Whether there is one table only, open to those who know its code.
    public var isPrivate = false
    /// Where everything that happens is written down, so that tables outlive the host; `nil` for
    /// nowhere.
    public var journal: JournalOptions?
    /// Called with what is wrong with the journals, on the host's queue.
    public var journalNotice: @Sendable (JournalNotice) -> Void = { _ in }
    /// What is limited about each connection.
    public var limits = WireLimits.standard
    /// What is limited about the host as a whole.
    public var hostLimits = HostLimits.standard
    /// Called with what keeps callers out, on the host's queue; at most every ten seconds.
    public var listeningNotice: @Sendable (ListeningTrouble) -> Void = { _ in }

    /// Called with each line of the log, on the host's queue; `nil` for no log.
    public var log: (@Sendable (String) -> Void)?
    /// Whether the log names whole addresses instead of networks.
    public var logsAddresses = false
    /// When a player's answers to pings are called slow in the log.
    package var slowPongs = SlowPongs.Limits()

    /// A host for duels by the usual rules.
    public init() {}
}
