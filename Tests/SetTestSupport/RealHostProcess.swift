import Foundation

/// The built program, run as a host in a process of its own.
public final class RealHostProcess {
    /// The program could not be run as a host.
    public struct NotRunning: Error, CustomStringConvertible {
        /// What was the matter.
        public let description: String
    }

    /// Where it listens.
    public let port: UInt16
    private let process = Process()

    /// Runs `set-duel host` on a free port of the loopback interface.
    ///
    /// - Parameter arguments: Further options.
    /// - Throws: ``NotRunning`` when the program is not there or does not say where it listens.
    public init(_ arguments: [String] = []) throws {
        guard let program = Self.program else {
            throw NotRunning(description: "no set-duel beside the tests")
        }
        let output = Pipe()
        process.executableURL = program
        // Nothing of the tests' is written where a player's own journals lie.
        let usual = ["host", "--port", "0", "--listen", "127.0.0.1"]
        process.arguments =
            usual + (arguments.contains("--journal") ? [] : ["--no-journal"]) + arguments
        process.standardOutput = output
        try process.run()
        // The line is written as soon as the port is taken; the end of the program ends the wait.
        var text = ""
        while !text.contains("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw NotRunning(description: "it said: \(text)") }
            text += String(decoding: data, as: UTF8.self)
        }
        let first = text.prefix { $0 != "\n" }
        guard first.hasPrefix("listening on "),
            let port = first.split(separator: ":").last.flatMap({ UInt16($0) })
        else { throw NotRunning(description: "it said: \(text)") }
        self.port = port
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// Asks it to end, as a service manager does, and waits until it has.
    ///
    /// - Returns: The exit code.
    public func stop() async -> Int32 {
        await withCheckedContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            process.terminate()
        }
    }

    /// The built program: it lies beside the bundle of the tests.
    public static var program: URL? {
        for argument in ProcessInfo.processInfo.arguments {
            guard let end = argument.range(of: ".xctest")?.upperBound else { continue }
            let program = URL(filePath: String(argument[..<end])).deletingLastPathComponent()
                .appending(path: "set-duel")
            if FileManager.default.isExecutableFile(atPath: program.path) { return program }
        }
        return nil
    }
}
