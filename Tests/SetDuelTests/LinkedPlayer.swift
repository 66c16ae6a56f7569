import SetClient
import SetProtocol
import SetTestSupport

/// A player at a table as scripts play one, over whatever kind of line.
protocol ScriptedPlayer: Actor {
    /// The newest state that has been read.
    var newest: TableState { get }
    /// Sends a message.
    func send(_ message: ClientMessage) async throws
    /// Reads everything the host has said in answer to what was sent so far.
    @discardableResult
    func settle() async throws -> [HostMessage]
    /// Reads until a state comes that is as wanted; the newest one may be already.
    @discardableResult
    func state(_ isWanted: @Sendable (TableState) -> Bool) async throws -> TableState
    /// Reads until a state comes with an event that is as wanted; the newest one does not count.
    @discardableResult
    func event(_ isWanted: @Sendable (TableEvent) -> Bool) async throws -> TableState
}

extension WirePlayer: ScriptedPlayer {}

/// A player on the link that the program itself uses, which reconnects automatically.
actor LinkedPlayer: ScriptedPlayer, QueueConfined {
    /// An event that a test did not expect.
    struct Unexpected: Error, CustomStringConvertible {
        let description: String
    }

    nonisolated let executor: QueueExecutor
    private let link: HostLink
    private var timer: DeadlineTimer?
    private var unread: [HostMessage] = []
    private var waiter: CheckedContinuation<Void, Never>?
    private var isLate = false
    private var barriers = 0
    private(set) var newest = TableState()
    private(set) var table: TableCode?
    /// The states received since each welcome.
    private(set) var told: [[TableState]] = []
    /// What the program said of the missing line.
    private(set) var outages: [Outage] = []
    /// How it ended, if it did.
    private(set) var end: SessionEnd?

    /// Connects to a port of this machine.
    ///
    /// - Parameter silence: After how much of it the host is taken for lost.
    init(port: UInt16, silence: Duration) async throws {
        executor = QueueExecutor(label: "test.linked")
        var limits = WireLimits.standard
        limits.silence = silence
        link = try await HostLink.connect(
            to: try Endpoint("127.0.0.1:\(port)"), on: executor, limits: limits)
        timer = DeadlineTimer(executor: executor) { [weak self] in
            self?.assumeIsolated { player in
                player.isLate = true
                player.wake()
            }
        }
    }

    /// Sits down at a table.
    func start(_ hello: Hello) async throws {
        link.start(hello) { [weak self] event, _ in self?.assumeIsolated { $0.take(event) } }
        try await wait { $0.table != nil }
    }

    /// Ends the connection.
    func finish() { link.finish() }

    private func take(_ event: LinkEvent) {
        switch event {
        case .message(let message):
            if case .welcome(let welcome) = message {
                table = welcome.table
                told.append([])
            }
            if case .state(let state) = message, !told.isEmpty {
                told[told.count - 1].append(state)
            }
            unread.append(message)
        case .interrupted(let outage): outages.append(outage)
        case .remark: break
        case .ended(let end, after: _): self.end = end
        }
        wake()
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }

    private func wait(_ isSatisfied: (isolated LinkedPlayer) -> Bool) async throws {
        isLate = false
        timer?.arm(at: WireClient.usualDeadline)
        defer { timer?.arm(at: nil) }
        while !isSatisfied(self) {
            if let end { throw Unexpected(description: "it ended: \(end)") }
            guard !isLate else {
                throw Unexpected(description: "late, after \(newest) and \(outages)")
            }
            await withCheckedContinuation { waiter = $0 }
        }
    }

    /// Waits until the program has returned the given number of times.
    func comesBack(times: Int = 1) async throws {
        try await wait { $0.told.count > times && $0.told.last?.isEmpty == false }
    }

    private func message() async throws -> HostMessage {
        try await wait { !$0.unread.isEmpty }
        let message = unread.removeFirst()
        if case .state(let state) = message { newest = state }
        return message
    }

    func send(_ message: ClientMessage) { link.send(message) }

    @discardableResult
    func settle() async throws -> [HostMessage] {
        barriers += 1
        let nonce = Nonce("barrier-\(barriers)")
        link.send(.ping(nonce))
        var messages: [HostMessage] = []
        while true {
            let message = try await message()
            if message == .pong(nonce) { return messages }
            messages.append(message)
        }
    }

    @discardableResult
    func state(_ isWanted: @Sendable (TableState) -> Bool) async throws -> TableState {
        while newest.revision == Revision(0) || !isWanted(newest) { _ = try await message() }
        return newest
    }

    @discardableResult
    func event(_ isWanted: @Sendable (TableEvent) -> Bool) async throws -> TableState {
        while true {
            guard case .state(let state) = try await message(), let event = state.event,
                isWanted(event)
            else { continue }
            return state
        }
    }
}
