/// What keeps a listening socket from accepting.
package enum ListeningTrouble: Hashable, Sendable {
    /// The process has as many descriptors as it may; so many callers in all were turned away.
    case noDescriptors(turnedAway: Int)
    /// Accepting failed in a way that is not told apart.
    case failed(SystemCallError)

    /// What a person is told: what is the matter and what to do about it.
    package var sentence: String {
        switch self {
        case .noDescriptors(let turnedAway):
            "no descriptor is free for another connection, and \(turnedAway) callers were turned "
                + "away so far; games go on. Allow more (ulimit -n), or fewer connections "
                + "(--max-connections)."
        case .failed(let error):
            "a connection could not be accepted: \(error.sentence) Games go on."
        }
    }
}
