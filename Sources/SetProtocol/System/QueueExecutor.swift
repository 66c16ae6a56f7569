import Dispatch
import SystemLibrary

/// Runs actors on one serial Dispatch queue.
///
/// All actors of a host, its connections and its timers share one. Sources deliver on the queue, so
/// a handler may call those actors synchronously with `assumeIsolated`: a task in between could let
/// two messages change places.
///
/// On Linux a `DispatchQueue` is not a `SerialExecutor`, hence this type. Actors hold their
/// executor strongly, because the runtime does not.
package final class QueueExecutor: SerialExecutor {
    private struct WeakAlarmClock: Sendable {
        weak var clock: AlarmClock?
    }

    package let queue: DispatchQueue
    private let mark = DispatchSpecificKey<Bool>()
    private let depth: Int
    /// Whether a terminal is read on the queue, so that the thread that waits for it must know of
    /// `SIGCONT` first.
    let readsTerminal: Bool
    private let madePoller = Locked<Poller?>(nil)
    private let madeAlarmClock = Locked(WeakAlarmClock())
    private static let depths = DispatchSpecificKey<Int>()
    /// Under which a thread notes the executor that it serves by ``serve(_:)``: Dispatch takes longer
    /// to say which queue a thread is on, and it is asked at every call of an actor.
    private static let served: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// - Parameter depth: Queues of a lesser depth may ``wait(for:)`` this one.
    package init(label: String, depth: Int = 0, readsTerminal: Bool = false) {
        (self.depth, self.readsTerminal) = (depth, readsTerminal)
        queue = DispatchQueue(label: label, qos: .userInteractive)
        queue.setSpecific(key: mark, value: true)
        queue.setSpecific(key: Self.depths, value: depth)
    }

    /// Runs a closure on the queue and waits for its answer; stops the program if the caller's queue is
    /// as deep, so that no two queues ever wait for each other.
    package func wait<Answer>(for body: () -> Answer) -> Answer {
        let caller = DispatchQueue.getSpecific(key: Self.depths) ?? -1
        precondition(caller < depth, "a queue waits for one that may wait for it: \(queue.label)")
        return queue.sync(execute: body)
    }

    /// Runs a closure on the queue, on a thread that belongs to no queue.
    func serve(_ body: () -> Void) {
        queue.sync {
            pthread_setspecific(Self.served, Unmanaged.passUnretained(self).toOpaque())
            body()
            pthread_setspecific(Self.served, nil)
        }
    }

    /// Runs a closure now if the caller is on the queue, and soon otherwise.
    func enter(_ body: @escaping @Sendable () -> Void) {
        if isCurrent { body() } else { queue.async(execute: body) }
    }

    /// What waits for descriptors for everybody on the queue; made when it is first needed.
    func poller() throws(SystemCallError) -> Poller {
        try madePoller.withLock { made throws(SystemCallError) in
            let poller = if let made { made } else { try Poller(executor: self) }
            made = poller
            return poller
        }
    }

    /// What wakes all timers on the queue; the timers keep it, and it keeps the executor.
    var alarmClock: AlarmClock {
        madeAlarmClock.withLock { made in
            let clock = made.clock ?? AlarmClock(executor: self)
            made.clock = clock
            return clock
        }
    }

    package var isCurrent: Bool {
        pthread_getspecific(Self.served) == Unmanaged.passUnretained(self).toOpaque()
            || DispatchQueue.getSpecific(key: mark) ?? false
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Tells the runtime that a Dispatch handler on the queue is inside its actors.
    package func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Stops the program when the caller is not on the queue.
    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}

/// An actor that runs on a queue: where a source delivers on that queue, a handler calls it without a task.
package protocol QueueConfined: Actor {
    nonisolated var executor: QueueExecutor { get }
}

extension QueueConfined {
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// A timer on the queue, which calls the actor as long as it exists.
    package nonisolated func makeTimer(
        _ deadlinePassed: @escaping @Sendable (isolated Self) -> Void
    ) -> DeadlineTimer {
        DeadlineTimer(executor: executor) { [weak self] in self?.assumeIsolated(deadlinePassed) }
    }
}
