import SetProtocol

/// The time that runs.
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

    /// The host may have been stopped just now: what is running may end later by that.
    mutating func hostStopped(for time: Duration) { running?.extra += time }

    /// Forgets the running time: the time without a host does not count.
    mutating func connectionBegan() { running = nil }

    /// Whether an event starts a time, even one that looks like the previous one.
    static func begins(_ event: TableEvent?) -> Bool {
        switch event {
        case .away, .returned, .seatReleased, .left, .resumed: true
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
}
