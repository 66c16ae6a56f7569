import Dispatch
import SetProtocol

/// The terminal, shared by everything shown on it: it reads keys, knows capabilities, paces frames
/// and writes only what changed.
///
/// Screens may follow each other, such as a menu and a table. Everything happens on one queue, with
/// at most one frame per turn; when nothing happens there is none.
package actor TerminalStage: QueueConfined {
    package enum Event: Sendable {
        case input(InputEvent)
        case frameDue
        /// It is over: a signal came, or the terminal is gone.
        case ended(SessionEnd)
    }

    package nonisolated let executor: QueueExecutor
    private let device: TerminalDevice
    private var current: TerminalProfile
    private var renderer: Renderer
    private var decoder = InputDecoder()
    private var window = WindowSize(cells: Size(80, 24))
    private var pacing = FramePacing()
    /// When the startup questions were asked; `nil` once they are answered.
    private var askedAt: MonotonicInstant?
    private var isOpen = false
    private var isFrameDue = false
    private var isFocused = true
    private var title = WindowTitle.plain
    private var receive: (@Sendable (Event) -> Void)?
    private var end: SessionEnd?
    private var input: DescriptorSource?
    /// Waits for a terminal that is behind.
    private var room: DescriptorSource?
    private var signals: SignalWatch?
    private var endingSignals: EndingSignals?
    private var frameTimer: DeadlineTimer?
    private var escapeTimer: DeadlineTimer?

    /// Creates the stage without taking the terminal.
    package init(
        environment: [String: String], choices: TerminalChoices, on executor: QueueExecutor
    ) throws(TerminalError) {
        self.executor = executor
        device = try TerminalDevice.standard()
        let profile = TerminalProfile(
            environment: environment, isTerminal: true, choices: choices)
        current = profile
        renderer = Renderer(depth: profile.colorDepth, glyphs: profile.glyphs, synchronizes: false)
        decoder.readsEscapeAlone = profile.holdsEscapes
    }

    // MARK: - Coming and going; all of it on the executor's queue

    /// Enters the stage, and takes the terminal if nobody has it yet.
    ///
    /// - Parameter receive: Called on the queue, from the next turn on. Should hold its owner weakly.
    /// - Returns: `nil`; if the terminal cannot be used, why. It has been given back then.
    package nonisolated func enter(
        _ receive: @escaping @Sendable (Event) -> Void
    ) -> SessionEnd? {
        assumeIsolated { stage in
            do throws(TerminalError) {
                try stage.open()
                stage.receive = receive
                stage.requestFrame()
                return nil
            } catch {
                stage.close()
                return SessionEnd(error)
            }
        }
    }

    /// Leaves the stage; the terminal is kept for the next user, until ``close()``.
    package nonisolated func leave() {
        assumeIsolated { stage in
            stage.receive = nil
            stage.frameTimer?.arm(at: nil)
            if stage.end != nil { stage.close() }
        }
    }

    private func open() throws(TerminalError) {
        guard !isOpen, end == nil else { return }
        window = try device.windowSize()
        current.apply(window)
        try device.enter(
            TerminalModes(
                reportsMouse: current.mouse.value, title: WindowTitle.plain,
                isConsole: current.isConsole))
        isOpen = true
        askedAt = MonotonicClock.now
        try device.ask(current.startupQuestions(window: window), within: current.answerTimeout)
        write([])
        frameTimer = makeTimer { $0.receive?(.frameDue) }
        escapeTimer = makeTimer { $0.escapeTimedOut() }
        watchSignals()
        try watchInput()
    }

    /// Restores the terminal, if that has not been done yet.
    package func close() {
        receive = nil
        for timer in [frameTimer, escapeTimer] { timer?.arm(at: nil) }
        input = nil
        room = nil
        isOpen = false
        device.leave()
    }

    private func watchSignals() {
        let watch = SignalWatch(executor: executor)
        signals = watch
        Signal.noteResumption()
        watch.start([.windowChange, .terminalStop]) { [weak self] signal in
            self?.assumeIsolated { $0.handle(signal) }
        }
        endingSignals = EndingSignals(
            for: executor, canStall: false,
            handle: { [weak self] signal in self?.assumeIsolated { $0.handle(signal) } },
            giveUp: { [device] _ in device.leave() })
    }

    private func watchInput() throws(TerminalError) {
        do throws(SystemCallError) {
            input = try DescriptorSource(.reading, device.input, of: device, on: executor) {
                [weak self] in
                self?.assumeIsolated { $0.readInput() }
            }
        } catch {
            throw .system(.poll, code: error.number)
        }
    }

    // MARK: - What there is on it

    package nonisolated var profile: TerminalProfile { assumeIsolated { $0.current } }

    package nonisolated var size: Size { assumeIsolated { $0.window.cells } }

    package nonisolated var hasFocus: Bool { assumeIsolated { $0.isFocused } }

    /// How many animation frames the connection to the terminal can carry.
    package nonisolated var pace: FramePacing.Pace { assumeIsolated { $0.pacing.pace } }

    // MARK: - Showing; all of it on the executor's queue

    /// Requests one frame after everything that is waiting on the queue.
    package nonisolated func requestFrame() {
        assumeIsolated { stage in
            guard !stage.isFrameDue else { return }
            stage.isFrameDue = true
            stage.executor.queue.async { [weak stage] in
                stage?.assumeIsolated { stage in
                    stage.isFrameDue = false
                    stage.receive?(stage.end.map(Event.ended) ?? .frameDue)
                }
            }
        }
    }

    /// Requests a frame at a time, in place of any earlier request; `nil` for none.
    package nonisolated func requestFrame(at time: MonotonicInstant?) {
        assumeIsolated { $0.frameTimer?.arm(at: time) }
    }

    /// Whether the last frame of an animation is still on its way; the next one is requested when
    /// it may be drawn.
    package nonisolated func isBusy(at now: MonotonicInstant) -> Bool {
        assumeIsolated { stage in
            guard let due = stage.pacing.nextFrame, now < due else { return false }
            stage.frameTimer?.arm(at: due)
            return true
        }
    }

    /// Writes the changed parts of a frame, if any; it is dropped while the terminal is behind, and
    /// another is requested once it has caught up.
    ///
    /// - Parameter isMoving: Whether another frame follows, as fast as the terminal allows.
    package nonisolated func show(_ canvas: Canvas, isMoving: Bool, at now: MonotonicInstant) {
        assumeIsolated { stage in
            guard !stage.device.isBehind else { return }
            let frame = stage.renderer.frame(canvas)
            guard !frame.isEmpty else { return }
            if stage.renderer.holdsPictures { stage.device.willShowPictures() }
            if isMoving { stage.pacing.asked(at: now) }
            stage.write(isMoving ? frame + FramePacing.question : frame)
        }
    }

    package nonisolated func apply(_ settings: ClientSettings) {
        assumeIsolated { stage in
            stage.current.choices = settings.terminal
            stage.fitRenderer()
        }
    }

    /// Sets the title of the terminal's window if it differs; the shell's title returns at the end.
    package nonisolated func show(title: String) {
        assumeIsolated { stage in
            guard stage.title != title, !stage.current.isConsole, !stage.device.isBehind
            else { return }
            stage.title = title
            stage.write(TerminalModes.titleBytes(title))
        }
    }

    /// Rings the bell if the terminal does not have the focus.
    package nonisolated func alert() {
        assumeIsolated { if !$0.isFocused { $0.write(TerminalModes.bellBytes) } }
    }

    /// Puts a line on the terminal's clipboard; returns whether the terminal is known to allow that.
    package nonisolated func copy(_ line: String) -> Bool {
        assumeIsolated { stage in
            stage.write(TerminalModes.copyBytes(line))
            return stage.current.identity?.letsProgramsCopy == true
                && stage.current.multiplexer == nil
        }
    }

    /// Writes bytes; what the terminal does not take now follows as soon as it does.
    private func write(_ bytes: [UInt8]) {
        guard isOpen, end == nil else { return }
        do {
            try device.write(bytes)
        } catch {
            return fail(error)
        }
        if !device.isBehind {
            if room != nil { requestFrame() }
            room = nil
        } else if room == nil {
            room = try? DescriptorSource(.writing, device.output, of: device, on: executor) {
                [weak self] in
                self?.assumeIsolated { $0.write([]) }
            }
        }
    }

    // MARK: - From the terminal

    private func readInput() {
        guard isOpen, end == nil else { return }
        do {
            let bytes = try device.read()
            // Keys typed while the process was stopped were not about what is on the screen now.
            if Signal.hasResumed { return }
            handle(decoder.feed(bytes))
        } catch {
            return fail(error)
        }
        awaitRest()
    }

    /// A lone escape is a key only if nothing follows it for a while.
    private func awaitRest() {
        let timeout = MonotonicClock.now.advanced(by: InputDecoder.escapeTimeout)
        escapeTimer?.arm(at: decoder.needsTimeout ? timeout : nil)
    }

    private func escapeTimedOut() {
        guard isOpen, end == nil else { return }
        handle(decoder.timeoutElapsed())
        awaitRest()
    }

    private func handle(_ events: [InputEvent]) {
        for event in events {
            switch event {
            case .key(.control("z")): stop()
            // Something else may have written on the screen.
            case .key(.control("l")): renderer.repaintAll()
            case .key, .keyUp, .mouse, .paste: receive?(.input(event))
            case .focus(let isGained):
                isFocused = isGained
                if isGained { renderer.repaintAll() }
            case .report(let report): handle(report)
            }
        }
        let isNews = events.contains { if case .keyUp = $0 { false } else { true } }
        if isNews { requestFrame() }
    }

    private func handle(_ report: TerminalReport) {
        if report == .ready { return frameAnswered() }
        if case .primaryAttributes = report, let askedAt {
            current.answerTime = askedAt.duration(to: MonotonicClock.now)
            self.askedAt = nil
        }
        let couldReport = current.reportsColorScheme
        current.apply(report)
        decoder.readsEscapeAlone = current.holdsEscapes
        if current.reportsColorScheme, !couldReport { write(TerminalModes.colorSchemeReportsOn) }
        renderer.synchronizes = current.synchronizes
        fitRenderer()
        // The last query was answered: clear anything that a terminal printed instead of answering.
        if case .primaryAttributes = report {
            device.fenceAnswered()
            renderer.repaintAll()
        }
    }

    private func frameAnswered() {
        pacing.answered(at: MonotonicClock.now)
        guard pacing.pace != .smooth else { return }
        current.isSlow = true
        fitRenderer()
    }

    private func fitRenderer() {
        if renderer.depth != current.colorDepth { renderer.depth = current.colorDepth }
        if renderer.glyphs != current.glyphs { renderer.glyphs = current.glyphs }
        renderer.graphics = current.pictures.value?.graphics ?? .kitty
    }

    private func handle(_ signal: Signal) {
        guard end == nil else { return }
        switch signal {
        case .interrupt, .terminate, .hangUp: finish(SessionEnd(.signal(signal.number)))
        case .windowChange:
            let wasStopped = Signal.hasResumed
            Signal.forgetResumption()
            wasStopped ? reenter() : resize()
        case .terminalStop: stop()
        }
    }

    /// Redraws everything even if the size is the same: it may have differed in between.
    private func resize() {
        guard let size = try? device.windowSize() else { return }
        window = size
        current.apply(size)
        renderer.repaintAll()
        // The font may have another size, which not every window tells exactly.
        if current.pictures.value != nil { write(TerminalQuestion.cellPixels.bytes) }
        requestFrame()
    }

    /// Gives the terminal to the shell until the shell gives it back.
    private func stop() {
        device.suspend()
        TerminalSystem.stopProcess()
        Signal.expectLateResumption()
        reenter()
    }

    /// Takes the terminal back after a stop; what was typed meanwhile is discarded.
    private func reenter() {
        device.suspend()
        title = WindowTitle.plain
        do throws(TerminalError) {
            try device.resume()
        } catch {
            return fail(error)
        }
        write(current.reportsColorScheme ? TerminalModes.colorSchemeReportsOn : [])
        // Leaving has removed the pictures.
        renderer.forgetPictures()
        resize()
        renderer.repaintAll()
        requestFrame()
    }

    private func fail(_ error: TerminalError) {
        // The signal may come when the program has already stopped watching for it.
        if error == .hungUp { Signal.hangUp.ignore() }
        finish(SessionEnd(error))
    }

    /// Ends the stage for its current user and for all later ones.
    private func finish(_ end: SessionEnd) {
        guard self.end == nil else { return }
        self.end = end
        // A closed terminal would stay ready forever.
        input = nil
        room = nil
        receive?(.ended(end))
    }
}
