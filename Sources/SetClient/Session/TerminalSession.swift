import Dispatch
import SetProtocol

/// Runs the full-screen client: performs what ``ClientModel`` decides and shows what
/// ``TableScreen`` draws.
///
/// Everything happens on one queue. However many things happen in one turn of it, one frame is drawn
/// at its end; and when nothing happens nothing is drawn, but for what moves by itself.
public actor TerminalSession {
    private nonisolated let executor: QueueExecutor
    private let link: HostLink
    private let device: TerminalDevice
    private var model: ClientModel
    private var profile: TerminalProfile
    private var renderer: Renderer
    private var decoder = InputDecoder()
    private var keys = KeyMap()
    private let address: String?
    private let settingsFile: SettingsFile?
    private var window = WindowSize(cells: Size(80, 24))
    private var screen: TableScreen?
    private var motion: Motion
    private var pacing = FramePacing()
    private var isFrameDue = false
    private var hasFocus = true
    private var isUntilGameOver = false
    private var input: (any DispatchSourceRead)?
    private var signals: SignalWatch?
    private var frameTimer: DeadlineTimer?
    private var escapeTimer: DeadlineTimer?
    private var endTimer: DeadlineTimer?
    private var ending: SessionEnd?
    private var ended: CheckedContinuation<SessionEnd, Never>?

    /// Runs on the executor of its connection.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// A client about to say hello over a line.
    ///
    /// - Parameters:
    ///   - environment: The variables that tell what the terminal can do.
    ///   - color: When to use colours.
    ///   - address: The host as a second player can name it; `nil` when only this machine can.
    ///   - settingsFile: Where the player's changes are kept; `nil` to forget them.
    /// - Throws: When there is no terminal to draw on.
    public init(
        _ model: ClientModel, over link: HostLink, on executor: QueueExecutor,
        environment: [String: String], color: TerminalProfile.ColorChoice,
        address: String? = nil, settingsFile: SettingsFile? = nil
    ) throws(TerminalError) {
        self.model = model
        motion = Motion(level: model.settings.motion)
        self.link = link
        self.executor = executor
        self.address = address
        self.settingsFile = settingsFile
        device = try TerminalDevice.standard()
        profile = TerminalProfile(environment: environment, isTerminal: true, color: color)
        renderer = Renderer(depth: profile.colorDepth, glyphs: profile.glyphs, synchronizes: false)
    }

    /// Takes the terminal, says hello and plays until somebody ends it; the terminal is given back
    /// in every case.
    ///
    /// - Parameters:
    ///   - hello: Who it is and which table it wants.
    ///   - untilGameOver: Whether it ends by itself some seconds after the game.
    /// - Returns: How it ended.
    public func run(_ hello: Hello, untilGameOver: Bool = false) async -> SessionEnd {
        isUntilGameOver = untilGameOver
        do throws(TerminalError) {
            try takeTerminal()
        } catch {
            device.leave()
            return SessionEnd(.lost, error.sentence)
        }
        link.start(hello) { [weak self] event in
            self?.assumeIsolated { $0.take(event) }
        }
        return await withCheckedContinuation { continuation in
            if let ending { continuation.resume(returning: ending) } else { ended = continuation }
        }
    }

    private func takeTerminal() throws(TerminalError) {
        window = try device.windowSize()
        profile.apply(window)
        try device.enter(TerminalModes(title: "set-duel"))
        try device.write(profile.startupQueries(window: window))
        makeTimers()
        watchSignals()
        watchInput()
        draw()
    }

    private func makeTimers() {
        frameTimer = DeadlineTimer(executor: executor) { [weak self] in
            self?.assumeIsolated { $0.draw() }
        }
        escapeTimer = DeadlineTimer(executor: executor) { [weak self] in
            self?.assumeIsolated { $0.patienceEnded() }
        }
        endTimer = DeadlineTimer(executor: executor) { [weak self] in
            self?.assumeIsolated { $0.finish(SessionEnd(.left)) }
        }
    }

    private func watchSignals() {
        let watch = SignalWatch(executor: executor)
        signals = watch
        watch.start(
            [.interrupt, .terminate, .hangUp, .windowChange, .terminalStop, .resume]
        ) { [weak self] signal in
            self?.assumeIsolated { $0.take(signal) }
        }
    }

    private func watchInput() {
        let source = DispatchSource.makeReadSource(
            fileDescriptor: device.input, queue: executor.queue)
        source.setEventHandler { [weak self] in
            self?.assumeIsolated { $0.readInput() }
        }
        source.activate()
        input = source
    }

    // MARK: - From the host

    private func take(_ event: HostLink.Event) {
        guard ending == nil else { return }
        switch event {
        case .message(let message, at: let time):
            let effects = model.receive(message, at: time)
            // The model's wish to quit does not say why; what the host said does.
            if let end = SessionEnd(after: message) { return finish(end) }
            perform(effects)
            if isUntilGameOver, model.table?.phase == .over {
                endTimer?.arm(at: MonotonicClock.now.advanced(by: .seconds(12)))
            }
        case .closed(let sentence):
            _ = model.connectionClosed(sentence)
            finish(SessionEnd(.lost, sentence))
        }
        requestFrame()
    }

    // MARK: - From the terminal

    private func readInput() {
        guard ending == nil else { return }
        do {
            take(decoder.feed(try device.read()))
        } catch {
            return finish(SessionEnd(.signal(Signal.hangUp.number)))
        }
        awaitRest()
    }

    /// A lone escape is a key only when nothing follows it for a while.
    private func awaitRest() {
        let patience = Duration.milliseconds(InputDecoder.patience)
        escapeTimer?.arm(
            at: decoder.needsTimeout ? MonotonicClock.now.advanced(by: patience) : nil)
    }

    private func patienceEnded() {
        guard ending == nil else { return }
        take(decoder.timeoutElapsed())
        awaitRest()
    }

    private func take(_ events: [InputEvent]) {
        for event in events where ending == nil {
            switch event {
            case .key(let key): take(key)
            case .mouse(let mouse): take(mouse)
            case .focus(let isGained): hasFocus = isGained
            case .paste(let text):
                // Pasting never plays: it can only be written into a message.
                if model.overlay == .chat { perform(.type(.insert(text))) }
            case .report(let report): take(report)
            }
        }
        if !events.isEmpty { requestFrame() }
    }

    private func take(_ key: Key) {
        if key == .control("z") { return stop() }
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

    private func take(_ report: TerminalReport) {
        if report == .ready { return pacing.answered(at: MonotonicClock.now) }
        let couldReport = profile.reportsColorScheme
        profile.apply(report)
        if profile.reportsColorScheme, !couldReport {
            show(TerminalModes.colorSchemeReportsOn)
        }
        renderer.synchronizes = profile.synchronizes
        if renderer.depth != profile.colorDepth { renderer.depth = profile.colorDepth }
        if renderer.glyphs != profile.glyphs { renderer.glyphs = profile.glyphs }
        // The answer to the last question: what a terminal printed instead of answering goes.
        if case .primaryAttributes = report { renderer.repaintAll() }
    }

    private func take(_ signal: Signal) {
        guard ending == nil else { return }
        switch signal {
        case .interrupt, .terminate, .hangUp:
            link.send(.leave)
            finish(SessionEnd(.signal(signal.number)))
        case .windowChange: resize()
        case .terminalStop: stop()
        case .resume: reenter()
        }
    }

    private func resize() {
        guard let size = try? device.windowSize(), size != window else { return }
        window = size
        profile.apply(size)
        renderer.repaintAll()
        requestFrame()
    }

    /// Gives the terminal to the shell until the shell gives it back.
    private func stop() {
        device.suspend()
        TerminalDevice.stopProcess()
        reenter()
    }

    private func reenter() {
        device.suspend()
        do {
            try device.resume()
        } catch {
            return finish(SessionEnd(.lost, error.sentence))
        }
        resize()
        renderer.repaintAll()
        requestFrame()
    }

    // MARK: - Effects

    private func perform(_ action: Action) {
        perform(model.perform(action, at: MonotonicClock.now))
    }

    private func perform(_ effects: [ClientEffect]) {
        for effect in effects {
            switch effect {
            case .send(let message): link.send(message)
            case .alert: if !hasFocus { show(TerminalModes.bellBytes) }
            case .save(let settings): save(settings)
            case .quit: finish(SessionEnd(.left))
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

    /// Draws once, after everything that is waiting on the queue now.
    private func requestFrame() {
        guard !isFrameDue else { return }
        isFrameDue = true
        executor.queue.async { [weak self] in
            self?.assumeIsolated { session in
                session.isFrameDue = false
                session.draw()
            }
        }
    }

    private func draw() {
        guard ending == nil else { return }
        let now = MonotonicClock.now
        let screen = TableScreen(
            model: model, size: window.cells,
            appearance: Appearance(model, profile, invitation: invitation), now: now,
            firstLetter: keys.firstLetter)
        motion.level = motionLevel
        motion.changed(from: self.screen, to: screen, at: now)
        self.screen = screen
        let isMoving = motion.isMoving(at: now)
        if isMoving, let due = pacing.nextFrame, now < due {
            frameTimer?.arm(at: due)
            return
        }
        var canvas = Canvas(window.cells)
        motion.draw(screen, on: &canvas, at: now)
        let frame = renderer.frame(canvas)
        if !frame.isEmpty {
            if isMoving { pacing.asked(at: now) }
            show(isMoving ? frame + FramePacing.question : frame)
        }
        let changes = [
            screen.nextChange(after: now), motion.nextFrame(after: now, pace: pacing.pace),
        ]
        frameTimer?.arm(at: changes.compactMap(\.self).min())
    }

    /// What the player wants, but for a line too slow for it.
    private var motionLevel: MotionLevel {
        switch (model.settings.motion, pacing.pace) {
        case (.full, .cuts): .reduced
        case (let level, _): level
        }
    }

    /// What the second player types, once the table has a code.
    private var invitation: String? {
        guard let address, case .joined(let welcome) = model.connection else { return nil }
        return "set-duel join \(address) --table \(welcome.table)"
    }

    private func show(_ bytes: [UInt8]) {
        do {
            try device.write(bytes)
        } catch {
            finish(SessionEnd(.signal(Signal.hangUp.number)))
        }
    }

    private func finish(_ end: SessionEnd) {
        guard ending == nil else { return }
        ending = end
        for timer in [frameTimer, escapeTimer, endTimer] { timer?.arm(at: nil) }
        input?.cancel()
        link.finish()
        device.leave()
        ended?.resume(returning: end)
        ended = nil
    }
}

extension Appearance {
    /// How a table looks with a player's settings on a terminal.
    init(_ model: ClientModel, _ profile: TerminalProfile, invitation: String?) {
        self.init(
            palette: Palette(model.theme, on: profile), blitter: profile.blitter,
            cellAspect: profile.cellAspect, glyphs: profile.glyphs,
            keyboard: model.settings.keyboard, invitation: invitation)
    }
}

extension Palette {
    /// Fits a theme to what is known of a terminal.
    init(_ theme: Theme, on profile: TerminalProfile) {
        let depth: InkDepth =
            switch profile.colorDepth {
            case .none: .plain
            case .sixteen: .basic
            case .indexed: .indexed
            case .trueColor: .trueColor
            }
        self.init(theme, on: profile.isDark ? .dark : .light, depth)
    }
}
