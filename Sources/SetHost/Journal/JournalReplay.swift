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
    package private(set) var duel: Duel
    package private(set) var time = TableInstant.zero
    /// Whether the table is closed and cannot be resumed.
    package private(set) var isClosed = false
    package private(set) var tokens = SeatTokens()

    /// Announcements that follow from the last input and are not noted yet.
    ///
    /// None are left after a whole journal, unless its host ended at that very moment: then nobody
    /// has been told, and the next host notes them first.
    package private(set) var unnoted: [JournalNote] = []

    package init(_ header: JournalHeader) {
        duel = header.duel
    }

    /// Applies one record, and throws if the journal belongs to another duel, or its notes differ
    /// from the replay.
    package mutating func apply(_ record: JournalRecord) throws(JournalFault) -> [DuelEffect] {
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
            tokens.add(digest, of: seat)
            return []
        case .input(let input):
            if case .received(_, let seat, _, _) = input { tokens.confirm(seat) }
            let phase = duel.phase
            let effects = duel.apply(input, at: record.time)
            unnoted = JournalNote.all(in: effects, after: phase)
            for effect in effects {
                switch effect {
                case .makeRoom(let seat): tokens.void(seat)
                case .promote(let token, let seat): tokens.add(token, of: seat)
                case _: break
                }
            }
            for seat in Seat.allCases where duel.players[seat] == nil { tokens.void(seat) }
            if effects.contains(.close) { isClosed = true }
            return effects
        }
    }

    /// - Throws: Also if a century has passed: larger times may not fit into a journal.
    package static func end(of journal: Journal) throws(JournalFault) -> JournalReplay {
        var replay = JournalReplay(journal.header)
        for record in journal.records { _ = try replay.apply(record) }
        guard replay.time.sinceOpening <= .seconds(36_525 * 86_400) else {
            throw JournalFault(line: journal.records.count + 1, .unreadable("us"))
        }
        return replay
    }
}

extension Recording {
    /// The most messages that are kept; more than ten hours of play without a break.
    package static let limit = 100_000

    /// Replays a journal and keeps what a watcher was sent, unless that is too long.
    package init(_ journal: Journal, limit: Int = limit) throws(JournalFault) {
        var replay = JournalReplay(journal.header)
        var moments: [Moment] = []
        for record in journal.records {
            let players = replay.duel.players
            for effect in try replay.apply(record) {
                guard let message = effect.broadcast(players) else { continue }
                moments.append(Moment(time: record.time, message: message))
            }
            guard moments.count <= limit else {
                throw JournalFault(line: record.number + 1, .tooLong)
            }
        }
        self.init(table: journal.header.table, rules: journal.header.rules, moments: moments)
    }
}
