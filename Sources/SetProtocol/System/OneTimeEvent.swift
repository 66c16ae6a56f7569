/// Something that happens once and that tasks wait for; a task that is cancelled waits no longer.
package final class OneTimeEvent<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: [Int: CheckedContinuation<Value?, Never>] = [:]
        var count = 0
    }

    private let state = Locked(State())

    package init() {}

    package var value: Value? { state.withLock { $0.value } }

    /// Lets it happen, unless it has happened already.
    package func happen(_ value: Value) {
        let waiting = state.withLock { state in
            guard state.value == nil else { return [CheckedContinuation<Value?, Never>]() }
            state.value = value
            return Array(exchange(&state.waiting, with: [:]).values)
        }
        for one in waiting { one.resume(returning: value) }
    }

    /// Waits until it has happened; `nil` if the task was cancelled first.
    package func wait() async -> Value? {
        let ticket = state.withLock { state in
            state.count += 1
            return state.count
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let value = state.withLock { state -> Value?? in
                    if let value = state.value { return value }
                    if Task.isCancelled { return .some(nil) }
                    state.waiting[ticket] = continuation
                    return nil
                }
                if let value { continuation.resume(returning: value) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume(returning: nil)
        }
    }
}
