import SetProtocol

/// How often and how long a game has waited for disconnected players.
struct ConformanceStandstill {
    fileprivate var drops = PerSeat(both: 0)
    /// Whether a disconnection does not count, so that the game waits without limit.
    fileprivate var isUncounted = PerSeat(both: false)
    /// How long the game has waited: the time it was paused, and the time the player was away.
    ///
    /// The document does not say which of the two counts.
    fileprivate var waited = PerSeat(both: Duration.zero ... .zero)
    fileprivate var lastState: TableInstant?
    /// Whether both players agreed to the pause, until its countdown is over.
    fileprivate var isAgreed = false
    /// Whether the whole game has been observed.
    fileprivate var isKnown = false

    mutating func connectionBegan() {
        (isKnown, lastState) = (false, nil)
    }

    /// A pause may have been shorter for the host, which may have been stopped just now.
    mutating func hostStopped(for time: Duration) {
        waited = waited.map { $0.lowerBound - time...$0.upperBound }
    }
}

extension ConformanceModel {
    /// Judges whether a game with a disconnected player is paused or continues.
    mutating func judgeStandstill() {
        countTime()
        // The disconnections in an agreed pause count when it ends.
        if standstill.isAgreed, isEndOfPause {
            for seat in published.away where standstill.isUncounted[seat] {
                standstill.isUncounted[seat] = false
                standstill.drops[seat] += 1
            }
        }
        if standstill.isKnown { judgeWaiting() }
        noteWaiting()
    }

    private var isEndOfPause: Bool {
        before.phase == .paused && published.game == before.game
            && (published.event == .countdown || published.event == .resumed)
    }

    private mutating func countTime() {
        let last = standstill.lastState
        standstill.lastState = now
        guard let passed = last?.duration(to: now) else { return }
        let paused = before.phase == .paused && !standstill.isAgreed ? passed : .zero
        for seat in before.away where !standstill.isUncounted[seat] {
            let range = standstill.waited[seat]
            standstill.waited[seat] = range.lowerBound + paused...range.upperBound + passed
        }
    }

    private mutating func noteWaiting() {
        switch published.event {
        case .started where !published.isSuddenDeath:
            // A player who was already away in an earlier game has been away longer than this game
            // has lasted.
            let isKnown = published.away.isEmpty
            standstill = ConformanceStandstill()
            (standstill.isKnown, standstill.lastState) = (isKnown, now)
        case .away(let seat):
            let isPlaying = [.open, .turn, .paused, .countdown].contains(before.phase)
            let isBefore = before.awaitsFirstCards && !before.isSuddenDeath
            let isFree = !isPlaying || isBefore || standstill.isAgreed && before.phase == .paused
            standstill.isUncounted[seat] = isFree
            if !isFree { standstill.drops[seat] += 1 }
        case .returned(let seat): standstill.isUncounted[seat] = false
        case .paused: standstill.isAgreed = published.cards.allSatisfy { $0 == nil }
        case .resumed: standstill.isAgreed = false
        default: break
        }
    }

    /// Whether a game may still wait for a player; unknown when it is too close to tell.
    private func waits(for seat: Seat) -> Bool? {
        if rules.players == .one || standstill.isUncounted[seat] { return true }
        if standstill.drops[seat] > rules.drops { return false }
        // The host may have stood still during each absence.
        let room = (tolerance + lateness + .milliseconds(2)) * (1 + standstill.drops[seat])
        let waited = standstill.waited[seat]
        if waited.lowerBound > rules.awayTime + room { return false }
        return waited.upperBound + room < rules.awayTime ? true : nil
    }

    private mutating func judgeWaiting() {
        let lost = published.away
        let answers = lost.map { waits(for: $0) }
        let must = lost.count == rules.seats.count || answers.contains(true)
        let may = must || answers.contains(nil)
        let isPaused = published.phase == .paused
        switch published.event {
        case .paused:
            let isAsked = Seat.allCases.contains { before.players[$0]?.asks == .pause }
            findings.demand(
                may || lost.isEmpty || isAsked, .standstill, "the game waits for \(lost) again")
        case .countdown where isEndOfPause && !standstill.isAgreed:
            findings.demand(!must, .standstill, "the game continues without \(lost)")
        case .started: break
        case .resumed:
            findings.demand(
                isPaused ? may : !must, .standstill, "\(lost) after a countdown")
            findings.demand(
                !isPaused || !standstill.isAgreed || !published.cards.contains(nil), .faceDown,
                "cards are hidden that \(lost) has seen before a pause")
        default:
            let lostBefore = before.away
            let mustHave =
                before.phase == .open && !lostBefore.isEmpty
                && (lostBefore.count == rules.seats.count
                    || lostBefore.contains { waits(for: $0) == true })
            // The set that ends a game is discarded at once.
            findings.demand(
                !mustHave || before.isEnd(rules) || before.isWon || published.phase == .over
                    || published.event == .suddenDeath, .standstill,
                "the game continues without \(lostBefore)")
            let isLong =
                before.phase == .paused && isPaused && !standstill.isAgreed && lost.count == 1
                && lostBefore == lost && answers == [false]
            findings.demand(!isLong, .standstill, "the game waits too long for \(lost)")
        }
    }
}
