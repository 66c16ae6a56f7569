import SetProtocol

// MARK: - A recorded duel

extension TableScreen {
    /// A recorded duel in the place of a host.
    package init(_ playback: Playback, _ preferences: SettingsModel) {
        self.init(playback.model, preferences)
        self.playback = playback
    }

    mutating func pressInReplay(
        _ key: Key, on picture: TablePicture, at now: MonotonicInstant
    ) -> [ClientEffect] {
        if [.up, .down, .pageUp, .pageDown].contains(key.code),
            let row = reportRow(key.code, on: picture)
        {
            return perform(.scroll(to: row), on: picture, at: now)
        }
        if let command = PlaybackCommand.command(for: key) {
            return perform(command, key, on: picture, at: now)
        }
        if let hint = settings.keyboard.hint(on: key) { remark(hint, at: now) }
        return []
    }

    /// The row of a report that a key leads to; `nil` at its end or without a report.
    private func reportRow(_ key: Key.Code, on picture: TablePicture) -> Int? {
        guard let window = picture.reportSheet?.scroll, window.isNeeded else { return nil }
        return window.row(for: key).flatMap { $0 == window.first ? nil : $0 }
    }

    /// A click goes to a time or presses a button, and pauses anywhere else; the wheel scrolls the
    /// report or moves through the recording.
    mutating func handleInReplay(
        _ mouse: Mouse, on picture: TablePicture, at now: MonotonicInstant
    ) -> [ClientEffect] {
        switch mouse.action {
        case .press(.left):
            if let time = frame?.timeLine.time(at: mouse.point) {
                play { $0.seek(to: time, at: now) }
                return []
            }
            if let key = frame?.keys.action(at: mouse.point) {
                return press(key, on: picture, at: now)
            }
            switch picture.action(at: mouse.point) {
            case .cancel: return perform(.cancel, on: picture, at: now)
            case .quit: return perform(.quit, on: picture, at: now)
            case _: return perform(PlaybackCommand.pause, on: picture, at: now)
            }
        case .press(.right): return perform(PlaybackCommand.board, on: picture, at: now)
        case .wheelUp, .wheelDown:
            let isDown = mouse.action == .wheelDown
            if let row = reportRow(isDown ? .down : .up, on: picture) {
                return perform(.scroll(to: row), on: picture, at: now)
            }
            return perform(isDown ? PlaybackCommand.forward : .back, on: picture, at: now)
        }
    }

    private mutating func perform(
        _ command: PlaybackCommand, _ key: Key? = nil, on picture: TablePicture,
        at now: MonotonicInstant
    ) -> [ClientEffect] {
        switch command.effect {
        case .act(let action): return perform(action, on: picture, at: now)
        case .play(let change):
            if let key = key ?? command.keys.first { play { change(&$0, key, now) } }
            return []
        }
    }

    /// Changes the playback and shows the table as it is then; a report starts at its top.
    mutating func play(_ change: (inout Playback) -> Void) {
        guard var playback else { return }
        change(&playback)
        self.playback = playback
        let before = view.model.table
        view.model = playback.model
        if settings.isThemeRandom, let game = before?.game, game > 0,
            view.model.table?.game != game
        {
            view.preferences.drawRandomTheme()
        }
        if view.model.table?.phase != before?.phase {
            (view.isReportHidden, view.reportRow) = (false, 0)
        }
    }

    /// When the picture next changes by itself; `nil` while the playback is paused or over.
    func nextChangeOfReplay(after now: MonotonicInstant) -> MonotonicInstant? {
        guard let playback, playback.isPlaying, let picture else { return nil }
        let position = playback.position(at: now)
        // The time line shows whole seconds of the game.
        let start = playback.game(at: now).map { playback.recording.games[$0].span.lowerBound }
        let gone = (start ?? .zero).duration(to: position)
        let part = (gone.wholeMilliseconds + 500) % 1000
        let next = position.advanced(by: .milliseconds(1000 - part))
        let change = picture.nextChange(after: position.replayed).map(TableInstant.init(replayed:))
        let soonest = [change, next].compactMap(\.self).min().flatMap(playback.present)
        // At most ten pictures a second for counters.
        let paced = soonest.map { max($0, now.advanced(by: .milliseconds(100))) }
        return [paced, playback.nextMoment.map { max($0, now) }].compactMap(\.self).min()
    }
}
