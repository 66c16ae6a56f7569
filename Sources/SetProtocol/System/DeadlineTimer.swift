import Dispatch

/// Wakes its owner once, at a deadline that can be changed until then.
///
/// The call may be late, by milliseconds on a busy machine, but never early. What happened in time
/// is decided by the stamps of what arrived.
///
/// Most deadlines are put off before they pass, and setting a system timer costs a call and a
/// thread wake-up. So the system timer is only set earlier, never later; when it fires too early it
/// is set again.
package actor DeadlineTimer: QueueConfined {
    package nonisolated let executor: QueueExecutor
    private let deadlinePassed: @Sendable () -> Void
    private var deadline: MonotonicInstant?
    /// When the system's timer fires; `nil` if it is off.
    private var alarm: MonotonicInstant?
    /// How often the system's timer was set; only on the executor's queue.
    nonisolated var alarmCount: Int { assumeIsolated { $0.alarmsSet } }
    private var alarmsSet = 0
    /// Made when it is first needed.
    private var source: ActiveTimer?

    /// A timer with no deadline yet.
    ///
    /// - Parameter deadlinePassed: Called on the queue, once per deadline. Should hold its owner
    ///   weakly.
    package init(executor: QueueExecutor, deadlinePassed: @escaping @Sendable () -> Void) {
        self.executor = executor
        self.deadlinePassed = deadlinePassed
    }

    /// A timer that is armed; call on the executor's queue.
    static func after(
        _ delay: Duration, on executor: QueueExecutor,
        deadlinePassed: @escaping @Sendable () -> Void
    ) -> DeadlineTimer {
        let timer = DeadlineTimer(executor: executor, deadlinePassed: deadlinePassed)
        timer.arm(at: MonotonicClock.now.advanced(by: delay))
        return timer
    }

    /// Sets or, with `nil`, clears the deadline; call on the executor's queue.
    ///
    /// A deadline in the past wakes the owner soon, but never from inside this call.
    package nonisolated func arm(at deadline: MonotonicInstant?) {
        assumeIsolated { $0.set(deadline) }
    }

    /// The deadline that is set, if any; only on the executor's queue.
    nonisolated var armedDeadline: MonotonicInstant? { assumeIsolated { $0.deadline } }

    private func set(_ deadline: MonotonicInstant?) {
        self.deadline = deadline
        guard let deadline else { return }
        if source == nil {
            source = ActiveTimer(on: executor.queue) { [weak self] in
                self?.assumeIsolated { $0.wake() }
            }
        }
        if let alarm, alarm <= deadline { return }
        setAlarm(at: deadline)
    }

    private func setAlarm(at time: MonotonicInstant) {
        alarm = time
        alarmsSet += 1
        source?.schedule(time.dispatchTime)
    }

    /// The deadline may have changed or be gone.
    private func wake() {
        alarm = nil
        guard let deadline else { return }
        guard deadline <= MonotonicClock.now else { return setAlarm(at: deadline) }
        self.deadline = nil
        deadlinePassed()
    }
}

/// A strict Dispatch timer that can be set again and ends when its owner lets go of it.
private struct ActiveTimer: ~Copyable {
    private let source: any DispatchSourceTimer

    init(on queue: DispatchQueue, _ event: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        source.setEventHandler(handler: event)
        source.schedule(deadline: .distantFuture)
        source.activate()
    }

    deinit { source.cancel() }

    func schedule(_ deadline: DispatchTime) {
        source.schedule(deadline: deadline, leeway: .nanoseconds(0))
    }
}

extension MonotonicInstant {
    /// The same instant for Dispatch; instants before the clock's zero become zero.
    var dispatchTime: DispatchTime {
        DispatchTime(uptimeNanoseconds: UInt64(clamping: sinceZero.wholeNanoseconds))
    }
}
