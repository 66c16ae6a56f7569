import SetProtocol

/// A player without a person, as a value: messages and the time go in, messages come out.
package protocol AutomaticPlayer: Sendable {
    /// When to call ``wake(at:)`` next; `nil` while it waits for the host.
    var nextWake: MonotonicInstant? { get }
    mutating func receive(_ message: HostMessage, at now: MonotonicInstant) -> [ClientMessage]
    mutating func wake(at now: MonotonicInstant) -> [ClientMessage]
}

/// The computer player: a client of the wire like any other, as a value.
///
/// It knows only what the host sends. It looks at the board for a time that depends on its strength
/// and on how hard the set is to see, and then acts through the same messages as a person.
package struct Bot: AutomaticPlayer, Equatable {
    private struct Intention: Equatable, Sendable {
        var time: MonotonicInstant
        var deed: Deed
    }

    private enum Deed: Equatable, Sendable {
        case claim(Trio)
        case deal
        case pass
        /// At least one card, one after another.
        case pick(ArraySlice<Card>)
        case ready
    }

    private let strength: Strength
    /// The same in numbers; an adapting player changes them.
    private(set) var skill: Strength.Skill
    /// How many times faster than a person it acts, at least 1; for demonstrations.
    package let haste: Int
    /// Whether it agrees to another game, and asks for one.
    package let wantsRematch: Bool
    /// How long it waits for each new card before it searches: for an opponent who hears the cards
    /// one after another.
    private let listening: Duration
    /// Until when it waits for the new cards on the board.
    private var listensUntil = MonotonicInstant.zero
    private var random: SeededGenerator
    private var seat: Seat?
    private var rules = Rules.duel
    private var table: TableState?
    private var intention: Intention?
    /// The cards to pick once the claim is granted.
    private var wanted: Trio?

    /// Creates a player that has just said hello; the seed decides all of its chances.
    package init(
        strength: Strength, seed: UInt64, haste: Int = 1, wantsRematch: Bool = true,
        listening: Duration = .zero
    ) {
        (self.strength, skill) = (strength, strength.skill)
        (self.haste, self.wantsRematch) = (max(1, haste), wantsRematch)
        self.listening = listening
        random = SeededGenerator(seed: seed)
    }

    package var nextWake: MonotonicInstant? { intention?.time }

    package mutating func receive(
        _ message: HostMessage, at now: MonotonicInstant
    ) -> [ClientMessage] {
        switch message {
        case .welcome(let welcome):
            seat = welcome.seat
            rules = welcome.rules
            // After a return, the table may be another one, or what it last sent may be lost.
            (table, intention, wanted) = (nil, nil, nil)
        case .state(let state):
            let before = table
            table = state
            listen(to: state, after: before, at: now)
            if strength == .even, before?.revision != state.revision,
                case .setFound(let finder, _, _) = state.event
            {
                skill.adapt(isOwnSet: finder == seat)
            }
            return consider(state, after: before, at: now)
        case .ping(let nonce):
            return [.pong(nonce)]
        case .refused:
            // Somebody was faster: the next state decides what to do.
            intention = nil
            if let table { plan(for: table, at: now) }
        case .status, .hint, .race, .commitment, .reveal, .said, .pong, .bye, .error:
            break
        }
        return []
    }

    /// Carries out its intention if it is due.
    package mutating func wake(at now: MonotonicInstant) -> [ClientMessage] {
        guard let intention, intention.time <= now, let table else { return [] }
        self.intention = nil
        switch intention.deed {
        case .claim(let trio):
            if table.phase == .open, rules.needsClaim {
                wanted = trio
                return [.claim(Claim(board: table.board))]
            }
            intend(.pick(trio.cards[...]), after: .zero, at: now)
            return wake(at: now)
        case .deal: return [.deal(table.board)]
        case .pass: return [.pass]
        case .ready: return [.ready]
        case .pick(let cards):
            if cards.count > 1 { intend(.pick(cards.dropFirst()), after: hand, at: now) }
            return cards.prefix(1).map(ClientMessage.pick)
        }
    }
}

// MARK: - Thinking

extension Bot {
    private mutating func listen(
        to state: TableState, after before: TableState?, at now: MonotonicInstant
    ) {
        // Cards that moved are announced like new ones.
        let new = state.cards.indices.count { slot in
            let isOld = before.map {
                $0.cards.indices ~= slot && $0.cards[slot] == state.cards[slot]
            }
            return state.cards[slot] != nil && isOld != true
        }
        if new > 0 { listensUntil = max(now, listensUntil).advanced(by: listening * new) }
    }

    /// A time to think, after the new cards have been heard.
    private func afterListening(_ time: Duration, at now: MonotonicInstant) -> Duration {
        max(.zero, now.duration(to: listensUntil)) + time
    }

