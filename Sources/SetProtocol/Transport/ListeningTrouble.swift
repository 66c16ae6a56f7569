/// What keeps a listening socket from accepting.
package enum ListeningTrouble: Hashable, Sendable {
    /// The process is out of descriptors; the number counts all callers turned away so far.
    case noDescriptors(turnedAway: Int)
    /// Accepting failed in a way that is not told apart.
    case failed(SystemCallError)

    package var sentence: String {
        switch self {
        case .noDescriptors(let turnedAway):
            "out of file descriptors: \(turnedAway.counted("connection")) refused so far; "
                + "games continue (raise ulimit -n or lower --max-connections)"
        case .failed(let error):
            "cannot accept a connection: \(error.sentence); games continue"
        }
    }
}
