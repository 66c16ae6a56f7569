import SetProtocol

/// What happened to a journal piece.
enum JournalAnswer: Hashable, Sendable {
    /// It is not written yet, and announcements no longer wait for it.
    case late
    case written
    /// It is not written, and nothing more will be.
    case stopped
}

/// Writes the journals of a host's tables on another thread, and knows whether the disk keeps up.
///
/// It runs on the host's executor, where its methods must be called; only its thread waits for the
/// disk.
actor JournalWriter: QueueConfined {
    typealias Answer = @Sendable (JournalAnswer) -> Void

    nonisolated let executor: QueueExecutor
    private let files: FileWriter
    private let directory: String
    private let beforeWork: @Sendable (DiskWork) -> Void
    private let tell: @Sendable (JournalNotice) -> Void
    private var backlog = JournalBacklog()
    /// The answers that announcements still wait for, oldest first.
    private var awaited: [Answer] = []
    private var timer: DeadlineTimer?
    private var stopping = JournalComplaint()
    private var lagging = JournalComplaint()
    /// How many journals have been given up since the last warning.
    private var givenUp = 0

    /// Creates an idle writer.
    ///
    /// - Parameter tell: Called on the executor's queue.
    init(
        _ options: JournalOptions, executor: QueueExecutor,
        tell: @escaping @Sendable (JournalNotice) -> Void
    ) {
        files = FileWriter(label: "set-duel.write", executor: executor)
        (self.executor, self.tell) = (executor, tell)
        (directory, beforeWork) = (options.directory, options.beforeWork)
    }

    /// Whether the disk is too slow.
    nonisolated var isBehind: Bool { assumeIsolated { $0.backlog.isBehind } }

    /// Whether more bytes may wait.
    nonisolated func hasRoom(for bytes: Int) -> Bool {
        assumeIsolated { $0.backlog.bytes + bytes <= JournalBacklog.mostBytes }
    }

    /// Queues a piece of work for the disk.
    ///
    /// - Parameters:
    ///   - bytes: The number of bytes it writes.
    ///   - work: Called on the writer's thread.
    ///   - answer: Called on the executor's queue, in a later turn: when the piece is done, and
    ///     earlier if it takes too long.
    /// - Returns: Whether announcements of the piece must wait for an answer.
    nonisolated func give(
        _ bytes: Int, _ work: @escaping @Sendable () -> JournalStop?,
        answer: @escaping Answer
    ) -> Bool {
        assumeIsolated { $0.enqueue(bytes, work, answer) }
    }

    private func enqueue(
        _ bytes: Int, _ work: @escaping @Sendable () -> JournalStop?, _ answer: @escaping Answer
    ) -> Bool {
        backlog.give(bytes, at: MonotonicClock.now)
        let isAwaited = !backlog.isBehind
        if isAwaited { awaited.append(answer) }
        files.perform { [beforeWork] in
            beforeWork(.writing)
            return work()
        } then: { stop in
            self.assumeIsolated { $0.done(stop, answer) }
        }
        armTimer()
        return isAwaited
    }

    private func done(_ stop: JournalStop?, _ answer: Answer) {
        let now = MonotonicClock.now
        if !backlog.isBehind { awaited.removeFirst() }
        if backlog.written(), lagging.worked(after: .zero, at: now) {
            tell(.caughtUp(directory: directory, givenUp: givenUp))
            givenUp = 0
        }
        if let stop {
            note(stop, at: now)
        } else if stopping.worked(at: now) {
            tell(.writable(directory: directory))
        }
        answer(stop == nil ? .written : .stopped)
        armTimer()
    }

    private func note(_ stop: JournalStop, at now: MonotonicInstant) {
        switch stop {
        case .failed(let file, let error):
            if stopping.failed(at: now) { tell(.stopped(file: file, error)) }
        case .full(let file, let limit): tell(.full(file: file, limit: limit))
        case .ended: break
        }
    }

    /// Records that a table's journal is given up because too much waits to be written.
    nonisolated func noteGivenUp() { assumeIsolated { $0.givenUp += 1 } }

    // MARK: - Time

    private func armTimer() {
        let deadline = backlog.deadline
        if timer == nil, deadline != nil {
            timer = DeadlineTimer(executor: executor) { [weak self] in
                self?.assumeIsolated { $0.look() }
            }
        }
        timer?.arm(at: deadline)
    }

    private func look() {
        let now = MonotonicClock.now
        guard backlog.look(at: now) else { return armTimer() }
        if lagging.failed(at: now) {
            givenUp = 0
            tell(.behind(directory: directory))
        }
        let late = awaited
        awaited = []
        for answer in late { answer(.late) }
    }

    /// Waits until all queued work is done.
    func finished() async { await files.finished() }
}
