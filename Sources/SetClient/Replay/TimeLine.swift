import SetProtocol

/// A row that shows the position in a game, and what happens when.
///
///     ▶ ×4  1:23 ━━●━━×━◆━█─●───+──◆── 5:40  game 1 of 2
///
/// Sets have the signs of the players who found them; the block is the position.
struct TimeLine: Sendable {
    /// The cells that stand for the game's length; a click jumps there.
    let track: Rect
    private let head: String
    private let tail: String
    private let game: Recording.Game?
    private let position: TableInstant
    private let row: Rect

    init(_ playback: Playback, in row: Rect, _ glyphs: GlyphSet, at now: MonotonicInstant) {
        let place = playback.game(at: now)
        let game = place.map { playback.recording.games[$0] }
        let position = playback.position(at: now)
        (self.game, self.position, self.row) = (game, position, row)
        let isWide = row.size.width >= 60
        let sign = playback.isPlaying ? glyphs == .ascii ? ">" : "▶" : "||"
        let speed = (glyphs == .ascii ? "x" : "×") + playback.speed.word
        let gone = game.map { $0.span.lowerBound.duration(to: position) } ?? .zero
        let length = game.map { $0.span.lowerBound.duration(to: $0.span.upperBound) } ?? .zero
        let whole = ReportWords.clock(length)
        let clock = ReportWords.clock(min(max(.zero, gone), length))
        // As wide as it will ever be, so that the line does not shift during playback.
        let indent = "".padded(to: whole.columns - clock.columns)
        let signs = sign.padded(to: 2) + " " + speed.padded(to: isWide ? 3 : 2)
        head = " \(signs) \(indent)\(clock) "
        let (number, count) = ((place ?? 0) + 1, playback.recording.games.count)
        let games = isWide ? "  game \(number) of \(count)" : count > 1 ? " \(number)/\(count)" : ""
        tail = " \(whole)\(count == 0 ? "" : games) "
        let start = row.minX + head.columns
        track = Rect(start, row.minY, max(0, row.maxX - tail.columns - start), 1)
    }

    /// The time that a cell stands for; `nil` beside the line.
    func time(at point: Point) -> TableInstant? {
        guard let game, track.contains(point), track.size.width > 1 else { return nil }
        let length = game.span.lowerBound.duration(to: game.span.upperBound)
        let share = length * (point.x - track.minX) / (track.size.width - 1)
        return game.span.lowerBound.advanced(by: share)
    }

    private func column(of time: TableInstant) -> Int {
        guard let game, track.size.width > 1 else { return 0 }
        let length = max(
            1, game.span.lowerBound.duration(to: game.span.upperBound).wholeMilliseconds)
        let gone = game.span.lowerBound.duration(to: time).wholeMilliseconds
        let last = track.size.width - 1
        return min(last, max(0, Int(Double(gone) / Double(length) * Double(last))))
    }

    func draw(_ playback: Playback, _ look: Appearance, on canvas: inout Canvas) {
        canvas.fill(row, " ", .standard)
        let bold = Style(.standard, on: .standard, .bold)
        canvas.write(head, row.minX, row.minY, bold, before: row.maxX)
        canvas.write(tail, track.maxX, row.minY, Tone.quiet.style(look.palette), before: row.maxX)
        guard track.size.width > 1 else { return }
        let (quiet, here) = (Tone.quiet.style(look.palette), column(of: position))
        let signs = look.glyphs == .ascii ? (gone: "=", left: "-") : (gone: "━", left: "─")
        for column in 0..<track.size.width {
            let sign = column < here ? signs.gone : signs.left
            canvas.write(sign, track.minX + column, row.minY, column < here ? bold : quiet)
        }
        draw(marks(playback), playback, look, on: &canvas)
        canvas.write(look.glyphs == .ascii ? "#" : "█", track.minX + here, row.minY, bold)
    }

    private func draw(
        _ marks: [Int: PlaybackMark], _ playback: Playback, _ look: Appearance,
        on canvas: inout Canvas
    ) {
        guard let situation = TablePerspective(TableView(playback.model)) else { return }
        let here = column(of: position)
        for (column, mark) in marks {
            let (sign, tone): (String, Tone) =
                switch mark.deed {
                case (let seat, .found)?: (situation.sign(seat, look.glyphs), situation.tone(seat))
                case (_, .failed)?: (look.glyphs == .ascii ? "x" : "×", .bad)
                case (_, .dealt)?: ("+", .hint)
                case nil: (look.glyphs == .ascii ? "|" : "┃", .quiet)
                }
            // What is still to come is not bold.
            let style = tone.style(look.palette, column <= here ? .bold : [])
            canvas.write(sign, track.minX + column, row.minY, style)
        }
    }

    private func marks(_ playback: Playback) -> [Int: PlaybackMark] {
        guard let game else { return [:] }
        let marks = playback.marks.filter { game.span.contains($0.time) }
        return Dictionary(marks.map { (column(of: $0.time), $0) }) { $1.rank < $0.rank ? $0 : $1 }
    }
}

/// What surrounds the table in a replay: the keys in the row of its hints, and the time line below.
struct PlaybackFrame: Sendable {
    let timeLine: TimeLine
    let keys: KeyBar<Key>

    /// - Parameter playback: What is played, advanced to now.
    init(
        _ playback: Playback, around table: TablePicture, in size: Size, at now: MonotonicInstant
    ) {
        timeLine = TimeLine(
            playback, in: Rect(0, max(0, size.height - 1), size.width, min(1, size.height)),
            table.appearance.glyphs, at: now)
        let sheet = table.view.sheet
        let isFree =
            table.message?.place != .besideHints && (sheet == nil || sheet?.kind == .help)
        let row = isFree ? table.regions?.hints : nil
        keys = PlaybackCommand.keys(
            playback, showsReport: table.view.showsReport, in: row ?? Rect(0, 0, 0, 0))
    }

    /// Draws it on the canvas that already shows the table.
    func draw(_ playback: Playback, _ look: Appearance, on canvas: inout Canvas) {
        keys.draw(look, on: &canvas)
        timeLine.draw(playback, look, on: &canvas)
    }
}

/// Something in a recording that is worth jumping to.
struct PlaybackMark: Sendable {
    let time: TableInstant
    /// `nil` where the game began, paused, resumed or ended.
    let deed: (seat: Seat, kind: GameRecord.Deed.Kind)?

    var rank: Int { deed?.kind.rawValue ?? -1 }

    /// `nil` for a moment without interest.
    init?(_ moment: Recording.Moment) {
        guard case .state(let state) = moment.message, let event = state.event else { return nil }
        (time, deed) = (moment.time, event.deed)
        switch event {
        case .started, .suddenDeath, .paused, .resumed, .resigned, .left, .away, .returned, .over:
            break
        case _: if deed == nil { return nil }
        }
    }
}
