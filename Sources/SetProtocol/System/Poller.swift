/// Waits for the descriptors of everything that runs on an executor's queue, in one thread.
///
/// For each readable descriptor, Dispatch on Linux wakes a thread that stops watching it and wakes
/// another to watch again afterwards: more work than reading and answering a line. Here the thread
/// that waits enters the queue itself, so the thread woken by a line also answers it.
///
/// Dispatch also crashes now and then when a peer hangs up, because it frees its state in one thread
/// while another still uses it (swiftlang/swift-corelibs-libdispatch#949).
actor Poller: QueueConfined {
    /// It outlives this: it holds its poller.
    nonisolated unowned let executor: QueueExecutor
    /// What the thread waits for, which it keeps until it ends.
    nonisolated let ready: ReadinessSet
    /// Closed with this, which the thread notices at the other end.
    private let lifeline: Descriptor
    /// By the number of the descriptor.
    private var watched: [Watched?] = []
    private var lastNumber = 0
    /// How often the thread has asked what is ready.
    private var round = 0
    /// When it asked last; `nil` if more was ready than the kernel named.
    private var began: MonotonicInstant?

    private struct Watched {
        struct Handler {
            let number: Int
            let event: @Sendable () -> Void
        }

        /// What keeps the descriptor open.
        let owner: any AnyObject & Sendable
        var reading: Handler?
        var writing: Handler?
        /// What the kernel waits for.
        var readiness: Readiness = []
        /// In which round it was last ready; after a change, the last round that may not know of it.
        var lastRound: Int

        var wanted: Readiness {
            (reading == nil ? Readiness() : .reading).union(writing == nil ? [] : .writing)
        }

        subscript(_ readiness: Readiness) -> Handler? {
            get { readiness == .reading ? reading : writing }
            set { if readiness == .reading { reading = newValue } else { writing = newValue } }
        }
    }

    /// How many the kernel names at a time, and how many of them are served before others on the queue
    /// get a turn.
    private static let (mostNamed, mostAtOnce) = (1024, 64)
    /// The kernel stamps bytes shortly before they can be read.
    private static let stampingTime = Duration.microseconds(100)

    /// Starts the thread, which ends soon after the executor is released.
    init(executor: QueueExecutor) throws(SystemCallError) {
        let ready = try ReadinessSet()
        guard let pipe = Descriptor.pipe() else { throw .last(.epoll) }
        let otherEnd = pipe.reading
        try ready.register(.reading, replacing: [], of: otherEnd.number)
        (self.executor, self.ready, lifeline) = (executor, ready, pipe.writing)
        let readsTerminal = executor.readsTerminal
        WaitingThread.start("set-duel.poll") { [weak self, weak executor] in
            defer { withExtendedLifetime(otherEnd) {} }
            if readsTerminal { Signal.admitResumption() }
            var events: [ReadinessSet.Event] = []
            while true {
                let began = MonotonicClock.now
                ready.wait(most: Self.mostNamed, for: &events)
                guard let executor, let self else { return }
                for start in stride(from: 0, to: events.count, by: Self.mostAtOnce) {
                    executor.serve {
                        self.assumeIsolated { $0.serve(events, from: start, asked: began) }
                    }
                }
            }
        }
    }

    /// Serves what was ready when the thread asked.
    ///
    /// A handler may have closed a descriptor meanwhile, and its number may belong to another one, whose
    /// handler then runs without need.
    private func serve(
        _ events: [ReadinessSet.Event], from start: Int, asked began: MonotonicInstant
    ) {
        if start == 0 {
            round += 1
            self.began = events.count < Self.mostNamed ? began : nil
            for event in events {
                watched[Int(event.descriptor)]?.lastRound = round
            }
        }
        for event in events[start...].prefix(Self.mostAtOnce) {
            let place = Int(event.descriptor)
            if event.readiness.contains(.reading) { call(watched[place]?.reading) }
            if event.readiness.contains(.writing) { call(watched[place]?.writing) }
        }
    }

    private func call(_ handler: Watched.Handler?) { handler?.event() }

    /// Whether nothing that was there at an instant was left unreported.
    fileprivate func wasEmpty(_ descriptor: Int32, at instant: MonotonicInstant) -> Bool {
        guard let began, instant <= began.advanced(by: .zero - Self.stampingTime),
            watched.indices.contains(Int(descriptor)),
            let one = watched[Int(descriptor)]
        else { return false }
        return one.readiness.contains(.reading) && one.lastRound < round
    }

    // MARK: - Descriptors

    fileprivate func watch(
        _ readiness: Readiness, _ descriptor: Int32, of owner: any AnyObject & Sendable,
        _ event: @escaping @Sendable () -> Void
    ) throws(SystemCallError) -> Int {
        let place = Int(descriptor)
        while watched.count <= place { watched.append(nil) }
        lastNumber += 1
        var one = watched[place] ?? Watched(owner: owner, lastRound: round + 1)
        one[readiness] = Watched.Handler(number: lastNumber, event: event)
        watched[place] = one
        do {
            try updateRegistration(descriptor)
        } catch {
            forget(readiness, descriptor, lastNumber)
            throw error
        }
        return lastNumber
    }

    /// Makes the kernel wait for what is wanted of a descriptor now.
    private func updateRegistration(_ descriptor: Int32) throws(SystemCallError) {
        guard let one = watched[Int(descriptor)] else { return }
        try ready.register(one.wanted, replacing: one.readiness, of: descriptor)
        watched[Int(descriptor)]?.readiness = one.wanted
        watched[Int(descriptor)]?.lastRound = round + 1
    }

    /// Ends the watching of a descriptor, unless it has a newer handler.
    fileprivate func forget(_ readiness: Readiness, _ descriptor: Int32, _ number: Int) {
        let place = Int(descriptor)
        guard watched[place]?[readiness]?.number == number else { return }
        watched[place]?[readiness] = nil
        try? updateRegistration(descriptor)
        // Releasing the owner may end the watching of others.
        if watched[place]?.wanted == [] { watched[place] = nil }
    }
}

