import Dispatch

/// A disk that stops answering when a test says so.
package final class StuckDisk: Sendable {
    private let turn = DispatchSemaphore(value: 0)

    package init() { turn.signal() }

    /// From now on nothing gets past ``pass()``; what does at this moment comes first.
    package func freeze() { turn.wait() }

    package func thaw() { turn.signal() }

    /// Is frozen for as long as something is tried, whatever comes of that.
    package func whileFrozen(_ body: () async throws -> Void) async rethrows {
        freeze()
        defer { thaw() }
        try await body()
    }

    package func pass() {
        turn.wait()
        turn.signal()
    }
}
