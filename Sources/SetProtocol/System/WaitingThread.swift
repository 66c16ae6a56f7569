import Dispatch
import SystemLibrary

/// A thread for work that spends its life waiting: for descriptors, a disk, standard input.
///
/// Dispatch has a limited number of threads (255 on Linux) for everything that runs on its queues. Work that
/// waits on one of them takes it away for good; where enough of it waits, nothing else ever runs again.
enum WaitingThread {
    /// Runs work on a new thread, which ends with it; where the system has no more threads, on a
    /// queue with a label.
    static func start(_ label: String, _ run: @escaping @Sendable () -> Void) {
        let isStarted = Platform.startThread {
            leaveSignalsToOthers()
            run()
        }
        if !isStarted {
            DispatchQueue(label: label, qos: .userInteractive).async(execute: run)
        }
    }

    /// Blocks every signal here but those that the thread itself can raise, as Dispatch does for its own.
    private static func leaveSignalsToOthers() {
        var signals = sigset_t()
        sigfillset(&signals)
        for signal in [SIGILL, SIGTRAP, SIGFPE, SIGBUS, SIGSEGV, SIGSYS, SIGABRT] {
            sigdelset(&signals, signal)
        }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