/// Calls a handler on a queue while a descriptor is ready, until this is released.
package struct DescriptorSource: ~Copyable {
    private let poller: Poller
    private let executor: QueueExecutor
    /// Kept so that the descriptor is open until nobody watches it.
    private let owner: any AnyObject & Sendable
    private let readiness: Readiness
    private let descriptor: Int32
    private let number: Int

    /// Starts watching; call on the executor's queue.
    ///
    /// `owner` is retained while the descriptor must stay open. `event` may release this source and
    /// any other, and may be called without anything to read.
    package init(
        _ readiness: Readiness, _ descriptor: Int32, of owner: some AnyObject & Sendable,
        on executor: QueueExecutor, _ event: @escaping @Sendable () -> Void
    ) throws(SystemCallError) {
        let poller = try executor.poller()
        let outcome = poller.assumeIsolated { poller in
            Result { () throws(SystemCallError) in
                try poller.watch(readiness, descriptor, of: owner, event)
            }
        }
        let number = try outcome.get()
        (self.readiness, self.descriptor, self.number) = (readiness, descriptor, number)
        (self.poller, self.executor, self.owner) = (poller, executor, owner)
    }

    init(
        _ readiness: Readiness, _ descriptor: Descriptor, on executor: QueueExecutor,
        _ event: @escaping @Sendable () -> Void
    ) throws(SystemCallError) {
        try self.init(readiness, descriptor.number, of: descriptor, on: executor, event)
    }

    deinit {
        let (executor, poller, owner) = (executor, poller, owner)
        let (readiness, descriptor, number) = (readiness, descriptor, number)
        executor.enter {
            poller.assumeIsolated { $0.forget(readiness, descriptor, number) }
            // Until then the descriptor is open, and the poller has its executor.
            withExtendedLifetime((executor, owner)) {}
        }
    }

    /// Whether there was nothing to read at an instant, as far as is known without asking the kernel.
    func wasEmpty(at instant: MonotonicInstant) -> Bool {
        poller.assumeIsolated { $0.wasEmpty(descriptor, at: instant) }
    }
}
