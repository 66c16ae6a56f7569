import Dispatch

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
    private let alarmClock: AlarmClock
    /// When the alarm goes off; `nil` if it is off.
    private var alarm: MonotonicInstant?
    /// How often the alarm was set; only on the executor's queue.
    nonisolated var alarmCount: Int { assumeIsolated { $0.alarmsSet } }
    private var alarmsSet = 0
    private var reference: AlarmClock.Reference?

    /// - Parameter deadlinePassed: Called on the queue, once per deadline. Should hold its owner
    ///   weakly.
    package init(executor: QueueExecutor, deadlinePassed: @escaping @Sendable () -> Void) {
        (self.executor, self.deadlinePassed) = (executor, deadlinePassed)
        alarmClock = executor.alarmClock
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
        let reference = reference ?? AlarmClock.Reference(self)
        self.reference = reference
        alarmClock.wake(reference, at: time)
    }

    fileprivate nonisolated func expects(_ time: MonotonicInstant) -> Bool {
        assumeIsolated { $0.alarm == time }
    }

    /// Called when an alarm goes off; the deadline may have changed or be gone.
    fileprivate nonisolated func wake(for time: MonotonicInstant, at now: MonotonicInstant) {
        assumeIsolated { timer in
            // Not if an earlier one was set meanwhile.
            guard timer.alarm == time else { return }
            timer.alarm = nil
            guard let deadline = timer.deadline else { return }
            guard deadline <= now else { return timer.setAlarm(at: deadline) }
            timer.deadline = nil
            timer.deadlinePassed()
        }
    }
}

/// The alarms of all timers on an executor's queue, by one timer of the system.
///
/// Each time that fires, Dispatch wakes two threads, and a third waits for the queue meanwhile: with
/// a timer for each of a thousand tables, that took a quarter of a host's time.
actor AlarmClock: QueueConfined {
    /// A timer that may be gone; moving a weak reference itself about in the heap would take longer.
    final class Reference: Sendable {
        weak let timer: DeadlineTimer?

        init(_ timer: DeadlineTimer) { self.timer = timer }
    }

    private typealias Alarm = (time: MonotonicInstant, reference: Reference)

    /// The shortest time between two firings.
    private static let rest = Duration.microseconds(500)

    nonisolated let executor: QueueExecutor
    /// A binary heap: each is no earlier than the one at half its position, counted from 1.
    private var alarms: [Alarm] = []
    /// At this number, those that nobody waits for any more are removed.
    private var mostAlarms = 64
    /// When the system's timer fires; `nil` if it is off.
    private var next: MonotonicInstant?
    private var lastFiring = MonotonicInstant.zero
    private var source: ActiveTimer?

    init(executor: QueueExecutor) {
        self.executor = executor
    }

    nonisolated func wake(_ reference: Reference, at time: MonotonicInstant) {
        assumeIsolated { clock in
            clock.insert((time, reference))
            clock.schedule()
        }
    }

    private func insert(_ alarm: Alarm) {
        if alarms.count >= mostAlarms {
            var kept = Set<ObjectIdentifier>()
            alarms = alarms.filter {
                $0.reference.timer?.expects($0.time) == true
                    && kept.insert(ObjectIdentifier($0.reference)).inserted
            }.sorted { $0.time < $1.time }
            mostAlarms = max(64, 2 * alarms.count)
        }
        alarms.append(alarm)
        var place = alarms.count
        while place > 1, alarms[place - 1].time < alarms[place / 2 - 1].time {
            alarms.swapAt(place - 1, place / 2 - 1)
            place /= 2
        }
    }

    private func removeFirst() -> Alarm {
        alarms.swapAt(0, alarms.count - 1)
        let first = alarms.removeLast()
        var place = 1
        while true {
            var earliest = place
            for child in 2 * place...2 * place + 1
            where child <= alarms.count && alarms[child - 1].time < alarms[earliest - 1].time {
                earliest = child
            }
            guard earliest != place else { return first }
            alarms.swapAt(place - 1, earliest - 1)
            place = earliest
        }
    }

    private func schedule() {
        guard !alarms.isEmpty else { return }
        let time = max(alarms[0].time, lastFiring.advanced(by: Self.rest))
        if let next, next <= time { return }
        if source == nil {
            source = ActiveTimer(on: executor.queue) { [weak self] in
                self?.assumeIsolated { $0.fire() }
            }
        }
        next = time
        source?.schedule(time.dispatchTime)
    }

    private func fire() {
        let now = MonotonicClock.now
        // What is set meanwhile is scheduled below.
        (next, lastFiring) = (.zero, now)
        // The others get a turn after others on the queue.
        for _ in 0..<max(64, alarms.count / 8) where !alarms.isEmpty && alarms[0].time <= now {
            let alarm = removeFirst()
            alarm.reference.timer?.wake(for: alarm.time, at: now)
        }
        next = nil
        schedule()
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
