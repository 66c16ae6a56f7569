import SetProtocol

/// The times that run, and when they began.
struct ConformanceTime {
    /// What counts down.
    enum Subject: Equatable {
        case turn(Seat, TurnReason)
        case clock(ClockReason)
    }

    /// A running time, as first received.
    struct Running {
        var subject: Subject
        var end: TableInstant
        /// How much longer it may last at the host than shown.
        var extra: Duration
    }

    var running: Running?
    /// When the board changed: the earliest and the latest possible time.
    var change: ClosedRange<TableInstant>?
    var claimedAt: TableInstant?
    var standstillBegan: TableInstant?
    var wasAway = PerSeat(both: false)
    /// How long each seat was away in this standstill; `nil` if that costs nothing, or may not.
    var timeAway = PerSeat<Duration?>(both: nil)
    /// When the last state came.
    var lastState = TableInstant.zero
    /// Whether the pause was agreed to by both players.
    var isAgreed = false
    /// How much of the time since the change is excluded from a quick set's time.
    var leftOut = PerSeat<ClosedRange<Duration>>(both: .zero ... .zero)
    /// The standstills that count while a found set is shown.
    var studied = PerSeat<ClosedRange<Duration>>(both: .zero ... .zero)

    /// Longer than any standstill.
    private static let forever = Duration.seconds(1 << 40)

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

    /// Whether an event starts a time, even one that looks like the previous one.
    static func begins(_ event: TableEvent?) -> Bool {
        switch event {
        case .away, .returned, .seatReleased, .joined, .left, .resumed: true
        default: isWhole(event)
        }
    }

    /// Whether the time that runs after an event has just started.
    static func isWhole(_ event: TableEvent?) -> Bool {
        switch event {
        case .claimed, .mismatch, .timedOut, .passed, .dealt, .setFound, .countdown, .suddenDeath:
            true
        default: false
        }
    }
}

/// Judges the remaining times that a host sends, and when they run out.
extension ConformanceModel {
    /// How far a rounded millisecond may be off.
    private static let rounding = Duration.milliseconds(2)

    /// How far moments of the host may be from those of the client.
    private var slack: Duration { tolerance + lateness + Self.rounding }

    /// Reports a time that is over without a result.
    mutating func judgeOverdue() {
        guard let running = time.running else { return }
        // A watcher may miss the state and receive a newer one a tenth of a second later.
        let late = slack + (isWatcher ? .milliseconds(200) : .zero)
        guard now > running.end.advanced(by: running.extra + late) else { return }
        findings.demand(
            false, .notLate, "\(running.subject) is over for \(running.end.duration(to: now))")
        time.running = nil
    }

    // MARK: - Running out

    /// Judges the remaining time of a state, and whether an ended time was over.
    mutating func judgeTime(isNext: Bool) {
        let before = isNext ? before : nil
        if let before { judgeEarly(after: before) }
        judgeRemaining(isFirst: before == nil)
        note(after: before)
    }

    private mutating func judgeRemaining(isFirst: Bool) {
        let subject: ConformanceTime.Subject?
        var countdown: Countdown?
        if let turn = published.turn, let reason = turn.reason {
            (subject, countdown) = (.turn(turn.seat, reason), turn.countdown)
        } else {
            subject = published.clock?.reason.map { .clock($0) }
            countdown = published.clock?.countdown
        }
        guard let subject, let countdown else { return time.running = nil }
        let extra = published.turn == nil ? .zero : rules.lagFairness
        let slack = slack
        if !isFirst, let running = time.running, running.subject == subject,
            !ConformanceTime.begins(published.event)
        {
            let late = running.extra - extra
            let expected = now.duration(to: running.end)
            return findings.demand(
                countdown.remaining <= max(expected, .zero) + slack + late
                    && countdown.remaining >= expected - slack, .countsDown,
                "\(countdown.remaining) of \(subject) remain, not \(expected)")
        }
        findings.demand(
            !ConformanceTime.isWhole(published.event)
                || countdown.remaining >= countdown.total - slack - extra, .countsDown,
            "\(subject) begins with \(countdown.remaining) of \(countdown.total)")
        time.running = .init(
            subject: subject, end: now.advanced(by: countdown.remaining), extra: extra)
    }

