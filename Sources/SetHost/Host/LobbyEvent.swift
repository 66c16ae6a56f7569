import SetProtocol

/// The number of a connection at its host; never reused.
package struct ConnectionID: Hashable, Sendable {
    /// The count, from 0.
    package let number: Int

    /// Numbers a connection.
    package init(_ number: Int) {
        self.number = number
    }
}

/// What can happen to the lobby.
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
    /// The one table of a private host is needed.
    case privateTableNeeded
    /// These tables of an earlier host are still to be read, and no others.
    case recovering([JournalHeader])
    /// A table of an earlier host was resumed. One with other rules than the host's is joined by
    /// its code only.
    case tableResumed(JournalHeader, hasCurrentRules: Bool, TableOverview)
    case tableChanged(TableCode, TableOverview)
    case tableClosed(TableCode)
    /// The timer went off.
    case wokeUp
    /// The host is shutting down.
    case closing
}

/// Whether a table admits a connection.
package enum TableAnswer: Hashable, Sendable {
    /// It does, to a seat or as a watcher.
    case admitted(Seat?)
    case refused(ConnectionError)
}

/// What the lobby wants done, in order.
package enum LobbyEffect: Equatable, Sendable {
    /// Start reading from a connection.
    case listen(to: ConnectionID)
    /// Close a connection silently.
    case drop(ConnectionID)
    /// Refuse a connection with a reason, and close it.
    case refuse(ConnectionID, ConnectionError, saying: String)
    case open(TableCode, serial: Int)
    /// Ask a table to admit a connection, and report its answer before anything else happens.
    case ask(TableCode, toAdmit: ConnectionID, Hello)
    /// Write an event to the log.
    case log(LogEvent)
}
