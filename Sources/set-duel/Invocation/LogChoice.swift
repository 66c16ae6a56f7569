/// What a host tells on standard error.
enum LogChoice: String, CaseIterable, Hashable, Sendable {
    /// What is wrong with the host, and what happens at its door and its tables.
    case normal
    /// Only what is wrong with the host.
    case quiet
}
