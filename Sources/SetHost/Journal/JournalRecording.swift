import SetProtocol

extension Recording {
    /// The most messages that are kept; more than ten hours of play without a break.
    package static let limit = 100_000

    /// Replays a journal and keeps what a watcher was sent.
    ///
    /// - Parameter limit: The most messages to keep.
    /// - Throws: Where the replay differs, or that the journal is too long.
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
