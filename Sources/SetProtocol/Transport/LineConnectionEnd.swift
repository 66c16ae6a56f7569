import SystemLibrary

/// What a connection reports to its owner, in the order it happened.
package enum LineConnectionEvent: Hashable, Sendable {
    /// A line, without its ending.
    ///
    /// The slice shares the connection's memory: copy it to keep it. The moment is when its last
    /// byte arrived.
    case line(ArraySlice<UInt8>, at: MonotonicInstant)
    /// The peer is sending a line over the limit; no more lines will follow.
    ///
    /// The owner may send a last line from the handler; then the connection finishes by itself.
    case lineTooLong
    /// The connection is over; always the last event, and exactly one.
    case closed(LineConnectionEnd)
}

package enum LineConnectionEnd: Hashable, Sendable {
    case endOfStream
    /// The peer vanished: its process was killed, or it closed without reading everything.
    case reset
    /// The peer did not acknowledge anything for too long: the network is probably down.
    case timedOut
    case lineTooLong
    /// The peer read too slowly, and more waited for it than the limits allow.
    case tooSlow
    /// Its owner closed or finished it.
    case closedHere
    case failed(SystemCallError)

    init(_ error: SystemCallError) {
        self =
            if error.isConnectionLost {
                .reset
            } else if error.number == ETIMEDOUT || error.isUnreachable {
                .timedOut
            } else {
                .failed(error)
            }
    }
}
