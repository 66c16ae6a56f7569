import SetProtocol

/// A duel being done again from its journal: for recovery, to look at, and to check.
///
/// ```swift
/// let journal = try JournalReader.read(bytes)
/// var replay = JournalReplay(journal.header)
/// for record in journal.records {
///     for effect in try replay.take(record) { … }   // what everybody was told at record.time
/// }
/// replay.duel                                       // as the host had it
/// ```
public struct JournalReplay: Equatable, Sendable {
    /// The duel as it stands.
    public private(set) var duel: Duel
    /// When the last thing happened.
    public private(set) var time = TableTime.zero
    /// Whether the table is closed: there is nothing to go on with.
    public private(set) var isClosed = false
    /// The digests of the secrets that give a seat back.
    ///
    /// A player who is given a new secret has it for certain only when they have been heard after
    /// that; until then the one before is good as well, for the host may have ended in between.
    public private(set) var tokens = PerSeat<[SHA256]>(both: [])

    /// What was to be announced on account of the last input and is not noted yet.
    ///
    /// Nothing is left of it after a whole journal, unless its host ended at that very moment: then
    /// nobody has been told, and the next host notes it before anything else.
    public private(set) var unnoted: [JournalNote] = []
    private let hasNotes: Bool

    /// The beginning of a journal.
    public init(_ header: JournalHeader) {
        duel = header.duel
        hasNotes = header.format >= 2
    }

    /// Does one thing again.
    ///
    /// - Returns: What the host did in answer, in order.
    /// - Throws: That the journal's duel was another one, or that something else was announced than
    ///   it gives.
    public mutating func take(_ record: JournalRecord) throws(JournalFault) -> [DuelEffect] {
        guard record.revision == duel.revision else {
            throw JournalFault(line: record.number + 1, .diverges)
        }
        time = record.time
        switch record.entry {
        case .note(let note):
            guard unnoted.first == note else {
                throw JournalFault(line: record.number + 1, .announcedOtherwise(note.kind))
            }
            unnoted.removeFirst()
            return []
        case .token(let seat, let digest):
            tokens[seat] = tokens[seat].suffix(Self.mostTokens - 1) + [digest]
            return []
        case .input(let input):
            if case .received(_, let seat, _, _) = input {
                tokens[seat].removeFirst(max(0, tokens[seat].count - 1))
            }
            let phase = duel.phase
            let effects = duel.apply(input, at: record.time)
            unnoted = hasNotes ? JournalNote.all(in: effects, after: phase) : []
            for seat in Seat.allCases where duel.players[seat] == nil { tokens[seat] = [] }
            if effects.contains(.close) { isClosed = true }
            return effects
        }
    }

    /// Does a whole journal again.
    ///
    /// - Throws: That its duel was another one, and from which line on.
    public static func end(of journal: Journal) throws(JournalFault) -> JournalReplay {
        var replay = JournalReplay(journal.header)
        for record in journal.records { _ = try replay.take(record) }
        return replay
    }

    /// How many unconfirmed secrets of a seat are good at most.
    private static let mostTokens = 8
}
