import SetProtocol

/// A player who claims every open board a scripted time after seeing it, gives every turn up at once,
/// and so races again and again on the same cards.
///
/// It sees and presses by its own clock and answers pings at once, or late if it is a liar.
package actor Racer: QueueConfined {
    /// One race as this player lived it.
    package struct Race: Sendable {
        /// How long it took from seeing the board to pressing; `nil` when the other's claim was seen
        /// first.
        package var reaction: Duration?
        package var pressed: MonotonicInstant?
        package var winner: Seat
        /// The race message that the players received, if any.
        package var announced: SetProtocol.Race?
    }

    package nonisolated let executor: QueueExecutor
    private let pongDelay: Duration
    private var connection: LineConnection?
    private var timer: DeadlineTimer?
    private var script: [Duration] = []
    private var seat: Seat?
    private var seen: MonotonicInstant?
    private var board: BoardNumber?
    private var pressed: MonotonicInstant?
    private var pongs: [(due: MonotonicInstant, nonce: Nonce)] = []
    private var pongTimer: DeadlineTimer?
    private var pingsAnswered = 0
    private var failure: String?
    private var waiting: [Waiting] = []
    /// The code of the table it sits at, once it does.
    package private(set) var table: TableCode?
    package private(set) var races: [Race] = []

    private struct Waiting {
        var isSatisfied: (isolated Racer) -> Bool
        var continuation: CheckedContinuation<Void, Never>
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// A player who has not connected yet.
    ///
    /// - Parameters:
    ///   - script: How long it takes to press in each race.
    ///   - pongDelay: How much later than possible it answers pings.
    package init(_ script: [Duration], pongDelay: Duration = .zero) {
        executor = QueueExecutor(label: "test.racer")
        self.script = script.reversed()
        self.pongDelay = pongDelay
    }

    package func join(port: UInt16, table: TableCode? = nil) async throws {
        let connection = try await LineConnection.connect(
            to: [SocketAddress(.loopback, port: port)], executor: executor, timeout: .seconds(10))
        self.connection = connection
        timer = DeadlineTimer(executor: executor) { [weak self] in
            self?.assumeIsolated { $0.press() }
        }
        pongTimer = DeadlineTimer(executor: executor) { [weak self] in
            self?.assumeIsolated { $0.answerPings() }
        }
        connection.start { [weak self] event in self?.assumeIsolated { $0.take(event) } }
        say(.hello(Hello(name: "Racer", table: table)))
        try await wait { $0.table != nil }
    }

    /// Says ready, after the host has had time to measure the latency.
    package func getReady() async throws {
        try await wait { $0.pingsAnswered > 5 }
        say(.ready)
    }

    package func finish(_ count: Int) async throws -> [Race] {
        try await wait { $0.races.count >= count }
        connection?.close()
        return races
    }

    private func wait(_ isSatisfied: @escaping (isolated Racer) -> Bool) async throws {
        if !isSatisfied(self), failure == nil {
            await withCheckedContinuation {
                waiting.append(Waiting(isSatisfied: isSatisfied, continuation: $0))
            }
        }
        if let failure { throw Failure(description: failure) }
    }

    private func say(_ message: ClientMessage) {
        connection?.send(WireCodec.encode(message))
    }

    private func take(_ event: LineConnectionEvent) {
        switch event {
        case .line(let line, at: let arrival):
            guard let message = try? WireCodec.decodeHostMessage(line) else { break }
            take(message, at: arrival)
        case .lineTooLong: failure = "a line was too long"
        case .closed(let end): failure = "\(end)"
        }
        let waiting = waiting
        self.waiting = []
        for wait in waiting {
            if wait.isSatisfied(self) || failure != nil {
                wait.continuation.resume()
            } else {
                self.waiting.append(wait)
            }
        }
    }

    private func take(_ message: HostMessage, at arrival: MonotonicInstant) {
        switch message {
        case .ping(let nonce):
            pongs.append((arrival.advanced(by: pongDelay), nonce))
            answerPings()
        case .welcome(let welcome): (seat, table) = (welcome.seat, welcome.table)
        case .state(let state): follow(state, at: arrival)
        case .race(let race): if !races.isEmpty { races[races.count - 1].announced = race }
        case .status, .refused, .hint, .commitment, .reveal, .said, .pong: break
        case .bye, .error: failure = "\(message)"
        }
    }

    private func answerPings() {
        while let (due, nonce) = pongs.first {
            guard due <= MonotonicClock.now else { return pongTimer?.arm(at: due) ?? () }
            say(.pong(nonce))
            pongs.removeFirst()
            pingsAnswered += 1
        }
    }

    private func follow(_ state: TableState, at arrival: MonotonicInstant) {
        switch state.event {
        case .started, .passed(_, .answer, points: _):
            guard state.phase == .open, let delay = script.popLast() else { return }
            (seen, board, pressed) = (arrival, state.board, nil)
            timer?.arm(at: arrival.advanced(by: delay))
        case .claimed(let winner):
            timer?.arm(at: nil)
            let reaction = pressed.flatMap { pressed in seen?.duration(to: pressed) }
            races.append(Race(reaction: reaction, pressed: pressed, winner: winner))
            if winner == seat { say(.pass) }
        case .passed where state.turn?.seat == seat: say(.pass)
        default: break
        }
    }

    private func press() {
        guard let board else { return }
        pressed = MonotonicClock.now
        say(.claim(Claim(board: board)))
    }
}
