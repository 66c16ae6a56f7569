import Foundation
import SetProtocol
import SetTestSupport
import Testing

/// A socket that somebody else has opened, as systemd does it: descriptor 3, and two variables.
@Suite("A handed-over socket", .serialized, .inTurn, .timeLimit(.minutes(2)))
struct HandOverTests {
    /// Opens a port, says which, and becomes the program with it.
    static let opener = """
        import os, socket, sys
        kind, count, pid = sys.argv[1], sys.argv[2], sys.argv[3]
        listener = socket.socket(type=socket.SOCK_DGRAM if kind == "datagram" else socket.SOCK_STREAM)
        listener.bind(("127.0.0.1", 0))
        if kind == "listening": listener.listen(8)
        print(listener.getsockname()[1], flush=True)
        os.dup2(listener.fileno(), 3)
        os.set_inheritable(3, True)
        os.environ["LISTEN_PID"] = str(os.getpid()) if pid == "own" else pid
        os.environ["LISTEN_FDS"] = count
        os.execv(sys.argv[4], sys.argv[4:])
        """

    /// A host that was started by an opener of ports.
    private final class Started {
        let process = Process()
        private let output = Pipe()
        private let errors = Pipe()

        init(_ kind: String, count: String = "1", pid: String = "own") throws {
            let program = try #require(RealHostProcess.program)
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments =
                ["python3", "-c", opener, kind, count, pid, program.path]
                + ["host", "--port", "0", "--listen", "127.0.0.1", "--no-journal"]
            process.standardOutput = output
            process.standardError = errors
            try process.run()
        }

        deinit { if process.isRunning { process.terminate() } }

        /// The next line of its output.
        func line() -> String {
            var text = ""
            while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first,
                byte != 0x0A
            {
                text.append(Character(Unicode.Scalar(byte)))
            }
            return text
        }

        /// What it complained of, after its end.
        func complaint() -> (String, Int32) {
            let data = errors.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (String(decoding: data, as: UTF8.self), process.terminationStatus)
        }
    }

    @Test("A handed-over socket is where the host listens, whatever its options say")
    func listens() async throws {
        let host = try Started("listening")
        let port = try #require(UInt16(host.line()))
        #expect(host.line() == "listening on 127.0.0.1:\(port)")
        let player = WirePlayer(try WireClient(port: port))
        try await player.greet(Hello(name: "Ann"))
        #expect(await player.welcome?.seat == .first)
    }

    @Test("A handed-over socket that does not listen is refused with a clear message")
    func refused() throws {
        for (kind, count) in [("datagram", "1"), ("bound", "1"), ("listening", "2")] {
            let (complaint, code) = try Started(kind, count: count).complaint()
            #expect(
                complaint
                    == "set-duel: LISTEN_FDS must hold exactly one listening TCP socket: "
                    + "check the socket unit\n", "\(kind), \(count)")
            #expect(code == 73)
        }
    }

    @Test("A socket handed to another process is ignored")
    func others() throws {
        let host = try Started("listening", pid: "1")
        let port = host.line()
        let told = host.line()
        #expect(told.hasPrefix("listening on 127.0.0.1:"))
        #expect(!told.hasSuffix(":\(port)"))
    }
}
