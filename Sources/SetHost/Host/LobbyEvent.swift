import SetProtocol

/// What a host calls one connection; never used twice.
package struct ConnectionID: Hashable, Sendable {
    /// The count, from 0.
    package let number: Int

    /// Numbers a connection.
    package init(_ number: Int) {
        self.number = number
    }
}

/// What can happen at the door of a host.
package enum LobbyEvent: Sendable {
    /// A connection was made.
    case connected(ConnectionID, from: IPAddress)
    /// A line came over a connection that is at no table.
    case line(ArraySlice<UInt8>, from: ConnectionID)
    /// Such a connection is sending a line over the limit.
    case lineTooLong(ConnectionID)
    /// A connection is over, wherever it was.
    case closed(ConnectionID)
    /// A table has answered ``LobbyEffect/ask(_:toAdmit:_:)``.
    case answered(ConnectionID, by: TableCode, TableAnswer)
    /// The one table of a private host is needed.
    case privateTableNeeded
    /// Tables of an earlier host are still to be read: these, and no others any more.
    case recovering([JournalHeader])
    /// A table of an earlier host was resumed. One with other rules than the host's gets no newcomers
    /// but by its code.
    case tableResumed(JournalHeader, hasCurrentRules: Bool, TableOverview)
    /// A table has changed.
    case tableChanged(TableCode, TableOverview)
    /// A table is closed.
    case tableClosed(TableCode)
    /// The timer went off.
    case wokeUp
    /// The host ends.
    case closing
}

/// Whether a table lets a connection in.
package enum TableAnswer: Hashable, Sendable {
    /// It does: to a seat, or as a watcher.
    case admitted(Seat?)
    case refused(ConnectionError)
}

/// What is to be done at the door of a host, in order.
package enum LobbyEffect: Equatable, Sendable {
    /// Read what comes over a connection.
    case listen(to: ConnectionID)
    /// Close a connection without a word.
    case drop(ConnectionID)
    /// Say why a connection is not let in, and close it.
    case refuse(ConnectionID, ConnectionError, saying: String)
    /// Open a table.
    case open(TableCode, serial: Int)
    /// Ask a table to admit a connection, and pass on its answer before anything else happens.
    case ask(TableCode, toAdmit: ConnectionID, Hello)
    /// Write this to the log.
    case log(LogEvent)
}
