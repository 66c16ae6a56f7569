import SetProtocol

// MARK: - Planning

extension Motion {
    /// Plans the motion from one screen to another; cards already in motion continue from where they are.
    ///
    /// - Parameter before: The screen shown last; `nil` at the beginning.
    mutating func changed(
        from before: TablePicture?, to after: TablePicture, at now: MonotonicInstant
    ) {
        settle(at: now)
        // The level has been lowered in the meantime.
        if level != .full, !flights.isEmpty || gesture != nil || celebration != nil { skip() }
        guard let before, Self.differ(before, after) else { return }
        let plan = MotionPlan(before, after, under: self, at: now)
        let cards = (highlight?.cards ?? []).union(plan.newcomers).intersection(plan.cards)
        let end = now.advanced(by: Self.highlightTime)
        let newest = plan.newcomers.isEmpty ? highlight : Highlight(cards: cards, end: end)
        guard level == .full else {
            skip()
            highlight = level == .none || plan.newcomers.isEmpty ? nil : newest
            return
        }
        flights = plan.flights
        gesture = plan.gesture
        let isOver = after.model.table?.phase == .over
        celebration = plan.isWon ? Celebration(start: now) : isOver ? celebration : nil
        // A whole new board needs no signs of what is new on it.
        highlight = cards == plan.cards ? nil : newest
        oldDiscard = flights.contains { $0.goal == .discard } ? plan.oldDiscard : nil
    }

    private static func differ(_ before: TablePicture, _ after: TablePicture) -> Bool {
        before.size != after.size || before.board != after.board
            || before.cards != after.cards
            || before.model.table?.selection != after.model.table?.selection
            || before.model.table?.game != after.model.table?.game
            || before.model.table?.phase != after.model.table?.phase
    }
}

struct MotionPlan {
    private(set) var flights: [Flight] = []
    private(set) var gesture: Gesture?
    /// Whether this player has just won, or for a watcher, anybody.
    private(set) var isWon = false
    private(set) var cards: Set<Card> = []
    /// Those of them that came from the deck.
    private(set) var newcomers: Set<Card> = []
    let oldDiscard: PileView.Pile?

    private let before: TablePicture
    private let after: TablePicture
    private let now: MonotonicInstant
    private let running: [Card: Flight]
    /// Where each card of the board lay; empty after a new deal.
    private var oldFrames: [Card: Rect] = [:]

    /// How long cards grow or glide, fly to the discard pile, and fly from the deck.
    ///
    /// A race has begun when new cards are announced, so all faces lie there in the first frame, and
    /// what flies passes under them.
    private static let glideTime = Duration.milliseconds(140)
    private static let leaveTime = Duration.milliseconds(160)
    private static let dealTime = Duration.milliseconds(80)
    /// How much later the last card leaves the deck, the board, or turns over than the first.
    private static let dealSpread = Duration.milliseconds(30)
    private static let leaveSpread = Duration.milliseconds(40)
    private static let turnSpread = Duration.milliseconds(80)
    /// The same for cards that are dealt face down before a game: nobody waits for them.
    private static let calmDealTime = Duration.milliseconds(180)
    private static let calmDealSpread = Duration.milliseconds(880)
    /// How many cells a flying card may cover between origin and target, all stops together.
    private static let flightBudget = 700
    /// The same for all growing or gliding cards together.
    private static let glideBudget = 9000

    init(
        _ before: TablePicture, _ after: TablePicture, under motion: Motion,
        at now: MonotonicInstant
    ) {
        (self.before, self.after, self.now) = (before, after, now)
        running = Dictionary(motion.flights.map { ($0.card, $0) }) { first, _ in first }
        oldDiscard =
            motion.oldDiscard
            ?? before.model.table.map { .discard(count: $0.discard, last: $0.lastDiscard) }
        guard let table = after.model.table, let board = after.board else { return }
        // A table joined in the middle of a game is shown as it is, but not one with its first cards.
        let isStarting = table.event == .started
        guard let oldTable = before.model.table ?? (isStarting ? TableState() : nil) else { return }
        let isSameGame =
            oldTable.game == table.game && oldTable.isSuddenDeath == table.isSuddenDeath
        if isSameGame, let oldBoard = before.board {
            for (slot, card) in before.cards.prefix(oldBoard.count).enumerated() {
                if let card { oldFrames[card] = oldBoard.frame(ofSlot: slot) }
            }
        }
        cards = Set(after.cards.compactMap(\.self))
        // Cards that lay face down are not new.
        let isRevealed = isSameGame || before.model.awaitsFirstDeal
        let wereHidden = isRevealed && before.cards.contains(nil)
        planLeaving(table, isSameGame && table.discard > oldTable.discard)
        planBoard(board, wereHidden: wereHidden)
        if isRevealed { planTurning(board, motion) }
        if after.model.awaitsFirstDeal { planBacks(board, motion) }
        planGesture(table, oldTable, motion.gesture)
        isWon = table.phase == .over && oldTable.phase != .over && isVictory(table)
    }

