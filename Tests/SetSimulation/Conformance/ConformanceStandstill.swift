import SetProtocol

/// Judges how often and how long a game waits for disconnected players.
struct ConformanceStandstill {
    private let slack: Duration
    private var drops = PerSeat(both: 0)
    /// Whether a disconnection does not count, so that the game waits without limit.
    private var isUncounted = PerSeat(both: false)
    /// How long the game has waited: the time it was paused, and the time the player was away.
    ///
    /// The document does not say which of the two counts.
    private var waited = PerSeat(both: Duration.zero ... .zero)
    private var lastMoment: TableInstant?
    /// Whether both players agreed to the pause, until its countdown is over.
    private var isAgreed = false
    /// Whether the whole game has been observed.
    private var isKnown = false

    init(slack: Duration) {
        self.slack = slack
    }

    mutating func connectionBegan() {
        (isKnown, lastMoment) = (false, nil)
    }

    /// A pause may have been shorter for the host, which may have been stopped just now.
    mutating func hostStopped(for time: Duration) {
        waited = waited.map { $0.lowerBound - time...$0.upperBound }
    }

    /// Judges whether a game with a disconnected player is paused or continues.
    mutating func observe(
        _ told: TableState, after before: TableState, at moment: TableInstant, rules: Rules,
        _ findings: inout ConformanceFindings
    ) {
        count(told, before, at: moment)
        countDropsInPause(told, before)
        if isKnown { judge(told, before, rules, &findings) }
        note(told, before, rules)
    }

    private mutating func count(
        _ told: TableState, _ before: TableState, at moment: TableInstant
    ) {
        defer { lastMoment = moment }
        guard let lastMoment else { return }
        let passed = lastMoment.duration(to: moment)
        let stands = before.phase == .paused && !isAgreed
        for seat in Seat.allCases where Self.isAway(seat, before) && !isUncounted[seat] {
            let range = waited[seat]
            waited[seat] =
                range.lowerBound + (stands ? passed : .zero)...range.upperBound + passed
        }
    }

    /// Counts the disconnections in an agreed pause when it ends.
    private mutating func countDropsInPause(_ told: TableState, _ before: TableState) {
        guard isAgreed, before.phase == .paused, told.game == before.game,
            told.event == .countdown || told.event == .resumed
        else { return }
        for seat in Seat.allCases where Self.isAway(seat, told) && isUncounted[seat] {
            isUncounted[seat] = false
            drops[seat] += 1
        }
    }

    private mutating func note(_ told: TableState, _ before: TableState, _ rules: Rules) {
        switch told.event {
        case .started where !told.isSuddenDeath:
            (drops, waited) = (PerSeat(both: 0), PerSeat(both: .zero ... .zero))
            isUncounted = PerSeat(both: false)
            // A player who was already away in an earlier game has been away longer than this game
            // has lasted.
            isKnown = !rules.seats.contains { Self.isAway($0, told) }
            isAgreed = false
        case .away(let seat):
            let isPlaying = [.open, .turn, .paused, .countdown].contains(before.phase)
            let isBefore = before.cards.isEmpty && !before.isSuddenDeath
            isUncounted[seat] = !isPlaying || isBefore || isAgreed && before.phase == .paused
            if !isUncounted[seat] { drops[seat] += 1 }
        case .returned(let seat): isUncounted[seat] = false
        case .paused:
            isAgreed = told.cards.allSatisfy { $0 == nil }
        case .resumed: isAgreed = false
        default: break
        }
    }

    private static func isAway(_ seat: Seat, _ state: TableState) -> Bool {
        state.players[seat]?.isPresent == false
    }

    /// Whether a game may still wait for a player; unknown when it is too close to tell.
    private func waits(for seat: Seat, _ rules: Rules) -> Bool? {
        if rules.players == .one || isUncounted[seat] { return true }
        if drops[seat] > rules.drops { return false }
        // The host may have stood still during each absence.
        let room = slack * (1 + drops[seat])
        if waited[seat].lowerBound > rules.awayTime + room { return false }
        return waited[seat].upperBound + room < rules.awayTime ? true : nil
    }

    private func judge(
        _ told: TableState, _ before: TableState, _ rules: Rules,
        _ findings: inout ConformanceFindings
    ) {
        let lost = rules.seats.filter { Self.isAway($0, told) }
        let isNobodyThere = lost.count == rules.seats.count
        let answers = lost.map { waits(for: $0, rules) }
        let must = isNobodyThere || answers.contains(true)
        let may = must || answers.contains(nil)
        switch told.event {
        case .paused:
            findings.demand(
                may || lost.isEmpty || before.asksForPause, .standstill,
                "the game waits for \(lost) again")
        case .countdown where before.phase == .paused && told.game == before.game && !isAgreed:
            findings.demand(!must, .standstill, "the game continues without \(lost)")
        case .started, .resumed:
            let stands = told.phase == .paused
            if told.event == .started { break }
            findings.demand(
                stands ? may : !must, .standstill, "\(lost) after a countdown")
            findings.demand(
                !stands || !isAgreed || !told.cards.contains(nil), .faceDown,
                "cards are hidden that \(lost) has seen before a pause")
        default:
            let lostBefore = rules.seats.filter { Self.isAway($0, before) }
            let mustHave =
                before.phase == .open && !lostBefore.isEmpty
                && (lostBefore.count == rules.seats.count
                    || lostBefore.contains { waits(for: $0, rules) == true })
            // The set that ends a game is discarded at once.
            let isEnding = ConformanceStep.isEnd(before) || ConformanceStep.isWon(before)
            findings.demand(
                !mustHave || isEnding || told.phase == .over || told.event == .suddenDeath,
                .standstill,
                "the game continues without \(lostBefore)")
            let isLong =
                before.phase == .paused && told.phase == .paused && !isAgreed && lost.count == 1
                && lostBefore == lost && answers == [false]
            findings.demand(!isLong, .standstill, "the game waits too long for \(lost)")
        }
    }
}

extension TableState {
    fileprivate var asksForPause: Bool {
        Seat.allCases.contains { players[$0]?.asks == .pause }
    }
}
