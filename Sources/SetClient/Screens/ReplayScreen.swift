import SetProtocol

/// The screen of a recorded duel.
package struct ReplayScreen: Screen {
    private(set) var playback: Playback
    private(set) var view: TableView
    private var table = AnimatedTable()
    private var picture: ReplayPicture?
    /// The jumps of the position that have been shown.
    private var shownLeaps = 0

    package init(_ playback: Playback, _ preferences: SettingsModel) {
        self.playback = playback
        view = TableView(playback.model, preferences)
    }

    package var settings: ClientSettings { view.preferences.settings }

    package var theme: Theme { view.preferences.theme }

    package mutating func remark(_ text: String, at now: MonotonicInstant) {
        playback.remark(text, at: now)
        view.model = playback.model
    }

    package mutating func advance(to now: MonotonicInstant) -> [ScreenEffect<SessionEnd>] {
        change { $0.advance(to: now) }
        return []
    }

    /// Changes the playback and shows the table as it is then; a report starts at its top.
    private mutating func change(_ change: (inout Playback) -> Void) {
        let phaseBefore = playback.model.table?.phase
        change(&playback)
        let game = view.model.table?.game ?? 0
        view.model = playback.model
        if settings.isThemeRandom, game > 0, view.model.table?.game != game {
            view.preferences.drawRandomTheme()
        }
        if playback.model.table?.phase != phaseBefore {
            (view.isReportHidden, view.reportRow) = (false, 0)
        }
    }

    // MARK: - From the viewer

    package var keyUse: KeyUse { view.keyUse(withoutSheet: .playback) }

    package mutating func handle(
        _ input: InputEvent, in size: Size, at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        guard let picture else { return [] }
        if case .key(let key) = input { return press(key, on: picture, at: now) }
        if let step = view.handleBySheet(input, on: picture.table) {
            return perform(step, on: picture, at: now)
        }
        switch input.fromPlayer {
        case .scroll(let step):
            if let row = reportRow(step > 0 ? .down : .up, on: picture) {
                return perform(.scroll(to: row), at: now)
            }
            return perform(step > 0 ? PlaybackCommand.forward : .back, at: now)
        case .click(let point): return click(point, on: picture, at: now)
        case .rightClick: return perform(PlaybackCommand.board, at: now)
        case .key, .paste, nil: return []
        }
    }

    private mutating func press(
        _ key: Key, on picture: ReplayPicture, at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        if key.isInterrupt { return perform(.quit, at: now) }
        if let step = view.handleBySheet(.key(key), on: picture.table) {
            return perform(step, on: picture, at: now)
        }
        if let row = reportRow(key.code, on: picture) { return perform(.scroll(to: row), at: now) }
        if let command = PlaybackCommand.command(for: key) { return perform(command, key, at: now) }
        if let hint = settings.keyboard.hint(on: key) { remark(hint, at: now) }
        return []
    }

    /// The row of a report that a key leads to; `nil` at its end or without a report.
    private func reportRow(_ key: Key.Code, on picture: ReplayPicture) -> Int? {
        guard [.up, .down, .pageUp, .pageDown].contains(key),
            let window = picture.table.reportSheet?.scroll, window.isNeeded,
            let row = window.row(for: key), row != window.first
        else { return nil }
        return row
    }

    private mutating func click(
        _ point: Point, on picture: ReplayPicture, at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        if let time = picture.time(at: point) {
            change { $0.seek(to: time, at: now) }
            return []
        }
        if let key = picture.key(at: point) { return press(key, on: picture, at: now) }
        switch picture.table.action(at: point) {
        case .cancel: return perform(.cancel, at: now)
        case .quit: return perform(.quit, at: now)
        case _: return perform(PlaybackCommand.pause, at: now)
        }
    }

    private mutating func perform(
        _ command: PlaybackCommand, _ key: Key? = nil, at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        switch command.effect {
        case .act(let action): return perform(action, at: now)
        case .play(let play):
            if let key = key ?? command.keys.first { change { play(&$0, key, now) } }
            return []
        }
    }

    private mutating func perform(
        _ step: SheetStep, on picture: ReplayPicture, at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        let effects = effects(view.perform(step, at: playback.position(at: now).replayed))
        return step.key.map { effects + press($0, on: picture, at: now) } ?? effects
    }

    private mutating func perform(
        _ action: Action, at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        action == .quit
            ? [.done(SessionEnd(.left))]
            : effects(view.perform(action, at: playback.position(at: now).replayed))
    }

    /// Without a host to send to, all that is left is what to save.
    private mutating func effects(_ outcome: TableView.Outcome) -> [ScreenEffect<SessionEnd>] {
        playback.model = view.model
        return outcome.changes.map { [.save($0)] } ?? []
    }

    // MARK: - Drawing

    package mutating func prepare(
        _ size: Size, _ appearance: Appearance, _ pace: FramePacing.Pace, at now: MonotonicInstant
    ) {
        let next = ReplayPicture(
            playback, view, size: size, appearance: appearance, now: now)
        // Playback may be faster than cards fly, or than the connection to the terminal.
        let isTooFast = pace == .cuts || playback.speed.rawValue > 4
        let level = settings.motion == .full && isTooFast ? .reduced : settings.motion
        table.show(next.table, level, isCut: shownLeaps != playback.leaps, at: now)
        (picture, shownLeaps) = (next, playback.leaps)
    }

    package func isMoving(at now: MonotonicInstant) -> Bool { table.isMoving(at: now) }

    package mutating func draw(
        on canvas: inout Canvas, _ appearance: Appearance, at now: MonotonicInstant
    ) {
        table.draw(on: &canvas, at: now)
        picture?.drawFrame(on: &canvas)
    }

    package func nextChange(after now: MonotonicInstant, _ pace: FramePacing.Pace)
        -> MonotonicInstant?
    {
        [picture?.nextChange(after: now), table.nextFrame(after: now, pace)]
            .compactMap(\.self).min()
    }
}