    /// Whether a game that was played to its end has a winner to celebrate here.
    private func isVictory(_ table: TableState) -> Bool {
        guard let result = table.result, let winner = result.winner else { return false }
        switch result.decider {
        case .left, nil: return false
        case .points, .sets, .suddenDeath, .played, .resigned:
            return after.model.seat.map { $0 == winner } ?? true
        }
    }

    // MARK: Leaving

    private mutating func planLeaving(_ table: TableState, _ isFound: Bool) {
        let isResized = before.size != after.size
        flights += running.values
            .filter { $0.goal == .discard && !isResized && !cards.contains($0.card) }
            .sorted { $0.departure < $1.departure }
        guard isFound else { return }
        let gone = before.model.table?.cards.compactMap(\.self).filter { !cards.contains($0) } ?? []
        for (place, card) in gone.enumerated() {
            guard let frame = oldFrames[card] else { continue }
            flights.append(
                Flight(
                    card: card, goal: .discard, origin: frame, target: after.discardPlace(before),
                    departure: now.advanced(by: Self.leaveSpread * place / max(1, gone.count - 1)),
                    travel: Self.leaveTime, sides: .face, isBelow: true,
                    stops: max(2, Self.stops(frame.size) - 1)))
        }
    }

    // MARK: Staying and coming

    private mutating func planBoard(_ board: BoardLayout, wereHidden: Bool) {
        var moving: [(Int, Card, Rect)] = []
        var coming: [(Int, Card)] = []
        for (slot, card) in after.cards.prefix(board.count).enumerated() {
            guard let card else { continue }
            let frame = board.frame(ofSlot: slot)
            if let old = oldFrames[card] {
                if let flight = running[card], flight.target == frame {
                    flights.append(flight)
                } else if old != frame {
                    moving.append((slot, card, old))
                }
            } else if !wereHidden {
                coming.append((slot, card))
            }
        }
        move(moving, board, isDealing: !coming.isEmpty)
        newcomers = Set(coming.map(\.1))
        // Pictures of backs cost more bytes than the little that is seen of them is worth.
        guard after.appearance.pictures == nil else { return }
        fly(
            coming, board, travel: Self.dealTime, spread: Self.dealSpread, isBelow: true)
    }

    /// Lets cards grow in their new places, or glide there under those that lie there already, unless
    /// others fly there.
    private mutating func move(
        _ cards: [(Int, Card, Rect)], _ board: BoardLayout, isDealing: Bool
    ) {
        let area = cards.count * board.cardSize.width * board.cardSize.height
        let stops = min(6, max(1, Self.glideBudget / max(1, area)))
        for (slot, card, old) in cards {
            let target = board.frame(ofSlot: slot)
            let grows =
                old.size != target.size && old.size.width <= target.size.width
                && old.size.height <= target.size.height
            guard grows || !isDealing else { continue }
            let start = Rect(
                target.minX + (target.size.width - old.size.width) / 2,
                target.minY + (target.size.height - old.size.height) / 2, old.size.width,
                old.size.height)
            flights.append(
                Flight(
                    card: card, goal: .slot(slot), origin: grows ? start : old, target: target,
                    departure: now, travel: Self.glideTime, sides: .face, isBelow: !grows,
                    stops: stops))
        }
    }

    /// In how many places a flying card is seen between origin and target.
    private static func stops(_ card: Size) -> Int {
        max(2, min(6, flightBudget / max(1, card.width * card.height)))
    }

