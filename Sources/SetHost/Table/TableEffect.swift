import SetProtocol

/// What a table calls one connection that it has let in, or is asked to let in; never used twice.
package struct GuestNumber: Hashable, Sendable, Comparable {
    /// The count, from 0.
    package let number: Int

    /// Numbers a connection.
    package init(_ number: Int) {
        self.number = number
    }

    /// Orders connections by when they came.
    package static func < (left: GuestNumber, right: GuestNumber) -> Bool {
        left.number < right.number
    }
}

/// What can happen to a table.
package enum TableInput: Sendable {
    /// A connection has said hello and wants to be let in; answered by ``TableEffect/admit(_:)`` or
    /// ``TableEffect/turnAway(_:_:)``.
    case hello(Hello, from: GuestNumber)
    /// What the system says that a way to a guest and back takes at least.
    case connected(GuestNumber, leastRoundTrip: Duration)
    /// A guest's line came.
    case line(ArraySlice<UInt8>, from: GuestNumber)
    /// A guest is sending a line over the limit.
    case lineTooLong(from: GuestNumber)
    /// A guest's connection is gone.
    case closed(GuestNumber)
    /// What ``TableEffect/read(_:)`` asked for has been read and handed over.
    case readingEnded
    /// The timer went off; to the guests named here something still waits to be sent.
    case wokeUp(congested: [GuestNumber])
    /// The table goes on where a host had to leave it.
    indirect case resumed(JournalReplay)
    /// The host ends; whether it will come back to a table of which everything is written down.
    case closing(canResume: Bool)
}

/// What a table wants done, in order: nothing is told before what is written down before it.
package enum TableEffect: Equatable, Sendable {
    /// Write this down: it is about to be announced.
    case append(JournalEntry, at: TableTime, revision: Revision)
    /// Have what is written brought to the disk now.
    case syncJournal
    /// End the journal: the table is closed.
    case finishJournal
    /// Let a connection in: it is a guest now.
    case admit(GuestNumber)
    /// Tell a connection why it is not let in.
    case turnAway(GuestNumber, ConnectionError)
    /// Send a line to one guest.
    case tell(HostMessage, to: GuestNumber)
    /// Send a line to all guests.
    case tellAll(HostMessage)
    /// Send a line to some guests.
    case tellSome(HostMessage, to: [GuestNumber])
    /// End a connection once it has got its last line; it is no guest any more.
    case finish(GuestNumber)
    /// Hand over nothing more of a guest, who is about to be expelled, however much is there.
    case ignore(GuestNumber)
    /// Hand over what of these guests has reached this machine already, and then say that it is
    /// done; always the last effect.
    case read([GuestNumber])
    /// Tell the host.
    case report(TableNews)
}

/// What a table tells its host of.
package enum TableNews: Hashable, Sendable {
    /// Nobody is left.
    case closed
    /// It looks different to newcomers now.
    case changed(TableOverview)
    /// Something happened that belongs in the log.
    case logged(LogEvent)
}
