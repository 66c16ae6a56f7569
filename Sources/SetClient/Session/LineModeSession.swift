import Dispatch
import SetProtocol

/// Runs the line-mode client: performs what ``LineModeClient`` decides.
///
/// Each typed line waits until everything asked by the previous one has been answered: the client
/// pings after each request and waits for the pong. So a script plays the same game as a person.
package actor LineModeSession: QueueConfined {
    package nonisolated let executor: QueueExecutor
    private var signals: EndingSignals?
    private var client: LineModeClient
    private let link: HostLink
    private let typed: TypedLines
    /// Whether typed lines are read; a demonstration only shows.
    private var readsInput = false
    /// Whether the host has admitted the player: a script's first line needs a table.
    private var isWelcome = false
    /// Pings that wait for their pongs.
    private var openQuestions = 0
    private var isUntilGameOver = false
    /// The rate at which typed lines are handled; `nil` if the host is this process, and has no limit.
    private var pace: RateLimit?
    private var paceTimer: DeadlineTimer?
    private var timer: DeadlineTimer?
    private let ended = OneTimeEvent<SessionEnd>()
    private var ending: SessionEnd? { ended.value }

    package init(
        _ client: LineModeClient, over link: HostLink, on executor: QueueExecutor,
        typed: TypedLines
    ) {
        // A line asks at most five things, so a script is slowed down to a fifth of the messages
        // that a host allows.
        pace =
            client.model.venue == .embedded
            ? nil : RateLimit(RateLimit.Rate(4, per: .seconds(1), burst: 7))
        self.client = client
        self.link = link
        self.executor = executor
        self.typed = typed
    }

    /// Says hello and plays until the session ends or the task is canceled.
    package func run(
        _ hello: Hello, readsInput: Bool, untilGameOver: Bool = false
    ) async -> SessionEnd {
        isUntilGameOver = untilGameOver
        timer = makeTimer { $0.perform($0.client.timePassed(at: MonotonicClock.now)) }
        paceTimer = makeTimer { $0.readOn() }
        link.start(hello) { [weak self] event, time in
            self?.assumeIsolated { $0.handle(event, at: time) }
        }
        // This also arms the restoration of the terminal, whose handlers must not replace those below.
        if readsInput {
            self.readsInput = true
            typed.start(on: executor) { [weak self] in
                self?.assumeIsolated { $0.readOn() }
            }
        }
        signals = EndingSignals(
            for: executor, canStall: true,
            handle: { [weak self] signal in
                self?.assumeIsolated { $0.interrupted(by: signal) }
            },
            giveUp: { [link, saving = client.model.saving] signal in
                if signal != .hangUp, saving == .never { link.send(.leave) }
            })
        if let ending = await ended.wait() { return ending }
        finish(SessionEnd(.left))
        return ending ?? SessionEnd(.left)
    }

    package var isWorthSaving: Bool { client.model.isWorthSaving }

    /// Tells the player that the game can no longer be saved; from any thread.
    package nonisolated func cannotSave(_ reason: String) {
        executor.queue.async {
            self.assumeIsolated { $0.perform($0.client.cannotSave(reason, at: MonotonicClock.now)) }
        }
    }

    // MARK: - From the host

    private func handle(_ event: LinkEvent, at time: MonotonicInstant) {
        guard ending == nil else { return }
        switch event {
        case .message(.pong):
            // A host may send an unsolicited pong.
            openQuestions = max(0, openQuestions - 1)
        case .message(let message):
            perform(client.receive(message, at: time))
            if case .welcome = message {
                // The table is described before the next typed line is handled.
                (isWelcome, openQuestions) = (true, 0)
                ask()
            }
            if isUntilGameOver, case .state(let state) = message, state.phase == .over {
                link.send(.leave)
                return finish(SessionEnd(.left))
            }
        case .interrupted(let outage):
            openQuestions = 0
            perform(client.connectionLost(outage, at: time))
        case .remark(let text): perform(client.remark(text))
        case .ended(let end, after: let message):
            let lastWords =
                message.map { client.receive($0, at: time) }
                ?? client.connectionClosed(end.message ?? "")
            return finish(end, lastWords)
        }
        readOn()
    }

    // MARK: - From the player

    /// Handles typed lines as long as no answer is outstanding.
    private func readOn() {
        while readsInput, isWelcome, openQuestions == 0, ending == nil {
            switch typed.next {
            case .nothing: return
            case .end: return perform(client.inputEnded())
            case .line(let line, since: let began):
                let now = MonotonicClock.now
                if pace?.allows(at: now) == false {
                    paceTimer?.arm(at: now.advanced(by: .milliseconds(100)))
                    return
                }
                typed.removeLine()
                perform(client.read(line, typedSince: began, at: MonotonicClock.now))
            }
        }
    }

    private func interrupted(by signal: Signal) {
        if signal == .interrupt, typed.areEdited,
            let question = client.questionBeforeLeaving(at: MonotonicClock.now)
        {
            typed.abandonLine()
            return perform(question)
        }
        let last = client.interrupted(isHangUp: signal == .hangUp)
        typed.abandonLine()
        for line in last.lines { typed.show(line) }
        for case .send(let message) in last.effects { link.send(message) }
        finish(SessionEnd(.signal(signal.number)))
    }

    // MARK: - Effects

    private func perform(_ output: LineModeClient.Output) {
        if !output.lines.isEmpty { typed.show(output.lines.joined(separator: "\n")) }
        var hasAsked = false
        for effect in output.effects {
            switch effect {
            case .send(let message):
                link.send(message)
                hasAsked = true
            case .alert, .save, .copy: break
            case .done:
                return finish(SessionEnd(.left, link.partingWords.map { $0 + " --plain" }))
            }
        }
        if hasAsked { ask() }
        timer?.arm(at: client.nextAnnouncement)
    }

    private func ask() {
        openQuestions += 1
        link.send(.ping(Nonce("\(openQuestions)")))
    }

    /// Ends with the client's last words, unless the ending has its own: those are printed once, as
    /// an error.
    private func finish(_ end: SessionEnd, _ lastWords: LineModeClient.Output? = nil) {
        guard ending == nil else { return }
        if end.message == nil { lastWords?.lines.forEach(typed.show) }
        timer?.arm(at: nil)
        paceTimer?.arm(at: nil)
        if readsInput { typed.stop() }
        link.finish()
        ended.happen(end)
    }
}
