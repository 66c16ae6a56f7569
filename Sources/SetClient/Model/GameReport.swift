import SetProtocol

/// The statistics of a game as far as this client saw it.
struct GameReport: Equatable, Sendable {
    struct Player: Equatable, Sendable {
        let name: String
        let points: Int
        let sets: Int
        let wins: Int
        /// How many of the sets this client saw being found.
        let setsSeen: Int
        /// The median search time; `nil` without a set.
        let median: Duration?
        let fastest: Duration?
        let counts: GameRecord.Counts

        /// Mismatches and claims that ran out of time.
        var wrongCalls: Int { counts.mismatches + counts.lateClaims }
    }

    let players: PerSeat<Player?>
    /// How the game ended; `nil` while it goes on.
    let result: GameResult?
    /// The time played, without pauses.
    let length: Duration
    /// Whether the game was seen from its first cards.
    let isWhole: Bool
    /// The set with the longest search; of two, the one in which more features differ.
    let hardest: GameRecord.Find?
    /// Of an ended game, the missed set that was on the board longest.
    let missed: GameRecord.Missed?
    /// Every missed set, the one that was on the board longest first.
    let missedSets: [GameRecord.Missed]
    let mistakes: [GameRecord.Mistake]
    /// How many sets were on the board when a player dealt or the game was given up.
    let missedCount: Int
    let leadChanges: Int
    let deeds: [GameRecord.Deed]

    init(_ record: GameRecord) {
        result = record.result
        length = record.clock
        isWhole = record.isWhole
        // While the game runs, its cards may still be on the board.
        missed = record.result == nil ? nil : record.missed
        missedSets = record.missedSets.enumerated()
            .sorted { ($1.element.lay, $0.offset) < ($0.element.lay, $1.offset) }.map(\.element)
        mistakes = record.mistakes
        missedCount =
            record.counts.first.setsDealtOver + record.counts.second.setsDealtOver + record.setsLeft
        leadChanges = record.leadChanges
        deeds = record.deeds
        hardest = record.finds.max {
            ($0.search, $0.trio.differingFeatures) < ($1.search, $1.trio.differingFeatures)
        }
        players = PerSeat(first: Player(.first, in: record), second: Player(.second, in: record))
    }

    /// Whether anything is known beyond what the last state says.
    var hasFigures: Bool { !deeds.isEmpty }

    /// The median; of an even number of times, the mean of the two in the middle.
    static func median(of times: [Duration]) -> Duration? {
        guard !times.isEmpty else { return nil }
        let sorted = times.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}

extension GameReport.Player {
    fileprivate init?(_ seat: Seat, in record: GameRecord) {
        guard let player = record.players[seat] else { return nil }
        let times = record.finds.filter { $0.seat == seat }.map(\.search)
        name = player.name
        (points, sets, wins) = (player.points, player.sets, player.wins)
        setsSeen = times.count
        median = GameReport.median(of: times)
        fastest = times.min()
        counts = record.counts[seat]
    }
}

extension Trio {
    /// How many features differ on all three cards; the more, the harder to see.
    var differingFeatures: Int { explanation.count { $0.pattern == .allDifferent } }
}

extension TableModel {
    /// The statistics of the game that has just ended.
    var report: GameReport? { table?.phase == .over && record.result != nil ? figures : nil }

    /// The statistics of the game so far, or of the last one.
    var figures: GameReport { GameReport(record) }
}
