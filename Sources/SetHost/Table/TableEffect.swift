import SetProtocol

/// The number of a connection at its table, admitted or not; never reused.
package struct ParticipantID: Hashable, Sendable, Comparable {
    /// The count, from 0.
    package let number: Int

    /// Numbers a connection.
    package init(_ number: Int) {
        self.number = number
    }

    /// Orders connections by arrival.
    package static func < (left: ParticipantID, right: ParticipantID) -> Bool {
        left.number < right.number
    }
}

/// What can happen to a table.
package enum TableInput: Sendable {
    /// A connection said hello; answered by ``TableEffect/admit(_:)`` or
    /// ``TableEffect/turnAway(_:_:)``.
    case hello(Hello, from: ParticipantID)
    /// The system's lower bound of a participant's round trip.
    case connected(ParticipantID, leastRoundTrip: Duration)
    /// A participant sent a line.
    case line(ArraySlice<UInt8>, from: ParticipantID)
    /// A participant is sending a line over the limit.
    case lineTooLong(from: ParticipantID)
    /// A participant disconnected.
    case closed(ParticipantID)
    /// The input that ``TableEffect/read(_:)`` asked for has been handed over.
    case readingEnded
    /// The timer went off; output to these participants is still unsent.
    case wokeUp(congested: [ParticipantID])
    /// The timer is so late that the process must have stood still.
    case stoodStill
    /// The table is resumed from its journal.
    indirect case resumed(JournalReplay)
    /// The host shuts down, and may come back to tables with a complete journal.
    case closing(canResume: Bool)
}

/// What a table wants done, in order: nothing is sent before the journal entries that precede it.
package enum TableEffect: Equatable, Sendable {
    /// Journal an entry that is about to be announced.
    case append(JournalEntry, at: TableInstant, revision: Revision)
    /// Sync the journal now.
    case syncJournal
    /// End the journal: the table is closed.
    case finishJournal
    /// Admit a connection as a participant.
    case admit(ParticipantID)
    /// Refuse a connection with a reason.
    case turnAway(ParticipantID, ConnectionError)
    /// Send a line to one participant.
    case tell(HostMessage, to: ParticipantID)
    /// Send a line to all participants.
    case tellAll(HostMessage)
    /// Send a line to some participants.
    case tellSome(HostMessage, to: [ParticipantID])
    /// End a connection after its last line; it is no longer a participant.
    case finish(ParticipantID)
    /// Hand over no more input of a participant who is about to be expelled.
    case ignore(ParticipantID)
    /// Hand over the input of these participants that has already reached this machine, then report
    /// that; always the last effect.
    case read([ParticipantID])
    /// Report to the host.
    case report(TableNews)
}

/// What a table reports to its host.
package enum TableNews: Hashable, Sendable {
    /// Nobody is left.
    case closed
    /// It looks different to newcomers.
    case changed(TableOverview)
    /// Something happened that belongs in the log.
    case logged(LogEvent)
}
