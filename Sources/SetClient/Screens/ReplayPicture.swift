import SetProtocol

/// The picture of a recorded duel: the table as a watcher saw it, and the time line below it.
final class ReplayPicture: Sendable {
    /// The table, on all rows but the last.
    let table: TablePicture
    let playback: Playback
    private let size: Size
    private let appearance: Appearance
    private let now: MonotonicInstant
    private let timeLine: TimeLine
    private let keys: KeyBar<Key>

    /// - Parameter playback: What is played, advanced to now.
    init(
        _ playback: Playback, _ view: TableView, size: Size, appearance: Appearance,
        now: MonotonicInstant
    ) {
        (self.playback, self.size, self.appearance, self.now) = (playback, size, appearance, now)
        let last = max(0, size.height - 1)
        table = TablePicture(
            view, size: Size(size.width, last), appearance: appearance,
            now: playback.position(at: now).replayed, help: Self.help(size))
        let row = Rect(0, last, size.width, min(1, size.height))
        timeLine = TimeLine(playback, in: row, appearance.glyphs, at: now)
        let isTelling = table.telling?.place == .besideHints
        let place = isTelling ? nil : table.regions?.hints
        keys = Self.keys(
            playback, showsReport: view.showsReport, in: place ?? Rect(0, 0, 0, 0))
    }

    /// As many keys as fit, always with help and quit.
    private static func keys(
        _ playback: Playback, showsReport: Bool, in row: Rect
    ) -> KeyBar<Key> {
        let choices = PlaybackCommand.offers(playback, showsReport: showsReport).map { offers in
            offers.map { KeyBar.Item($0.command.keyName, $0.word, $0.command.keys.first) }
        }
        let fitting = choices.first { KeyBar.columns($0) <= row.size.width }
        return KeyBar(fitting ?? choices.last ?? [], in: row)
    }

    // MARK: - The mouse

    /// The time that a cell stands for; `nil` beside the time line.
    func time(at point: Point) -> TableInstant? { timeLine.time(at: point) }

    /// The key that a click on the hints presses.
    func key(at point: Point) -> Key? { keys.action(at: point) }

    // MARK: - Time

    /// When the picture next changes by itself; `nil` while it is paused or over.
    ///
    /// - Parameter now: A moment at or after the one the picture was made for.
    func nextChange(after now: MonotonicInstant) -> MonotonicInstant? {
        guard playback.isPlaying else { return nil }
        let position = playback.position(at: now)
        // The time line shows whole seconds of the game.
        let start = playback.game(at: now).map { playback.recording.games[$0].span.lowerBound }
        let gone = (start ?? .zero).duration(to: position)
        let part = (gone.wholeMilliseconds + 500) % 1000
        let next = position.advanced(by: .milliseconds(1000 - part))
        let change = table.nextChange(after: position.replayed).map(TableInstant.init(replayed:))
        let changes = [change, next].compactMap(\.self)
        let soonest = changes.min().flatMap(playback.present)
        // At most ten pictures a second for counters.
        let paced = soonest.map { max($0, now.advanced(by: .milliseconds(100))) }
        return [paced, playback.nextMoment.map { max($0, now) }].compactMap(\.self).min()
    }

    // MARK: - Drawing

    /// Draws everything but the table, on the canvas that already shows the table.
    func drawFrame(on canvas: inout Canvas) {
        let sheet = table.view.sheet
        if sheet == nil || sheet?.kind == .help { keys.draw(appearance, on: &canvas) }
        timeLine.draw(playback, appearance, on: &canvas)
    }

    private static func help(_ size: Size) -> HelpSheet.Content {
        let rows = PlaybackCommand.all.map { command in
            HelpSheet.Content.Row(
                key: command.keyName, title: command.title, summary: command.summary,
                press: command.keys.first)
        }
        let isHigh = size.height >= (rows.count + 1) / 2 + 7
        let legend =
            "Timeline: sets by player, × for a failed claim, "
            + "+ for a deal. Click to jump."
        return HelpSheet.Content(rows: rows, legend: isHigh ? legend : "", widest: 84)
    }
}
