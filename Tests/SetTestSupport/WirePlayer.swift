import SetProtocol

/// A client that knows what the messages mean and keeps the newest state.
///
/// It reads only while a test waits for something; other input waits, in order.
package actor WirePlayer {
    package nonisolated let client: WireClient
    package private(set) var welcome: Welcome?
    /// The newest state that has been read.
    package private(set) var newest = TableState()
    /// Every state that has been read, oldest first.
    package private(set) var states: [TableState] = []
    private var barriers = 0

    /// What was read is not what a test can go on with.
    package struct Unexpected: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    /// A player over a connection on which nothing has been said yet.
    package init(_ client: WireClient) {
        self.client = client
    }

    /// A player who has said hello to a host at a port of this machine and been let in.
    package init(at port: UInt16, _ hello: Hello) async throws {
        client = try WireClient(port: port)
        try await greet(hello)
    }

    package var tableCode: TableCode {
        get throws {
            guard let welcome else { throw Unexpected(description: "not welcomed yet") }
            return welcome.table
        }
    }

    /// The hello with which the player comes back to the seat.
    package func returning() throws -> Hello {
        Hello(name: "Back", table: try tableCode, token: welcome?.token)
    }

    /// Says hello and reads until a state has followed the welcome.
    package func greet(_ hello: Hello) async throws {
        try await send(.hello(hello))
        try await welcomed()
    }

    /// Reads until a state has followed the welcome.
    package func welcomed() async throws {
        guard case .welcome(let welcome) = try await message() else {
            throw Unexpected(description: "\(await client.heard.last ?? "none")")
        }
        self.welcome = welcome
        try await state { _ in true }
    }

    package func send(_ message: ClientMessage) async throws {
        await client.send(bytes: WireCodec.encode(message))
    }

    /// Reads the next message that is no ping, and notes it when it is a state.
    package func message(
        by deadline: MonotonicInstant = WireClient.usualDeadline
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
    package func state(_ isWanted: @Sendable (TableState) -> Bool) async throws -> TableState {
        let deadline = WireClient.usualDeadline
        while states.isEmpty || !isWanted(newest) { _ = try await message(by: deadline) }
        return newest
    }

    /// Reads until a state comes with an event that is as wanted; the newest one does not count.
    @discardableResult
    package func event(_ isWanted: @Sendable (TableEvent) -> Bool) async throws -> TableState {
        let deadline = WireClient.usualDeadline
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
    package func settle() async throws -> [HostMessage] {
        barriers += 1
        let nonce = Nonce("barrier-\(barriers)")
        try await send(.ping(nonce))
        var messages: [HostMessage] = []
        let deadline = WireClient.usualDeadline
        while true {
            let message = try await message(by: deadline)
            if message == .pong(nonce) { return messages }
            messages.append(message)
        }
    }

    /// Sends a message and reads everything the host says in answer.
    @discardableResult
    package func ask(_ message: ClientMessage) async throws -> [HostMessage] {
        try await send(message)
        return try await settle()
    }

    /// A set on the board as the newest state shows it.
    package var visibleSet: [Card]? {
        CardSet(newest.cards.compactMap(\.self)).sets.first?.cards
    }

    /// Three cards of the newest state that are no set.
    package var visibleNonSet: [Card]? {
        let cards = newest.cards.compactMap(\.self)
        for card in cards.dropFirst(2) {
            if let trio = Trio([cards[0], cards[1], card]), !trio.isSet { return trio.cards }
        }
        return nil
    }

    /// Claims on the newest board, with or without naming cards.
    package func claim(_ cards: [Card]? = nil) async throws {
        try await send(.claim(Claim(board: newest.board, cards: cards)))
    }
}

extension [HostMessage] {
    package var refusals: [Refusal] {
        compactMap { message in
            guard case .refused(let refused) = message else { return nil }
            return refused.why
        }
    }

    package var events: [TableEvent] {
        compactMap { message in
            guard case .state(let state) = message else { return nil }
            return state.event
        }
    }
}
