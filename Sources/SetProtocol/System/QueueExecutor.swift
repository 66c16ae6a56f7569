import Dispatch

/// Runs actors on one serial Dispatch queue.
///
/// All actors of a host, its connections and its timers share one. Sources deliver on the queue, so
/// a handler may call those actors synchronously with `assumeIsolated`: a task in between could let
/// two messages change places.
///
/// On Linux a `DispatchQueue` is not a `SerialExecutor`, hence this type. Actors hold their
/// executor strongly, because the runtime does not.
package final class QueueExecutor: SerialExecutor {
    /// The queue everything runs on.
    package let queue: DispatchQueue
    private let mark = DispatchSpecificKey<Bool>()

    package init(label: String) {
        queue = DispatchQueue(label: label, qos: .userInteractive)
        queue.setSpecific(key: mark, value: true)
    }

    /// Whether the caller is running on the queue already.
    package var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) ?? false }

    /// Runs one step of an actor on the queue.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Refers to the executor the way the runtime wants it.
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
    /// Tells the runtime where it runs.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }
}
