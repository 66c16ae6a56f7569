import SetProtocol

extension Recording {
    /// The most that is kept of what was told; more than ten hours of play without a rest.
    package static let limit = 100_000

    /// Does a journal again and keeps what a watcher was told.
    ///
    /// - Parameter limit: How many things are kept at most.
    /// - Throws: That the journal's duel was another one, or that there is too much of it.
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
