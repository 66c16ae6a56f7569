/// What a host logs on standard error.
enum LogChoice: String, CaseIterable, Hashable, Sendable {
    /// Problems of the host, and events at its tables and for new connections.
    case normal
    /// Only problems of the host.
    case quiet
}
