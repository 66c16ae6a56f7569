import Dispatch
import SetProtocol
import Synchronization

/// A client's connection to its host, restored however often it breaks.
///
/// It runs on its own queue, which nothing blocks: pings are answered there while a frame is drawn,
/// so that the host measures the network and not the terminal. ``Reconnection`` decides what to do
/// when the connection breaks.
///
/// If its owner is slower than the host, for example because a terminal reads slowly, it stops
/// reading while too many events wait, so that a host cannot use up memory.
///
/// Its methods are called on the owner's queue and act before they return, so that a goodbye is
/// sent before the program ends. Events reach the owner in order, in later turns of its own queue.
package actor HostLink: QueueConfined {
    /// How long an attempt to connect may take: the first one, and those after a loss.
    package static let firstTimeout = Duration.seconds(10)
    private static let laterTimeout = Duration.seconds(5)

    /// How many events may wait for the owner before reading stops, and how few must be left before
    /// it resumes.
    private static let (mostWaiting, fewWaiting) = (256, 128)
    /// How long the host's silence is not checked while nothing is read.
    private static let waitingTime = Duration.seconds(1)

    package nonisolated let executor: QueueExecutor
    private nonisolated let owner: QueueExecutor
    private let place: String
    private let addresses: [SocketAddress]
    private let limits: WireLimits
    private var connection: LineConnection?
    private var attempt: ConnectionAttempt?
    private var reconnection: Reconnection?
    private var keeper: SeatKeeper?
    private var earlier: KeptSeat?
    private var history: HistoryKeeper?
    private var timer: DeadlineTimer?
    private var receive: (@Sendable (LinkEvent, MonotonicInstant) -> Void)?
    private nonisolated let waitingEvents = Atomic<Int>(0)
    /// Whether nothing is read because too many events wait.
    private var isWaiting = false
    private var welcomed: (@Sendable () -> Void)?

    /// Resolves a host's name and connects; `owner` is the executor of the link's user.
    ///
    /// Each of the two may take ``firstTimeout``; canceling the task ends both.
    package init(
        to endpoint: Endpoint, on owner: QueueExecutor, limits: WireLimits = .standard
    ) async throws(TransportError) {
        let addresses = try await SocketAddress.resolve(endpoint, within: Self.firstTimeout)
        let executor = QueueExecutor(label: "set-duel.line", depth: 2)
        let connection = try await LineConnection.connect(
            to: addresses, executor: executor, timeout: Self.firstTimeout, limits: limits)
        (self.addresses, self.executor, self.connection) = (addresses, executor, connection)
        (self.owner, self.limits, place) = (owner, limits, "\(endpoint)")
    }

    // MARK: - For the owner

    /// Has the seat recorded for a later start of the program, and returns to one recorded earlier.
    ///
    /// - Parameter earlier: A seat that an earlier run of the program held and may still have.
    package func keepSeat(with keeper: SeatKeeper, returningTo earlier: KeptSeat?) {
        (self.keeper, self.earlier) = (keeper, earlier)
    }

    /// Has finished games noted.
    package func keepHistory(with history: HistoryKeeper) { self.history = history }

    /// Calls a closure on the owner's queue when the host has welcomed the player, the first time.
    package func onWelcome(_ welcomed: @escaping @Sendable () -> Void) { self.welcomed = welcomed }

    /// - Parameter receive: Called on the owner's queue with everything that comes.
    package nonisolated func start(
        _ hello: Hello, receive: @escaping @Sendable (LinkEvent, MonotonicInstant) -> Void
    ) {
        onQueue { link in
            link.receive = receive
            link.begin(hello)
        }
    }

    /// Sends a message to the host; while disconnected, the message is dropped, not sent later.
    package nonisolated func send(_ message: ClientMessage) {
        onQueue { link in
            guard link.reconnection?.isConnected == true else { return }
            link.connection?.send(WireCodec.encode(message))
            if case .leave = message {
                link.keeper?.forget()
                link.history?.leave()
            }
        }
    }

    /// Ends the connection after all queued messages have been sent.
    package nonisolated func finish() {
        onQueue { link in
            link.reconnection?.stop()
            link.letGo()
            link.timer?.arm(at: nil)
            link.receive = nil
            link.history?.finish()
        }
    }

    /// The message for a player who leaves while disconnected and so cannot give up the seat.
    nonisolated var partingWords: String? {
        onQueue { link in
            guard link.keeper?.isKept == true, link.reconnection?.awaitsSeat == true else {
                return nil
            }
            return "To return to your seat, run: set-duel join \(link.place)"
        }
    }

    /// Runs a closure on the link's queue, which never waits for the owner's, and waits for it.
    private nonisolated func onQueue<Answer: Sendable>(
        _ deed: @Sendable (isolated HostLink) -> Answer
    ) -> Answer {
        executor.wait { assumeIsolated { deed($0) } }
    }

    private func tell(_ event: LinkEvent, at now: MonotonicInstant) {
        guard let receive else { return }
        let count = waitingEvents.add(1, ordering: .sequentiallyConsistent).newValue
        owner.queue.async {
            receive(event, now)
            self.dealtWithOne()
        }
        if count >= Self.mostWaiting {
            isWaiting = true
            connection?.pause()
        }
    }

    /// The number passes through all below the most on its way down, and this turn comes after the one
    /// in which reading was paused.
    private nonisolated func dealtWithOne() {
        let left = waitingEvents.subtract(1, ordering: .sequentiallyConsistent).newValue
        guard left == Self.fewWaiting else { return }
        executor.queue.async {
            self.assumeIsolated { link in
                link.isWaiting = false
                link.connection?.resume()
            }
        }
    }

    // MARK: - On the line's queue

    private func begin(_ hello: Hello) {
        var hello = hello
        hello.features = ProtocolFeature.allCases
        var first = hello
        if let earlier { (first.table, first.token) = (earlier.table, earlier.token) }
        reconnection = Reconnection(
            first, or: earlier == nil ? nil : hello, at: place,
            seed: .random(in: .min ... .max), silenceLimit: limits.silence)
        timer = makeTimer { $0.deadlinePassed() }
        if let connection { listen(to: connection) }
        decide { $0.start(at: $1) }
    }

    private func listen(to connection: LineConnection) {
        let identity = ObjectIdentifier(connection)
        connection.start { [weak self] event in
            self?.assumeIsolated { $0.handle(event, from: identity) }
        }
    }

    private func handle(_ event: LineConnectionEvent, from identity: ObjectIdentifier) {
        // Events from an abandoned connection come too late.
        guard let connection, ObjectIdentifier(connection) == identity else { return }
        switch event {
        case .line(let line, at: let time): receive(line, at: time)
        case .lineTooLong: misunderstood("The host sent a line that is too long.")
        case .closed(let end):
            self.connection = nil
            decide { $0.connectionEnded(end.sentence, at: $1) }
        }
    }

    private func receive(_ line: ArraySlice<UInt8>, at time: MonotonicInstant) {
        guard !line.isEmpty else { return }
        do {
            let message = try WireCodec.decodeHostMessage(line)
            decide(at: time) { $0.receive(message, at: $1) }
        } catch {
            // A newer host may say more than this client knows.
            guard error == .unknownType else {
                return misunderstood("The host sent an invalid message. \(error.sentence)")
            }
            reconnection?.heard(at: time)
        }
    }

    private func misunderstood(_ sentence: String) {
        decide { reconnection, _ in reconnection.misunderstood(sentence) }
    }

    private func deadlinePassed() {
        // A host is not silent while nothing is read.
        if isWaiting {
            let now = MonotonicClock.now
            reconnection?.heard(at: now)
            timer?.arm(at: now.advanced(by: Self.waitingTime))
            return
        }
        // Unread data is not silence.
        connection?.readNow()
        decide { $0.deadlinePassed(at: $1) }
    }

    private func decide(
        at now: MonotonicInstant = MonotonicClock.now,
        _ decision: (inout Reconnection, MonotonicInstant) -> [Reconnection.Effect]
    ) {
        guard var reconnection else { return }
        let effects = decision(&reconnection, now)
        self.reconnection = reconnection
        perform(effects, at: now)
    }

    private func perform(_ effects: [Reconnection.Effect], at now: MonotonicInstant) {
        for effect in effects {
            switch effect {
            case .connect: connect()
            case .hangUp: letGo()
            case .say(let message): connection?.send(WireCodec.encode(message))
            case .tell(let event):
                tell(event, at: now)
                if case .message(let message) = event { note(message, at: now) }
                if case .ended = event { letGo() }
            case .keep(let welcome): keeper?.keep(welcome, report: warning)
            case .forget: keeper?.forget()
            }
        }
        timer?.arm(at: reconnection?.nextDeadline)
    }

    private func note(_ message: HostMessage, at now: MonotonicInstant) {
        history?.follow(message, at: now, report: warning)
        guard case .welcome = message, let welcomed else { return }
        owner.queue.async(execute: welcomed)
        self.welcomed = nil
    }

    /// Tells the owner what cannot be kept; from any thread.
    private var warning: @Sendable (String) -> Void {
        { [weak self] words in
            guard let self else { return }
            executor.queue.async {
                self.assumeIsolated { $0.tell(.remark(words), at: MonotonicClock.now) }
            }
        }
    }

    private func letGo() {
        connection?.finish()
        connection = nil
        attempt?.cancel()
        attempt = nil
    }

    private func connect() {
        let attempt = ConnectionAttempt(
            to: addresses, executor: executor, timeout: Self.laterTimeout, limits: limits)
        self.attempt = attempt
        let identity = ObjectIdentifier(attempt)
        attempt.start { [weak self] outcome in
            self?.assumeIsolated { $0.handle(outcome, of: identity) }
        }
    }

    private func handle(_ outcome: ConnectionAttempt.Outcome, of identity: ObjectIdentifier) {
        guard let attempt, ObjectIdentifier(attempt) == identity else { return }
        self.attempt = nil
        switch outcome {
        case .success(let made):
            connection = made
            listen(to: made)
            decide { $0.connected(at: $1) }
        case .failure(let error):
            decide { $0.connectionFailed(error.sentence.asSentence, at: $1) }
        }
    }
}

extension LineConnectionEnd {
    var sentence: String {
        switch self {
        case .endOfStream: "The host closed the connection."
        case .reset: "The host reset the connection: is it still running?"
        case .timedOut: "The host stopped responding: check the network."
        case .lineTooLong: "The host sent a line that is too long."
        case .tooSlow: "Your connection is too slow."
        case .closedHere: "The connection was closed."
        case .failed(let error): "The connection failed: \(error.sentence)."
        }
    }
}
