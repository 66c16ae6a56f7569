import SetProtocol

/// The whole screen of a recorded duel: the table as a watcher saw it, and below it the line of time.
public struct ReplayScreen: Sendable {
    /// The table, as high as the screen but for the line of time.
    public let table: TableScreen
    /// What is played, as it was when the screen was made.
    let playback: Playback
    private let size: Size
    private let appearance: Appearance
    private let now: TableTime
    private let timeLine: TimeLine
    private let keys: KeyBar<PlaybackCommand>

    /// Lays it out.
    ///
    /// - Parameters:
    ///   - playback: What is played; it has been told the time.
    ///   - size: The extent of the terminal.
    ///   - appearance: How it looks.
    ///   - now: The present.
    public init(_ playback: Playback, size: Size, appearance: Appearance, now: TableTime) {
        (self.playback, self.size, self.appearance, self.now) = (playback, size, appearance, now)
        let last = max(0, size.height - 1)
        table = TableScreen(
            model: playback.model, size: Size(size.width, last), appearance: appearance,
            now: playback.position(at: now))
        let row = Rect(0, last, size.width, min(1, size.height))
        timeLine = TimeLine(playback, in: row, appearance.glyphs, at: now)
        let isTelling = table.telling?.place == .besideHints
        let place = isTelling ? nil : table.regions?.hints
        keys = Self.keys(playback, in: place ?? Rect(0, 0, 0, 0))
    }

    /// As many keys as there is room for, help and the way out always among them.
    private static func keys(_ playback: Playback, in row: Rect) -> KeyBar<PlaybackCommand> {
        let choices = PlaybackCommand.offers(playback).map { offers in
            offers.map { KeyBar.Item($0.command.keyName, $0.word, $0.command) }
        }
        let fitting = choices.first { KeyBar.columns($0) <= row.size.width }
        return KeyBar(fitting ?? choices.last ?? [], in: row)
    }

    /// How often the position had leapt when it was made.
    var leaps: Int { playback.leaps }

    // MARK: - The mouse

    /// The time that a cell stands for; `nil` beside the line of time.
    func time(at point: Point) -> TableTime? { timeLine.time(at: point) }

    /// What a click on a cell of the hints does.
    func command(at point: Point) -> PlaybackCommand? {
        keys.action(at: point)
    }

    // MARK: - Time

    /// When the picture next changes by itself; `nil` while it is paused or over.
    ///
    /// - Parameter now: A moment at or after the one the screen was made for.
    public func nextChange(after now: TableTime) -> TableTime? {
        guard playback.isPlaying else { return nil }
        let position = playback.position(at: now)
        // The clock of the line of time goes by whole seconds of the game.
        let start = playback.game(at: now).map { playback.recording.games[$0].span.lowerBound }
        let gone = (start ?? .zero).duration(to: position)
        let part = (gone.wholeMilliseconds + 500) % 1000
        let next = position.advanced(by: .milliseconds(1000 - part))
        let changes = [table.nextChange(after: position), next].compactMap(\.self)
        let soonest = changes.min().flatMap(playback.present)
        // At most ten pictures a second for what only counts.
        let paced = soonest.map { max($0, now.advanced(by: .milliseconds(100))) }
        return [paced, playback.nextMoment.map { max($0, now) }].compactMap(\.self).min()
    }

    // MARK: - Drawing

    /// Draws everything but the table.
    ///
    /// - Parameter canvas: What the table has been drawn on, of the screen's size.
    public func drawFrame(on canvas: inout Canvas) {
        if playback.model.overlay == nil { keys.draw(appearance, on: &canvas) }
        timeLine.draw(playback, appearance, on: &canvas)
        // Where there is no room for the cards there is none for a sheet either.
        guard playback.isHelpShown, table.regions != nil else { return }
        let area = Rect(0, 0, size.width, max(0, size.height - 1))
        help.draw(in: area, appearance, on: &canvas)
    }

    /// Draws the whole screen.
    public func draw(on canvas: inout Canvas) {
        table.draw(on: &canvas)
        drawFrame(on: &canvas)
    }

    /// The keys and what they do, in two columns.
    private var help: Panel {
        let isWide = size.width >= 76
        let keyColumns = isWide ? 7 : 6
        let style = Style(.standard, on: .standard, .bold)
        let cells = PlaybackCommand.allCases.map { command in
            var line = TextLine(
                command.keyName
                    + String(repeating: " ", count: max(1, keyColumns - command.keyName.columns)),
                style)
            line.add(isWide ? command.summary : command.title)
            return line
        }
        var lines = Overlays.inColumns(cells, 2, width: min(size.width - 4, 84))
        let isHigh = size.height >= lines.count + 7
        if isHigh {
            let legend =
                "On the line of time: sets by those who found them, × for what failed, "
                + "+ for deals. A click there goes there."
            let quiet = Tone.quiet.style(appearance.palette)
            lines.append(TextLine())
            lines += legend.wrapped(to: min(size.width - 6, 82)).map { TextLine($0, quiet) }
        }
        return Panel(title: "Keys", footer: "any key closes", lines: lines, isCentred: false)
    }
}
