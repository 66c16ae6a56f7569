import SetProtocol

/// Runs a player without a person at a table.
package actor BotSession: QueueConfined {
    package nonisolated let executor: QueueExecutor
    private var bot: any AutomaticPlayer
    private let link: HostLink
    private var timer: DeadlineTimer?
    private var isOver = false

    package init(_ bot: any AutomaticPlayer, over link: HostLink, on executor: QueueExecutor) {
        self.bot = bot
        self.link = link
        self.executor = executor
    }

    /// Says hello and plays until the connection ends or ``stop()`` is called.
    package func start(_ hello: Hello) {
        timer = makeTimer { $0.wake() }
        link.start(hello) { [weak self] event, time in
            self?.assumeIsolated { $0.handle(event, at: time) }
        }
    }

    package func stop() {
        guard !isOver else { return }
        isOver = true
        timer?.arm(at: nil)
        link.send(.leave)
        link.finish()
    }

    private func handle(_ event: LinkEvent, at time: MonotonicInstant) {
        guard !isOver else { return }
        switch event {
        case .message(let message):
            say(bot.receive(message, at: time))
            timer?.arm(at: bot.nextWake)
        case .interrupted:
            // Its intention belongs to the table before the disconnection.
            timer?.arm(at: nil)
        case .remark: break
        case .ended:
            isOver = true
            timer?.arm(at: nil)
        }
    }

    private func wake() {
        say(bot.wake(at: MonotonicClock.now))
        timer?.arm(at: bot.nextWake)
    }

    private func say(_ messages: [ClientMessage]) {
        for message in messages { link.send(message) }
    }
}