    private mutating func consider(
        _ state: TableState, after before: TableState?, at now: MonotonicInstant
    ) -> [ClientMessage] {
        guard let seat else { return [] }
        // A second reply would take the first one back.
        if let asked = state.players[seat.opponent]?.asks, state.players[seat]?.asks == nil,
            before?.players[seat.opponent]?.asks != asked
        {
            return [asked.message]
        }
        let isSameSituation =
            before?.phase == state.phase && before?.board == state.board
            && before?.turn?.seat == state.turn?.seat && before?.turn?.reason == state.turn?.reason
            && before?.showsMatch == state.showsMatch
        if isSameSituation, state.phase != .waiting, state.phase != .over, state.phase != .paused {
            return []
        }
        plan(for: state, at: now)
        return []
    }

    private mutating func plan(for state: TableState, at now: MonotonicInstant) {
        intention = nil
        switch state.phase {
        case .waiting, .over, .paused:
            guard let seat, state.players[seat]?.isReady == false else { return }
            if state.phase == .over, !wantsRematch { return }
            // Its readiness would limit how long a person may pause.
            if state.phase == .paused, state.players[seat.opponent]?.isReady == false { return }
            intend(.ready, after: .milliseconds(400), at: now)
        case .countdown, nil: return
        case .open:
            // While a match is shown, there is nothing to search for.
            guard !state.showsMatch else { return }
            search(state, isGiven: false, at: now)
        case .turn:
            guard let turn = state.turn, turn.seat == seat else { return }
            if let begun = state.selection, begun.verdict == .undecided, begun.seat == seat {
                pickAnew(state, instead: begun.cards, at: now)
            } else if turn.reason == .claim, let wanted {
                self.wanted = nil
                intend(.pick(wanted.cards[...]), after: hand, at: now)
            } else {
                search(state, isGiven: true, at: now)
            }
        }
    }

    /// Restarts its picks in the middle of a turn in which it lost the connection or was refused.
    private mutating func pickAnew(
        _ state: TableState, instead begun: [Card], at now: MonotonicInstant
    ) {
        let trio = wanted ?? easiest(of: CardSet(state.cards.compactMap(\.self)).sets)
        wanted = nil
        guard let trio else { return intend(.pass, after: hand, at: now) }
        // Touching a picked card takes it back.
        intend(.pick((begun + trio.cards)[...]), after: hand, at: now)
    }

    private mutating func search(_ state: TableState, isGiven: Bool, at now: MonotonicInstant) {
        let cards = state.cards.compactMap(\.self)
        let sets = CardSet(cards).sets
        let overlooksAll = chance(skill.blindness)
        guard let seen = easiest(of: sets), !overlooksAll else {
            return giveUp(state, seeing: sets, isGiven: isGiven, at: now)
        }
        let time = afterListening(searchTime(for: seen, among: sets.count), at: now)
        if isGiven, let left = state.turn?.countdown?.remaining, time + hand * 3 > left {
            // It will not find one in time; passing early spares the other player the wait.
            return intend(.pass, after: min(time, left / 2), at: now)
        }
        let deed = chance(skill.errors) ? mistake(seen, cards) : seen
        intend(.claim(deed), after: time, at: now)
    }

    private mutating func giveUp(
        _ state: TableState, seeing sets: [Trio], isGiven: Bool, at now: MonotonicInstant
    ) {
        let time = afterListening(
            skill.search / haste * Int(60 + random.below(80)) / 100, at: now)
        if isGiven {
            let left = state.turn?.countdown?.remaining ?? time
            intend(.pass, after: min(time, left / 2), at: now)
        } else if state.deck > 0 {
            intend(.deal, after: time, at: now)
        } else if let overlooked = easiest(of: sets) {
            // There is nothing to deal, so there must be a set: a second look finds it.
            intend(.claim(overlooked), after: time * 2, at: now)
        }
    }

    /// The set that it sees first: fewer differing features are easier.
    private func easiest(of sets: [Trio]) -> Trio? {
        sets.min { $0.differingFeatures < $1.differingFeatures }
    }

    /// How long it takes to see a set.
    ///
    /// Human search times vary widely and have a long tail. The log-logistic distribution with
    /// shape 2 has both properties and needs no more than a square root. More sets make the search
    /// faster, and more differing features make it slower.
    private mutating func searchTime(for trio: Trio, among count: Int) -> Duration {
        let chance = Double(random.below(1 << 20) + 1) / Double(1 << 20 + 2)
        let spread = min(4, max(0.25, (chance / (1 - chance)).squareRoot()))
        let ease = Double(max(1, count)).squareRoot()
        let difficulty = 0.6 + 0.2 * Double(trio.differingFeatures)
        return skill.search / haste * (spread * difficulty / ease)
    }

    private mutating func mistake(_ trio: Trio, _ cards: [Card]) -> Trio {
        let others = cards.filter { !trio.contains($0) }
        guard !others.isEmpty else { return trio }
        let wrong = others[Int(random.below(UInt64(others.count)))]
        return Trio([trio.cards[0], trio.cards[1], wrong]) ?? trio
    }

    private var hand: Duration { skill.hand / haste }

    private mutating func chance(_ percent: UInt64) -> Bool { random.below(100) < percent }

    private mutating func intend(_ deed: Deed, after delay: Duration, at now: MonotonicInstant) {
        intention = Intention(time: now.advanced(by: delay), deed: deed)
    }
}

extension TableState {
    fileprivate var showsMatch: Bool { selection?.verdict == .match }
}
