import SetHost
import SetProtocol

// MARK: - What is said to have happened

extension SimulationInspector {
    /// Checks an event against the state before it and the state it came with.
    mutating func inspect(
        _ event: TableEvent, in state: TableState, _ glimpse: SimulationGlimpse
    ) throws(SimulationFault) {
        try inspectWindow(of: event, at: glimpse.now)
        try inspectHandOver(to: state)
        let visible = lastState.cards.compactMap(\.self)
        switch event {
        case .claimed(let seat): try inspectClaim(by: seat, glimpse)
        case .setFound(let seat, let trio, _):
            try require(.eventsAreTrue, trio.isSet, "\(trio.cards) is no set")
            try inspectChoice(of: trio, by: seat)
        case .mismatch(let seat, let trio, _):
            try require(.eventsAreTrue, !trio.isSet, "\(trio.cards) is a set")
            try inspectChoice(of: trio, by: seat)
        case .dealt(_, let cards, let setsBefore, _):
            try require(
                .eventsAreTrue, CardSet(visible).setCount == setsBefore, "\(setsBefore) sets there")
            try require(
                .cardsKeepTheirSlots, state.cards == lastState.cards + cards, "\(state.cards)")
        case .timedOut(_, let reason, let points), .passed(_, let reason, let points):
            try require(.eventsAreTrue, reason == .claim || points == 0, "\(reason) is free")
        case .refilled(let cards):
            try inspectRefill(cards, in: state)
            showing = (lastState.board, glimpse.now)
        case .joined, .left, .away, .returned, .seatReleased, .ready, .countdown, .started,
            .picked, .unpicked, .hinted, .asked, .withdrew, .paused, .resumed, .suddenDeath,
            .resigned, .over:
            break
        }
    }

    /// Checks that the holder of a turn acts before its end, and that the end is not early.
    private func inspectWindow(of event: TableEvent, at now: TableInstant) throws(SimulationFault) {
        switch event {
        case .picked(let seat, _), .unpicked(let seat, _, _), .setFound(let seat, _, _),
            .mismatch(let seat, _, _), .passed(let seat, _, _):
            guard rules.needsClaim else { return }
            try require(.eventsAreTrue, lastState.turn?.seat == seat, "not their turn")
            try require(.windowsHold, turnEnd.map { now < $0 } ?? true, "\(event) is too late")
        case .timedOut(let seat, let reason, _):
            let turn = lastState.turn
            try require(
                .eventsAreTrue, turn?.seat == seat && turn?.reason == reason, "not their turn")
            try require(.windowsHold, turnEnd.map { now >= $0 } ?? true, "\(event) is too early")
        case .joined, .left, .away, .returned, .seatReleased, .ready, .countdown, .started,
            .claimed, .dealt, .refilled, .hinted, .asked, .withdrew, .paused, .resumed,
            .suddenDeath, .resigned, .over:
            break
        }
    }

    /// Checks that nobody who is away gets a turn.
    private func inspectHandOver(to state: TableState) throws(SimulationFault) {
        guard let turn = state.turn, lastState.turn?.seat != turn.seat else { return }
        try require(
            .holdersAreSeated, state.players[turn.seat]?.isPresent == true,
            "\(turn.seat) is away and is given a turn")
    }

    /// Checks that a claim is granted only on the board that was shown last, and for three
    /// different cards.
    private func inspectClaim(
        by seat: Seat, _ glimpse: SimulationGlimpse
    ) throws(SimulationFault) {
        guard let (claim, boards) = called[seat] else {
            throw SimulationFault(.eventsAreTrue, "\(seat) did not claim")
        }
        // The latest time for a claim made while a set was shown, including the time for which it
        // may have been held.
        let isMadeInShowing =
            claim.board == showing?.board && claim.board.next == boards.lowerBound
            && showing.map { $0.end.advanced(by: rules.lagFairness * 2) >= glimpse.now } == true
        try require(
            .eventsAreTrue, boards.contains(claim.board) || isMadeInShowing,
            "a claim on an old board")
        let cards = claim.cards ?? []
        try require(.eventsAreTrue, Set(cards).count == cards.count, "one card twice")
    }

    private func inspectChoice(of trio: Trio, by seat: Seat) throws(SimulationFault) {
        try require(
            .eventsAreTrue, trio.cards.allSatisfy(lastState.cards.contains),
            "\(trio.cards) is not there")
        let selection = lastState.selection
        let isFound = selection?.verdict == .match
        try require(
            .eventsAreTrue,
            !isFound || !trio.cards.contains { selection?.cards.contains($0) == true },
            "\(trio.cards) is found already")
    }

    /// Checks that a refill brings as many cards as the rules say, and that other cards move only
    /// into gaps.
    private func inspectRefill(_ cards: [Card], in state: TableState) throws(SimulationFault) {
        let (before, found) = (lastState.cards, lastState.selection?.cards ?? [])
        let wanted: [Int] =
            switch rules.refill {
            case .toTwelve: [min(3, max(0, 15 - before.count))]
            case .always: [3]
            case .never: rules.players == .one ? [0, 3] : [0]
            }
        try require(
            .boardNumbersGrow, (state.board > lastState.board) == !cards.isEmpty,
            "\(state.board) after \(lastState.board) with \(cards.count) new cards")
        try require(
            .cardsKeepTheirSlots, wanted.map { min($0, lastState.deck) }.contains(cards.count),
            "\(cards.count) cards come to \(before.count - 3)")
        for (slot, card) in zip(before, state.cards).enumerated().map({ ($0, $1) })
        where card.0 != card.1 {
            let isHole = card.0.map(found.contains) ?? false
            try require(.cardsKeepTheirSlots, isHole, "slot \(slot): \(state.cards)")
        }
    }
}
