import SetProtocol

/// What one client has seen of the current game, reduced to what a report needs.
///
/// Times are of *play*: the clock stops in a pause. They are measured when states arrive, so each
/// is off by the difference in latency between two messages.
struct GameRecord: Equatable, Sendable {
    struct Find: Equatable, Sendable {
        let seat: Seat
        let trio: Trio
        /// From the last change of the cards to the claim, or to the third card where no claim is
        /// needed; the host pays its bonus for the same time.
        let search: Duration
    }

    /// Something a player did that belongs on the timeline.
    struct Deed: Equatable, Sendable {
        /// What a column of a timeline shows rather than another comes last.
        enum Kind: Int, Sendable {
            case dealt
            /// Three cards that are no set, or a claim without a set.
            case failed
            case found
        }

        let seat: Seat
        let kind: Kind
        /// By the clock of play.
        var time: Duration
    }

    /// A set on the board that nobody claimed.
    struct Missed: Equatable, Sendable {
        let trio: Trio
        /// How long all three cards had been face up.
        let lay: Duration
        /// Who dealt over it; `nil` if the game was given up.
        let dealer: Seat?
        /// All cards that lay there then.
        let board: [Card]
    }

    struct Mistake: Equatable, Sendable {
        let seat: Seat
        let trio: Trio
    }

    struct Counts: Equatable, Sendable {
        var mismatches = 0
        var lateClaims = 0
        var passedClaims = 0
        var deals = 0
        /// Deals while a set lay on the board.
        var wrongDeals = 0
        /// The sets on the board at all those deals together.
        var setsDealtOver = 0
        var hintedCards = 0

        fileprivate mutating func add(_ other: Counts) {
            mismatches += other.mismatches
            lateClaims += other.lateClaims
            passedClaims += other.passedClaims
            deals += other.deals
            wrongDeals += other.wrongDeals
            setsDealtOver += other.setsDealtOver
            hintedCards += other.hintedCards
        }
    }

    /// The game's number at its table; 0 before the first.
    private(set) var game: Int
    /// Whether it was seen from its first cards.
    private(set) var isWhole = false
    private(set) var finds: [Find] = []
    private(set) var deeds: [Deed] = []
    private(set) var counts = PerSeat(both: Counts())
    /// Every missed set once, in the order in which they were missed first.
    private(set) var missedSets: [Missed] = []
    private(set) var mistakes: [Mistake] = []
    /// How many sets were on the board when the game was given up.
    private(set) var setsLeft = 0
    private(set) var leadChanges = 0
    /// The players at the end of the game, or when they left.
    private(set) var players = PerSeat<PlayerState?>(both: nil)
    /// How the game ended; `nil` while it goes on.
    private(set) var result: GameResult?
    /// The time played, without pauses.
    private(set) var clock = Duration.zero
    /// How many games it is of: more than one for a match.
    private(set) var games = 1
    /// The earlier games of the match that it belongs to.
    private var earlier: [GameRecord] = []
    private var match: Match?

    /// When the last state came, if the clock has been running since.
    private var runningSince: MonotonicInstant?
    private var board = BoardNumber(0)
    /// When the cards last changed, and when before that.
    private var (lastChange, earlierChange) = (Duration.zero, Duration.zero)
    /// The search time when the holder of the turn claimed.
    private var searchOfClaim: Duration?
    private var faceUpSince: [Card: Duration] = [:]
    private var cards: [Card] = []
    private var leader: Seat?

    /// A claim that comes sooner after new cards was made on the ones before: World Athletics calls
    /// a reaction below 100 ms a false start.
    static let leastReaction = Duration.milliseconds(100)
    /// Bounds what a hostile host can have recorded; a deck has 27 sets.
    static let limit = 500
    /// The same for the games of a match, which may be drawn.
    private static let mostGames = 32

    init(game: Int = 0) { self.game = game }

    /// The next game after one, which may belong to the same match.
    private init(game: Int, after last: GameRecord) {
        self.game = game
        if last.game == game {
            earlier = last.earlier
        } else if last.result != nil, let match = last.match, match.winner == nil {
            var last = last
            swap(&earlier, &last.earlier)
            if earlier.count < Self.mostGames { earlier.append(last) }
        }
    }

