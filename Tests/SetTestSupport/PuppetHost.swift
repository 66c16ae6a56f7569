import Dispatch
import SetProtocol

/// A fake host that sends whatever a test wants to every client that says hello.
package struct PuppetHost: Sendable {
    package let address: String
    private let socket: ListeningSocket
    private let guests: Guests

    private actor Guests: QueueConfined {
        nonisolated let executor: QueueExecutor
        private var connections: [LineConnection] = []
        private var heard: [String] = []
        private var waiting: [(part: String, continuation: CheckedContinuation<Void, Never>)] = []

        init(executor: QueueExecutor) {
            self.executor = executor
        }

        func add(_ connection: LineConnection) { connections.append(connection) }

        func hear(_ line: String) {
            heard.append(line)
            for listener in waiting where line.contains(listener.part) {
                listener.continuation.resume()
            }
            waiting.removeAll { line.contains($0.part) }
        }

        func hears(_ part: String) async {
            if heard.contains(where: { $0.contains(part) }) { return }
            await withCheckedContinuation { waiting.append((part, $0)) }
        }

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
    /// - Parameter greeting: The first messages to each client.
    package init(_ greeting: [HostMessage]) async throws {
        try await self.init(greeting: greeting.map { WireCodec.encode($0) }, hangsUp: false)
    }

    /// Listens on a free port of this machine.
    ///
    /// - Parameters:
    ///   - lines: The first lines to each client, which need not be messages.
    ///   - hangsUp: Whether to disconnect the client after them.
    package init(lines: [String], hangsUp: Bool) async throws {
        try await self.init(greeting: lines.map { Array("\($0)\n".utf8) }, hangsUp: hangsUp)
    }

    private init(greeting lines: [[UInt8]], hangsUp: Bool) async throws {
        let executor = QueueExecutor(label: "test.puppet")
        let socket = try ListeningSocket(
            address: .loopback, port: 0, executor: executor, limits: .standard)
        let guests = Guests(executor: executor)
        self.socket = socket
        self.guests = guests
        address = "\(socket.boundAddress)"
        await withCheckedContinuation { continuation in
            executor.queue.async {
                socket.start { connection in
                    guests.assumeIsolated { $0.add(connection) }
                    connection.start { event in
                        guard case .line(let line, at: _) = event else { return }
                        let text = String(decoding: line, as: UTF8.self)
                        guests.assumeIsolated { $0.hear(text) }
                        // Only the hello is answered.
                        guard text.hasPrefix(#"{"type":"hello""#) else { return }
                        for line in lines { connection.send(line) }
                        if hangsUp { connection.finish() }
                    }
                }
                continuation.resume()
            }
        }
    }

    package func say(_ messages: [HostMessage]) async {
        await guests.say(messages.map { WireCodec.encode($0) })
    }

    /// Sends lines that no host of this version sends.
    package func say(lines: [[UInt8]]) async { await guests.say(lines) }

    /// Waits until a client has sent a line that contains a text, perhaps before.
    package func hears(_ part: String) async { await guests.hears(part) }

    package func hangUp() async { await guests.hangUp() }
}
