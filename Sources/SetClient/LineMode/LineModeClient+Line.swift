import SetProtocol

// MARK: - The line to the host

extension LineModeClient {
    /// Notes that the line broke, or what is being done about it now.
    ///
    /// The loss is told at once, with how long the seat is kept; of the attempts only those that are
    /// worth waiting for, and later one in half a minute.
    ///
    /// - Returns: What to print.
    package mutating func lineBroke(_ outage: Outage, at now: MonotonicInstant) -> Output {
        guard !hasLeft else { return Output() }
        let isNews = model.outage == nil
        _ = model.lineBroke(outage, at: now)
        guard isNews else { return told(line(forAttempt: outage, at: now)) }
        let seat = outage.seatCountdown(at: now)
        countdown.start(seat, at: now, telling: [30, 10])
        let kept = seat.map { " Your seat is kept for \(Narrator.seconds($0.remaining))." } ?? ""
        let text = "Connection: lost. \(outage.sentence)\(kept)"
        return told([
            LineModeLine(text, .essential),
            LineModeLine("Connection: retrying. Nothing you type is sent. Type quit to leave."),
        ])
    }

    private func line(forAttempt outage: Outage, at now: MonotonicInstant) -> [LineModeLine] {
        let seconds = outage.secondsToAttempt(at: now)
        let isWorthIt = (5...7).contains(outage.attempt) || outage.attempt % 6 == 0
        guard seconds > 1, isWorthIt else { return [] }
        let wait = Narrator.count(seconds, "second")
        return [LineModeLine("Connection: retrying in \(wait), attempt \(outage.attempt).")]
    }

    /// Where things stand without a line.
    func situationLine(of outage: Outage, at now: MonotonicInstant) -> String {
        let kept =
            outage.seatCountdown(at: now)
            .map { ", your seat is kept for \(Narrator.seconds($0.remaining))" } ?? ""
        return "Now: reconnecting to the host, attempt \(outage.attempt)\(kept). "
            + "You can: board, score, history, quit."
    }

    /// Tells something about the line.
    package mutating func remark(_ text: String) -> Output {
        guard !hasLeft else { return Output() }
        return told([LineModeLine("Connection: \(SafeText.sanitized(text))", .essential)])
    }

    /// What is told when the line is there again; how the table stands follows.
    static let lineForReturn = LineModeLine(
        "Connection: restored. You are back at the table.", .essential)

    /// Refuses what would have to be asked of the host while there is no line, and what may mean
    /// anything in a phase that only a newer host knows; `nil` when it may be asked for.
    ///
    /// - Parameter command: `nil` for names of cards.
    func refusalWithoutLine(of command: LineModeCommand?) -> Output? {
        guard model.outage != nil || model.isPhaseUnknown, command?.row.needsHost != false,
            command != .say || model.outage != nil
        else { return nil }
        let reason =
            model.outage == nil
            ? TableModel.unknownPhase
            : "Still reconnecting. Nothing was sent."
        return answer(["Refused: \(reason)"])
    }
}
