import SetProtocol

/// The last events and what was said, the newest at the top, below the news; what is older is
/// further down and quieter.
struct LogView {
    private let situation: TablePerspective
    private let look: Appearance

    init(_ situation: TablePerspective, _ look: Appearance) {
        (self.situation, self.look) = (situation, look)
    }

    /// How many entries stand out as new.
    private static let freshCount = 2

    /// Draws as many entries as there is room for.
    ///
    /// - Parameter isBeside: Whether the log stands by itself: then it has a title, and the newest
    ///   event is in it although it is in the news too.
    func draw(in rect: Rect, isBeside: Bool, on canvas: inout Canvas) {
        let palette = look.palette
        let quiet = Tone.quiet.style(palette)
        var y = rect.minY
        var toSkip = !isBeside
        var drawn = 0
        if isBeside, rect.size.height >= 4 {
            canvas.write("newest first", rect.minX, y, quiet, before: rect.maxX)
            y += 1
        }
        for entry in situation.model.log.reversed() {
            guard let seat = speaker(of: entry) else { continue }
            if toSkip, case .event = entry.content {
                toSkip = false
                continue
            }
            let text = Narrator.sentence(
                for: entry, seat: situation.model.seat, palette.theme, on: palette.background)
            var lines = text.wrapped(to: rect.size.width - 2)
            let room = rect.maxY - y
            if lines.count > room {
                // The newest is never left out, however long it is.
                guard drawn == 0, room > 0 else { return }
                let rest = lines.dropFirst(room - 1).joined(separator: " ")
                lines = lines.prefix(room - 1) + [rest.fitted(to: rect.size.width - 2)]
            }
            let plain = drawn < Self.freshCount ? Style() : quiet
            let style = isSaid(entry) ? Style(.standard, on: .standard, .bold) : plain
            for (offset, line) in lines.enumerated() {
                canvas.write(line, rect.minX + 2, y + offset, style, before: rect.maxX)
            }
            let (sign, tone) = sign(of: seat)
            canvas.write(sign, rect.minX, y, tone.style(palette, .bold), before: rect.maxX)
            y += lines.count
            drawn += 1
        }
    }

    private enum Speaker {
        case seat(Seat)
        case table
    }

    private func sign(of speaker: Speaker) -> (String, Tone) {
        switch speaker {
        case .seat(let seat): (situation.sign(seat, look.glyphs), situation.tone(seat))
        case .table: ("·", .quiet)
        }
    }

    private func isSaid(_ entry: LogEntry) -> Bool {
        switch entry.content {
        case .said: true
        case .event, .race, .shuffle, .refused, .remark: false
        }
    }

    /// Whose doing an entry is; `nil` for what is not worth a line.
    private func speaker(of entry: LogEntry) -> Speaker? {
        switch entry.content {
        case .refused, .remark: return nil
        case .race(let race): return .seat(race.winner)
        case .shuffle: return .table
        case .said(let seat, _, _): return seat.map(Speaker.seat) ?? .table
        case .event(let event):
            guard event.isNews else { return nil }
            return event.seat.map(Speaker.seat) ?? .table
        }
    }
}

extension TableEvent {
    /// Whose doing it is; `nil` for what happens by itself.
    fileprivate var seat: Seat? {
        switch self {
        case .joined(let seat), .left(let seat), .away(let seat), .returned(let seat),
            .seatReleased(let seat), .ready(let seat), .claimed(let seat), .picked(let seat, _),
            .unpicked(let seat, _, _), .setFound(let seat, _, _), .mismatch(let seat, _, _),
            .timedOut(let seat, _, _), .passed(let seat, _, _), .dealt(let seat, _, _, _),
            .hinted(let seat, _, _), .asked(let seat, _), .withdrew(let seat, _),
            .resigned(let seat):
            seat
        case .countdown, .started, .refilled, .paused, .resumed, .suddenDeath, .over: nil
        }
    }
}
