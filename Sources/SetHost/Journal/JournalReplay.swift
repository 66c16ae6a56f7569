import SetProtocol

/// A duel being replayed from its journal, for recovery, viewing, and checks.
///
/// ```swift
/// let journal = try JournalReader.read(bytes)
/// var replay = JournalReplay(journal.header)
/// for record in journal.records {
///     for effect in try replay.apply(record) { … }   // what everybody was told at record.time
/// }
/// replay.duel                                       // as the host had it
/// ```
package struct JournalReplay: Equatable, Sendable {
    /// The current duel.
    package private(set) var duel: Duel
    /// The time of the last record.
    package private(set) var time = TableInstant.zero
    /// Whether the table is closed and cannot be resumed.
    package private(set) var isClosed = false
    /// The tokens that return each seat.
    package private(set) var tokens = SeatTokens()

    /// Announcements that follow from the last input and are not noted yet.
    ///
    /// None are left after a whole journal, unless its host ended at that very moment: then nobody
    /// has been told, and the next host notes them first.
    package private(set) var unnoted: [JournalNote] = []
    private let hasNotes: Bool
    /// The first pick of a card that was not on the board, in the held claim or the last one.
    ///
    /// Older hosts accepted such picks. If the duel differs from theirs from here on, this is why.
    private var offBoardPick: OffBoardPick?

    private struct OffBoardPick: Hashable {
        var line: Int
        var card: Card
    }

    /// Creates a replay at the beginning of a journal.
    package init(_ header: JournalHeader) {
        duel = header.duel
        hasNotes = header.format >= 2
    }

    /// Applies one record.
    ///
    /// - Returns: The effects, in order.
    /// - Throws: That the journal belongs to another duel, or that its notes differ from the
    ///   replay.
    package mutating func apply(_ record: JournalRecord) throws(JournalFault) -> [DuelEffect] {
        guard record.revision == duel.revision else {
            if let pick = offBoardPick {
                throw JournalFault(line: pick.line, .pickedOffBoard(pick.card))
            }
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
            tokens.add(digest, of: seat)
            return []
        case .input(let input):
            if case .received(_, let seat, _, _) = input { tokens.confirm(seat) }
            let (phase, holder) = (duel.phase, duel.heldClaim?.seat)
            let effects = duel.apply(input, at: record.time)
            note(input, effects, inClaimOf: holder, line: record.number + 1)
            unnoted = hasNotes ? JournalNote.all(in: effects, after: phase) : []
            for seat in Seat.allCases where duel.players[seat] == nil { tokens.void(seat) }
            if effects.contains(.close) { isClosed = true }
            return effects
        }
    }

    private mutating func note(
        _ input: DuelInput, _ effects: [DuelEffect], inClaimOf holder: Seat?, line: Int
    ) {
        if case .received(.claim, _, _, _) = input, holder == nil { offBoardPick = nil }
        guard case .received(.pick(let card), let seat, _, _) = input, seat == holder,
            offBoardPick == nil
        else { return }
        let isRefused = effects.contains { effect in
            guard case .refuse(let refused, _) = effect else { return false }
            return refused.why == .cardNotOnBoard
        }
        if isRefused { offBoardPick = OffBoardPick(line: line, card: card) }
    }

    /// Replays a whole journal.
    ///
    /// - Throws: From which line on it belongs to another duel.
    package static func end(of journal: Journal) throws(JournalFault) -> JournalReplay {
        var replay = JournalReplay(journal.header)
        for record in journal.records { _ = try replay.apply(record) }
        return replay
    }
}