    /// Deals cards face down before a game, so that they only have to turn over when it begins.
    private mutating func planBacks(_ board: BoardLayout, _ motion: Motion) {
        guard !before.model.awaitsFirstDeal else {
            if before.size == after.size { flights += motion.flights.filter { $0.sides == .back } }
            return
        }
        // Any cards will do: their faces are not seen.
        let cards = Array(Card.all.prefix(board.count).enumerated()).map { ($0, $1) }
        fly(cards, board, travel: Self.calmDealTime, spread: Self.calmDealSpread)
    }

    /// Lets cards fly face down from the deck to their slots, the last one later by `spread` than the
    /// first.
    private mutating func fly(
        _ cards: [(Int, Card)], _ board: BoardLayout, travel: Duration, spread: Duration,
        isBelow: Bool = false
    ) {
        for (place, (slot, card)) in cards.enumerated() {
            let delay = spread * place / max(1, cards.count - 1)
            flights.append(
                Flight(
                    card: card, goal: .slot(slot), origin: after.deckPlace(board.cardSize),
                    target: board.frame(ofSlot: slot), departure: now.advanced(by: delay),
                    travel: travel, sides: .back, isSeenWaiting: false, isBelow: isBelow,
                    stops: Self.stops(board.cardSize)))
        }
    }

    // MARK: Turning over

    /// Turns the cards face down for a pause.
    ///
    /// Only cards that were seen before turn: an outage may have hidden them already.
    private mutating func planTurning(_ board: BoardLayout, _ motion: Motion) {
        let (seen, oldSeen) = (after.cards, before.cards)
        guard before.size == after.size, let oldBoard = before.board, oldSeen.count == seen.count
        else { return }
        let changed = seen.indices.filter {
            seen[$0] == nil && oldSeen[$0] != nil
                && board.frame(ofSlot: $0) == oldBoard.frame(ofSlot: $0)
        }
        let delay = Self.turnSpread / max(1, changed.count)
        for (place, slot) in changed.enumerated() {
            guard let card = oldSeen[slot] else { continue }
            let frame = board.frame(ofSlot: slot)
            flights.append(
                Flight(
                    card: card, goal: .slot(slot), origin: frame, target: frame,
                    departure: now.advanced(by: delay * place), travel: .zero,
                    sides: .faceThenBack, stops: 0))
        }
        // Cards that are already turning face down continue.
        flights += motion.flights.filter { flight in
            guard case .slot(let slot) = flight.goal, flight.sides == .faceThenBack,
                seen.indices ~= slot, seen[slot] == nil, !changed.contains(slot)
            else { return false }
            return flight.target == board.frame(ofSlot: slot)
        }
    }

    // MARK: Verdicts

    private mutating func planGesture(
        _ table: TableState, _ oldTable: TableState, _ running: Gesture?
    ) {
        let isStillThere = running.map { cards.isSuperset(of: $0.cards) } ?? false
        gesture = isStillThere ? running : nil
        guard let selection = table.selection, selection != oldTable.selection else { return }
        switch selection.verdict {
        case .match: gesture = Gesture(kind: .match, cards: selection.cards, start: now)
        case .mismatch: gesture = Gesture(kind: .mismatch, cards: selection.cards, start: now)
        case .undecided, nil: gesture = nil
        }
    }
}

// MARK: - Where cards come from and go to

extension TablePicture {
    /// The deck's top card; without piles, a card just above the deck's count.
    fileprivate func deckPlace(_ card: Size) -> Rect {
        if let deckFrame { return deckFrame }
        guard let regions, let perspective else { return Rect(0, -1, 4, 1) }
        let count = deckCount(perspective, regions)
        let middle = count.minX + count.size.width / 2
        return Rect(middle - card.width / 2, -card.height, card.width, card.height)
    }

    /// The discard pile; without piles, a place above the finder's points.
    fileprivate func discardPlace(_ before: TablePicture) -> Rect {
        if let discardFrame { return discardFrame }
        let card = board?.cardSize ?? Size(4, 1)
        let found = Seat.allCases.first { seat in
            model.table?.players[seat]?.sets != before.model.table?.players[seat]?.sets
        }
        let finder = found ?? model.table?.selection?.seat ?? before.model.table?.selection?.seat
        let isNear = finder == nil || finder == model.seat ?? .first
        let x = isNear ? size.width / 8 : size.width - size.width / 8
        return Rect(x - card.width / 2, -card.height, card.width, card.height)
    }
}
