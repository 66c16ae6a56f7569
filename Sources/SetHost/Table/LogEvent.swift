import SetProtocol

/// An event for the operator's log; it never contains a token, chat, a name, or the code of a
/// private table.
package struct LogEvent: Hashable, Sendable {
    /// What happened and why, in the words of the log.
    package struct What: Hashable, Sendable {
        let word: String
        /// The word for the reason, if there is one, and the limit behind it.
        var reason: String?

        /// A connection was refused, perhaps because of a limit.
        package static func refused(
            _ error: ConnectionError, _ limit: HostLimits.Name? = nil
        ) -> What {
            let words = [
                "\(error)", limit.map { "limit=\($0)" }, limit?.option.map { "option=\($0)" },
            ]
            return What(
                word: "refused", reason: words.compactMap(\.self).joined(separator: " "))
        }

        /// A connection was ended because of its input, or the lack of it.
        static func expelled(_ error: ConnectionError) -> What {
            What(word: "expelled", reason: error.rawValue)
        }

        /// A player disconnected.
        static func away(_ loss: Loss) -> What { What(word: "away", reason: loss.rawValue) }

        /// A connection was dropped silently: too many were being refused at the time.
        static let turnedAway = What(word: "turnedAway")
        /// An address has sent too many wrong codes.
        package static let guessesBlocked = What(word: "guessesBlocked")
        /// A player reconnected while the older connection was open.
        static let replaced = What(word: "replaced")
        /// A table was opened for a newcomer.
        static let opened = What(word: "opened")
        /// A table was resumed from the journal of an earlier host.
        static let resumed = What(word: "resumed")
        /// A table was closed.
        static let closed = What(word: "closed")
        /// A player sat down.
        static let seated = What(word: "seated")
        /// A player returned.
        static let returned = What(word: "returned")
        /// A seat was kept for its full time and released.
        static let released = What(word: "released")
        /// A player gave up the seat, or lost it.
        static let left = What(word: "left")
        /// A player's pongs arrive much later than the player's machine acknowledges packets.
        static let slowPongs = What(word: "slowPongs")
    }

    /// How a player disconnected.
    enum Loss: String, Hashable, Sendable {
        /// The other end closed it.
        case closed
        /// The other end vanished.
        case reset
        /// The other end acknowledged nothing for too long.
        case timedOut
        /// A system call failed.
        case failed
        /// The host ended it.
        case expelled

        /// What a connection's end means for the player.
        init(_ end: LineConnectionEnd) {
            self =
                switch end {
                case .endOfStream: .closed
                case .reset: .reset
                case .timedOut: .timedOut
                case .failed: .failed
                case .lineTooLong, .tooSlow, .closedHere: .expelled
                }
        }
    }

    package var what: What
    /// The address of the connection; `nil` if none is involved.
    var address: IPAddress?
    /// The name of the table; `nil` if none is involved.
    package var table: String?
    /// The seat or watcher it concerns.
    var role: Participant.Role?
    /// The round trips that differ too much: by pings, and by the kernel's acknowledgments.
    var (measured, kernel): (Duration?, Duration?)

    init(
        _ what: What, from address: IPAddress? = nil, at table: String? = nil,
        by role: Participant.Role? = nil
    ) {
        (self.what, self.address, self.table, self.role) = (what, address, table, role)
    }

    /// The name of a table in the log: its code, or `private`.
    static func name(of table: TableCode, isPrivate: Bool) -> String {
        isPrivate ? "private" : table.text
    }
}
