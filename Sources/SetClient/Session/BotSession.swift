import SetProtocol

/// Sits the computer player down at a table: performs what ``Bot`` decides.
package actor BotSession: QueueConfined {
    package nonisolated let executor: QueueExecutor
    private var bot: Bot
    private let link: HostLink
    private var timer: DeadlineTimer?
    private var isOver = false

    package init(_ bot: Bot, over link: HostLink, on executor: QueueExecutor) {
        self.bot = bot
        self.link = link
        self.executor = executor
    }

    /// Says hello and plays until the line is gone or ``stop()`` is called.
    ///
    /// - Parameter hello: Who it is and which table it wants.
    package func start(_ hello: Hello) {
        timer = DeadlineTimer(executor: executor) { [weak self] in
            self?.assumeIsolated { $0.wake() }
        }
        link.start(hello) { [weak self] event in
            self?.assumeIsolated { $0.handle(event) }
        }
    }

    /// Leaves the table.
    package func stop() {
        guard !isOver else { return }
        isOver = true
        timer?.arm(at: nil)
        link.send(.leave)
        link.finish()
    }

    private func handle(_ event: HostLink.Event) {
        guard !isOver else { return }
        switch event {
        case .message(let message, at: let time):
            say(bot.receive(message, at: time))
            timer?.arm(at: bot.nextWake)
        case .interrupted:
            // What it was about to do is for the table as it finds it when it is back.
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
