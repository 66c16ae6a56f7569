import Dispatch
import Synchronization

/// Works with files on its own thread, in order, and answers on the executor's queue.
///
/// One call can take a disk seconds, or forever; only this thread waits for it. It enters the
/// executor's queue itself with `sync`, which runs on the caller's thread, so an answer costs no
/// second wake-up. Work that arrives meanwhile is done and answered together.
package final class FileWriter: Sendable {
    private typealias Job = @Sendable () -> @Sendable () -> Void

    /// What the thread waits for, which it keeps until it ends.
    private final class Work: Sendable {
        private let jobs = Locked<[Job]>([])
        let isOver = Atomic(false)
        /// Signaled when the first job of several is there, and at the end.
        let signal = DispatchSemaphore(value: 0)

        func takeAll() -> [Job] {
            jobs.withLock { exchange(&$0, with: []) }
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

    /// Answers are given on the executor's queue.
    package init(label: String, executor: QueueExecutor) {
        // A semaphore wakes a thread for less than Dispatch wakes one for a queue.
        WaitingThread.start(label) { [work] in
            while true {
                work.signal.wait()
                let jobs = work.takeAll()
                if jobs.isEmpty, work.isOver.load(ordering: .relaxed) { return }
                let answers = jobs.map { $0() }
                executor.wait { for answer in answers { answer() } }
            }
        }
    }

    deinit {
        work.isOver.store(true, ordering: .relaxed)
        work.signal.signal()
    }

    /// Runs `work` on the writer's thread after all earlier work.
    ///
    /// Then `answer` is called on the executor's queue. The work may block as long as the disk does.
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

    package func finished() async {
        await withCheckedContinuation { continuation in
            perform({}, then: { continuation.resume() })
        }
    }
}
