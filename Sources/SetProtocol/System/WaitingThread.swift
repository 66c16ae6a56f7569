import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A thread for work that spends its life waiting: for descriptors, a disk, standard input.
///
/// Dispatch has a limited number of threads (255 on Linux) for everything that runs on its queues. Work that
/// waits on one of them takes it away for good; where enough of it waits, nothing else ever runs again.
enum WaitingThread {
    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs work on a new thread, which ends with it.
    ///
    /// Where the system has no more threads, the work runs on a queue instead.
    ///
    /// - Parameter label: What a debugger calls that queue.
    static func start(_ label: String, _ run: @escaping @Sendable () -> Void) {
        let work = Work {
            leaveSignalsToOthers()
            run()
        }
        if !start(work) { DispatchQueue(label: label, qos: .userInteractive).async(execute: run) }
    }

    private static func start(_ work: Work) -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let context = Unmanaged.passRetained(work)
        #if canImport(Darwin)
        var thread: pthread_t?
        let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
            context in
            Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
            return nil
        }
        #else
        var thread = pthread_t()
        let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
            context in
            if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        }
        #endif
        guard pthread_create(&thread, &attributes, main, context.toOpaque()) == 0 else {
            context.release()
            return false
        }
        return true
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
