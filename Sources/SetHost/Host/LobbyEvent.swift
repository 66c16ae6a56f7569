import SetProtocol

package enum LobbyEvent: Sendable {
    case connected(ConnectionID, from: IPAddress)
    /// A line arrived over a connection that is at no table.
    case line(ArraySlice<UInt8>, from: ConnectionID)
    /// Such a connection is sending a line over the limit.
    case lineTooLong(ConnectionID)
    /// A connection ended, at a table or not.
    case closed(ConnectionID)
    /// A table has answered ``LobbyEffect/ask(_:toAdmit:_:)``.
    case answered(ConnectionID, by: TableCode, TableAnswer)
    case privateTableNeeded
    /// These tables of an earlier host are still to be read, and no others.
    case recovering([JournalHeader])
    /// A table of an earlier host was resumed. One with other rules than the host's is joined by
    /// its code only.
    case tableResumed(JournalHeader, hasCurrentRules: Bool, TableOverview)
    case tableChanged(TableCode, TableOverview)
    /// A table has given a connection a seat, or taken it.
    case moved(ConnectionID, to: Seat?, at: TableCode)
    case tableClosed(TableCode)
    case wokeUp
    case closing
}

/// The seat that a table gives a connection, `nil` for a watcher, or why it does not admit it.
package typealias TableAnswer = Result<Seat?, ConnectionError>

package enum LobbyEffect: Equatable, Sendable {
    case listen(to: ConnectionID)
    case drop(ConnectionID)
    case refuse(ConnectionID, ConnectionError, saying: String)
    case inform(ConnectionID, HostStatus)
    case open(TableCode, serial: Int)
    /// Ask a table to admit a connection, and report its answer before anything else happens.
    case ask(TableCode, toAdmit: ConnectionID, Hello)
    case log(LogEvent)
}

enum Resumption: Hashable, Sendable {
    case resumed
    /// Nobody sits there, so its journal is finished.
    case closed
    /// Its journal is left alone.
    case omitted(JournalNotice.Omission)
}
