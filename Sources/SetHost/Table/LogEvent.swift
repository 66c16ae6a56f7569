import SetProtocol

/// An event for the operator's log; it never contains a token, chat, a name, or the code of a
/// private table.
package struct LogEvent: Hashable, Sendable {
    /// What happened and why, in the words of the log.
    package struct What: Hashable, Sendable {
        let word: String
        /// The word for the reason, if there is one, and the limit behind it.
        var reason: String?

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

        static func away(_ end: LineConnectionEnd) -> What {
            let reason =
                switch end {
                case .endOfStream: "closed"
                case .reset: "reset"
                case .timedOut: "timedOut"
                case .failed: "failed"
                case .lineTooLong, .tooSlow, .closedHere: "expelled"
                }
            return What(word: "away", reason: reason)
        }

        /// A connection was dropped silently: too many were being refused at the time.
        static let turnedAway = What(word: "turnedAway")
        /// An address has sent too many wrong codes.
        package static let guessesBlocked = What(word: "guessesBlocked")
        /// A player reconnected while the older connection was open.
        static let replaced = What(word: "replaced")
        static let opened = What(word: "opened")
        static let resumed = What(word: "resumed")
        static let closed = What(word: "closed")
        static let seated = What(word: "seated")
        static let returned = What(word: "returned")
        /// A seat was kept for its full time and released.
        static let released = What(word: "released")
        /// A player gave up the seat, or lost it.
        static let left = What(word: "left")
        /// A player's pongs arrive much later than the player's machine acknowledges packets.
        static let slowPongs = What(word: "slowPongs")
    }

    enum Role: Hashable, Sendable {
        case player(Seat)
        case watcher
    }

    package var what: What
    var address: IPAddress?
    package var table: String?
    var role: Role?
    /// The round trips that differ too much: by pings, and by the kernel's acknowledgments.
    var (measured, kernel): (Duration?, Duration?)

    init(
        _ what: What, from address: IPAddress? = nil, at table: String? = nil,
        by role: Role? = nil
    ) {
        (self.what, self.address, self.table, self.role) = (what, address, table, role)
    }

    /// The name of a table in the log: its code, or `private`.
    static func name(of table: TableCode, isPrivate: Bool) -> String {
        isPrivate ? "private" : table.text
    }
}
