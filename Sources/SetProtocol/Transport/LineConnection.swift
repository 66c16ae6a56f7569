import Dispatch

/// One connection that carries lines both ways.
///
/// It runs on the same executor as its owner, and its methods are to be called there and nowhere
/// else: they act at once, without a task or an `await` in between. Events are delivered there too.
/// Inside a handler everything is allowed, closing the connection included: what was read but not
/// yet delivered is dropped then.
///
/// | phase | lines in | lines out | left by |
/// |---|---|---|---|
/// | open | delivered | queued, written as the peer reads | `finish`, `close`, any end |
/// | open, the peer sends no more | none | queued, written as the peer reads | `finish`, `close` |
/// | finishing | dropped | the queue is written, then the peer is told | the peer's end, or the time |
/// | ended | none | none | telling the owner, in a later turn of the queue |
/// | over | none | none | |
///
/// The owner keeps the connection: one that is let go of is closed without a further word. A handler
/// that keeps the connection keeps it only until `closed`.
package actor LineConnection: QueueConfined {
    private enum Phase {
        case open
        case finishing(LineConnectionEnd)
        case ended(LineConnectionEnd)
        case over
    }

    /// How much is read before the others on the queue get their turn, which may be thousands of
    /// empty lines; and how many times as much when everything that is there is asked for.
    private static let (bytesInTurn, turnsAtOnce) = (4 * 1024, 16)

    package nonisolated let peer: SocketAddress
    package nonisolated let executor: QueueExecutor
    private let limits: WireLimits
    private var descriptor: Descriptor?
    private var phase = Phase.open
    private var framer: LineFramer
    private var outbox = Outbox()
    private var receive: (@Sendable (LineConnectionEvent) -> Void)?
    private var isDelivering = false
    /// Whether the owner has enough for now.
    private var isPaused = false
    /// Whether the owner has enough for good.
    private var ignoresRest = false
    /// Whether the peer sends no more; it may still read.
    private var hasInputEnded = false
    /// Tells an owner that finishes the connection itself that the peer sends no more.
    private var inputEnded: (@Sendable () -> Void)?
    /// When the last of what is being delivered came.
    private var lastArrival = MonotonicInstant.zero
    private var arrivals = ArrivalClock()
    /// Set when writing failed; what the peer had sent before is still read.
    private var writeFailure: SystemCallError?
    private let read: StampedRead
    private var readSource: DescriptorSource?
    private var writeSource: DescriptorSource?
    private var finishingTimer: DeadlineTimer?

    init(
        adopting descriptor: Descriptor, peer: SocketAddress, executor: QueueExecutor,
        limits: WireLimits, lineLimit: Int,
        read: @escaping StampedRead = { $0.receive(into: $1, stamp: &$2) }
    ) {
        self.read = read
        (self.descriptor, self.peer) = (descriptor, peer)
        (self.executor, self.limits) = (executor, limits)
        framer = LineFramer(limit: lineLimit)
        descriptor.tune(limits)
    }

    /// Begins to read; earlier input waits in the kernel.
    ///
    /// - Parameter receive: Gets every event, on the queue. Should hold its owner weakly.
    package nonisolated func start(_ receive: @escaping @Sendable (LineConnectionEvent) -> Void) {
        assumeIsolated { connection in
            connection.receive = receive
            if case .ended = connection.phase { return connection.announceEndLater() }
            connection.watchForInput()
        }
    }

    /// Gives the events from the next one on to another owner, also in the middle of a batch.
    ///
    /// - Parameter inputEnded: For an owner whose last line may come later: called when the peer
    ///   sends no more. Then, and after ``LineConnectionEvent/lineTooLong``, the owner must call
    ///   ``finish()``; without this, the connection finishes by itself.
    package nonisolated func redirect(
        inputEnded: (@Sendable () -> Void)? = nil,
        _ receive: @escaping @Sendable (LineConnectionEvent) -> Void
    ) {
        assumeIsolated { connection in
            if case .over = connection.phase { return }
            (connection.receive, connection.inputEnded) = (receive, inputEnded)
        }
    }

    /// Sends one line, with or without its LF: at once if the peer keeps up, else as soon as it
    /// reads.
    ///
    /// Lines are sent in order. If more would be queued than the limits allow, the connection ends
    /// as ``LineConnectionEnd/tooSlow``. After the connection has ended this does nothing. No event
    /// is delivered from inside this call.
    package nonisolated func send(_ line: [UInt8]) {
        assumeIsolated { $0.enqueue(line) }
    }

    /// Ends the connection gracefully, so that the last line sent is not lost.
    ///
    /// Closing with unread input makes the kernel reset the connection, and the peer loses what it
    /// had not read. So the queue is written, the sending side shut down, and input dropped until
    /// the peer closes too, for at most one second. The connection retains itself until then.
    package nonisolated func finish() {
        assumeIsolated { $0.finish(because: .closedHere) }
    }

    /// Ends the connection now and drops its queue.
    ///
    /// No more lines are delivered; ``LineConnectionEvent/closed(_:)`` follows in a later turn of
    /// the queue.
    package nonisolated func close() {
        assumeIsolated { $0.end(.closedHere) }
    }

    /// Delivers what has already reached this machine, from inside this call.
    ///
    /// Also works while a line of this connection is being delivered. The end of the connection is
    /// still delivered later.
    ///
    /// - Parameter instant: What arrived later need not be delivered yet; `nil` for everything.
    package nonisolated func readNow(arrivedBy instant: MonotonicInstant? = nil) {
        assumeIsolated { connection in
            if connection.isDelivering { return connection.readOnWithin() }
            if let instant, connection.readSource?.wasEmpty(at: instant) == true { return }
            connection.readWaiting()
        }
    }

    /// Drops all further input, even in the middle of a batch.
    package nonisolated func ignoreRest() { assumeIsolated { $0.ignoresRest = true } }

    /// Stops reading and delivering for now, even in the middle of a batch.
    ///
    /// Further input waits in the kernel, then at the peer, so a lost peer is noticed only after
    /// ``resume()``.
    package nonisolated func pause() {
        assumeIsolated { connection in
            connection.isPaused = true
            connection.readSource = nil
        }
    }

    /// Delivers what arrived before ``pause()``, from inside this call, and reads on.
    package nonisolated func resume() {
        assumeIsolated { $0.resumeReading() }
    }

    /// The most bytes a line from the peer may have, for every line not yet delivered.
    package nonisolated var lineLimit: Int {
        get { assumeIsolated { $0.framer.limit } }
        set { assumeIsolated { $0.framer.limit = newValue } }
    }

    package nonisolated var isOpen: Bool {
        assumeIsolated { connection in
            if case .open = connection.phase { connection.writeFailure == nil } else { false }
        }
    }

    /// The smallest round trip that the kernel has measured; `nil` where it does not tell.
    package nonisolated var leastRoundTrip: Duration? {
        assumeIsolated { $0.descriptor?.tcpInformation?.leastRoundTrip }
    }

    package nonisolated var queuedBytes: Int { assumeIsolated { $0.outbox.byteCount } }

    // MARK: - Reading

    private func watchForInput() {
        guard let descriptor, readSource == nil, !hasInputEnded else { return }
        // Without it the peer seems silent, and is given up for that.
        readSource = try? DescriptorSource(.reading, descriptor, on: executor) { [weak self] in
            self?.assumeIsolated { $0.readWaiting() }
        }
    }

    /// Reads once: it is called again while something is left, after the others that have something.
    private func readWaiting() {
        // The caller of ``readNow(arrivedBy:)`` may have been in the middle of it.
        guard !isDelivering, !isPaused, !hasInputEnded else { return }
        withUnsafeTemporaryAllocation(byteCount: Self.bytesInTurn, alignment: 1) { buffer in
            guard let descriptor else { return }
            let (outcome, arrival) = receive(from: descriptor, into: buffer)
            switch outcome {
            case .moved(let count):
                receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: arrival)
                // What is left when writing has failed is all there will be.
                if writeFailure != nil { readOnLater() }
            case .endOfStream: endInput()
            case .notReady: if let writeFailure { end(LineConnectionEnd(writeFailure)) }
            case .failed(let error): end(LineConnectionEnd(error))
            }
        }
    }

    /// Delivers everything else that has arrived, from inside the delivery of a line.
    ///
    /// The end of the stream is left to the read in progress, which meets it again.
    private func readOnWithin() {
        deliverLines(from: lastArrival)
        withUnsafeTemporaryAllocation(byteCount: Self.bytesInTurn, alignment: 1) { buffer in
            for _ in 0..<Self.turnsAtOnce {
                guard case .open = phase, !isPaused, !ignoresRest, let descriptor else { return }
                let (outcome, arrival) = receive(from: descriptor, into: buffer)
                guard case .moved(let count) = outcome else { return }
                lastArrival = arrival
                framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                deliverLines(from: lastArrival)
            }
        }
    }

    private func receive(
        from descriptor: Descriptor, into buffer: UnsafeMutableRawBufferPointer
    ) -> (TransferOutcome, MonotonicInstant) {
        let began = MonotonicClock.now
        var stamp = began
        let outcome = read(descriptor, buffer, &stamp)
        let arrival = arrivals.arrival(
            of: outcome, capacity: buffer.count, began: began, stamp: stamp
        ) { descriptor.tcpInformation?.segmentsOutOfOrder }
        return (outcome, arrival)
    }

    private func readOnLater() {
        executor.queue.async { [weak self] in self?.assumeIsolated { $0.readWaiting() } }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer, at arrival: MonotonicInstant) {
        guard case .open = phase, !ignoresRest else { return }
        framer.append(bytes)
        lastArrival = arrival
        deliverBatch()
    }

    private func deliverBatch() {
        isDelivering = true
        deliverLines(from: lastArrival)
        isDelivering = false
        flush()
    }

    private func resumeReading() {
        guard isPaused else { return }
        isPaused = false
        // Inside a delivery the lines go on by themselves.
        if !isDelivering { deliverBatch() }
        // What was delivered may have been enough again.
        guard !isPaused else { return }
        watchForInput()
        readOnLater()
    }

    private func deliverLines(from arrival: MonotonicInstant) {
        do throws(LineFramingError) {
            while case .open = phase, !isPaused, !ignoresRest, let line = try framer.nextLine() {
                receive?(.line(line, at: arrival))
            }
        } catch {
            ignoresRest = true
            receive?(.lineTooLong)
            if inputEnded == nil { finish(because: .lineTooLong) }
        }
    }

    // MARK: - Writing

    private func enqueue(_ line: [UInt8]) {
        guard case .open = phase, writeFailure == nil else { return }
        // The answers to one batch of lines leave together.
        if outbox.isEmpty, !isDelivering, let descriptor, line.last == 0x0A {
            switch line.withUnsafeBytes({ descriptor.send($0) }) {
            case .moved(line.count): return
            case .moved(let count): outbox.append(line, from: count)
            case .notReady, .endOfStream: outbox.append(line)
            case .failed(let error): return writingFailed(error)
            }
        } else {
            outbox.append(line)
            if isDelivering, !outbox.isOver(limits) { return }
        }
        flush()
        if outbox.isOver(limits) { end(.tooSlow) }
    }

    private func flush() {
        guard let descriptor else { return }
        while !outbox.isEmpty {
            switch outbox.withWaitingBytes({ descriptor.send($0) }) {
            case .moved(let count): outbox.remove(count)
            case .notReady: return watchForRoom(on: descriptor)
            case .endOfStream: return
            case .failed(let error): return writingFailed(error)
            }
        }
        writeSource = nil
        guard case .finishing(let reason) = phase else { return }
        descriptor.shutDownWriting()
        if hasInputEnded { end(reason) }
    }

    private func watchForRoom(on descriptor: Descriptor) {
        guard writeSource == nil else { return }
        writeSource = try? DescriptorSource(.writing, descriptor, on: executor) {
            [weak self] in
            self?.assumeIsolated { $0.flush() }
        }
    }

    /// The peer is gone, but it may have said something before that.
    private func writingFailed(_ error: SystemCallError) {
        if hasInputEnded { return end(.endOfStream) }
        writeFailure = error
        writeSource = nil
        outbox = Outbox()
        readOnLater()
    }

    // MARK: - Ending

    /// The peer sends no more, but may still read what it is told.
    private func endInput() {
        hasInputEnded = true
        readSource = nil
        guard case .open = phase else { return flush() }
        guard let inputEnded else { return finish(because: .endOfStream) }
        executor.queue.async { inputEnded() }
    }

    private func finish(because reason: LineConnectionEnd) {
        guard case .open = phase else { return }
        phase = .finishing(hasInputEnded ? .endOfStream : reason)
        isPaused = false
        watchForInput()
        // Holds the connection strongly, because its owner may let go of it now.
        finishingTimer = .after(limits.finishingTime, on: executor) {
            self.assumeIsolated { $0.end(reason) }
        }
        flush()
    }

    private func end(_ cause: LineConnectionEnd) {
        switch phase {
        case .open: phase = .ended(cause)
        // Whatever happens while finishing, the reason to finish is the reason it is over.
        case .finishing(let reason): phase = .ended(reason)
        case .ended, .over: return
        }
        readSource = nil
        writeSource = nil
        finishingTimer = nil
        descriptor = nil
        outbox = Outbox()
        announceEndLater()
    }

    /// In a later turn, because the caller that sent a line or closed is still running.
    private func announceEndLater() {
        guard receive != nil else { return }
        executor.queue.async { self.assumeIsolated { $0.announceEnd() } }
    }

    private func announceEnd() {
        guard case .ended(let reason) = phase, let receive else { return }
        phase = .over
        self.receive = nil
        receive(.closed(reason))
    }
}
