import SetProtocol

/// Judges the remaining times that a host sends, and when they run out.
struct ConformanceTime {
    /// What counts down.
    private enum Subject: Equatable {
        case turn(Seat, TurnReason)
        case clock(ClockReason)
    }

    /// A running time, as first received.
    private struct Running {
        var subject: Subject
        var toldAt: TableInstant
        var remaining: Duration
        /// How much longer it may last at the host than shown.
        var extra: Duration

        var end: TableInstant { toldAt.advanced(by: remaining) }
    }

    /// How far a time may be off because of latency.
    let tolerance: Duration
    /// How late a host's timers may fire.
    let lateness: Duration
    /// Whether states may be skipped.
    let isWatcher: Bool

    private var running: Running?
    /// When the board changed: the earliest and the latest possible time.
    private var change: ClosedRange<TableInstant>?
    private var claimedAt: TableInstant?
    private var standstillBegan: TableInstant?
    private var wasAway = PerSeat(both: false)
    /// How long each seat was away in this standstill; `nil` if that costs nothing, or may not.
    private var timeAway = PerSeat<Duration?>(both: nil)
    private var lastMoment = TableInstant.zero
    /// Whether the pause was agreed to by both players.
    private var isAgreed = false
    /// How much of the time since the change is excluded from a quick set's time.
    private var leftOut = PerSeat<ClosedRange<Duration>>(both: .zero ... .zero)
    /// The standstills that count while a found set is shown.
    private var studied = PerSeat<ClosedRange<Duration>>(both: .zero ... .zero)

    /// Longer than any standstill.
    private static let forever = Duration.seconds(1 << 40)

    /// How far a rounded millisecond may be off.
    private static let rounding = Duration.milliseconds(2)

    init(tolerance: Duration, lateness: Duration, isWatcher: Bool) {
        (self.tolerance, self.lateness, self.isWatcher) = (tolerance, lateness, isWatcher)
    }

    /// The host may have been stopped just now: what is running may end later by that, and a search
    /// may have been shorter.
    mutating func hostStopped(for time: Duration) {
        running?.extra += time
        change = change.map { $0.lowerBound...$0.upperBound.advanced(by: time) }
        guard standstillBegan != nil else { return }
        studied = studied.map { $0.lowerBound - time...$0.upperBound }
    }

    /// Forgets running times: the time without a host does not count.
    mutating func connectionBegan() {
        (running, change, claimedAt, standstillBegan) = (nil, nil, nil, nil)
        studied = PerSeat(both: .zero...Self.forever)
        timeAway = PerSeat(both: nil)
    }

    /// Reports a time that is over without a result.
    mutating func judgeOverdue(at moment: TableInstant, _ findings: inout ConformanceFindings) {
        guard let running else { return }
        // A watcher may miss the state and receive a newer one a tenth of a second later.
        let late = lateness + tolerance + Self.rounding + (isWatcher ? .milliseconds(200) : .zero)
        let limit = running.end.advanced(by: running.extra + late)
        guard moment > limit else { return }
        findings.demand(
            false, .notLate, "\(running.subject) is over for \(running.end.duration(to: moment))")
        self.running = nil
    }

    // MARK: - Running out

    /// Judges the remaining time of a state, and whether an ended time was over.
    mutating func observe(
        _ told: TableState, after before: TableState?, at moment: TableInstant, rules: Rules,
        _ findings: inout ConformanceFindings
    ) {
        if let before { judgeEarly(told, after: before, at: moment, &findings) }
        let subject: Subject?
        var countdown: Countdown?
        if let turn = told.turn, let reason = turn.reason {
            subject = .turn(turn.seat, reason)
            countdown = turn.countdown
        } else {
            subject = told.clock?.reason.map { .clock($0) }
            countdown = told.clock?.countdown
        }
        defer { note(told, after: before, at: moment, rules) }
        guard let subject, let countdown else { return running = nil }
        let extra = told.turn == nil ? .zero : rules.lagFairness
        let slack = tolerance + lateness + Self.rounding
        let begins = before == nil || running?.subject != subject || Self.begins(told.event)
        if !begins, let running {
            let late = running.extra - extra
            let expected = moment.duration(to: running.end)
            findings.demand(
                countdown.remaining <= max(expected, .zero) + slack + late
                    && countdown.remaining >= expected - slack, .countsDown,
                "\(countdown.remaining) of \(subject) remain, not \(expected)")
            return
        }
        if Self.isWhole(told.event) {
            findings.demand(
                countdown.remaining >= countdown.total - slack - extra, .countsDown,
                "\(subject) begins with \(countdown.remaining) of \(countdown.total)")
        }
        running = Running(
            subject: subject, toldAt: moment, remaining: countdown.remaining, extra: extra)
    }

    /// Whether an event starts a time, even one that looks like the previous one.
    private static func begins(_ event: TableEvent?) -> Bool {
        switch event {
        case .away, .returned, .seatReleased, .left, .resumed: true
        default: isWhole(event)
        }
    }

    /// Whether the time that runs after an event has just started.
    private static func isWhole(_ event: TableEvent?) -> Bool {
        switch event {
        case .claimed, .mismatch, .timedOut, .passed, .dealt, .setFound, .countdown, .suddenDeath:
            true
        default: false
        }
    }

