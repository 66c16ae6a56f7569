import SetProtocol

/// Something that an operator may want to know: never a token, a text, a name, or the code of
/// a private table.
package struct LogEvent: Hashable, Sendable {
    /// What happened.
    package enum What: Hashable, Sendable {
        /// A connection was not let in.
        case refused(ConnectionError)
        /// A connection was closed without a word: too many were being refused at the time.
        case turnedAway
        /// An address has sent too many wrong codes.
        case guessesBlocked
        /// A connection was ended for what came over it, or did not.
        case expelled(ConnectionError)
        /// A player connected again while the older connection was up.
        case replaced
        /// A table was opened for a newcomer.
        case opened
        /// A table was resumed from the journal of an earlier host.
        case resumed
        /// A table was closed.
        case closed
        /// A player sat down.
        case seated
        /// A player's connection was lost.
        case away(Loss)
        /// A lost player came back.
        case returned
        /// A seat was kept for as long as promised.
        case released
        /// A player gave the seat up, or it was freed.
        case left
        /// A player answers pings much later than the player's machine acknowledges them.
        case slowPongs(measured: Duration, kernel: Duration)
    }

    /// How a player's connection was lost.
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

    /// Who did it, or whom it happened to.
    package enum Role: Hashable, Sendable {
        case player(Seat)
        case watcher
    }

    package var what: What
    /// Where the connection comes from; `nil` when none is involved.
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
    /// The word for it in the log.
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

    /// The word for its reason, where there is one.
    package var reason: String? {
        switch self {
        case .refused(let error), .expelled(let error): error.rawValue
        case .away(let loss): loss.rawValue
        case .turnedAway, .guessesBlocked, .replaced, .opened, .resumed, .closed, .seated,
            .returned,
            .released, .left, .slowPongs:
            nil
        }
    }
}
