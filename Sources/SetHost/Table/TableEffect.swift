import SetProtocol

/// The number of a connection at its table, admitted or not; never reused.
package struct ParticipantID: Hashable, Sendable, Comparable {
    package let number: Int

    package init(_ number: Int) {
        self.number = number
    }

    package static func < (left: ParticipantID, right: ParticipantID) -> Bool {
        left.number < right.number
    }
}

/// The number of a connection at its host; never reused.
package struct ConnectionID: Hashable, Sendable {
    package let number: Int

    package init(_ number: Int) {
        self.number = number
    }
}

package enum TableInput: Sendable {
    /// A connection said hello; answered by ``TableEffect/admit(_:)`` or
    /// ``TableEffect/turnAway(_:_:)``.
    case hello(Hello, from: ParticipantID)
    /// The system's lower bound of a participant's round trip.
    case connected(ParticipantID, leastRoundTrip: Duration)
    case line(ArraySlice<UInt8>, from: ParticipantID)
    case lineTooLong(from: ParticipantID)
    case closed(ParticipantID)
    /// The input that ``TableEffect/read(_:)`` asked for has been handed over.
    case readingEnded
    /// The timer went off; output to these participants is still unsent.
    case wokeUp(congested: [ParticipantID])
    /// The timer is so late that the process must have stood still.
    case stoodStill
    indirect case resumed(JournalReplay)
    /// The host shuts down, and may come back to tables with a complete journal.
    case closing(canResume: Bool)
}

/// What a table wants done, in order: nothing is sent before the journal entries that precede it.
package enum TableEffect: Equatable, Sendable {
    /// Journal an entry that is about to be announced.
    case append(JournalEntry, at: TableInstant, revision: Revision)
    case syncJournal
    /// End the journal: the table is closed.
    case finishJournal
    case admit(ParticipantID)
    case turnAway(ParticipantID, ConnectionError)
    case tell(HostMessage, to: ParticipantID)
    case tellAll(HostMessage)
    case tellSome(HostMessage, to: [ParticipantID])
    /// End a connection after its last line; it is no longer a participant.
    case finish(ParticipantID)
    /// A participant has another seat, or watches from now on.
    case moved(ParticipantID, to: Seat?)
    /// Hand over no more input of a participant who is about to be expelled.
    case ignore(ParticipantID)
    /// Hand over the input of these participants that has already reached this machine, then report
    /// that; always the last effect.
    case read([ParticipantID])
    case report(TableNews)
}

package enum TableNews: Hashable, Sendable {
    /// Nobody is left.
    case closed
    /// It looks different to newcomers.
    case changed(TableOverview)
    case moved(ConnectionID, to: Seat?)
    case logged(LogEvent)
}
