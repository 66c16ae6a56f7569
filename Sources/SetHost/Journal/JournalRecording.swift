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
                guard let message = effect.message(players) else { continue }
                moments.append(Moment(time: record.time, message: message))
            }
            guard moments.count <= limit else {
                throw JournalFault(line: record.number + 1, .tooLong)
            }
        }
        self.init(table: journal.header.table, rules: journal.header.rules, moments: moments)
    }
}

extension DuelEffect {
    /// What a watcher is told of it; `nil` for what is for one seat alone.
    ///
    /// - Parameter players: Who sat there when it happened.
    fileprivate func message(_ players: PerSeat<Player?>) -> HostMessage? {
        switch self {
        case .publish(let state): .state(state)
        case .race(let race): .race(race)
        case .promise(let commitment): .commitment(commitment)
        case .reveal(let reveal): .reveal(reveal)
        case .say(let seat, let text): .said(seat, name: players[seat]?.name ?? "", text: text)
        case .close: .bye(.closing, resume: false)
        case .refuse, .show: nil
        }
    }
}
