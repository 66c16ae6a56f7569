import Dispatch
import SetProtocol

package enum ScreenEnd<Outcome: Sendable>: Sendable {
    case done(Outcome)
    /// Something else ended it, such as a signal.
    case ended(SessionEnd)
}

extension ScreenEnd: Equatable where Outcome: Equatable {}

/// Runs a screen: passes it the player's input, shows what it draws, and performs its effects.
package actor ScreenSession<Content: Screen>: QueueConfined {
    /// The screen as it is now; after the end, as the player left it.
    package private(set) var screen: Content
    private let stage: TerminalStage
    private let settingsFile: SettingsFile?
    private let send: @Sendable (ClientMessage) -> Void
    private var presses = KeyPresses()
    private var isOnStage = false
    /// Whether something has happened since the last frame.
    private var hasChanged = false
    private var palette: Palette?
    private let ended = OneTimeEvent<ScreenEnd<Content.Outcome>>()
    private var end: ScreenEnd<Content.Outcome>? { ended.value }

    package nonisolated var executor: QueueExecutor { stage.executor }

    /// Saves changes in `settingsFile`, if any; `send` sends a message to the host.
    package init(
        _ screen: Content, on stage: TerminalStage, settingsFile: SettingsFile? = nil,
        send: @escaping @Sendable (ClientMessage) -> Void = { _ in }
    ) {
        (self.screen, self.stage) = (screen, stage)
        (self.settingsFile, self.send) = (settingsFile, send)
    }

    /// Shows the screen until the player is done with it, or the task is cancelled; the stage is left
    /// in every case.
    ///
    /// - Parameter begin: Called once the screen is on the stage.
    package func run(
        _ begin: @Sendable () -> Void = {}
    ) async -> ScreenEnd<Content.Outcome> {
        if let end { return end }
        isOnStage = true
        let failure = stage.enter { [weak self] event in
            self?.assumeIsolated { $0.handle(event) }
        }
        if let failure { return .ended(failure) }
        begin()
        if let end = await ended.wait() { return end }
        let cancelled = ScreenEnd<Content.Outcome>.ended(SessionEnd(.left))
        finish(cancelled)
        return end ?? cancelled
    }

    /// Changes the screen in a later turn of its queue, and shows it; from any thread.
    package nonisolated func change(_ change: @escaping @Sendable (inout Content) -> Void) {
        executor.queue.async {
            self.assumeIsolated { session in
                session.update {
                    change(&$0)
                    return []
                }
            }
        }
    }

    /// Changes the screen because of an event that did not come from the player, and shows it.
    private func update(
        _ change: @Sendable (inout Content) -> [ScreenEffect<Content.Outcome>]
    ) {
        guard end == nil else { return }
        hasChanged = true
        perform(change(&screen))
        if end == nil, isOnStage { stage.requestFrame() }
    }

    /// Ends the screen without the player, unless it has ended.
    package func finish(_ outcome: Content.Outcome) { finish(.done(outcome)) }

    private func handle(_ event: TerminalStage.Event) {
        guard end == nil else { return }
        let now = MonotonicClock.now
        switch event {
        case .input(let input):
            hasChanged = true
            handle(input, at: now)
        case .frameDue:
            handle(nil, at: now)
            if end == nil { draw(at: now) }
        case .ended(let end):
            perform(screen.terminalEnded(end))
            finish(.ended(end))
        }
    }

    /// Advances the screen, and passes on what counts of an input.
    private func handle(_ input: InputEvent?, at now: MonotonicInstant) {
        perform(screen.advance(to: now))
        guard end == nil else { return }
        let use = screen.keyUse
        let meant = input?.meant(for: use, on: screen.settings.keyboard)
        for input in presses.receive(meant, for: use, isAsking: screen.isAsking, at: now) {
            guard end == nil else { return }
            perform(screen.handle(input, in: stage.size, at: now))
        }
    }

    private func perform(_ effects: [ScreenEffect<Content.Outcome>]) {
        for effect in effects {
            switch effect {
            case .send(let message): send(message)
            case .alert: if screen.settings.ringsBell { stage.alert() }
            case .save(let settings): save(settings)
            case .copy(let line):
                let condition = stage.copy(line) ? "" : ", if this terminal lets programs copy"
                let words = line.exchanging("\n", for: " ")
                screen.remark("Copied\(condition): \(words)", at: MonotonicClock.now)
            case .done(let outcome): finish(.done(outcome))
            }
        }
    }

    /// Saves changed settings; if that fails, they still apply to this run.
    private func save(_ settings: StoredSettings) {
        do throws(FileProblem) {
            try settingsFile?.merge(settings)
        } catch {
            screen.remark("Could not save settings: \(error.brief).", at: MonotonicClock.now)
        }
    }

    private func draw(at now: MonotonicInstant) {
        stage.apply(screen.settings)
        stage.show(title: screen.title(hasFocus: stage.hasFocus))
        let appearance = Appearance(
            screen.theme, screen.settings, on: stage.profile, reusing: palette,
            invitation: screen.invitation)
        palette = appearance.palette
        screen.prepare(stage.size, appearance, stage.pace, at: now)
        // Animation is no faster than the connection to the terminal allows; news does not wait for it.
        let isMoving = screen.isMoving(at: now)
        if isMoving, !hasChanged, stage.isBusy(at: now) { return }
        hasChanged = false
        var canvas = Canvas(stage.size)
        screen.draw(on: &canvas, appearance, at: now)
        stage.show(canvas, isMoving: isMoving, at: now)
        let changes = [screen.nextChange(after: now, stage.pace), presses.unclear?.until]
        stage.requestFrame(at: changes.compactMap(\.self).min())
    }

    private func finish(_ end: ScreenEnd<Content.Outcome>) {
        guard self.end == nil else { return }
        if isOnStage { stage.leave() }
        ended.happen(end)
    }
}

extension ScreenSession where Content.Outcome == SessionEnd {
    /// Shows the screen; how the session ended, whatever ended it.
    package func end() async -> SessionEnd {
        switch await run() {
        case .done(let end), .ended(let end): end
        }
    }
}

/// Plays or watches at a host on the whole screen.
extension ScreenSession where Content == TableScreen {
    /// Says hello and plays until the session ends; the stage is always left.
    ///
    /// - Parameter link: On the same executor as the stage; the session sends through it.
    package func play(over link: HostLink, _ hello: Hello) async -> SessionEnd {
        let end = await run {
            link.start(hello) { [weak self] event, time in
                self?.assumeIsolated { $0.receive(event, at: time) }
            }
        }
        // The link has the message for a player who leaves while disconnected.
        let partingWords = link.partingWords
        link.finish()
        switch end {
        case .done(let end): return SessionEnd(end.kind, end.message ?? partingWords)
        case .ended(let end): return end
        }
    }

    private func receive(_ event: LinkEvent, at time: MonotonicInstant) {
        update { screen in
            switch event {
            case .message(let message): return screen.receive(message, at: time)
            case .interrupted(let outage): return screen.connectionLost(outage, at: time)
            case .remark(let text): screen.remark(text, at: time)
            case .ended(let end, after: _): return screen.tableClosed(end, at: time)
            }
            return []
        }
    }
}
