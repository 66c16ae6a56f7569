import Foundation

/// The built program, run as a host in a separate process.
package final class RealHostProcess {
    /// The program could not be run as a host.
    package struct NotRunning: Error, CustomStringConvertible {
        /// What was the matter.
        package let description: String
    }

    /// Where it listens.
    package let port: UInt16
    private let said: String
    private let process = Process()
    private let endings: AsyncStream<Int32>
    private let output = Pipe()
    private let errors = Pipe()

    /// Runs `set-duel host` on a free port of the loopback interface.
    ///
    /// - Parameters:
    ///   - arguments: Further options; the last of one kind counts.
    ///   - fileBlocks: How many blocks a file may have, where the shell is to limit that.
    ///   - descriptors: How many descriptors it may have, where the shell is to limit that.
    /// - Throws: ``NotRunning`` when the program is not there or does not say where it listens.
    package init(
        _ arguments: [String] = [], fileBlocks: Int? = nil, descriptors: Int? = nil
    ) throws {
        guard let program = Self.program else {
            throw NotRunning(description: "no set-duel beside the tests")
        }
        let (endings, ending) = AsyncStream.makeStream(of: Int32.self)
        self.endings = endings
        process.terminationHandler = { ending.yield($0.terminationStatus) }
        process.executableURL = program
        // Nothing of the tests' is written where a player's own journals lie.
        let usual = ["host", "--port", "0", "--listen", "127.0.0.1"]
        process.arguments =
            usual + (arguments.contains("--journal") ? [] : ["--no-journal"]) + arguments
        let limits = [("-f", fileBlocks), ("-n", descriptors)].compactMap { letter, most in
            most.map { "ulimit \(letter) \($0); " }
        }
        if !limits.isEmpty {
            let words = process.arguments ?? []
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments =
                ["-c", limits.joined() + "exec \"$0\" \"$@\"", program.path] + words
        }
        // A host acts otherwise where a person looks on.
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
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
        said = text
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// Asks it to end, as a service manager does, and waits until it has.
    ///
    /// - Returns: The exit code.
    package func stop() async -> Int32 {
        await stop(SIGTERM)
    }

    /// Sends it a signal and waits until it has ended.
    ///
    /// - Returns: The exit code, or the signal's number.
    package func stop(_ signal: Int32) async -> Int32 {
        self.signal(signal)
        return await ended()
    }

    /// Waits until it has ended.
    ///
    /// - Returns: The exit code, or the signal's number.
    package func ended() async -> Int32 {
        for await status in endings { return status }
        return -1
    }

    /// The number the system has for it.
    package var identifier: Int32 { process.processIdentifier }

    /// The most memory it ever had at a time; 0 where the system does not tell.
    package var mostResidentBytes: Int {
        let path = "/proc/\(process.processIdentifier)/status"
        guard let status = try? String(contentsOfFile: path, encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let number = line.split(whereSeparator: \.isWhitespace).dropFirst().first
        else { return 0 }
        return (Int(number) ?? 0) * 1024
    }

    /// Sends it a signal.
    package func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Its output apart from where it listens, on both streams; only after its end.
    package func remarks() -> (output: String, errors: String) {
        let output = output.fileHandleForReading.readDataToEndOfFile()
        let errors = errors.fileHandleForReading.readDataToEndOfFile()
        return (
            said + String(decoding: output, as: UTF8.self), String(decoding: errors, as: UTF8.self)
        )
    }

    /// What a host wrote on standard error apart from its log.
    package static func complaints(in errors: String) -> [Substring] {
        errors.split(separator: "\n").filter { !$0.contains(/^set-duel: time=\S+ event=/) }
    }

    /// The built program: it lies beside the bundle of the tests.
    package static var program: URL? {
        for argument in ProcessInfo.processInfo.arguments {
            guard let end = argument.range(of: ".xctest")?.upperBound else { continue }
            let program = URL(filePath: String(argument[..<end])).deletingLastPathComponent()
                .appending(path: "set-duel")
            if FileManager.default.isExecutableFile(atPath: program.path) { return program }
        }
        return nil
    }
}