    /// The whole match, if this game has decided it; otherwise the game.
    var summed: GameRecord {
        guard result != nil, match?.winner != nil, let first = earlier.first else { return self }
        return (earlier.dropFirst() + [self]).reduce(first) { $0.followed(by: $1) }
    }

    /// Both as one, in which the second begins when the first has ended.
    private func followed(by next: GameRecord) -> GameRecord {
        var sum = next
        sum.games += games
        sum.isWhole = isWhole && next.isWhole
        sum.finds = finds + next.finds
        for index in sum.deeds.indices { sum.deeds[index].time += clock }
        sum.deeds = deeds + sum.deeds
        sum.missedSets = missedSets + next.missedSets
        sum.mistakes = mistakes + next.mistakes
        sum.setsLeft += setsLeft
        sum.leadChanges += leadChanges
        sum.clock += clock
        for seat in Seat.allCases {
            sum.counts[seat].add(counts[seat])
            sum.players[seat]?.points += players[seat]?.points ?? 0
            sum.players[seat]?.sets += players[seat]?.sets ?? 0
        }
        return sum
    }

    /// The record of a game that was left, up to its last state.
    init(upToTheEndOf recording: Recording) {
        self.init()
        for moment in recording.moments {
            guard case .state(let state) = moment.message else { continue }
            apply(state, at: moment.time.replayed)
        }
        runningSince = nil
    }

    func played(until now: MonotonicInstant) -> Duration {
        clock + (runningSince.map { max(.zero, $0.duration(to: now)) } ?? .zero)
    }

    mutating func apply(_ state: TableState, at now: MonotonicInstant) {
        // A newcomer finds a fresh table; what was played before can be read until a game begins.
        if state.game == 0, result != nil {
            self = summed
            return (game, earlier, match) = (0, [], nil)
        }
        if state.game != game { self = GameRecord(game: state.game, after: self) }
        guard result == nil else { return }
        match = state.match
        if state.event == .started, !state.isSuddenDeath {
            self = GameRecord(game: state.game, after: self)
            isWhole = true
        }
        clock = played(until: now)
        runningSince = state.isInPlay ? now : nil
        if let event = state.event { apply(event) }
        turnCards(of: state)
        applyPlayers(of: state)
        if state.phase == .over { end(state) }
    }

    // MARK: - Events

    private mutating func apply(_ event: TableEvent) {
        if let (seat, kind) = event.deed, deeds.count < Self.limit {
            deeds.append(Deed(seat: seat, kind: kind, time: clock))
        }
        switch event {
        case .claimed:
            let isFalseStart = clock - lastChange < Self.leastReaction
            searchOfClaim = clock - (isFalseStart ? earlierChange : lastChange)
        case .setFound(let seat, let trio, _):
            let search = searchOfClaim ?? clock - lastChange
            if finds.count < Self.limit {
                finds.append(Find(seat: seat, trio: trio, search: search))
            }
            // Somebody found it after all.
            missedSets.removeAll { Set($0.trio.cards) == Set(trio.cards) }
            searchOfClaim = nil
        case .mismatch(let seat, let trio, _):
            counts[seat].mismatches += 1
            if mistakes.count < Self.limit {
                mistakes.append(Mistake(seat: seat, trio: trio))
            }
            searchOfClaim = nil
        case .timedOut(let seat, let reason, _):
            searchOfClaim = nil
            if reason == .claim { counts[seat].lateClaims += 1 }
        case .passed(let seat, let reason, _):
            searchOfClaim = nil
            if reason == .claim { counts[seat].passedClaims += 1 }
        case .dealt(let seat, _, let setsBefore, _):
            counts[seat].deals += 1
            guard setsBefore > 0 else { return }
            counts[seat].wrongDeals += 1
            counts[seat].setsDealtOver += min(setsBefore, Self.limit)
            miss(CardSet(cards).sets, dealer: seat)
        case .hinted(let seat, let shown, _): if shown > 0 { counts[seat].hintedCards += 1 }
        case .suddenDeath: (faceUpSince, cards) = ([:], [])
        case _: break
        }
    }

