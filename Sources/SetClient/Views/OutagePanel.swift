import SetProtocol

extension Outage {
    /// The sheet that is shown while the client reconnects, with less in it where there is little room.
    func sheet(in area: Rect, at now: MonotonicInstant) -> PhaseSheet {
        let columns = min(max(1, area.size.width - 4), 56)
        let bold = Style(.standard, on: .standard, .bold)
        let why = sentence.wrapped(to: columns).map { TextLine($0) }
        let remedy = remedy(at: now).wrapped(to: columns).map { TextLine($0, bold) }
        let seat = seat(at: now).map { $0.wrapped(to: columns).map { TextLine($0) } } ?? []
        let choices = [why + remedy + seat + [TextLine()], remedy + seat, remedy]
        guard let lines = choices.first(where: { $0.count + 3 <= area.size.height }) else {
            return PhaseSheet(Panel(title: headline, lines: remedy))
        }
        return PhaseSheet(
            Panel(title: headline, lines: lines),
            keys: [.init(TableCommand.quit.keyName, "leave", .quit)])
    }

    /// How long the seat is kept; `nil` without a seat that another could take.
    private func seat(at now: MonotonicInstant) -> String? {
        guard seatKeptUntil != nil else { return nil }
        guard let left = seatCountdown(at: now) else {
            return "You may have lost your seat by now."
        }
        let seconds = CountdownBar(left, row: CountdownBar.digitColumns + 1).seconds
        return "Your seat is kept for \(seconds) s."
    }
}

extension Status {
    /// The status at a moment: an outage comes before everything else.
    ///
    /// - Parameter perspective: That of the same view; `nil` before there is a table.
    init(_ view: TableView, _ perspective: TablePerspective?, at now: MonotonicInstant) {
        guard let outage = view.model.outage(at: now) else {
            self.init(view.model, perspective)
            // At the end of a recording, its own keys say how to leave.
            if view.model.isClosed, view.model.table != nil, view.model.venue != .recorded {
                let way = view.isFromMenu ? "for the menu" : "to quit"
                self.init("\(text) Press enter \(way).", short: text, tone)
            }
            return
        }
        let seconds = outage.secondsToAttempt(at: now)
        self.init(
            "\(outage.headline). \(outage.remedy(at: now))",
            short: seconds == 0
                ? "\(outage.headline): reconnecting now"
                : "\(outage.headline): reconnecting in \(seconds) s",
            .bad)
    }
}
