import Dispatch
import SetProtocol

/// A host that says whatever a test wants, to everybody who says hello.
public struct PuppetHost: Sendable {
    /// As it is joined, `127.0.0.1:PORT`.
    public let address: String
    private let socket: ListeningSocket
    private let guests: Guests

    /// Who has said hello.
    private actor Guests {
        private nonisolated let executor: QueueExecutor
        private var connections: [LineConnection] = []

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            executor.asUnownedSerialExecutor()
        }

        init(executor: QueueExecutor) {
            self.executor = executor
        }

        func add(_ connection: LineConnection) { connections.append(connection) }

        func say(_ lines: [[UInt8]]) {
            for connection in connections {
                for line in lines { connection.send(line) }
            }
        }

        func hangUp() {
            for connection in connections { connection.finish() }
        }
    }

    /// Listens on a free port of this machine.
    ///
    /// - Parameter greeting: What everybody hears first.
    public init(_ greeting: [HostMessage]) async throws {
        let executor = QueueExecutor(label: "test.puppet")
        let socket = try ListeningSocket(
            address: .loopback, port: 0, executor: executor, limits: .standard)
        let guests = Guests(executor: executor)
        self.socket = socket
        self.guests = guests
        address = "\(socket.boundAddress)"
        let lines = greeting.map { WireCodec.encode($0) }
        await withCheckedContinuation { continuation in
            executor.queue.async {
                socket.start { connection in
                    guests.assumeIsolated { $0.add(connection) }
                    connection.start { event in
                        // Only the hello is waited for; a puppet listens to nothing else.
                        guard case .line(let line, at: _) = event,
                            line.starts(with: Array(#"{"type":"hello""#.utf8))
                        else { return }
                        for line in lines { connection.send(line) }
                    }
                }
                continuation.resume()
            }
        }
    }

    /// Says something to everybody.
    public func say(_ messages: [HostMessage]) async {
        await guests.say(messages.map { WireCodec.encode($0) })
    }

    /// Goes without a word.
    public func hangUp() async { await guests.hangUp() }
}
