import Dispatch

/// A disk that stops answering when a test says so.
public final class StuckDisk: Sendable {
    private let turn = DispatchSemaphore(value: 0)

    /// A disk that works.
    public init() { turn.signal() }

    /// From now on nothing gets past ``pass()``; what does at this moment comes first.
    public func freeze() { turn.wait() }

    /// Lets everything go on.
    public func thaw() { turn.signal() }

    /// Is frozen for as long as something is tried, whatever comes of that.
    public func whileFrozen(_ body: () async throws -> Void) async rethrows {
        freeze()
        defer { thaw() }
        try await body()
    }

    /// Waits while it is frozen.
    public func pass() {
        turn.wait()
        turn.signal()
    }
}
