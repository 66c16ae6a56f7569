import Dispatch
import SetProtocol

/// Plays or watches at a host on the whole screen: joins a connection and a table's screen.
package struct TableSession: Sendable {
    private let link: HostLink
    private let session: ScreenSession<TableScreen>
    private let executor: QueueExecutor

    /// - Parameters:
    ///   - link: On the same executor as the stage.
    ///   - settingsFile: Where the player's changes are saved; `nil` to forget them.
    package init(
        _ screen: TableScreen, over link: HostLink, on stage: TerminalStage,
        settingsFile: SettingsFile? = nil
    ) {
        (self.link, executor) = (link, stage.executor)
        session = ScreenSession(screen, on: stage, settingsFile: settingsFile) { link.send($0) }
    }

    /// The last game, in one line; `nil` without a game.
    package var summary: String? {
        get async { await session.screen.summary(at: MonotonicClock.now) }
    }

    /// Whether the game is one to be continued later.
    package var isWorthSaving: Bool { get async { await session.screen.isWorthSaving } }

    /// The settings as the player has changed them.
    package var settings: ClientSettings { get async { await session.screen.settings } }

    /// Tells the player that the game can no longer be saved; from any thread.
    package func cannotSave(_ reason: String) {
        executor.queue.async { [session] in
            session.assumeIsolated { session in
                session.update {
                    $0.cannotSave(reason, at: MonotonicClock.now)
                    return []
                }
            }
        }
    }

    /// Says hello and plays until the session ends; the stage is always left.
    ///
    /// - Parameter hello: The hello to send.
    package func run(_ hello: Hello) async -> SessionEnd {
        let end = await session.run { [link, session] in
            link.start(hello) { [weak session] event in
                session?.assumeIsolated { $0.receive(event) }
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
}

extension ScreenSession where Content == TableScreen {
    fileprivate func receive(_ event: HostLink.Event) {
        switch event {
        case .message(let message, at: let time): update { $0.receive(message, at: time) }
        case .interrupted(let outage, at: let time): update { $0.connectionBroke(outage, at: time) }
        case .remark(let text, at: let time):
            update {
                $0.remark(text, at: time)
                return []
            }
        case .ended(let end, after: _, at: let time): update { $0.tableClosed(end, at: time) }
        }
    }
}