    /// Notes missed sets; one that is missed again counts for the longer time.
    private mutating func miss(_ sets: [Trio], dealer: Seat?) {
        for trio in sets {
            let since = trio.cards.map { faceUpSince[$0] ?? clock }.max() ?? clock
            let lay = clock - since
            let missed = Missed(trio: trio, lay: lay, dealer: dealer, board: cards)
            if let place = missedSets.firstIndex(where: { $0.trio == trio }) {
                if missedSets[place].lay < lay { missedSets[place] = missed }
            } else if missedSets.count < Self.limit {
                missedSets.append(missed)
            }
        }
    }

    // MARK: - States

    private mutating func turnCards(of state: TableState) {
        if state.board != board {
            board = state.board
            (lastChange, earlierChange) = (clock, lastChange)
        }
        // Cards do not change while they lie face down.
        guard !state.cards.contains(nil) else { return }
        let shown = state.cards.compactMap(\.self)
        guard shown != cards else { return }
        cards = shown
        var since: [Card: Duration] = [:]
        for card in shown { since[card] = faceUpSince[card] ?? clock }
        faceUpSince = since
    }

    private mutating func applyPlayers(of state: TableState) {
        for seat in Seat.allCases {
            if let player = state.players[seat] { players[seat] = player }
        }
        guard let first = players.first?.points, let second = players.second?.points,
            first != second
        else { return }
        let ahead: Seat = first > second ? .first : .second
        if let leader, leader != ahead { leadChanges += 1 }
        leader = ahead
    }

    private mutating func end(_ state: TableState) {
        let result = state.result ?? GameResult(winner: nil, decider: .played)
        self.result = result
        // What the last set of a sudden death leaves behind is not missed.
        guard result.decider == .resigned || result.decider == .left else { return }
        let found = state.foundCards
        let sets = CardSet(cards.filter { !found.contains($0) }).sets
        setsLeft = sets.count
        miss(sets, dealer: nil)
    }
}

// MARK: - What follows from it

extension GameRecord {
    /// The median search time; `nil` without a set.
    func median(_ seat: Seat) -> Duration? { searches(of: seat).median }

    func fastest(_ seat: Seat) -> Duration? { searches(of: seat).min() }

    private func searches(of seat: Seat) -> [Duration] {
        finds.filter { $0.seat == seat }.map(\.search)
    }

    /// The set with the longest search; of two, the one in which more features differ.
    var hardest: Find? {
        finds.max {
            ($0.search, $0.trio.differingFeatures) < ($1.search, $1.trio.differingFeatures)
        }
    }

    /// Every missed set, the one that was on the board longest first.
    var longestMissed: [Missed] { missedSets.sorted { $0.lay > $1.lay } }

    /// Of an ended game, the first of these: while the game runs, its cards may still be on the board.
    var missed: Missed? { result == nil ? nil : longestMissed.first }

    /// How many sets were on the board when a player dealt or the game was given up.
    var missedCount: Int {
        counts.first.setsDealtOver + counts.second.setsDealtOver + setsLeft
    }

    /// Whether anything is known beyond what the last state says.
    var hasFigures: Bool { !deeds.isEmpty }
}

extension [Duration] {
    var median: Duration? {
        guard !isEmpty else { return nil }
        let (sorted, middle) = (sorted(), count / 2)
        return count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}

extension Trio {
    /// How many features differ on all three cards; the more, the harder to see.
    var differingFeatures: Int { explanation.count { $0.pattern == .allDifferent } }
}

extension TableEvent {
    /// What a player did that belongs on a timeline; not to use a turn that the other player's
    /// failure or deal gave is no failure.
    var deed: (seat: Seat, kind: GameRecord.Deed.Kind)? {
        switch self {
        case .setFound(let seat, _, _): (seat, .found)
        case .mismatch(let seat, _, _), .timedOut(let seat, .claim, _),
            .passed(let seat, .claim, _):
            (seat, .failed)
        case .dealt(let seat, _, _, _): (seat, .dealt)
        case _: nil
        }
    }
}

extension TableInstant {
    /// The instant on the clock of a model that replays: that clock shows the table's time.
    package var replayed: MonotonicInstant { MonotonicInstant(sinceOpening) }

    /// The table's time that the clock of such a model shows.
    init(replayed instant: MonotonicInstant) {
        self.init(instant.sinceZero)
    }
}
