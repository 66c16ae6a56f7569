import Dispatch
import SetProtocol

/// Plays or watches at a host on the whole screen.
extension ScreenSession where Content == TableScreen {
    /// Says hello and plays until the session ends; the stage is always left.
    ///
    /// - Parameters:
    ///   - link: On the same executor as the stage; the session sends through it.
    ///   - hello: The hello to send.
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

    /// Tells the player that the game can no longer be saved; from any thread.
    package nonisolated func cannotSave(_ reason: String) {
        executor.queue.async {
            self.assumeIsolated { session in
                session.update {
                    $0.cannotSave(reason, at: MonotonicClock.now)
                    return []
                }
            }
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
