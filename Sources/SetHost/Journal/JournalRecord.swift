import SetProtocol

/// The first line of a journal: everything that the games of the table depend on, apart from the
/// inputs.
package struct JournalHeader: Hashable, Sendable {
    /// The format that this version writes.
    ///
    /// It is raised when lines change, and also when the same inputs no longer give the same duel:
    /// a journal is worthless to a program that would replay it differently.
    ///
    /// | format | what it has |
    /// |--------|-------------|
    /// | 1      | inputs and digests of tokens |
    /// | 2      | also, after each input, what was announced because of it |
    /// | 3      | the same for duels of the second edition; requests that were refused are left out |
    /// | 4      | the same for duels of the third edition |
    /// | 5      | the same for duels of the fourth edition |
    /// | 6      | the same for duels of the fifth edition |
    package static let newestFormat = 6
    /// The formats that this version reads and continues unchanged.
    package static let formats = 1...newestFormat

    /// The format of this journal, one of ``formats``.
    package var format = newestFormat
    /// The table's code.
    package var table: TableCode
    /// Its number among the tables of its host.
    package var serial: Int
    /// The highest serial that can be read; a host's tables count on from there and must be
    /// readable too.
    static let lastSerial = 1_000_000_000
    /// Whether it was the one table of a private host.
    package var isPrivate: Bool
    /// When it was opened, in wall-clock time.
    package var opened: CivilTime
    /// The rules.
    package var rules: Rules
    /// The seed of its shuffles.
    package var seed: ShuffleSeed

    /// Creates a header.
    package init(
        table: TableCode, serial: Int, isPrivate: Bool, opened: CivilTime, rules: Rules,
        seed: ShuffleSeed
    ) {
        (self.table, self.serial, self.isPrivate) = (table, serial, isPrivate)
        (self.opened, self.rules, self.seed) = (opened, rules, seed)
    }

    /// The duel before its first input.
    package var duel: Duel {
        let edition: Edition =
            switch format {
            case ...2: .first
            case 3: .second
            case 4: .third
            case 5: .fourth
            case _: .fifth
            }
        return Duel(rules: rules, decks: DeckSource(seed), edition: edition)
    }
}

/// An entry of a journal.
package enum JournalEntry: Hashable, Sendable {
    /// An input of the duel.
    case input(DuelInput)
    /// A seat was given a token, of which only the digest is kept.
    case token(Seat, SHA256)
    /// A note of what was announced because of the input before: nothing depends on it, but a
    /// replay is compared with it. Since format 2.
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
    /// The entry.
    package var entry: JournalEntry

    /// Creates a record.
    package init(number: Int, time: TableInstant, revision: Revision, entry: JournalEntry) {
        (self.number, self.time, self.revision) = (number, time, revision)
        self.entry = entry
    }
}

/// A journal that was read.
package struct Journal: Hashable, Sendable {
    /// The header.
    package let header: JournalHeader
    /// The records.
    package let records: [JournalRecord]
    /// The number of bytes in its whole lines.
    package let wholeBytes: Int
    /// The number of bytes after the last whole line, which was being written when the host ended.
    package let tornBytes: Int
    /// An encoder that continues it.
    package let encoder: JournalEncoder
}

/// Why a journal cannot be used.
package struct JournalFault: Error, Hashable, Sendable {
    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// It has no whole line.
        case empty
        /// The first line is not a journal header.
        case notAJournal
        /// Its format is unknown.
        case unknownFormat(Int)
        /// The line's checksum is wrong.
        case damaged
        /// A line is missing or repeated.
        case outOfOrder
        /// The line is intact but has invalid content.
        case unreadable(String)
        /// Its time is before that of the line above.
        case timeRunsBack
        /// The lines above lead to another state than the host had.
        case diverges
        /// A card was accepted that was not on the board: a bug of older hosts, which credited such
        /// sets.
        case pickedOffBoard(Card)
        /// The noted announcement does not follow from the lines above.
        case announcedOtherwise(JournalNote.Kind)
        /// An announcement that follows from the lines above is not noted.
        case unannounced(JournalNote.Kind)
        /// A claim was not decided as the arrival times and round trips require.
        case misjudged
        /// The input is impossible: it arrived long before it was applied, or afterward, or at a
        /// closed table, or a round trip is impossible.
        case impossible
        /// A published state breaks the rules of the game or of the protocol.
        case unlawful(ConformanceFault)
        /// It is the last line, although the file name says that the table was closed.
        case cutOff
        /// There is too much to show.
        case tooLong
    }

    /// The line, from 1.
    package let line: Int
    /// What is wrong with it.
    package let reason: Reason

    /// Creates a fault.
    package init(line: Int, _ reason: Reason) {
        (self.line, self.reason) = (line, reason)
    }

    /// The sentence for the user.
    package var sentence: String {
        switch reason {
        case .empty: "the journal has no complete line"
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
            "the recorded commitment does not match the deck that the seed and salt produce"
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
