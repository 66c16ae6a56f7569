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
    private let depth: Int
    /// The depth of the queue that a caller runs on.
    private static let depths = DispatchSpecificKey<Int>()

    /// - Parameter depth: Queues of a lesser depth may ``wait(for:)`` this one.
    package init(label: String, depth: Int = 0) {
        self.depth = depth
        queue = DispatchQueue(label: label, qos: .userInteractive)
        queue.setSpecific(key: mark, value: true)
        queue.setSpecific(key: Self.depths, value: depth)
    }

    /// Runs a closure on the queue and waits for its answer; stops the program if the caller's queue is
    /// as deep, so that no two queues ever wait for each other.
    package func wait<Answer>(for deed: () -> Answer) -> Answer {
        let caller = DispatchQueue.getSpecific(key: Self.depths) ?? -1
        precondition(caller < depth, "a queue waits for one that may wait for it: \(queue.label)")
        return queue.sync(execute: deed)
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
