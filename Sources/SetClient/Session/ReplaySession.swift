import SetProtocol

/// Runs a recorded duel on the whole screen: performs what ``Playback`` decides and shows what
/// ``ReplayScreen`` draws. While it is paused nothing runs.
public actor ReplaySession {
    private let stage: TerminalStage
    private let settingsFile: SettingsFile?
    private var playback: Playback
    private var screen: ReplayScreen?
    private var motion: Motion
    private var prints = CardPrints()
    private var ending: SessionEnd?
    private var ended: CheckedContinuation<SessionEnd, Never>?

    /// Runs on the executor of its stage.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        stage.executor.asUnownedSerialExecutor()
    }

    /// A recording about to be shown.
    ///
    /// - Parameter settingsFile: Where the viewer's changes are kept; `nil` to forget them.
    public init(_ playback: Playback, on stage: TerminalStage, settingsFile: SettingsFile? = nil) {
        self.playback = playback
        self.stage = stage
        self.settingsFile = settingsFile
        motion = Motion(level: playback.model.settings.motion)
    }

    /// Shows it until the viewer has had enough; the stage is left in every case.
    public func run() async -> SessionEnd {
        do throws(TerminalError) {
            try stage.enter { [weak self] event in
                self?.assumeIsolated { $0.take(event) }
            }
        } catch {
            return SessionEnd(error)
        }
        return await withCheckedContinuation { continuation in
            if let ending { continuation.resume(returning: ending) } else { ended = continuation }
        }
    }

    private func take(_ event: TerminalStage.Event) {
        guard ending == nil else { return }
        let now = MonotonicClock.now
        switch event {
        case .input(let input): take(input, at: now)
        case .frameDue: draw(at: now)
        case .ended(let end): finish(end)
        }
    }

    private func take(_ input: InputEvent, at now: TableTime) {
        guard let screen else { return }
        playback.advance(to: now)
        switch input {
        case .key(let key): perform(playback.take(key, on: screen, at: now), at: now)
        case .mouse(let mouse): perform(playback.take(mouse, on: screen, at: now), at: now)
        case .paste, .focus, .report: break
        }
    }

    private func perform(_ effects: [ClientEffect], at now: TableTime) {
        for effect in effects {
            switch effect {
            case .save(let settings): save(settings, at: now)
            case .quit: finish(SessionEnd(.left))
            // There is nobody to say anything to.
            case .send, .alert: break
            }
        }
    }

    /// Keeps what the viewer has changed; where that fails it still holds for this time.
    private func save(_ settings: StoredSettings, at now: TableTime) {
        do throws(FileProblem) {
            try settingsFile?.merge(settings)
        } catch {
            playback.remark("Not kept for next time: \(error.brief)", at: now)
        }
    }

    private func draw(at now: TableTime) {
        playback.advance(to: now)
        let model = playback.model
        stage.heed(model.settings)
        let screen = ReplayScreen(
            playback, size: stage.size,
            appearance: Appearance(model.theme, model.settings, on: stage.profile), now: now)
        motion.level = motionLevel
        let isLeap = self.screen?.leaps != screen.leaps
        if isLeap { motion.skip() }
        motion.changed(from: isLeap ? nil : self.screen?.table, to: screen.table, at: now)
        self.screen = screen
        let isMoving = motion.isMoving(at: now)
        if isMoving, stage.isBusy(at: now) { return }
        var canvas = Canvas(stage.size)
        motion.draw(screen.table, on: &canvas, with: &prints, at: now)
        screen.drawFrame(on: &canvas)
        stage.show(canvas, isMoving: isMoving, at: now)
        let changes = [
            screen.nextChange(after: now), motion.nextFrame(after: now, pace: stage.pace),
        ]
        stage.requestFrame(at: changes.compactMap(\.self).min())
    }

    /// What the viewer wants, but for a line too slow for it, and for playing that is faster than
    /// cards fly.
    private var motionLevel: MotionLevel {
        let level = playback.model.settings.motion
        let isTooFast = stage.pace == .cuts || playback.speed.rawValue > 4
        return level == .full && isTooFast ? .reduced : level
    }

    private func finish(_ end: SessionEnd) {
        guard ending == nil else { return }
        ending = end
        stage.leave()
        ended?.resume(returning: end)
        ended = nil
    }
}
