import SetProtocol

/// A line to the host that broke and is being mended: why, and what is being done.
package struct Outage: Hashable, Sendable {
    /// Why there is no line.
    package enum Cause: Hashable, Sendable {
        /// It ended without a goodbye; the text says how, in plain words.
        case broken(String)
        /// It stands, but nothing has come over it for too long.
        case silent
        /// The host said that it restarts.
        case restarting
        /// The host ended it and would take us back; the text says why, in plain words.
        case dismissed(String)
    }

    /// Why there is none.
    package let cause: Cause
    /// When that was noticed.
    package let began: MonotonicInstant
    /// Until when the host keeps the seat at least; `nil` for a watcher, who has none.
    package let seatKeptUntil: MonotonicInstant?
    /// For how long a seat is kept.
    package let seatKept: Duration
    /// The number of the attempt that is under way or comes next, from 1.
    package internal(set) var attempt = 1
    /// When the next attempt begins; `nil` while one is under way.
    package internal(set) var nextAttempt: MonotonicInstant?

    /// A line that has just broken.
    ///
    /// - Parameters:
    ///   - cause: Why.
    ///   - now: When that was noticed.
    ///   - seatKeptUntil: Until when the host keeps the seat at least; `nil` for a watcher.
    ///   - seatKept: For how long it keeps one.
    package init(
        _ cause: Cause, at now: MonotonicInstant, seatKeptUntil: MonotonicInstant?,
        of seatKept: Duration
    ) {
        (self.cause, began) = (cause, now)
        (self.seatKeptUntil, self.seatKept) = (seatKeptUntil, seatKept)
    }

    /// Shorter ones are mended before anybody could read about them.
    static let displayDelay = Duration.milliseconds(250)

    /// When it is first shown.
    var isShownFrom: MonotonicInstant { began.advanced(by: Self.displayDelay) }

    /// How long the seat is still kept at least; `nil` when that is over or there is none.
    func seatCountdown(at now: MonotonicInstant) -> Countdown? {
        guard let seatKeptUntil, seatKeptUntil > now else { return nil }
        return Countdown(remaining: now.duration(to: seatKeptUntil), total: seatKept)
    }

    /// The whole seconds until the next attempt, the one that is running included; 0 during one.
    func secondsToAttempt(at now: MonotonicInstant) -> Int {
        guard let nextAttempt, nextAttempt > now else { return 0 }
        let (seconds, attoseconds) = now.duration(to: nextAttempt).components
        return Int(seconds) + (attoseconds > 0 ? 1 : 0)
    }

    /// When something of what is told about it changes by itself.
    func nextChange(after now: MonotonicInstant) -> MonotonicInstant? {
        if now < isShownFrom { return isShownFrom }
        let seconds = secondsToAttempt(at: now)
        guard let nextAttempt, seconds > 0 else { return nil }
        return nextAttempt.advanced(by: .seconds(1 - seconds))
    }
}

// MARK: - In words

extension Outage {
    /// What is the matter, in two words or three.
    var headline: String {
        switch cause {
        case .broken, .dismissed: "Connection lost"
        case .silent: "No response"
        case .restarting: "Host restarting"
        }
    }

    /// What is the matter, in a sentence.
    var sentence: String {
        switch cause {
        case .broken(let sentence), .dismissed(let sentence): SafeText.sanitized(sentence)
        case .silent: "The host stopped responding."
        case .restarting: "The host is restarting and will restore this table."
        }
    }

    /// What is being done about it.
    func remedy(at now: MonotonicInstant) -> String {
        let seconds = secondsToAttempt(at: now)
        return seconds == 0
            ? "Retrying now (attempt \(attempt))."
            : "Retrying in \(seconds) s (attempt \(attempt))."
    }
}

// MARK: - In the model

extension TableModel {
    /// Notes that the line broke, or what is being done about it now.
    ///
    /// What was asked and not answered is forgotten: it may have been done or not, and the host will
    /// tell. Marks, chat and what is open on the screen stay.
    ///
    /// - Returns: What to do, in order.
    package mutating func lineBroke(_ outage: Outage, at now: MonotonicInstant) -> [ClientEffect] {
        let isNews = self.outage == nil
        self.outage = outage
        call = nil
        guard isNews else { return [] }
        note(.remark("Connection lost. \(outage.sentence)"), at: now)
        return [.alert]
    }

    /// The line that is being mended, once that has taken long enough to be told.
    func outage(at now: MonotonicInstant) -> Outage? {
        outage.flatMap { $0.isShownFrom <= now ? $0 : nil }
    }

    /// When the turn is over that was running when the host was last heard; `nil` without a limit.
    var turnEnd: MonotonicInstant? {
        table?.turn?.countdown.map { arrival.advanced(by: $0.remaining) }
    }

    /// The answer to a request in a phase that only a newer host knows.
    static let unknownPhase = "This version of set-duel does not know this game state."

    /// Whether the table is in a phase that only a newer host knows, so that nobody can tell here what
    /// may be asked for.
    var isPhaseUnknown: Bool { table.map { $0.phase == nil } ?? false }
}
