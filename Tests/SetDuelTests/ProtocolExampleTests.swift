import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("The Python client of the specification", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct ProtocolExampleTests {
    private static let hasPython = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
        FileManager.default.isExecutableFile(atPath: $0 + "/python3")
    }

    @Test(
        "The Python client of the specification plays a whole game against itself",
        .enabled(if: hasPython))
    func game() async throws {
        let source = try ProtocolDocument().section("A client in Python").code("python")
        #expect(35...55 ~= source.count)
        let script = ["CLIENT": source.joined(separator: "\n")]
        var options = HostOptions()
        options.seed = 7
        options.rules.countdown = .milliseconds(100)
        options.rules.draw = .stands
        try await RealHost.running(options) { host in
            let clients = try ["Ann", "Bob"].map { name in
                try ProgramRun(
                    shell: #"exec python3 -c "$CLIENT" 127.0.0.1 \#(host.port) \#(name)"#,
                    environment: script)
            }
            async let first = clients[0].endByItself()
            async let second = clients[1].endByItself()
            let endings = await [first, second]
            #expect(endings.allSatisfy { $0.status == .exited(0) }, "\(endings)")
            // The player who leaves first may be missing when the other one looks.
            let results = endings.map { $0.output.prefix { $0 != "}" } }
            #expect(results[0] == results[1])
            #expect(results[0].hasPrefix(#"result {"winner": "#))
            #expect(results[0].contains(#""by": "points""#))
        }
    }
}
