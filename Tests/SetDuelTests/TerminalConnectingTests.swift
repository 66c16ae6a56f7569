import SetTestSupport
import Testing

@testable import SetProtocol

@Suite("Connecting on a screen", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalConnectingTests {
    /// A port whose kernel accepts connections, but whose program never does; after `fill`, not even
    /// the kernel answers.
    private static func silentPort(
        fill: Bool
    ) throws -> (socket: ListeningSocket, filler: [Descriptor]) {
        let socket = try ListeningSocket(
            address: .loopback, port: 0, executor: QueueExecutor(label: "test.silent"), backlog: 0)
        let filler = try (0..<(fill ? 4 : 0)).map { _ in
            let descriptor = try Descriptor.stream(for: socket.boundAddress)
            _ = try descriptor.connect(to: socket.boundAddress)
            return descriptor
        }
        return (socket, filler)
    }

    @Test(
        "A connection that hangs and a host that says nothing are named; esc or ctrl-c leaves them",
        arguments: [true, false], ["\u{1B}", "\u{3}"])
    func named(hangs: Bool, _ key: String) async throws {
        let port = try Self.silentPort(fill: hangs)
        let address = "\(port.socket.boundAddress)"
        let terminal = try ProgramTerminal("join \(address)")
        try await terminal.wait(for: hangs ? "Connecting to \(address)…" : "Waiting for \(address)")
        await terminal.type(key)
        #expect(try await terminal.end() == .exited(hangs ? 69 : 0))
        #expect(await terminal.isRestored)
        withExtendedLifetime(port) {}
    }
}
