/// Wakes its owner once, at a deadline that can be changed until then.
///
/// The call may be late, by milliseconds on a busy machine, but never early. What happened in time
/// is decided by the stamps of what arrived.
///
/// Most deadlines are put off before they pass. So the alarm is only set earlier, never later; when
/// it goes off too early it is set again.
package actor DeadlineTimer: QueueConfined {
    package nonisolated let executor: QueueExecutor
    private let deadlinePassed: @Sendable () -> Void
    private var deadline: MonotonicInstant?
    /// When the alarm goes off; `nil` if it is off.
    private var alarm: MonotonicInstant?
    /// How often the alarm was set; only on the executor's queue.
    nonisolated var alarmCount: Int { assumeIsolated { $0.alarmsSet } }
    private var alarmsSet = 0
    /// Where the alarm is, once there has been one.
    private var registration: (poller: Poller, number: Int)?

    /// A timer with no deadline yet.
    ///
    /// - Parameter deadlinePassed: Called on the queue, once per deadline. Should hold its owner
    ///   weakly.
    package init(executor: QueueExecutor, deadlinePassed: @escaping @Sendable () -> Void) {
        self.executor = executor
        self.deadlinePassed = deadlinePassed
    }

    deinit {
        guard let (poller, number) = registration else { return }
        let executor = executor
        executor.enter {
            withExtendedLifetime(executor) {
                poller.assumeIsolated { $0.forgetAlarm(number) }
            }
        }
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
        if let alarm, alarm <= deadline { return }
        setAlarm(at: deadline)
    }

    private func setAlarm(at time: MonotonicInstant) {
        alarm = time
        alarmsSet += 1
        let (poller, number) = registration ?? register()
        poller.assumeIsolated { $0.setAlarm(number, at: time) }
    }

    private func register() -> (poller: Poller, number: Int) {
        do throws(SystemCallError) {
            let poller = try executor.poller()
            let number = poller.assumeIsolated { poller in
                poller.addAlarm { [weak self] in self?.assumeIsolated { $0.wake() } }
            }
            registration = (poller, number)
            return (poller, number)
        } catch {
            Program.fail("cannot wait for a time", error)
        }
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
