import Dispatch

/// Wakes its owner once, at a moment that can be changed until then.
///
/// The wake-up may come late, by milliseconds on a busy machine, and never early. It only says that
/// it is time to look: what happened in time is decided by the stamps of what arrived.
///
/// Most deadlines are put off before they pass, and setting a timer of the system takes a call and
/// wakes a thread. So the system's timer is only set for an earlier moment than before; when it goes
/// off too early it is set once more, and the owner hears nothing of it.
package actor DeadlineTimer: QueueConfined {
    package nonisolated let executor: QueueExecutor
    private let deadlinePassed: @Sendable () -> Void
    private var deadline: MonotonicInstant?
    /// When the system's timer goes off; `nil` when it does not.
    private var alarm: MonotonicInstant?
    /// How often the system's timer was set; only on the executor's queue.
    nonisolated var alarmCount: Int { assumeIsolated { $0.alarmsSet } }
    private var alarmsSet = 0
    /// Made when it is first needed.
    private var source: ActiveTimer?

    /// A timer with no deadline yet.
    ///
    /// - Parameters:
    ///   - executor: Shared with the owner.
    ///   - deadlinePassed: Called on the executor's queue, once for each deadline that passes. Should
    ///     hold its owner weakly.
    package init(executor: QueueExecutor, deadlinePassed: @escaping @Sendable () -> Void) {
        self.executor = executor
        self.deadlinePassed = deadlinePassed
    }

    /// Sets the one deadline, in place of any that was set before; `nil` for none.
    ///
    /// Only on the executor's queue. A deadline that has passed already wakes the owner soon, but
    /// never before this call returns.
    ///
    /// - Parameter deadline: As ``MonotonicClock`` counts.
    package nonisolated func arm(at deadline: MonotonicInstant?) {
        assumeIsolated { $0.set(deadline) }
    }

    /// The deadline that is set, if any; only on the executor's queue.
    nonisolated var armedDeadline: MonotonicInstant? { assumeIsolated { $0.deadline } }

    private func set(_ deadline: MonotonicInstant?) {
        self.deadline = deadline
        if source == nil {
            source = ActiveTimer(on: executor.queue) { [weak self] in
                self?.assumeIsolated { $0.wake() }
            }
        }
        guard let deadline else { return }
        if let alarm, alarm <= deadline { return }
        setAlarm(at: deadline)
    }

    private func setAlarm(at time: MonotonicInstant) {
        alarm = time
        alarmsSet += 1
        source?.schedule(time.dispatchTime)
    }

    /// A wake-up that was on its way when the deadline was changed, or was meant for an earlier one,
    /// finds it in the future, or none.
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
