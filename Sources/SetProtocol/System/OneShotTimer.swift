import Dispatch

/// A timer of Dispatch that fires once, unless its owner lets go of it before.
struct OneShotTimer: ~Copyable {
    private let source: any DispatchSourceTimer

    init(after delay: Duration, on queue: DispatchQueue, _ event: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: MonotonicClock.now.advanced(by: delay).dispatchTime)
        source.setEventHandler(handler: event)
        source.activate()
    }

    deinit { source.cancel() }
}