    private func judgeEarly(
        _ told: TableState, after before: TableState, at moment: TableInstant,
        _ findings: inout ConformanceFindings
    ) {
        guard let running else { return }
        let ended: Bool
        switch (told.event, running.subject) {
        case (.timedOut(let seat, let reason, _), _): ended = running.subject == .turn(seat, reason)
        case (.started, .clock(.start)), (.resumed, .clock(.start)): ended = true
        case (.seatReleased, .clock(.away)): ended = true
        case (.countdown, .clock(.ready)), (.resumed, .clock(.ready)):
            let isAgreed = before.players.seats { $0?.isReady == false } == []
            ended = !isAgreed && told.game == before.game
        default: ended = false
        }
        guard ended else { return }
        let rest = moment.duration(to: running.end)
        findings.demand(
            rest <= tolerance + Self.rounding, .notEarly, "\(running.subject) has \(rest) left")
    }

    // MARK: - Quick sets

    private mutating func note(
        _ told: TableState, after before: TableState?, at moment: TableInstant, _ rules: Rules
    ) {
        if case .claimed = told.event { claimedAt = moment }
        if let before {
            if told.game != before.game || told.isSuddenDeath != before.isSuddenDeath {
                studied = PerSeat(both: .zero ... .zero)
            }
            if told.board != before.board {
                change = moment...moment
                // Time to study the other cards counts once more than the time since the change.
                leftOut = studied.map { .zero - $0.upperBound...(.zero - $0.lowerBound) }
                studied = PerSeat(both: .zero ... .zero)
                // For a set found later, a continuing pause starts with the board change; an agreed
                // one is over, because only another game changes its board.
                if standstillBegan != nil { (standstillBegan, isAgreed) = (moment, false) }
            } else if case .refilled = told.event {
                change = change.map { $0.lowerBound...moment }
                studied = PerSeat(both: .zero ... .zero)
            }
        }
        for seat in Seat.allCases where told.players[seat]?.isPresent == false {
            wasAway[seat] = true
        }
        if standstillBegan != nil {
            for seat in Seat.allCases where before?.players[seat]?.isPresent == false {
                timeAway[seat]? += lastMoment.duration(to: moment)
            }
        }
        lastMoment = moment
        if told.game != before?.game {
            timeAway = PerSeat(both: nil)
        } else if case .away(let seat) = told.event, rules.players == .two, !told.cards.isEmpty {
            timeAway[seat] = timeAway[seat] ?? .zero
        }
        let stands = told.phase == .paused || told.phase == .countdown
        // A pause ends with its countdown, even if the game then waits for a player.
        if let began = standstillBegan, !stands || told.event == .resumed {
            standstillBegan = nil
            let selection = told.cards.contains(nil) ? before?.selection : told.selection
            leaveOut(began.duration(to: moment), rules, isSetShown: selection?.verdict == .match)
        }
        if stands, standstillBegan == nil {
            standstillBegan = moment
            wasAway = told.players.map { $0?.isPresent == false }
            timeAway = timeAway.map { $0.map { _ in .zero } }
            isAgreed =
                rules.players == .two && told.event == .paused && !told.cards.contains { $0 != nil }
        }
    }

    /// Excludes a pause, except for a player who was away during it and for agreed pauses.
    private mutating func leaveOut(_ time: Duration, _ rules: Rules, isSetShown: Bool) {
        let slack = (tolerance + lateness + Self.rounding) * 2
        for seat in Seat.allCases {
            let range = leftOut[seat]
            var (least, most) = (wasAway[seat] || isAgreed ? .zero : time, isAgreed ? .zero : time)
            if !isAgreed, wasAway[seat], let away = timeAway[seat] {
                let rest = max(.zero, time - away - rules.countdown)
                (least, most) = (max(.zero, rest - slack), min(time, rest + slack))
            }
            leftOut[seat] = range.lowerBound + least...range.upperBound + most
            guard isSetShown else { continue }
            let part = studied[seat]
            studied[seat] = part.lowerBound + time - most...part.upperBound + time - least
        }
    }

    /// The extra points that a set found now may earn.
    func bonuses(for seat: Seat, turn: Turn?, at moment: TableInstant, rules: Rules) -> Set<Int> {
        guard let change else { return [0, rules.quickBonus, rules.briskBonus] }
        let isClaim = turn?.reason == .claim
        let end = isClaim ? claimedAt ?? moment : moment
        // The press counts, so subtract the compensation and the time for which a claim was held.
        let slack = tolerance + lateness + Self.rounding
        let earlier = rules.lagFairness * (isClaim ? 2 : 1)
        let least = change.upperBound.duration(to: end) - leftOut[seat].upperBound - earlier - slack
        let most = change.lowerBound.duration(to: end) - leftOut[seat].lowerBound + slack
        var bonuses: Set<Int> = []
        if least <= rules.quickWithin { bonuses.insert(rules.quickBonus) }
        let isSlow = most >= rules.quickWithin
        if isSlow, least <= rules.briskWithin { bonuses.insert(rules.briskBonus) }
        if isSlow, most >= rules.briskWithin { bonuses.insert(0) }
        return bonuses
    }
}
