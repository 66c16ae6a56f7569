import SetProtocol

/// What one client has seen of the present game: the states it was told, folded into what a report
/// needs.
///
/// Times are of *play*: a clock that runs while cards lie face up and stands still in a pause. They
/// are measured where the states arrive, so each is off by as much as two messages differ in their
/// journey. What happened before the client came is not in it; ``isWhole`` tells.
struct GameRecord: Hashable, Sendable {
    /// A set that was found.
    struct Find: Hashable, Sendable {
        let seat: Seat
        let trio: Trio
        /// When, by the clock of play.
        let time: Duration
        /// How long it was looked for.
        ///
        /// From the last change of the cards to the claim, or to the third card where no claim was
        /// needed. The host pays its bonus for the same time.
        let search: Duration
    }

    /// Something a player did that belongs on a line of time.
    struct Deed: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case found
            /// Three cards that are no set, or a claim of which nothing came.
            case failed
            case dealt
        }

        let seat: Seat
        let kind: Kind
        let time: Duration
    }

    /// A set that lay on the board and that nobody claimed.
    struct Missed: Hashable, Sendable {
        enum Occasion: Hashable, Sendable {
            /// A player dealt although it lay there.
            case dealt(Seat)
            /// The game was given up while it lay there.
            case ended
        }

        let trio: Trio
        /// How long all three of its cards had lain face up.
        let lay: Duration
        let occasion: Occasion
    }

    /// What is counted of one seat.
    struct Counts: Hashable, Sendable {
        var mismatches = 0
        /// Claims that ran out of time.
        var lateClaims = 0
        /// Claims that were given up.
        var passedClaims = 0
        var deals = 0
        /// Deals while a set lay on the board.
        var wrongDeals = 0
        /// The sets that lay there then, all such deals together.
        var setsDealtOver = 0
        var hintedCards = 0
    }

    /// The game's number at its table; 0 before any.
    private(set) var game: Int
    /// Whether it was seen from its first cards.
    private(set) var isWhole = false
    private(set) var finds: [Find] = []
    private(set) var deeds: [Deed] = []
    private(set) var counts = PerSeat(both: Counts())
    /// The set among those missed that lay there longest.
    private(set) var missed: Missed?
    /// How many sets lay on the board when the game was given up.
    private(set) var setsLeft = 0
    /// How often the lead went from one player to the other.
    private(set) var leadChanges = 0
    /// The players as they were when the game ended, or when they left before.
    private(set) var players = PerSeat<PlayerState?>(both: nil)
    /// How the game ended; `nil` while it goes on.
    private(set) var result: GameResult?
    /// How long has been played.
    private(set) var clock = Duration.zero

    /// When the last state came, if the clock has been running since.
    private var runningSince: MonotonicInstant?
    private var board = BoardNumber(0)
    /// When the cards last changed.
    private var lastChange = Duration.zero
    /// When they had changed before that.
    private var earlierChange = Duration.zero
    /// How long had been looked when the holder of the turn claimed.
    private var searchOfClaim: Duration?
    private var faceUpSince: [Card: Duration] = [:]
    private var cards: [Card] = []
    private var leader: Seat?

    /// No person sees, decides and presses in less; a claim that comes sooner after new cards was
    /// made on those before them. (The same bound tells a false start in athletics.)
    static let leastReaction = Duration.milliseconds(100)
    /// A deck has 27 sets; a host that tells of more is not believed for ever.
    static let limit = 500

    /// A record of a game of which nothing has been seen.
    init(game: Int = 0) {
        self.game = game
    }

    /// Takes the next state of the table.
    mutating func apply(_ state: TableState, at now: MonotonicInstant) {
        if state.game != game { self = GameRecord(game: state.game) }
        guard result == nil else { return }
        if state.event == .started, !state.isSuddenDeath {
            self = GameRecord(game: state.game)
            isWhole = true
        }
        if let runningSince { clock += max(.zero, runningSince.duration(to: now)) }
        runningSince = state.phase == .open || state.phase == .turn ? now : nil
        if let event = state.event { apply(event) }
        turnCards(of: state)
        applyPlayers(of: state)
        if state.phase == .over { end(state) }
    }

    // MARK: - Events

    private mutating func apply(_ event: TableEvent) {
        switch event {
        case .claimed:
            let isFalseStart = clock - lastChange < Self.leastReaction
            searchOfClaim = clock - (isFalseStart ? earlierChange : lastChange)
        case .setFound(let seat, let trio, _):
            let search = searchOfClaim ?? clock - lastChange
            if finds.count < Self.limit {
                finds.append(Find(seat: seat, trio: trio, time: clock, search: search))
            }
            note(seat, .found)
            searchOfClaim = nil
        case .mismatch(let seat, _, _):
            counts[seat].mismatches += 1
            note(seat, .failed)
            searchOfClaim = nil
        case .timedOut(let seat, let reason, _):
            searchOfClaim = nil
            guard reason == .claim else { return }
            counts[seat].lateClaims += 1
            note(seat, .failed)
        case .passed(let seat, let reason, _):
            searchOfClaim = nil
            guard reason == .claim else { return }
            counts[seat].passedClaims += 1
            note(seat, .failed)
        case .dealt(let seat, _, let setsBefore, _):
            counts[seat].deals += 1
            note(seat, .dealt)
            guard setsBefore > 0 else { return }
            counts[seat].wrongDeals += 1
            counts[seat].setsDealtOver += min(setsBefore, Self.limit)
            miss(CardSet(cards).sets, .dealt(seat))
        case .hinted(let seat, let shown, _):
            if shown > 0 { counts[seat].hintedCards += 1 }
        case .suddenDeath:
            (faceUpSince, cards) = ([:], [])
        case .joined, .left, .away, .returned, .seatReleased, .ready, .countdown, .started,
            .picked, .unpicked, .refilled, .asked, .withdrew, .paused, .resumed, .resigned, .over:
            break
        }
    }

    private mutating func note(_ seat: Seat, _ kind: Deed.Kind) {
        guard deeds.count < Self.limit else { return }
        deeds.append(Deed(seat: seat, kind: kind, time: clock))
    }

    /// Keeps the one of some missed sets that has lain there longest, if it beats the one kept.
    private mutating func miss(_ sets: [Trio], _ occasion: Missed.Occasion) {
        for trio in sets {
            let since = trio.cards.map { faceUpSince[$0] ?? clock }.max() ?? clock
            let lay = clock - since
            if missed.map({ $0.lay < lay }) ?? true {
                missed = Missed(trio: trio, lay: lay, occasion: occasion)
            }
        }
    }

    // MARK: - States

    private mutating func turnCards(of state: TableState) {
        if state.board != board {
            board = state.board
            (lastChange, earlierChange) = (clock, lastChange)
        }
        // Cards that lie face down are the same when they are turned up again.
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
        // Nobody misses what the last set of a sudden death leaves behind.
        guard result.decider == .resigned || result.decider == .left else { return }
        let found = state.selection?.verdict == .match ? state.selection?.cards ?? [] : []
        let sets = CardSet(cards.filter { !found.contains($0) }).sets
        setsLeft = sets.count
        miss(sets, .ended)
    }
}
