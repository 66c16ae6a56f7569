import SetProtocol

/// An event for the operator's log; it never contains a token, chat, a name, or the code of a
/// private table.
package struct LogEvent: Hashable, Sendable {
    /// What happened.
    package enum What: Hashable, Sendable {
        /// A connection was refused, perhaps because of a limit.
        case refused(ConnectionError, HostLimits.Name? = nil)
        /// A connection was dropped silently: too many were being refused at the time.
        case turnedAway
        /// An address has sent too many wrong codes.
        case guessesBlocked
        /// A connection was ended because of its input, or the lack of it.
        case expelled(ConnectionError)
        /// A player reconnected while the older connection was open.
        case replaced
        /// A table was opened for a newcomer.
        case opened
        /// A table was resumed from the journal of an earlier host.
        case resumed
        /// A table was closed.
        case closed
        /// A player sat down.
        case seated
        /// A player disconnected.
        case away(Loss)
        /// A player returned.
        case returned
        /// A seat was kept for its full time and released.
        case released
        /// A player gave up the seat, or lost it.
        case left
        /// A player's pongs arrive much later than the player's machine acknowledges packets.
        case slowPongs(measured: Duration, kernel: Duration)
    }

    /// How a player disconnected.
    package enum Loss: String, Hashable, Sendable {
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
    }

    /// A table as the log names it.
    package enum TableName: Hashable, Sendable {
        case open(TableCode)
        /// The one table of a private host.
        case `private`
    }

    /// The seat or watcher it concerns.
    package enum Role: Hashable, Sendable {
        case player(Seat)
        case watcher
    }

    package var what: What
    /// The address of the connection; `nil` if none is involved.
    package var address: IPAddress?
    package var table: TableName?
    package var role: Role?

    /// Something that happened.
    package init(
        _ what: What, from address: IPAddress? = nil, at table: TableName? = nil,
        by role: Role? = nil
    ) {
        (self.what, self.address, self.table, self.role) = (what, address, table, role)
    }
}

extension LogEvent.Loss {
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

extension LogEvent.What {
    /// Its word in the log.
    package var word: String {
        switch self {
        case .refused: "refused"
        case .turnedAway: "turnedAway"
        case .guessesBlocked: "guessesBlocked"
        case .expelled: "expelled"
        case .replaced: "replaced"
        case .opened: "opened"
        case .resumed: "resumed"
        case .closed: "closed"
        case .seated: "seated"
        case .away: "away"
        case .returned: "returned"
        case .released: "released"
        case .left: "left"
        case .slowPongs: "slowPongs"
        }
    }

    /// The word for its reason, if it has one, and the limit behind it.
    package var reason: String? {
        switch self {
        case .refused(let error, let limit?):
            "\(error) limit=\(limit)" + (limit.option.map { " option=\($0)" } ?? "")
        case .refused(let error, nil), .expelled(let error): error.rawValue
        case .away(let loss): loss.rawValue
        case .turnedAway, .guessesBlocked, .replaced, .opened, .resumed, .closed, .seated,
            .returned,
            .released, .left, .slowPongs:
            nil
        }
    }
}
