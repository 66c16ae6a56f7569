import SetProtocol

/// What a journal says first: all that a table's games follow from besides what happened there.
package struct JournalHeader: Hashable, Sendable {
    /// The format that this program writes.
    ///
    /// It is raised when lines look otherwise, and also when the same inputs no longer give the same
    /// duel: a journal is worth nothing to a program that would play it differently.
    ///
    /// | format | what it has |
    /// |--------|-------------|
    /// | 1      | inputs and digests of tokens |
    /// | 2      | besides those, after each input, what was announced on account of it |
    /// | 3      | the same for duels of the second edition; requests that were refused are left out |
    package static let newestFormat = 3
    /// The formats that this program reads, and goes on with as they are.
    package static let formats = 1...newestFormat

    /// The format of this journal, one of ``formats``.
    package var format = newestFormat
    /// The table's name.
    package var table: TableCode
    /// Its place among the tables of its host.
    package var serial: Int
    /// The highest serial that is read; the tables of a host count on from there, and must be readable too.
    static let lastSerial = 1_000_000_000
    /// Whether it was the one table of a private host.
    package var isPrivate: Bool
    /// When it was opened, by the clock on the wall.
    package var opened: CivilTime
    /// What is played.
    package var rules: Rules
    /// What its shuffles follow from.
    package var seed: ShuffleSeed

    /// Heads a journal.
    package init(
        table: TableCode, serial: Int, isPrivate: Bool, opened: CivilTime, rules: Rules,
        seed: ShuffleSeed
    ) {
        (self.table, self.serial, self.isPrivate) = (table, serial, isPrivate)
        (self.opened, self.rules, self.seed) = (opened, rules, seed)
    }

    /// The duel as it was before anything happened.
    package var duel: Duel {
        Duel(rules: rules, decks: DeckSource(seed), edition: format < 3 ? .first : .second)
    }
}

/// What a journal notes.
package enum JournalEntry: Hashable, Sendable {
    /// Something happened to the duel.
    case input(DuelInput)
    /// A seat was given a secret to return with, of which only the digest is kept.
    case token(Seat, SHA256)
    /// Something was announced on account of the input before: nothing follows from it, but it can
    /// be compared with what the input gives when it is done again. Since format 2.
    case note(JournalNote)
}

/// One line of a journal after the first.
package struct JournalRecord: Hashable, Sendable {
    /// Its place: 1 is the first after the header, and the line's number is one more.
    package var number: Int
    /// When it happened, in whole microseconds.
    package var time: TableInstant
    /// What had been published before: a check that the duel is done again as it was.
    package var revision: Revision
    /// What happened.
    package var entry: JournalEntry

    /// Notes something.
    package init(number: Int, time: TableInstant, revision: Revision, entry: JournalEntry) {
        (self.number, self.time, self.revision) = (number, time, revision)
        self.entry = entry
    }
}

/// A journal that was read.
package struct Journal: Hashable, Sendable {
    /// What it says first.
    package let header: JournalHeader
    /// What it notes.
    package let records: [JournalRecord]
    /// How many bytes its whole lines are.
    package let wholeBytes: Int
    /// How many bytes came after the last whole line: what was being written when the host ended.
    package let tornBytes: Int
    /// Writes on where it ends.
    package let encoder: JournalEncoder
}

/// Why a journal cannot be used.
package struct JournalFault: Error, Hashable, Sendable {
    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// There is not one whole line.
        case empty
        /// The first line is not that of a journal.
        case notAJournal
        /// It is of a format that this program does not know.
        case unknownFormat(Int)
        /// The line is not as it was written: its checksum says so.
        case damaged
        /// A line is missing or there twice.
        case outOfOrder
        /// The line is whole and does not say what such a line can say.
        case unreadable(String)
        /// It is before the line above it.
        case timeRunsBack
        /// The lines above it lead to another state than the host had.
        case diverges
        /// A card was accepted that was not on the board: a fault of older hosts, which credited
        /// sets of such cards.
        case pickedOffBoard(Card)
        /// What it says was announced is not what the lines above it give.
        case announcedOtherwise(JournalNote.Kind)
        /// Something that the lines above it give is not said to have been announced.
        case unannounced(JournalNote.Kind)
        /// A claim was not decided as the times of arrival and the lines of the players say.
        case misjudged
        /// No host can have met with it like this: it arrived long before it was dealt with, or afterwards,
        /// or at a closed table, or a connection was measured as no connection is.
        case impossible
        /// What was published there breaks the rules of the game or of the protocol.
        case unlawful(ConformanceFault)
        /// It is the last line, and the name of the file says that more was written.
        case cutOff
        /// There is more than can be shown.
        case tooLong
    }

    /// The line, from 1.
    package let line: Int
    /// What is wrong with it.
    package let reason: Reason

    /// Names a fault.
    package init(line: Int, _ reason: Reason) {
        (self.line, self.reason) = (line, reason)
    }

    /// What a person is told.
    package var sentence: String {
        switch reason {
        case .empty: "the journal is empty"
        case .notAJournal: "not a set-duel journal"
        case .unknownFormat(let format):
            "unsupported journal format \(format): this version reads formats "
                + "\(JournalHeader.formats.lowerBound) to \(JournalHeader.formats.upperBound)"
        case .damaged: "the line is damaged"
        case .outOfOrder: "missing or duplicate line"
        case .unreadable(let key): "invalid \(key)"
        case .timeRunsBack: "the time is earlier than in the line above"
        case .diverges: "replaying the lines above gives a different state"
        case .pickedOffBoard(let card):
            "the host accepted card \(card.code), which was not on the board"
        case .announcedOtherwise(.promised):
            "the recorded commitment does not match the deck from seed and salt"
        case .announcedOtherwise(.judged):
            "the recorded decision does not match the claims above"
        case .announcedOtherwise(.ended):
            "the recorded result does not match the lines above"
        case .unannounced(let kind):
            "\(kind.phrase) is missing before this line"
        case .unlawful(let fault):
            "players saw something the rules do not allow: \(fault.law.sentence.dropLast()) (\(fault.details))"
        case .impossible: "this event is impossible here or at this time"
        case .misjudged: "the decision does not match the times of the claims"
        case .cutOff: "the journal ends here, but its name says that the table was closed"
        case .tooLong: "the journal is too long to show from here on"
        }
    }
}
