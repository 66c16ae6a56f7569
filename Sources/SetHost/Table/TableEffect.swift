import SetProtocol

/// What a table calls one connection that it has let in, or is asked to let in; never used twice.
package struct ParticipantID: Hashable, Sendable, Comparable {
    /// The count, from 0.
    package let number: Int

    /// Numbers a connection.
    package init(_ number: Int) {
        self.number = number
    }

    /// Orders connections by when they came.
    package static func < (left: ParticipantID, right: ParticipantID) -> Bool {
        left.number < right.number
    }
}

/// What can happen to a table.
package enum TableInput: Sendable {
    /// A connection has said hello and wants to be let in; answered by ``TableEffect/admit(_:)`` or
    /// ``TableEffect/turnAway(_:_:)``.
    case hello(Hello, from: ParticipantID)
    /// What the system says that a way to a participant and back takes at least.
    case connected(ParticipantID, leastRoundTrip: Duration)
    /// A participant's line came.
    case line(ArraySlice<UInt8>, from: ParticipantID)
    /// A participant is sending a line over the limit.
    case lineTooLong(from: ParticipantID)
    /// A participant's connection is gone.
    case closed(ParticipantID)
    /// What ``TableEffect/read(_:)`` asked for has been read and handed over.
    case readingEnded
    /// The timer went off; to the participants named here something still waits to be sent.
    case wokeUp(congested: [ParticipantID])
    /// The table goes on where a host had to leave it.
    indirect case resumed(JournalReplay)
    /// The host ends; whether it will come back to a table of which everything is written down.
    case closing(canResume: Bool)
}

/// What a table wants done, in order: nothing is told before what is written down before it.
package enum TableEffect: Equatable, Sendable {
    /// Write this down: it is about to be announced.
    case append(JournalEntry, at: TableInstant, revision: Revision)
    /// Have what is written brought to the disk now.
    case syncJournal
    /// End the journal: the table is closed.
    case finishJournal
    /// Let a connection in: it is a participant now.
    case admit(ParticipantID)
    /// Tell a connection why it is not let in.
    case turnAway(ParticipantID, ConnectionError)
    /// Send a line to one participant.
    case tell(HostMessage, to: ParticipantID)
    /// Send a line to all participants.
    case tellAll(HostMessage)
    /// Send a line to some participants.
    case tellSome(HostMessage, to: [ParticipantID])
    /// End a connection once it has got its last line; it is no participant any more.
    case finish(ParticipantID)
    /// Hand over nothing more of a participant, who is about to be expelled, however much is there.
    case ignore(ParticipantID)
    /// Hand over what of these participants has reached this machine already, and then say that it is
    /// done; always the last effect.
    case read([ParticipantID])
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
