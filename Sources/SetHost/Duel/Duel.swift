import SetProtocol

/// The whole course of a duel, or of a solo game, as a value: events and times go in, effects come
/// out.
///
/// | phase     | claim     | pick       | deal        | pass       | ready        | deadline       |
/// |-----------|-----------|------------|-------------|------------|--------------|----------------|
/// | waiting   | refused   | refused    | refused     | refused    | → countdown  | seat given up  |
/// | countdown | refused   | refused    | refused     | refused    | refused      | → open         |
/// | open      | → turn    | ends reveal| → grace turn| refused    | agrees       | ends reveal    |
/// | turn      | refused   | holder's   | refused     | holder's   | agrees       | → answer / open|
/// | paused    | refused   | refused    | refused     | refused    | → countdown  | seat released  |
/// | over      | refused   | refused    | refused     | refused    | → countdown  | seat given up  |
///
/// A refusal leaves the value unchanged. Deadlines run for the phase, for the seats of absent
/// players, and for proposals; ``nextDeadline`` is the earliest.
package struct Duel: Equatable, Sendable {
    package let rules: Rules
    package internal(set) var phase = DuelPhase.waiting
    /// The current game; not dealt before the first start.
    package internal(set) var game: Game
    package internal(set) var players = PerSeat<Player?>(both: nil)
    /// The watchers who wait for a seat, the next one first.
    package internal(set) var queue: [Waiter] = []
    package internal(set) var revision = Revision(0)
    /// How many games have been started against the current opponent.
    package internal(set) var gamesStarted = 0
    /// How many games earlier opponents have played at this table.
    var earlierGames = 0
    package internal(set) var isSuddenDeath = false
    /// The measured round trip to each seat; zero if unknown.
    package internal(set) var roundTrips = PerSeat<Duration>(both: .zero)
    /// When the current board was shown or turned face up again.
    package internal(set) var opening = BoardOpening()
    var lastPhase: TablePhase?
    /// The sender of the message being handled; `nil` while none is.
    var speaker: Seat?
    /// The system's lower bound of each player's round trip; zero if unknown.
    var leastRoundTrips = PerSeat<Duration>(both: .zero)
    /// The measured round trips; without pongs, the kernel still knows a lower bound.
    package var leastKnownRoundTrips: PerSeat<Duration> {
        PerSeat(
            first: roundTrips.first > .zero ? roundTrips.first : leastRoundTrips.first,
            second: roundTrips.second > .zero ? roundTrips.second : leastRoundTrips.second)
    }
    var lastWin: WonRace?
    var lastShowing: EndedShowing?
    var lastDeadHeatLoser: Seat?
    var decks: DeckSource
    var shuffle: Shuffle
    /// Whether that deck has been committed to and not revealed yet.
    var isDeckPromised = false

    package init(rules: Rules, decks: DeckSource) {
        (self.rules, self.decks) = (rules, decks)
        shuffle = self.decks.next()
        game = Game(rules: rules, deck: Deck(shuffle.deck))
    }

    /// When to call ``deadlinePassed(at:)`` next; `nil` if nothing is timed.
    package var nextDeadline: TableInstant? {
        let lapse = queue.isEmpty ? nextLapse : earlier(nextLapse, nextPlaceLost)
        let phase = earlier(phaseDeadline, earlier(standstillEnd, lapse))
        return earlier(
            phase, earlier(players.first?.presence.end, players.second?.presence.end))
    }

    // For each line of a player: no arrays of what is mostly nothing.
    private func earlier(_ one: TableInstant?, _ other: TableInstant?) -> TableInstant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    private var phaseDeadline: TableInstant? {
        switch phase {
        case .waiting, .over: nil
        case .paused(_, _, let readiness): readiness?.end
        case .countdown(let window, _): window.end
        case .open(let reveal, let held): earlier(reveal?.end, held?.decision)
        case .turn(let turn): turn.window?.end
        }
    }

    /// Handles a player's message.
    ///
    /// - Parameters:
    ///   - message: Anything but `hello`, `ping` and `pong`, which concern the connection and not
    ///     the game.
    ///   - arrival: When it reached this machine, which decides races; `now` unless something that
    ///     arrived later was applied first.
    ///   - isContested: Whether a claim of the other seat has also arrived and is applied next; the
    ///     two are judged together.
    ///   - now: The time of this event, not before the last one. A deadline that has passed by then
    ///     is handled first, so that a late timer cannot lengthen a window.
    package mutating func receive(
        _ message: ClientMessage, from seat: Seat, arrival: TableInstant? = nil,
        isContested: Bool = false, at now: TableInstant
    ) -> [DuelEffect] {
        let arrival = arrival ?? now
        var effects = deadlinePassed(at: now)
        // A disconnected player sends nothing, even in a game that went on without them.
        guard players[seat]?.presence == .here else { return effects }
        speaker = seat
        defer { speaker = nil }
        do {
            switch message {
            // These change the course of the duel: a claim made earlier must be granted first.
            case .ready, .new, .resign, .pause, .leave:
                effects += try settleHeldClaim(before: message, of: seat, at: now)
            case .hello, .status, .claim, .pick, .deal, .pass, .hint, .decline, .queue, .say, .ping,
                .pong:
                break
            }
            effects += try perform(
                message, from: seat, arrival: arrival, isContested: isContested, at: now)
        } catch {
            effects.append(refusal(of: message.type, error, to: seat, at: now))
            if case .claim(let claim) = message, error == .notYourTurn || error == .staleBoard,
                let race = lateRace(claim, by: seat, arrival: arrival)
            {
                effects.append(.race(race))
            }
        }
        return effects
    }

    func refusal(
        of request: ClientMessage.MessageType, _ why: Refusal, to seat: Seat, at now: TableInstant
    ) -> DuelEffect {
        let sentence = sentence(for: why, at: now)
        return .refuse(Refused(request: request, why: why, message: sentence), to: seat)
    }

    private mutating func perform(
        _ message: ClientMessage, from seat: Seat, arrival: TableInstant, isContested: Bool,
        at now: TableInstant
    ) throws(Refusal) -> [DuelEffect] {
        switch message {
        case .hello, .status: throw .alreadyGreeted
        case .ping, .pong: []
        case .ready: try ready(seat, at: now)
        case .claim(let claim):
            try self.claim(claim, by: seat, arrival: arrival, isContested: isContested, at: now)
        case .pick(let card): try pick(card, by: seat, at: now)
        case .deal(let board): try deal(on: board, by: seat, arrival: arrival, at: now)
        case .pass: try pass(by: seat, at: now)
        case .hint: try hint(for: seat, at: now)
        case .new: try newGame(askedBy: seat, at: now)
        case .resign: try resign(seat, at: now)
        case .pause: try pause(askedBy: seat, at: now)
        case .decline: try decline(by: seat, at: now)
        case .leave: giveUp(seat, at: now)
        case .queue: throw .noQueue
        case .say(let text): [.say(seat, text)]
        }
    }

    /// Does everything that is due; nothing if no deadline has passed.
    ///
    /// An early wake-up changes nothing, and a late one changes no more than one in time.
    package mutating func deadlinePassed(at now: TableInstant) -> [DuelEffect] {
        var effects: [DuelEffect] = []
        guard let nextDeadline, nextDeadline <= now else { return effects }
        if let phaseDeadline, phaseDeadline <= now { effects += phaseEnded(at: now) }
        if let heldClaim, heldClaim.decision <= now { effects += grantHeldClaim(at: now) }
        for seat in Seat.allCases {
            guard let end = players[seat]?.presence.end, end <= now else { continue }
            effects += seatKeptLongEnough(seat, at: now)
        }
        if let standstillEnd, standstillEnd <= now { effects += resumeIfNobodyIsAwaited(at: now) }
        effects += endLapsedProposals(at: now)
        if !queue.isEmpty { effects += losePlaces(at: now) }
        return effects
    }

    private mutating func phaseEnded(at now: TableInstant) -> [DuelEffect] {
        switch phase {
        case .waiting, .over: []
        case .paused(let reason, let since, _):
            count(downTo: .resume(since: since, because: reason), at: now)
        case .countdown(_, then: let goal): reach(goal, at: now)
        case .open(let reveal, _):
            if let reveal, reveal.end <= now { endReveal(at: now) } else { [] }
        case .turn(let turn): turnRanOut(turn, at: now)
        }
    }

    /// The refusal's sentence, more exact than the general one where the duel knows more.
    private func sentence(for refusal: Refusal, at now: TableInstant) -> String {
        switch (refusal, phase) {
        case (.finishYourTurn, .open(_, held: _?)):
            return "The host is still judging your claim: wait a moment."
        case (.gameOver, .open): return "The last set was found: no more claims."
        case (.gamePaused, .open): return "The pause is about to start."
        case (.nothingToAgree, _) where Seat.allCases.contains { players[$0]?.asks == .new }:
            return "To agree, ask for a new game too."
        case (.notYourTurn, .open):
            guard let lastWin, lastWin.isSet, let name = players[lastWin.seat]?.name else { break }
            return "Too late: \(name) found a set first."
        case (.notYourTurn, .turn(let turn)):
            guard let name = players[turn.seat]?.name else { break }
            guard let window = turn.window else { return "Wait for \(name)'s turn to end." }
            let seconds = (window.countdown(at: now).remaining.wholeMilliseconds + 999) / 1000
            return "It is \(name)'s turn for \(seconds) more \(seconds.plural("second"))."
        case _: break
        }
        return refusal.sentence
    }
}
