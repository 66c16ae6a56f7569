import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("The Python client of the specification", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct ProtocolExampleTests {
    private static let python = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
        .map { $0 + "/python3" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(
        "The Python client of the specification plays a whole game against itself",
        .enabled(if: python != nil))
    func game() async throws {
        let python = try #require(Self.python)
        let source = try ProtocolDocument().section("A client in Python").code("python")
        #expect(35...55 ~= source.count)
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "set-duel-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = folder.appending(path: "client.py")
        try source.joined(separator: "\n").write(to: script, atomically: true, encoding: .utf8)

        var options = HostOptions()
        options.seed = 7
        options.rules.countdown = .milliseconds(100)
        options.rules.draw = .stands
        try await RealHost.running(options) { host in
            async let ann = run(python, script, port: host.port, name: "Ann")
            async let bob = run(python, script, port: host.port, name: "Bob")
            let (first, second) = (try await ann, try await bob)
            // The player who leaves first may be missing when the other one looks.
            #expect(first.prefix { $0 != "}" } == second.prefix { $0 != "}" })
            #expect(first.hasPrefix(#"result {"winner": "#))
            #expect(first.contains(#""by": "points"}"#))
        }
    }

    /// Runs the client to its end, which must be a good one.
    ///
    /// - Returns: What it printed.
    private func run(
        _ python: String, _ script: URL, port: UInt16, name: String
    ) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = [script.path, "127.0.0.1", "\(port)", name]
        let output = Pipe()
        process.standardOutput = output
        // It also ends at the time limit, because it may wait forever.
        let code = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                process.terminationHandler = {
                    continuation.resume(returning: $0.terminationStatus)
                }
                do {
                    try process.run()
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            process.terminate()
        }
        #expect(code == 0)
        return String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
}
