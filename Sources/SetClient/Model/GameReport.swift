import SetProtocol

/// The figures of a game that has ended, as far as this client saw it.
///
/// | figure | what it is |
/// |---|---|
/// | time to find | from the last change of the cards to the claim, or to the third card |
/// | hardest set | the one looked for longest; of two, the one of which more features differ |
/// | missed set | of those nobody claimed, the one whose three cards lay there longest |
struct GameReport: Hashable, Sendable {
    /// One player's figures.
    struct Player: Hashable, Sendable {
        let name: String
        let points: Int
        let sets: Int
        let wins: Int
        /// How many of the sets this client saw being found.
        let setsSeen: Int
        /// The time that half of the sets took at most; `nil` without any.
        let median: Duration?
        let fastest: Duration?
        let counts: GameRecord.Counts

        /// Three cards that were no set, and claims for which the time was too short.
        var wrongCalls: Int { counts.mismatches + counts.lateClaims }
    }

    /// The players who were there at the end, or left before it.
    let players: PerSeat<Player?>
    let result: GameResult
    /// How long was played, pauses not counted.
    let length: Duration
    /// Whether the game was seen from its first cards.
    let isWhole: Bool
    let hardest: GameRecord.Find?
    let missed: GameRecord.Missed?
    /// How many sets lay on the board when somebody dealt or the game was given up.
    let missedCount: Int
    let leadChanges: Int
    let deeds: [GameRecord.Deed]

    /// The report of a record; `nil` while its game goes on.
    init?(_ record: GameRecord) {
        guard let result = record.result else { return nil }
        self.result = result
        length = record.clock
        isWhole = record.isWhole
        missed = record.missed
        missedCount =
            record.counts.first.setsDealtOver + record.counts.second.setsDealtOver
            + record.setsLeft
        leadChanges = record.leadChanges
        deeds = record.deeds
        hardest = record.finds.max { Self.isEasier($0, $1) }
        players = PerSeat(
            first: Player(.first, in: record), second: Player(.second, in: record))
    }

    /// Whether anything is known beyond what the last state says.
    var hasFigures: Bool { !deeds.isEmpty }

    private static func isEasier(_ one: GameRecord.Find, _ other: GameRecord.Find) -> Bool {
        if one.search != other.search { return one.search < other.search }
        return one.trio.differingFeatures < other.trio.differingFeatures
    }

    /// The middle of some times, or the mean of the two in the middle.
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
    /// How many of the four features are different on all three cards: the more, the harder to see.
    var differingFeatures: Int { explanation.count { $0.pattern == .allDifferent } }
}
