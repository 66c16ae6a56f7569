import SetProtocol

/// The screen of a recorded duel: what keys and clicks mean there.
///
/// While it is paused nothing runs.
package struct ReplayScreen: Screen {
    private(set) var playback: Playback
    private(set) var view: TableView
    private var table = AnimatedTable()
    private var picture: ReplayPicture?
    /// The jumps of the position that have been shown.
    private var shownLeaps = 0

    /// A recording about to be shown.
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
        let phase = playback.model.table?.phase
        playback.advance(to: now)
        follow(phase)
        return []
    }

    /// Shows the table as it is at the position; a report begins at its top.
    private mutating func follow(_ phaseBefore: TablePhase?) {
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

    package mutating func handle(
        _ input: InputEvent, in size: Size, at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        guard let picture else { return [] }
        switch input {
        case .key(let key): return press(key, on: picture, at: now)
        case .mouse(let mouse): return handle(mouse, on: picture, at: now)
        case .paste:
            let step = view.handleBySheet(input, on: picture.table)
            return step.map { perform($0, on: picture, at: now) } ?? []
        case .focus, .report: return []
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
        return PlaybackCommand.command(for: key).map { perform($0, key, at: now) } ?? []
    }

    /// The row of a report that a key leads to; `nil` when there is none, or no row beyond.
    private func reportRow(_ key: Key.Code, on picture: ReplayPicture) -> Int? {
        guard [.up, .down, .pageUp, .pageDown].contains(key),
            let window = picture.table.reportSheet?.scroll, window.isNeeded,
            let row = window.row(for: key), row != window.first
        else { return nil }
        return row
    }

    private mutating func handle(
        _ mouse: Mouse, on picture: ReplayPicture, at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        if let step = view.handleBySheet(.mouse(mouse), on: picture.table) {
            return perform(step, on: picture, at: now)
        }
        switch mouse.action {
        case .wheelDown, .wheelUp:
            let isDown = mouse.action == .wheelDown
            if let row = reportRow(isDown ? .down : .up, on: picture) {
                return perform(.scroll(to: row), at: now)
            }
            return perform(isDown ? PlaybackCommand.forward : .back, at: now)
        case .press(.left):
            if let time = picture.time(at: mouse.point) {
                let phase = playback.model.table?.phase
                playback.seek(to: time, at: now)
                follow(phase)
                return []
            }
            if let key = picture.key(at: mouse.point) { return press(key, on: picture, at: now) }
            switch picture.table.action(at: mouse.point) {
            case .cancel: return perform(.cancel, at: now)
            case .quit: return perform(.quit, at: now)
            case _: return perform(PlaybackCommand.pause, at: now)
            }
        case .press(.right): return perform(PlaybackCommand.board, at: now)
        case .press(.middle), .release: return []
        }
    }

    private mutating func perform(
        _ command: PlaybackCommand, _ key: Key? = nil, at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        switch command.effect {
        case .act(let action): return perform(action, at: now)
        case .play(let play):
            guard let key = key ?? command.keys.first else { return [] }
            let phase = playback.model.table?.phase
            play(&playback, key, now)
            follow(phase)
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

    /// There is nobody to say anything to, so all that is left is what to save.
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
        // Playing may be faster than cards fly, or than the connection to the terminal.
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
