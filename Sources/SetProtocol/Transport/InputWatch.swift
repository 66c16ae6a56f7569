import Dispatch

/// Tells many connections when there is something to read, from one thread that waits for them all.
///
/// For each descriptor that becomes readable, Dispatch on Linux wakes one thread, which asks how much
/// there is, stops watching it and wakes another one, which begins to watch again afterwards: more
/// work than to read a line, decide on it and answer it. Here one thread waits for a ``ReadinessSet``
/// and enters the executor's queue itself (`sync` runs on the caller's thread), so that a line is
/// answered by the thread that its arrival woke. Timers and everything else come to the same queue as
/// ever, and wait for their turn as this does.
///
/// Where there is no such set every connection has a source of its own, and there is no watch.
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

    /// A watch over nothing yet, whose thread ends soon after the watch is let go of.
    ///
    /// - Returns: `nil` where the system has no such set, or no descriptors for one.
    init?(executor: QueueExecutor) {
        guard let ready = ReadinessSet(), let pipe = Descriptor.pipe(),
            ready.include(pipe.reading.number, as: Self.lifelineNumber)
        else { return nil }
        (self.executor, self.ready, lifeline) = (executor, ready, pipe.writing)
        WaitingThread.start("set-duel.watch") { [weak self, otherEnd = pipe.reading] in
            var numbers: [Int] = []
            repeat {
                ready.wait(most: Self.mostAtOnce, for: &numbers)
                executor.queue.sync { self?.assumeIsolated { $0.serve(numbers) } }
            } while !numbers.isEmpty && !numbers.contains(Self.lifelineNumber)
            withExtendedLifetime(otherEnd) {}
        }
    }

    /// Calls, again and again, while there are bytes or an end to be read; only on the queue.
    ///
    /// - Parameter event: May end the watching of this and of any other descriptor. Now and then it
    ///   is called when there is nothing to read.
    /// - Returns: What ends the watching when it is let go of; `nil` when the kernel refuses.
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

    /// Serves those that were ready when the thread asked.
    ///
    /// Meanwhile, or by whoever is served before it, the watching of one may have been ended and its
    /// number been given to another, who finds nothing to read.
    private func serve(_ numbers: [Int]) {
        for number in numbers where handlers.indices.contains(number) {
            let handler = handlers[number]
            handler?()
        }
    }
}

/// A descriptor that an ``InputWatch`` watches until its owner lets go of this.
///
/// It keeps the descriptor open until then, because of a closed one the kernel could not be told any
/// more that it is not watched.
struct WatchedInput: ~Copyable {
    fileprivate let watch: InputWatch
    fileprivate let descriptor: Descriptor
    fileprivate let number: Int

    deinit { watch.exclude(descriptor, number) }
}
