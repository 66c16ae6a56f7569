import SetProtocol

/// Runs the full-screen client: performs what ``ClientModel`` decides and shows what
/// ``TableScreen`` draws.
public actor TerminalSession {
    private let stage: TerminalStage
    private let link: HostLink
    private var model: ClientModel
    private var keys = KeyMap()
    private let address: String?
    private let settingsFile: SettingsFile?
    private var screen: TableScreen?
    private var motion: Motion
    private var prints = CardPrints()
    private var isUntilGameOver = false
    private var endTimer: DeadlineTimer?
    private var ending: SessionEnd?
    private var ended: CheckedContinuation<SessionEnd, Never>?

    /// Runs on the executor of its stage, which is that of its connection.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        stage.executor.asUnownedSerialExecutor()
    }

    /// A client about to say hello over a line.
    ///
    /// - Parameters:
    ///   - link: On the same executor as the stage.
    ///   - address: The host as a second player can name it; `nil` when only this machine can.
    ///   - settingsFile: Where the player's changes are kept; `nil` to forget them.
    public init(
        _ model: ClientModel, over link: HostLink, on stage: TerminalStage,
        address: String? = nil, settingsFile: SettingsFile? = nil
    ) {
        self.model = model
        motion = Motion(level: model.settings.motion)
        self.link = link
        self.stage = stage
        self.address = address
        self.settingsFile = settingsFile
    }

    /// The settings as the player has changed them.
    public var settings: ClientSettings { model.settings }

    /// Comes on stage, says hello and plays until somebody ends it; the stage is left in every case.
    ///
    /// - Parameters:
    ///   - hello: Who it is and which table it wants.
    ///   - untilGameOver: Whether it ends by itself some seconds after the game.
    /// - Returns: How it ended.
    public func run(_ hello: Hello, untilGameOver: Bool = false) async -> SessionEnd {
        isUntilGameOver = untilGameOver
        model.isDemonstration = untilGameOver
        endTimer = DeadlineTimer(executor: stage.executor) { [weak self] in
            self?.assumeIsolated { $0.finish(SessionEnd(.left)) }
        }
        do throws(TerminalError) {
            try stage.enter { [weak self] event in
                self?.assumeIsolated { $0.take(event) }
            }
        } catch {
            return SessionEnd(error)
        }
        link.start(hello) { [weak self] event in
            self?.assumeIsolated { $0.take(event) }
        }
        return await withCheckedContinuation { continuation in
            if let ending { continuation.resume(returning: ending) } else { ended = continuation }
        }
    }

    // MARK: - From the host

    private func take(_ event: HostLink.Event) {
        guard ending == nil else { return }
        switch event {
        case .message(let message, at: let time):
            perform(model.receive(message, at: time))
            if isUntilGameOver, model.table?.phase == .over {
                endTimer?.arm(at: MonotonicClock.now.advanced(by: .seconds(12)))
            }
        case .interrupted(let outage, at: let time): perform(model.lineBroke(outage, at: time))
        case .remark(let text, at: let time): model.remark(text, at: time)
        case .ended(let end, after: _, at: _): finish(end)
        }
        stage.requestFrame()
    }

    // MARK: - From the terminal

    private func take(_ event: TerminalStage.Event) {
        guard ending == nil else { return }
        switch event {
        case .input(.key(let key)): take(key)
        case .input(.mouse(let mouse)): take(mouse)
        case .input(.paste(let text)):
            // Pasting never plays: it can only be written into a message.
            if model.overlay == .chat { perform(.type(.insert(text))) }
        case .input(.focus), .input(.report): break
        case .frameDue: draw()
        case .ended(let end):
            // A window that is closed, or a line to this machine that breaks, gives up no seat.
            if end.kind != .signal(Signal.hangUp.number) { link.send(.leave) }
            finish(end)
        }
    }

    private func take(_ key: Key) {
        motion.skip()
        guard let screen, let action = keys.action(for: key, model: model, screen: screen) else {
            return
        }
        // A key is meant for the card that was drawn; if another one lies there by now, for none.
        if case .touch(let slot) = action, !isAsDrawn(slot, on: screen) { return }
        perform(action)
    }

    private func isAsDrawn(_ slot: Int, on screen: TableScreen) -> Bool {
        guard let drawn = screen.model.table?.cards, let cards = model.table?.cards,
            drawn.indices.contains(slot), cards.indices.contains(slot)
        else { return false }
        return drawn[slot] == cards[slot]
    }

    private func take(_ mouse: Mouse) {
        guard let screen, let action = screen.action(for: mouse) else { return }
        if case .touch(let slot) = action, !isAsDrawn(slot, on: screen) { return }
        motion.skip()
        perform(action)
    }

    // MARK: - Effects

    private func perform(_ action: Action) {
        let now = MonotonicClock.now
        if model.isTooSoon(action, at: now) { return }
        perform(model.perform(action, at: now))
    }

    private func perform(_ effects: [ClientEffect]) {
        for effect in effects {
            switch effect {
            case .send(let message): link.send(message)
            case .alert: if model.settings.ringsBell { stage.alert() }
            case .save(let settings): save(settings)
            case .quit: finish(SessionEnd(.left, link.partingWords))
            }
        }
    }

    /// Keeps what the player has changed; where that fails it still holds for this time.
    private func save(_ settings: StoredSettings) {
        do throws(FileProblem) {
            try settingsFile?.merge(settings)
        } catch {
            model.remark("Not kept for next time: \(error.brief)", at: MonotonicClock.now)
        }
    }

    private func draw() {
        let now = MonotonicClock.now
        stage.heed(model.settings)
        stage.show(title: WindowTitle.text(model, hasFocus: stage.hasFocus))
        let screen = TableScreen(
            model: model, size: stage.size,
            appearance: Appearance(
                model.theme, model.settings, on: stage.profile, invitation: invitation), now: now,
            firstLetter: keys.firstLetter)
        motion.level = motionLevel
        motion.changed(from: self.screen, to: screen, at: now)
        self.screen = screen
        let isMoving = motion.isMoving(at: now)
        if isMoving, stage.isBusy(at: now) { return }
        var canvas = Canvas(screen.size)
        motion.draw(screen, on: &canvas, with: &prints, at: now)
        stage.show(canvas, isMoving: isMoving, at: now)
        let changes = [
            screen.nextChange(after: now), motion.nextFrame(after: now, pace: stage.pace),
        ]
        stage.requestFrame(at: changes.compactMap(\.self).min())
    }

    /// What the player wants, but for a line too slow for it.
    private var motionLevel: MotionLevel {
        switch (model.settings.motion, stage.pace) {
        case (.full, .cuts): .reduced
        case (let level, _): level
        }
    }

    /// What the second player types, once the table has a code.
    private var invitation: String? {
        guard let address, case .joined(let welcome) = model.connection else { return nil }
        return "set-duel join \(address) --table \(welcome.table)"
    }

    private func finish(_ end: SessionEnd) {
        guard ending == nil else { return }
        ending = end
        endTimer?.arm(at: nil)
        link.finish()
        stage.leave()
        ended?.resume(returning: end)
        ended = nil
    }
}
