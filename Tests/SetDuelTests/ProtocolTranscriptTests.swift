import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

@testable import set_duel

@Suite("The documented transcripts", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct ProtocolTranscriptTests {
    /// Set in the environment to write down what the host says now, for a person to review.
    private static let isRecording =
        ProcessInfo.processInfo.environment["RECORD_TRANSCRIPTS"] == "1"

    /// What strangers and tokens do is written in the same way, but not for the readers of the specification.
    private static let others = ["guesses", "hostile", "tokens"].map { name in
        Documents.folder.deletingLastPathComponent().appending(
            path: "Tests/Golden/transcripts/\(name).txt")
    }

    @Test(
        "The documented transcripts match a real host",
        arguments: try Documents.transcripts() + others)
    func replay(_ file: URL) async throws {
        for _ in 1..<20 {
            do {
                return try await hold(file)
            } catch let difference as WireTranscript.Difference where difference.isLate {
                // What depends on how soon an answer comes was not tried.
                continue
            }
        }
        try await hold(file)
    }

    private func hold(_ file: URL) async throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        let transcript = try WireTranscript(text)
        let options = try HostOptions(commandLine: transcript.command)
        try await RealHost.running(options) { host in
            let heard = try await transcript.replay(
                onPort: host.port, isRecording: Self.isRecording)
            if Self.isRecording {
                try heard.write(to: file, atomically: true, encoding: .utf8)
            }
            // Also where it has just been written: nothing that records passes.
            #expect(heard == text, "\(file.lastPathComponent)")
        }
    }
}

/// The documents beside the sources.
enum Documents {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs")

    static func transcripts() throws -> [URL] {
        let folder = folder.appending(path: "transcripts")
        return try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }
    }

    static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
}

extension HostOptions {
    /// Understands a command line as the program itself does.
    init(commandLine: [String]) throws {
        let configuration = try Configuration(
            try Invocation(commandLine, environment: [:]), environment: [:])
        self.init()
        rules = configuration.rules
        seed = configuration.seed
        isPrivate = configuration.isPrivate
        hostLimits = configuration.hostLimits
    }
}
