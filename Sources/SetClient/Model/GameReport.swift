import SetProtocol

/// The statistics of a game as far as this client saw it: its record, and what follows from it.
@dynamicMemberLookup
struct GameReport: Equatable, Sendable {
    @dynamicMemberLookup
    struct Player: Equatable, Sendable {
        private let state: PlayerState
        /// The median search time; `nil` without a set.
        let median: Duration?
        let fastest: Duration?
        let counts: GameRecord.Counts

        init?(_ seat: Seat, in record: GameRecord) {
            guard let state = record.players[seat] else { return nil }
            let times = record.finds.filter { $0.seat == seat }.map(\.search)
            (self.state, counts) = (state, record.counts[seat])
            (median, fastest) = (GameReport.median(of: times), times.min())
        }

        subscript<Value>(dynamicMember path: KeyPath<PlayerState, Value>) -> Value {
            state[keyPath: path]
        }
    }

    private let record: GameRecord
    let players: PerSeat<Player?>
    /// Every missed set, the one that was on the board longest first.
    let missedSets: [GameRecord.Missed]

    init(_ record: GameRecord) {
        self.record = record
        players = PerSeat(first: Player(.first, in: record), second: Player(.second, in: record))
        missedSets = record.missedSets.enumerated()
            .sorted { ($1.element.lay, $0.offset) < ($0.element.lay, $1.offset) }.map(\.element)
    }

    subscript<Value>(dynamicMember path: KeyPath<GameRecord, Value>) -> Value {
        record[keyPath: path]
    }

    /// The time played, without pauses.
    var length: Duration { record.clock }

    /// The set with the longest search; of two, the one in which more features differ.
    var hardest: GameRecord.Find? {
        record.finds.max {
            ($0.search, $0.trio.differingFeatures) < ($1.search, $1.trio.differingFeatures)
        }
    }

    /// Of an ended game, the missed set that was on the board longest: while the game runs, its cards
    /// may still be on the board.
    var missed: GameRecord.Missed? { record.result == nil ? nil : record.missed }

    /// How many sets were on the board when a player dealt or the game was given up.
    var missedCount: Int {
        record.counts.first.setsDealtOver + record.counts.second.setsDealtOver + record.setsLeft
    }

    /// Whether anything is known beyond what the last state says.
    var hasFigures: Bool { !record.deeds.isEmpty }

    static func median(of times: [Duration]) -> Duration? {
        guard !times.isEmpty else { return nil }
        let sorted = times.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}

extension Trio {
    /// How many features differ on all three cards; the more, the harder to see.
    var differingFeatures: Int { explanation.count { $0.pattern == .allDifferent } }
}

extension TableModel {
    /// The statistics of the game that has just ended.
    var report: GameReport? { table?.phase == .over && record.result != nil ? figures : nil }
    /// The same of the game so far, or of the last one.
    var figures: GameReport { GameReport(record.summed) }
}
