import SetProtocol

/// The last events and chat, the newest at the top; older entries are quieter.
struct LogView {
    private let situation: TablePerspective
    private let look: Appearance

    init(_ situation: TablePerspective, _ look: Appearance) {
        (self.situation, self.look) = (situation, look)
    }

    /// How many entries are not quiet.
    private static let freshCount = 2

    /// Draws as many entries as fit.
    ///
    /// - Parameter isBeside: Whether the log stands away from the news: then it has a title and
    ///   repeats the newest event.
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
            guard let (sign, tone) = sign(of: entry) else { continue }
            if toSkip, case .event = entry.content {
                toSkip = false
                continue
            }
            let text = palette.sentence(for: entry, situation.model)
            var lines = text.wrapped(to: rect.size.width - 2)
            let room = rect.maxY - y
            if lines.count > room {
                // The newest entry is always shown.
                guard drawn == 0, room > 0 else { return }
                let rest = lines.dropFirst(room - 1).joined(separator: " ")
                lines = lines.prefix(room - 1) + [rest.fitted(to: rect.size.width - 2)]
            }
            let plain = drawn < Self.freshCount ? Style() : quiet
            let style = entry.isChat ? Style(.standard, on: .standard, .bold) : plain
            for (offset, line) in lines.enumerated() {
                canvas.write(line, rect.minX + 2, y + offset, style, before: rect.maxX)
            }
            canvas.write(sign, rect.minX, y, tone.style(palette, .bold), before: rect.maxX)
            y += lines.count
            drawn += 1
        }
    }

    /// The sign of whoever an entry is about; `nil` for what is not worth a line.
    private func sign(of entry: LogEntry) -> (String, Tone)? {
        let seat: Seat?
        switch entry.content {
        case .refused, .remark: return nil
        case .race(let race): seat = race.winner
        case .shuffle: seat = nil
        case .said(let speaker, _, _): seat = speaker
        case .event(let event):
            guard event.isNews else { return nil }
            seat = event.seat
        }
        return seat.map { (situation.sign($0, look.glyphs), situation.tone($0)) } ?? ("·", .quiet)
    }
}
