import SetProtocol

/// The first line of a journal: everything that the games of the table depend on, apart from the
/// inputs.
package struct JournalHeader: Hashable, Sendable {
    /// The only format that this version writes and reads.
    ///
    /// It is raised when lines change, and also when the same inputs no longer give the same duel:
    /// a journal is worthless to a program that would replay it differently.
    package static let format = 6

    package var table: TableCode
    package var serial: Int
    /// The highest serial that can be read; a host's tables count on from there and must be
    /// readable too.
    static let lastSerial = 1_000_000_000
    /// Whether it was the one table of a private host.
    package var isPrivate: Bool
    package var opened: CivilTime
    package var rules: Rules
    package var seed: ShuffleSeed
    /// The first decks, for practice; a table with them has no journal.
    package var decks: [[Card]] = []
    /// Whether the same decks come again and again, for practice.
    package var repeats = false

    package init(
        table: TableCode, serial: Int, isPrivate: Bool, opened: CivilTime, rules: Rules,
        seed: ShuffleSeed
    ) {
        (self.table, self.serial, self.isPrivate) = (table, serial, isPrivate)
        (self.opened, self.rules, self.seed) = (opened, rules, seed)
    }

    package var duel: Duel {
        Duel(rules: rules, decks: DeckSource(seed, rules.deck, after: decks, repeats: repeats))
    }
}

package enum JournalEntry: Hashable, Sendable {
    case input(DuelInput)
    /// A seat was given a token, of which only the digest is kept.
    case token(Seat, SHA256)
    /// A note of what was announced because of the input before: nothing depends on it, but a
    /// replay is compared with it.
    case note(JournalNote)
}

/// One line of a journal after the first.
package struct JournalRecord: Hashable, Sendable {
    /// Its number: 1 is the first after the header, so the line number is one more.
    package var number: Int
    /// When it happened, in whole microseconds.
    package var time: TableInstant
    /// The revision published before, as a check of the replay.
    package var revision: Revision
    package var entry: JournalEntry

    package init(number: Int, time: TableInstant, revision: Revision, entry: JournalEntry) {
        (self.number, self.time, self.revision) = (number, time, revision)
        self.entry = entry
    }
}

package struct Journal: Hashable, Sendable {
    package let header: JournalHeader
    package let records: [JournalRecord]
    package let wholeBytes: Int
    /// The number of bytes after the last whole line, which was being written when the host ended.
    package let tornBytes: Int
    package let encoder: JournalEncoder
}

package struct JournalFault: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case empty
        case notAJournal
        case unknownFormat(Int)
        case damaged
        case outOfOrder
        case unreadable(String)
        case timeRunsBack
        /// The lines above lead to another state than the host had.
        case diverges
        /// The noted announcement does not follow from the lines above.
        case announcedOtherwise(JournalNote.Kind)
        /// An announcement that follows from the lines above is not noted.
        case unannounced(JournalNote.Kind)
        case afterClosing
        case unlawful(StateReview.Fault)
        /// It is the last line, although the file name says that the table was closed.
        case cutOff
        case tooLong
    }

    package let line: Int
    package let reason: Reason

    package init(line: Int, _ reason: Reason) {
        (self.line, self.reason) = (line, reason)
    }

    package var sentence: String {
        switch reason {
        case .empty: "the journal has no complete line"
        case .notAJournal: "not a set-duel journal"
        case .unknownFormat(let format):
            "unsupported journal format \(format): this version reads format "
                + "\(JournalHeader.format) only"
        case .damaged: "the line is damaged"
        case .outOfOrder: "missing or duplicate line"
        case .unreadable(let key): "invalid \(key)"
        case .timeRunsBack: "the time is earlier than in the line above"
        case .diverges: "replaying the lines above gives a different state"
        case .announcedOtherwise(.promised):
            "the recorded commitment does not match the deck that the seed and salt produce"
        case .announcedOtherwise(.judged):
            "the recorded decision does not match the claims above"
        case .announcedOtherwise(.ended):
            "the recorded result does not match the lines above"
        case .unannounced(let kind):
            "\(kind.rawValue) is missing before this line"
        case .unlawful(let fault):
            "players saw something the rules do not allow: \(fault.rawValue)"
        case .afterClosing: "the table was closed before this line"
        case .cutOff: "the journal ends here, but its name says that the table was closed"
        case .tooLong: "the journal is too long to show from here on"
        }
    }
}