    private mutating func judgeEarly(after before: TableState) {
        guard let running = time.running else { return }
        let ended: Bool
        switch (published.event, running.subject) {
        case (.timedOut(let seat, let reason, _), _): ended = running.subject == .turn(seat, reason)
        case (.started, .clock(.start)), (.resumed, .clock(.start)): ended = true
        case (.seatReleased, .clock(.away)): ended = true
        case (.countdown, .clock(.ready)), (.resumed, .clock(.ready)):
            let isAgreed = before.players.seats { $0?.isReady == false } == []
            ended = !isAgreed && published.game == before.game
        default: ended = false
        }
        let rest = now.duration(to: running.end)
        findings.demand(
            !ended || rest <= tolerance + Self.rounding, .notEarly,
            "\(running.subject) has \(rest) left")
    }

    // MARK: - Quick sets

    private mutating func note(after before: TableState?) {
        if case .claimed = published.event { time.claimedAt = now }
        if let before { noteChange(after: before) }
        for seat in published.away { time.wasAway[seat] = true }
        if time.standstillBegan != nil {
            for seat in before?.away ?? [] {
                time.timeAway[seat]? += time.lastState.duration(to: now)
            }
        }
        time.lastState = now
        if published.game != before?.game {
            time.timeAway = PerSeat(both: nil)
        } else if case .away(let seat) = published.event, rules.players == .two,
            !published.awaitsFirstCards
        {
            time.timeAway[seat] = time.timeAway[seat] ?? .zero
        }
        let stands = published.phase == .paused || published.phase == .countdown
        // A pause ends with its countdown, even if the game then waits for a player.
        if let began = time.standstillBegan, !stands || published.event == .resumed {
            time.standstillBegan = nil
            let state = published.cards.contains(nil) ? before : published
            leaveOut(
                began.duration(to: now), isSetShown: state?.selection?.verdict == .match)
        }
        if stands, time.standstillBegan == nil {
            time.standstillBegan = now
            time.wasAway = published.players.map { $0?.isPresent == false }
            time.timeAway = time.timeAway.map { $0.map { _ in .zero } }
            time.isAgreed =
                rules.players == .two && published.event == .paused
                && !published.cards.contains { $0 != nil }
        }
    }

    private mutating func noteChange(after before: TableState) {
        let none = PerSeat<ClosedRange<Duration>>(both: .zero ... .zero)
        if published.game != before.game || published.isSuddenDeath != before.isSuddenDeath {
            time.studied = none
        }
        if published.board != before.board {
            time.change = now...now
            // Time to study the other cards counts once more than the time since the change.
            time.leftOut = time.studied.map { .zero - $0.upperBound...(.zero - $0.lowerBound) }
            time.studied = none
            // For a set found later, a continuing pause starts with the board change; an agreed one
            // is over, because only another game changes its board.
            if time.standstillBegan != nil { (time.standstillBegan, time.isAgreed) = (now, false) }
        } else if case .refilled = published.event {
            let now = now
            time.change = time.change.map { $0.lowerBound...now }
            time.studied = none
        }
    }

    /// Excludes a pause, except for a player who was away during it and for agreed pauses.
    private mutating func leaveOut(_ pause: Duration, isSetShown: Bool) {
        let slack = slack * 2
        for seat in Seat.allCases {
            let range = time.leftOut[seat]
            var most = time.isAgreed ? .zero : pause
            var least = time.wasAway[seat] ? .zero : most
            if !time.isAgreed, time.wasAway[seat], let away = time.timeAway[seat] {
                let rest = max(.zero, pause - away - rules.countdown)
                (least, most) = (max(.zero, rest - slack), min(pause, rest + slack))
            }
            time.leftOut[seat] = range.lowerBound + least...range.upperBound + most
            guard isSetShown else { continue }
            let part = time.studied[seat]
            time.studied[seat] = part.lowerBound + pause - most...part.upperBound + pause - least
        }
    }

    /// The extra points that a set found now may earn.
    func bonuses(for seat: Seat) -> Set<Int> {
        guard let change = time.change else { return [0, rules.quickBonus, rules.briskBonus] }
        let isClaim = before.turn?.reason == .claim
        let end = isClaim ? time.claimedAt ?? now : now
        // The press counts, so subtract the compensation and the time for which a claim was held.
        let earlier = rules.lagFairness * (isClaim ? 2 : 1)
        let leftOut = time.leftOut[seat]
        let least = change.upperBound.duration(to: end) - leftOut.upperBound - earlier - slack
        let most = change.lowerBound.duration(to: end) - leftOut.lowerBound + slack
        var bonuses: Set<Int> = []
        if least <= rules.quickWithin { bonuses.insert(rules.quickBonus) }
        let isSlow = most >= rules.quickWithin
        if isSlow, least <= rules.briskWithin { bonuses.insert(rules.briskBonus) }
        if isSlow, most >= rules.briskWithin { bonuses.insert(0) }
        return bonuses
    }
}
