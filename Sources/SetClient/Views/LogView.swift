import SetProtocol

extension TablePicture {
    /// How many entries of the log are not quiet.
    private static let freshCount = 2

    /// Draws as many entries of the log as fit; beside the news, in a frame and with the newest event.
    func drawLog(
        _ perspective: TablePerspective, in rect: Rect, isBeside: Bool, on canvas: inout Canvas
    ) {
        let (palette, look, start) = (appearance.palette, appearance, view.logStart)
        // What is already shown elsewhere.
        let shown = message?.content.notice
        let quiet = Tone.quiet.style(palette)
        var rect = rect
        if isBeside, rect.size.height >= 4 {
            canvas.frame(rect, .thin, Style(palette.ink(.edge)), ascii: look.glyphs == .ascii)
            let title = start > 0 ? " older " : " newest first "
            canvas.write(title, rect.minX + 2, rect.minY, quiet, before: rect.maxX)
            rect = rect.inset(2, 1)
        }
        var y = rect.minY
        var drawn = 0
        let entries = model.log.reversed().lazy.filter { $0.isLogged && $0 != shown }
        let newest = isBeside ? nil : entries.first(where: \.isNews)
        for entry in entries.dropFirst(start) where entry != newest {
            let (sign, tone) = sign(of: entry, perspective)
            let text = palette.cardWords.sentence(for: entry)
            var lines = text.wrapped(to: rect.size.width - 2)
            let room = rect.maxY - y
            if lines.count > room {
                // The newest entry is always shown.
                guard drawn == 0, room > 0 else { return }
                lines = text.wrapped(to: rect.size.width - 2, rows: room)
            }
            let plain = drawn < Self.freshCount ? Style() : quiet
            let style = entry.isChat ? .bold : plain
            let place = Rect(rect.minX + 2, y, rect.size.width - 2, lines.count)
            canvas.write(lines, in: place, style)
            canvas.write(sign, rect.minX, y, tone.style(palette, .bold), before: rect.maxX)
            y += lines.count
            drawn += 1
        }
    }

    /// The sign of the player that an entry is about.
    private func sign(
        of entry: LogEntry, _ perspective: TablePerspective
    ) -> (String, Tone) {
        let seat: Seat? =
            switch entry.content {
            case .refused, .remark, .shuffle: nil
            case .race(let race): race.winner
            case .said(let speaker, _, _): speaker
            case .event(.withdrew(let asker, _, because: .declined)): asker.opponent
            case .event(let event): event.seat
            }
        // The signs have other owners since this player got, or gave up, a seat.
        guard let seat, entry.reader == model.seat else { return ("·", .quiet) }
        return (perspective.sign(seat, appearance.glyphs), perspective.tone(seat))
    }
}
