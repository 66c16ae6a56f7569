import SetProtocol

/// A client's line to its host: messages instead of bytes.
///
/// Used on the connection's executor only. Pings are answered here, before anything is drawn, so
/// that the host measures the network and not the terminal.
public struct HostLink: Sendable {
    /// What comes over the line, in order.
    public enum Event: Sendable {
        /// The host said something.
        case message(HostMessage, at: TableTime)
        /// The line is gone; the text says why in plain words.
        case closed(String)
    }

    private let connection: LineConnection

    /// Takes over a connection.
    public init(_ connection: LineConnection) {
        self.connection = connection
    }

    /// Finds a host and connects to it.
    ///
    /// - Parameters:
    ///   - endpoint: The host as the player named it.
    ///   - executor: What the connection will run on.
    /// - Returns: A line over which nothing has been said yet.
    /// - Throws: Why there is none.
    public static func connect(
        to endpoint: Endpoint, on executor: QueueExecutor
    ) async throws(TransportError) -> HostLink {
        let addresses = try SocketAddress.resolve(host: endpoint.host, port: endpoint.port)
        return HostLink(
            try await LineConnection.connect(
                to: addresses, executor: executor, timeout: .seconds(10)))
    }

    /// Says hello and begins to listen.
    ///
    /// - Parameter receive: Called on the executor with everything that comes.
    public func start(_ hello: Hello, receive: @escaping @Sendable (Event) -> Void) {
        connection.start { [connection] event in
            switch event {
            case .line(let line, at: let time):
                Self.take(line, at: time, from: connection, receive)
            case .lineTooLong:
                receive(.closed("The host sent a line longer than any message."))
            case .closed(let end):
                receive(.closed(end.sentence))
            }
        }
        send(.hello(hello))
    }

    /// Says something to the host.
    public func send(_ message: ClientMessage) {
        connection.send(WireCodec.encode(message))
    }

    /// Ends the line after what has been said has been sent.
    public func finish() {
        connection.finish()
    }

    private static func take(
        _ line: ArraySlice<UInt8>, at time: TableTime, from connection: LineConnection,
        _ receive: @Sendable (Event) -> Void
    ) {
        guard !line.isEmpty else { return }
        do {
            let message = try WireCodec.decodeHostMessage(line)
            if case .ping(let nonce) = message {
                connection.send(WireCodec.encode(ClientMessage.pong(nonce)))
            } else {
                receive(.message(message, at: time))
            }
        } catch {
            // A newer host may say more than this client knows.
            if error == .unknownType { return }
            receive(.closed("The host sent something unreadable. \(error.sentence)"))
            connection.close()
        }
    }
}

extension LineConnectionEnd {
    /// What a player is told when the line to the host is gone.
    var sentence: String {
        switch self {
        case .endOfStream: "The host closed the connection."
        case .reset: "The connection to the host broke off: is it still running?"
        case .timedOut: "The host does not answer any more: check the network."
        case .lineTooLong: "The host sent a line longer than any message."
        case .tooSlow: "The connection could not keep up."
        case .closedHere: "The connection was closed."
        case .failed(let error): error.sentence
        }
    }
}
