import SetProtocol
import SetTestSupport
import Testing

/// A socket that somebody else has opened, as systemd does it: descriptor 3, and two variables.
@Suite("A handed-over socket", .serialized, .inTurn, .timeLimit(.minutes(2)))
struct HandOverTests {
    /// Opens a port, says which, and becomes the program with it.
    private static let opener = """
        import os, socket, sys
        kind, count, pid = sys.argv[1], sys.argv[2], sys.argv[3]
        listener = socket.socket(type=socket.SOCK_DGRAM if kind == "datagram" else socket.SOCK_STREAM)
        listener.bind(("127.0.0.1", 0))
        if kind == "listening": listener.listen(8)
        print(listener.getsockname()[1], flush=True)
        # By the one that is 3 now, the test sees that the program lives.
        os.set_inheritable(os.dup(3), True)
        os.dup2(listener.fileno(), 3)
        os.environ["LISTEN_PID"] = str(os.getpid()) if pid == "own" else pid
        os.environ["LISTEN_FDS"] = count
        os.execvp("set-duel", "set-duel host -p0 -l 127.0.0.1 --no-journal".split())
        """

    /// A host that was started by an opener of ports.
    private func start(_ kind: String, count: String = "1", pid: String = "own") throws
        -> ProgramRun
    {
        try ProgramRun(
            shell: #"exec /usr/bin/env python3 -c "$OPENER" \#(kind) \#(count) \#(pid)"#,
            environment: ["OPENER": Self.opener])
    }

    @Test("A handed-over socket is where the host listens, whatever its options say")
    func listens() async throws {
        let host = try start("listening")
        let port = try #require(UInt16(await host.line()))
        #expect(try await host.line() == "listening on 127.0.0.1:\(port)")
        let player = try await WirePlayer(at: port, Hello(name: "Ann"))
        #expect(await player.welcome?.seat == .first)
    }

    @Test("A handed-over socket that does not listen is refused with a clear message")
    func refused() async throws {
        for (kind, count) in [("datagram", "1"), ("bound", "1"), ("listening", "2")] {
            let ending = await (try start(kind, count: count)).endByItself()
            #expect(
                ending.errors
                    == "set-duel: LISTEN_FDS must hold exactly one listening TCP socket: "
                    + "check the socket unit\n", "\(kind), \(count)")
            #expect(ending.status == .exited(73))
        }
    }

    @Test("A socket handed to another process is ignored")
    func others() async throws {
        let host = try start("listening", pid: "1")
        let port = try await host.line()
        let announced = try await host.line()
        #expect(announced.hasPrefix("listening on 127.0.0.1:") && !announced.hasSuffix(":\(port)"))
    }
}
