import SetProtocol

/// A client that knows what the messages mean and keeps the newest state.
///
/// It reads only while something is waited for; what comes meanwhile waits, in order.
public actor WirePlayer {
    /// The connection.
    public nonisolated let client: WireClient
    /// How the host greeted it.
    public private(set) var welcome: Welcome?
    /// The newest state that has been read.
    public private(set) var newest = TableState()
    /// Every state that has been read, oldest first.
    public private(set) var states: [TableState] = []
    private var barriers = 0

    /// What was read is not what a test can go on with.
    public struct Unexpected: Error, CustomStringConvertible {
        /// What came.
        public let description: String

        /// Describes what came.
        public init(description: String) {
            self.description = description
        }
    }

    /// A player over a connection on which nothing has been said yet.
    public init(_ client: WireClient) {
        self.client = client
    }

    /// The table it sits at.
    public var tableCode: TableCode {
        get throws {
            guard let welcome else { throw Unexpected(description: "not welcomed yet") }
            return welcome.table
        }
    }

    /// The hello with which the player comes back to the seat.
    public func returning() throws -> Hello {
        Hello(name: "Back", table: try tableCode, token: welcome?.token)
    }

    /// Says hello and reads until a state has followed the welcome.
    public func greet(_ hello: Hello) async throws {
        try await send(.hello(hello))
        try await welcomed()
    }

    /// Reads until a state has followed the welcome.
    public func welcomed() async throws {
        guard case .welcome(let welcome) = try await message() else {
            throw Unexpected(description: "\(await client.heard.last ?? "nothing")")
        }
        self.welcome = welcome
        try await state { _ in true }
    }

    /// Sends a message.
    public func send(_ message: ClientMessage) async throws {
        await client.send(bytes: WireCodec.encode(message))
    }

    /// Reads the next message that is no ping, and notes it when it is a state.
    public func message(
        by deadline: TableTime = WireClient.patienceEnds
    ) async throws -> HostMessage {
        while true {
            let line = try await client.line(by: deadline)
            let message = try WireCodec.decodeHostMessage(Array(line.utf8))
            if case .ping = message { continue }
            if case .state(let state) = message {
                newest = state
                states.append(state)
            }
            return message
        }
    }

    /// Reads until a state comes that is as wanted; the newest one may be already.
    @discardableResult
    public func state(_ isWanted: @Sendable (TableState) -> Bool) async throws -> TableState {
        let deadline = WireClient.patienceEnds
        while states.isEmpty || !isWanted(newest) { _ = try await message(by: deadline) }
        return newest
    }

    /// Reads until a state comes with an event that is as wanted; the newest one does not count.
    @discardableResult
    public func event(_ isWanted: @Sendable (TableEvent) -> Bool) async throws -> TableState {
        let deadline = WireClient.patienceEnds
        while true {
            guard case .state(let state) = try await message(by: deadline),
                let event = state.event,
                isWanted(event)
            else { continue }
            return state
        }
    }

    /// Reads everything the host has said in answer to what was sent so far.
    ///
    /// - Returns: The messages, in order.
    @discardableResult
    public func settle() async throws -> [HostMessage] {
        barriers += 1
        let nonce = Nonce("barrier-\(barriers)")
        try await send(.ping(nonce))
        var messages: [HostMessage] = []
        let deadline = WireClient.patienceEnds
        while true {
            let message = try await message(by: deadline)
            if message == .pong(nonce) { return messages }
            messages.append(message)
        }
    }

    /// Sends a message and reads everything the host says in answer.
    @discardableResult
    public func ask(_ message: ClientMessage) async throws -> [HostMessage] {
        try await send(message)
        return try await settle()
    }

    /// A set on the board as the newest state shows it.
    public var visibleSet: [Card]? {
        CardSet(newest.cards.compactMap(\.self)).sets.first?.cards
    }

    /// Three cards of the newest state that are no set.
    public var visibleNonSet: [Card]? {
        let cards = newest.cards.compactMap(\.self)
        for card in cards.dropFirst(2) {
            if let trio = Trio([cards[0], cards[1], card]), !trio.isSet { return trio.cards }
        }
        return nil
    }

    /// Claims on the newest board, with or without naming cards.
    public func claim(_ cards: [Card]? = nil) async throws {
        try await send(.claim(Claim(board: newest.board, cards: cards)))
    }
}

extension [HostMessage] {
    /// Why requests were refused, in order.
    public var refusals: [Refusal] {
        compactMap { message in
            guard case .refused(let refused) = message else { return nil }
            return refused.why
        }
    }

    /// What was said to have happened, in order.
    public var events: [TableEvent] {
        compactMap { message in
            guard case .state(let state) = message else { return nil }
            return state.event
        }
    }
}
