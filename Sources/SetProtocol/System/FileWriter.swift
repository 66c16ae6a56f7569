import Dispatch
import Synchronization

/// Works with files on a thread of its own, one piece of work after another, and answers on the
/// executor's queue.
///
/// A disk can take seconds for one call, or never answer. Only this thread waits for it. It enters the
/// executor's queue itself to answer (`sync` runs on the caller's thread), so an answer costs no second
/// wake-up; work that comes in meanwhile is done together and answered together.
package final class FileWriter: Sendable {
    /// Does the work and returns the answer.
    private typealias Job = @Sendable () -> @Sendable () -> Void

    /// What the thread waits for, which it keeps until it ends.
    private final class Work: Sendable {
        private let jobs = Locked<[Job]>([])
        let isOver = Atomic(false)
        /// Signaled when the first job of several is there, and at the end.
        let signal = DispatchSemaphore(value: 0)

        func takeAll() -> [Job] {
            jobs.withLock { jobs in
                defer { jobs = [] }
                return jobs
            }
        }

        /// - Returns: Whether there was none before it.
        func add(_ job: @escaping Job) -> Bool {
            jobs.withLock { jobs in
                defer { jobs.append(job) }
                return jobs.isEmpty
            }
        }
    }

    private let work = Work()

    /// A writer with nothing to do.
    ///
    /// - Parameters:
    ///   - label: What a debugger calls the thread.
    ///   - executor: Where answers are given.
    package init(label: String, executor: QueueExecutor) {
        // A semaphore wakes a thread for less than Dispatch wakes one for a queue.
        WaitingThread.start(label) { [work] in
            while true {
                work.signal.wait()
                let jobs = work.takeAll()
                if jobs.isEmpty, work.isOver.load(ordering: .relaxed) { return }
                let answers = jobs.map { $0() }
                executor.queue.sync { for answer in answers { answer() } }
            }
        }
    }

    deinit {
        work.isOver.store(true, ordering: .relaxed)
        work.signal.signal()
    }

    /// Does work after all work that was given before.
    ///
    /// - Parameters:
    ///   - work: Called on the writer's thread; may block for as long as the disk does.
    ///   - answer: Called on the executor's queue when the work is done, in the order of the work.
    package func perform<Outcome: Sendable>(
        _ work: @escaping @Sendable () -> Outcome,
        then answer: @escaping @Sendable (Outcome) -> Void
    ) {
        let job: Job = {
            let outcome = work()
            return { answer(outcome) }
        }
        if self.work.add(job) { self.work.signal.signal() }
    }

    /// Waits until the work that was given before is done and answered.
    package func finished() async {
        await withCheckedContinuation { continuation in
            perform({}, then: { continuation.resume() })
        }
    }
}
