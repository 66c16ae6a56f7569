import SetProtocol

/// A finished game as its player remembers it: one line of the history.
package struct PlayedGame: Hashable, Sendable {
    package enum Opponent: String, CaseIterable, Hashable, Sendable {
        case player, computer, nobody
    }

    package enum Outcome: String, CaseIterable, Hashable, Sendable {
        case won, lost, drawn
        /// A game alone that came to its end.
        case played
    }

    /// A set that the player found.
    package struct Find: Hashable, Sendable {
        /// From the last change of the cards to the claim.
        package var search = Duration.zero
        /// How many features differ, from 1 to 4.
        package var differing = 1

        package init() {}

        package init(_ search: Duration, differing: Int) {
            (self.search, self.differing) = (search, differing)
        }
    }

    /// What this version writes and reads.
    package static let version = 1

    package var version = Self.version
    /// When it ended, in UTC.
    package var time: CivilTime
    package var table: String
    /// Its number at the table.
    package var game = 0
    package var against = Opponent.player
    /// What the opponent was called; `nil` in a game alone.
    package var name: String?
    package var deck = Rules.Deck.full
    package var outcome: Outcome?
    package var decider: GameResult.Decider?
    package var points = 0
    package var opponentPoints = 0
    package var sets = 0
    package var opponentSets = 0
    package var finds: [Find] = []
    /// Claims of the player that found no set: wrong ones, late ones, and passed ones.
    package var failed = 0
    /// By how much the player won races, and lost them.
    package var (racesWon, racesLost): ([Duration], [Duration]) = ([], [])
    /// How long was played, without pauses.
    package var play = Duration.zero
    /// The day whose deck it was; `nil` for all other games.
    package var daily: String?
    /// Boards on which a set was missed, whichever player dealt over it.
    package var missed: [[Card]] = []

    /// The most boards that are kept of a game, those missed longest.
    package static let mostMissed = 6
    /// How long its line may be, in bytes.
    package static let lineLimit = 65_536

    package init() { self.init(time: CivilTime(secondsSince1970: 0), table: "") }

    package init(time: CivilTime, table: String) { (self.time, self.table) = (time, table) }

    /// Its line, with the line feed at its end.
    package var line: [UInt8] {
        var bytes: [UInt8] = []
        Coder.append(self, to: &bytes)
        return bytes + [0x0A]
    }

    private static let limits: JSONLimits = {
        var limits = JSONLimits.wire
        limits.totalBytes = lineLimit
        return limits
    }()
    /// How many sets or claims a game may have, so that those of all games can be added.
    static let counts = 0...10_000

    /// - Throws: What is wrong with the line.
    package init(line: ArraySlice<UInt8>) throws(WireError) {
        self = try JSONView.read(line, limits: Self.limits)
    }
}

extension PlayedGame.Find: Coded {
    package mutating func code(_ coder: inout Coder) throws(WireError) {
        try coder.field("ms", &search)
        try coder.field("differ", &differing) { 1...4 ~= $0 }
    }
}

extension PlayedGame.Opponent: CodedValue {}
extension PlayedGame.Outcome: CodedValue {}
extension Rules.Deck: CodedValue {}

extension PlayedGame: Coded {
    package mutating func code(_ coder: inout Coder) throws(WireError) {
        try coder.field("v", &version) { $0 == Self.version }
        try coder.field("time", &time)
        try coder.field("table", &table)
        try coder.field("game", &game, where: \.isCount)
        try coder.field("against", &against)
        try coder.field("name", ifAny: &name)
        try coder.field("deck", &deck)
        try coder.field("result", &outcome)
        try coder.field("by", &decider)
        try coder.field("points", &points)
        try coder.field("opponentPoints", &opponentPoints)
        try coder.field("sets", &sets, where: Self.counts.contains)
        try coder.field("opponentSets", &opponentSets, where: Self.counts.contains)
        try coder.field("found", &finds)
        try coder.field("failedClaims", &failed, where: Self.counts.contains)
        try coder.field("racesWon", &racesWon)
        try coder.field("racesLost", &racesLost)
        try coder.field("playMs", &play)
        try coder.field("daily", ifAny: &daily)
        try coder.field("missed", &missed) { $0.allSatisfy { CardSet($0).containsSet } }
    }
}
