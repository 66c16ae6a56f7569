import SetProtocol

/// Writes the journals of a host's tables on another thread, and knows whether the disk keeps up.
///
/// It runs on the host's executor, where its methods must be called; only its thread waits for the
/// disk.
actor JournalWriter: QueueConfined {
    nonisolated let executor: QueueExecutor
    private let files: FileWriter
    private let directory: String
    private let beforeWork: @Sendable (DiskWork) -> Void
    private let tell: @Sendable (JournalNotice) -> Void
    private var backlog = JournalBacklog()
    /// What waits for a piece, by the number of the piece.
    private var waiting: [(piece: Int, action: @Sendable () -> Void)] = []
    private lazy var timer = DeadlineTimer(executor: executor) { [weak self] in
        self?.assumeIsolated { $0.look() }
    }
    private var stopping = JournalComplaint()
    private var lagging = JournalComplaint()
    /// How many journals have been given up since the last warning.
    private var givenUp = 0

    /// - Parameter tell: Called on the executor's queue.
    init(
        _ options: JournalOptions, executor: QueueExecutor,
        tell: @escaping @Sendable (JournalNotice) -> Void
    ) {
        files = FileWriter(label: "set-duel.write", executor: executor)
        (self.executor, self.tell) = (executor, tell)
        (directory, beforeWork) = (options.directory, options.beforeWork)
    }

    nonisolated var isBehind: Bool { assumeIsolated { $0.backlog.isBehind } }

    nonisolated func hasRoom(for bytes: Int, of file: JournalFile) -> Bool {
        file.waitingBytes + bytes <= JournalBacklog.mostBytesOfTable
            && assumeIsolated { $0.backlog.bytes } + bytes <= JournalBacklog.mostBytes
    }

    nonisolated func noteGivenUp() { assumeIsolated { $0.givenUp += 1 } }

    /// Gives a piece of work to the disk, and returns its number for ``whenSettled(_:_:)``.
    ///
    /// - Parameter work: Called on the writer's thread; returns what the operator must know.
    nonisolated func give(
        _ bytes: Int, _ work: @escaping @Sendable () -> [JournalNotice]
    ) -> Int {
        assumeIsolated { writer in
            let piece = writer.backlog.give(bytes, at: MonotonicClock.now)
            writer.files.perform { [beforeWork = writer.beforeWork] in
                beforeWork(.writing)
                return work()
            } then: { notices in
                self.assumeIsolated { $0.done(notices) }
            }
            writer.timer.arm(at: writer.backlog.deadline)
            return piece
        }
    }

    /// Performs an action once a piece is written or the disk takes too long: at once, or on the
    /// executor's queue.
    nonisolated func whenSettled(_ piece: Int, _ action: @escaping @Sendable () -> Void) {
        assumeIsolated { writer in
            guard !writer.backlog.isSettled(piece) else { return action() }
            // Behind what waits for the same piece: what one table says keeps its order.
            let last = writer.waiting.lastIndex { $0.piece <= piece }
            writer.waiting.insert((piece, action), at: 1 + (last ?? -1))
        }
    }

    nonisolated func isSettled(_ piece: Int) -> Bool {
        assumeIsolated { $0.backlog.isSettled(piece) }
    }

    private func done(_ notices: [JournalNotice]) {
        let now = MonotonicClock.now
        if backlog.pieceWritten(), lagging.worked(after: .zero, at: now) {
            tell(.caughtUp(directory: directory, givenUp: givenUp))
            givenUp = 0
        }
        for notice in notices {
            if case .stopped = notice, !stopping.failed(at: now) { continue }
            tell(notice)
        }
        if notices.isEmpty, stopping.worked(at: now) { tell(.writable(directory: directory)) }
        performSettled()
        timer.arm(at: backlog.deadline)
    }

    private func performSettled() {
        let settled = Array(waiting.prefix { backlog.isSettled($0.piece) })
        guard !settled.isEmpty else { return }
        waiting.removeFirst(settled.count)
        for one in settled { one.action() }
    }

    private func look() {
        let now = MonotonicClock.now
        guard backlog.look(at: now) else { return timer.arm(at: backlog.deadline) }
        if lagging.failed(at: now) {
            givenUp = 0
            tell(.behind(directory: directory))
        }
        performSettled()
    }

    func finished() async { await files.finished() }
}
