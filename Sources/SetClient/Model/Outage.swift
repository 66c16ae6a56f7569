import SetProtocol

package struct Outage: Equatable, Sendable {
    package enum Cause: Equatable, Sendable {
        /// It ended without a goodbye; the sentence says how.
        case broken(String)
        /// Nothing has come over it for too long.
        case silent
        case restarting
        /// The host ended it but lets the client return; the sentence says why.
        case dismissed(String)
        /// A television waits for a table.
        case nothingToWatch
    }

    package let cause: Cause
    package let began: MonotonicInstant
    /// Until when the host keeps the seat at least; `nil` for a watcher.
    package let seatKeptUntil: MonotonicInstant?
    package let seatKept: Duration
    /// The number of the present or next attempt, from 1.
    package internal(set) var attempt = 1
    /// When the next attempt begins; `nil` while one is under way.
    package internal(set) var nextAttempt: MonotonicInstant?

    package init(
        _ cause: Cause, at now: MonotonicInstant, seatKeptUntil: MonotonicInstant?,
        of seatKept: Duration
    ) {
        (self.cause, began) = (cause, now)
        (self.seatKeptUntil, self.seatKept) = (seatKeptUntil, seatKept)
    }

    /// Shorter outages are not shown.
    static let displayDelay = Duration.milliseconds(250)

    var isShownFrom: MonotonicInstant { began.advanced(by: Self.displayDelay) }

    /// How long the seat is still kept; `nil` when that time is over or there is no seat.
    func seatCountdown(at now: MonotonicInstant) -> Countdown? {
        guard let seatKeptUntil, seatKeptUntil > now else { return nil }
        return Countdown(remaining: now.duration(to: seatKeptUntil), total: seatKept)
    }

    /// The seconds until the next attempt, rounded up; 0 during one.
    func secondsToAttempt(at now: MonotonicInstant) -> Int {
        guard let nextAttempt, nextAttempt > now else { return 0 }
        let (seconds, attoseconds) = now.duration(to: nextAttempt).components
        return Int(seconds) + (attoseconds > 0 ? 1 : 0)
    }

    /// When what is shown of it changes by itself.
    func nextChange(after now: MonotonicInstant) -> MonotonicInstant? {
        if now < isShownFrom { return isShownFrom }
        let seconds = secondsToAttempt(at: now)
        guard let nextAttempt, seconds > 0 else { return nil }
        return nextAttempt.advanced(by: .seconds(1 - seconds))
    }
}

// MARK: - In words

extension Outage {
    var headline: String {
        switch cause {
        case .broken, .dismissed: "Connection lost"
        case .silent: "No response"
        case .restarting: "Host restarting"
        case .nothingToWatch: "No game to watch yet"
        }
    }

    var sentence: String {
        switch cause {
        case .broken(let sentence), .dismissed(let sentence): SafeText.sanitized(sentence)
        case .silent: "The host stopped responding."
        case .restarting: "The host is restarting and will restore this table."
        case .nothingToWatch: ConnectionError.nothingToWatch.sentence
        }
    }

    func remedy(at now: MonotonicInstant) -> String {
        let seconds = secondsToAttempt(at: now)
        if cause == .nothingToWatch { return "Looking again." }
        return seconds == 0
            ? "Reconnecting now (attempt \(attempt))."
            : "Reconnecting in \(seconds) s (attempt \(attempt))."
    }
}
