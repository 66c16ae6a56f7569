import Dispatch

/// Tells many connections when there is something to read, from one thread.
///
/// For each readable descriptor, Dispatch on Linux wakes a thread that stops watching it and wakes
/// another to watch again afterwards: more work than reading and answering a line. Here one thread
/// waits on a ``ReadinessSet`` and enters the executor's queue itself with `wait`, which runs on
/// the caller's thread, so the thread woken by a line also answers it.
///
/// Where there is no such set, every connection has its own source.
actor InputWatch: QueueConfined {
    nonisolated let executor: QueueExecutor
    /// What the thread waits for, which it keeps until it ends.
    nonisolated let ready: ReadinessSet
    /// Closed when nobody needs the watch any more, which its thread notices at the other end.
    private let lifeline: Descriptor
    /// What to call, by the number under which the set knows a descriptor.
    private var handlers: [(@Sendable () -> Void)?] = []
    private var freeNumbers: [Int] = []

    /// How many are served before others on the queue get a turn.
    private static let mostAtOnce = 64
    private static let lifelineNumber = Int.max

    /// Starts the thread, which ends soon after the watch is released.
    ///
    /// `nil` if the system has no such set or is out of descriptors.
    init?(executor: QueueExecutor) {
        guard let ready = ReadinessSet(), let pipe = Descriptor.pipe(),
            ready.include(pipe.reading.number, as: Self.lifelineNumber)
        else { return nil }
        (self.executor, self.ready, lifeline) = (executor, ready, pipe.writing)
        WaitingThread.start("set-duel.watch") { [weak self, otherEnd = pipe.reading] in
            var numbers: [Int] = []
            repeat {
                ready.wait(most: Self.mostAtOnce, for: &numbers)
                executor.wait { self?.assumeIsolated { $0.serve(numbers) } }
            } while !numbers.contains(Self.lifelineNumber)
            withExtendedLifetime(otherEnd) {}
        }
    }

    /// Calls a handler on the queue while there are bytes or an end to read.
    ///
    /// The handler may stop watching this and any other descriptor, and may be called without
    /// anything to read. Releasing the result stops watching; it is `nil` if the kernel refuses.
    nonisolated func watch(
        _ descriptor: Descriptor, _ event: @escaping @Sendable () -> Void
    ) -> WatchedInput? {
        guard let number = assumeIsolated({ $0.include(descriptor, event) }) else { return nil }
        return WatchedInput(watch: self, descriptor: descriptor, number: number)
    }

    private func include(_ descriptor: Descriptor, _ event: @escaping @Sendable () -> Void) -> Int?
    {
        if freeNumbers.isEmpty {
            freeNumbers.append(handlers.count)
            handlers.append(nil)
        }
        guard let number = freeNumbers.last, ready.include(descriptor.number, as: number) else {
            return nil
        }
        freeNumbers.removeLast()
        handlers[number] = event
        return number
    }

    /// Ends the watching of a descriptor, at once on the queue and else soon.
    fileprivate nonisolated func exclude(_ descriptor: Descriptor, _ number: Int) {
        guard executor.isCurrent else {
            return executor.queue.async { self.exclude(descriptor, number) }
        }
        assumeIsolated { watch in
            watch.ready.exclude(descriptor.number)
            watch.handlers[number] = nil
            watch.freeNumbers.append(number)
        }
    }

    /// Serves the descriptors that were ready when the thread asked.
    ///
    /// A handler may have stopped watching one meanwhile, and its number may belong to another
    /// connection, which then finds nothing to read.
    private func serve(_ numbers: [Int]) {
        for number in numbers where handlers.indices.contains(number) {
            let handler = handlers[number]
            handler?()
        }
    }
}

/// A descriptor that an ``InputWatch`` watches until its owner releases this.
///
/// It keeps the descriptor open until then: the kernel cannot be told to stop watching a closed
/// one.
struct WatchedInput: ~Copyable {
    fileprivate let watch: InputWatch
    fileprivate let descriptor: Descriptor
    fileprivate let number: Int

    deinit { watch.exclude(descriptor, number) }
}
