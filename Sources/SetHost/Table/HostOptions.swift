import SetProtocol

/// How a host is run.
public struct HostOptions: Sendable {
    /// What is played at every table.
    public var rules = Rules.duel
    /// Fixes the shuffles: table n, from 0, uses this number plus n.
    public var seed: UInt64?
    /// Whether there is one table only, open to those who know its code.
    public var isPrivate = false
    /// The most tables at a time.
    public var tables = 512
    /// The most connections at a time, those that have not said hello included.
    ///
    /// Below the 1,024 descriptors that a process usually may have, so that a caller too many is
    /// told so.
    public var connections = 960
    /// The most watchers at one table.
    public var watchers = 32
    /// Where everything that happens is written down, so that tables outlive the host; `nil` for
    /// nowhere.
    public var journal: JournalOptions?
    /// Called with what is wrong with the journals, on the host's queue.
    public var journalNotice: @Sendable (JournalNotice) -> Void = { _ in }
    /// What is limited about each connection.
    public var limits = WireLimits.standard

    /// A host for duels by the usual rules.
    public init() {}
}
