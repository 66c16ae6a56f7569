import Dispatch

/// Syncs append-only files on its own queue: a disk may take seconds, and no game waits for it.
package final class FileSyncer: Sendable {
    private let queue: DispatchQueue
    private let delay: Duration

    /// A syncer with its own queue; `delay` is how long work is gathered for one sync.
    package init(label: String, delay: Duration) {
        queue = DispatchQueue(label: label, qos: .utility)
        self.delay = delay
    }

    /// Syncs a file after the delay, unless it has been released by then.
    package func syncSoon(_ file: AppendFile) {
        guard file.noteDue() else { return }
        let time = DispatchTime.now() + .nanoseconds(Int(delay.wholeNanoseconds))
        queue.asyncAfter(deadline: time) { [weak file] in file?.sync() }
    }

    package func syncNow(_ file: AppendFile) {
        queue.async { file.sync() }
    }

    /// Does other work with the disk for which nobody waits.
    package func perform(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    /// Waits for all work, except what ``syncSoon(_:)`` delays.
    package func finished() async {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume() }
        }
    }
}
