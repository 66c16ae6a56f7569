import Glibc
import SetProtocol

/// The program as a shell script sees it: words and lines in, lines and an exit code out.
///
/// Everything that waits does so on a separate thread, so that other tests continue.
package actor ProgramRun: QueueConfined {
    package struct Ending: Hashable, Sendable {
        package let status: ProgramStatus
        package let output: String
        package let errors: String

        package var lines: [String] { output.split(separator: "\n").map(String.init) }

        /// What a session shows: the output, errors after `!`, and how it ended if not with 0.
        package var transcript: String {
            let errors = errors.split(separator: "\n").map { "! \($0)\n" }.joined()
            return switch status {
            case .exited(0): output + errors
            case .exited(let code): output + errors + "exit \(code)\n"
            case .killed(let signal): output + errors + "killed by \(signal)\n"
            }
        }
    }

    /// The variables that every run has; nothing of the tests' own environment gets through but what
    /// a sanitizer needs.
    package static let environment = [
        "PATH": "\(ProgramProcess.directory):/usr/bin:/bin", "LANG": "C.UTF-8", "USER": "tester",
        "TERM": "xterm-256color",
    ].merging(Slowdown.sanitizerVariables) { $1 }

    package nonisolated let executor = QueueExecutor(label: "test.program")
    package nonisolated let identifier: Int32
    private let commandLine: String
    private let process: ProgramProcess
    private var input: Int32?
    private let output: Int32
    private let errors: Int32
    private var written: [UInt8] = []
    /// How many bytes of the output have been handed out as lines.
    private var handedOut = 0
    private var hasOutputEnded = false

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - arguments: The words of the command line.
    ///   - environment: Variables in addition to ``environment``.
    ///   - limit: How long it may run before it is killed.
    package init(
        _ arguments: [String], environment: [String: String] = [:],
        limit: Duration = .seconds(150)
    ) throws {
        try self.init(ProgramProcess.path, arguments, environment, limit)
    }

    /// Starts a shell for which a pipeline ends as the first of its programs that fails.
    package init(shell script: String, environment: [String: String] = [:]) throws {
        try self.init("/bin/bash", ["-o", "pipefail", "-c", script], environment, .seconds(150))
    }

    /// The same in a home directory.
    package init(shell script: String, home: String) throws {
        try self.init(shell: "cd && \(script)", environment: ["HOME": home])
    }

    private init(
        _ path: String, _ arguments: [String], _ environment: [String: String], _ limit: Duration
    ) throws {
        let (childInput, input) = try ProgramProcess.pipe()
        let (output, childOutput) = try ProgramProcess.pipe()
        let (errors, childErrors) = try ProgramProcess.pipe()
        defer { for descriptor in [childInput, childOutput, childErrors] { close(descriptor) } }
        (self.input, self.output, self.errors) = (input, output, errors)
        commandLine = (["set-duel"] + arguments).joined(separator: " ")
        process = try ProgramProcess(
            arguments, environment: Self.environment.merging(environment) { $1 },
            streams: .descriptors(input: childInput, output: childOutput, errors: childErrors),
            limit: limit, path: path)
        identifier = process.identifier
    }

    deinit {
        if let input { close(input) }
        if !hasOutputEnded { close(output) }
        close(errors)
    }

    /// Runs the program from beginning to end.
    ///
    /// - Parameters:
    ///   - arguments: The words of the command line, as a shell parts them.
    ///   - input: All that it can read.
    package static func run(
        _ arguments: String, environment: [String: String] = [:], input: String = "",
        limit: Duration = .seconds(150)
    ) async throws -> Ending {
        let words = arguments.split(separator: " ").map(String.init)
        let run = try ProgramRun(words, environment: environment, limit: limit)
        await run.say(input)
        return await run.end()
    }

    /// Writes text to its standard input; what it no longer reads is lost.
    package func say(_ text: String) {
        guard let input else { return }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    package func signal(_ number: Int32) { process.signal(number) }

    /// Waits for a line of its standard output.
    ///
    /// - Parameter isWanted: Whether it is this one; the lines before it are passed over.
    /// - Throws: When there will be none.
    package func line(
        where isWanted: @Sendable (String) -> Bool = { _ in true }
    ) throws -> String {
        while true {
            while let line = nextLine() { if isWanted(line) { return line } }
            guard readOn() else {
                let text = String(decoding: written, as: UTF8.self)
                throw ProgramFailure(
                    description: "\(commandLine): no such line after\n\(text.suffix(3000))")
            }
        }
    }

    @discardableResult
    package func line(containing words: String) throws -> String {
        try line { $0.contains(words) }
    }

    package func endInput() {
        if let input { close(input) }
        input = nil
    }

    package func end() -> Ending {
        endInput()
        return endByItself()
    }

    /// Waits for its end, which must have another reason than the end of its input.
    package func endByItself() -> Ending {
        while readOn() {}
        var said: [UInt8] = []
        while process.wait(toRead: errors), let bytes = Self.read(errors) { said += bytes }
        return Ending(
            status: process.end(), output: String(decoding: written, as: UTF8.self),
            errors: String(decoding: said, as: UTF8.self))
    }

    /// Waits for its end without reading what it writes.
    package func endUnread() -> ProgramStatus { process.end() }

    package var residentBytes: Int { process.residentBytes() }

    package var mostResidentBytes: Int { process.residentBytes("VmHWM:") }

    /// Reads what it writes until it ends, and keeps nothing of it.
    ///
    /// - Parameter isEnough: Whether no more needs to be read.
    package func passOver(until isEnough: @Sendable () -> Bool) {
        while !isEnough(), readOn() { (written, handedOut) = ([], 0) }
    }

    private func nextLine() -> String? {
        guard let end = written[handedOut...].firstIndex(of: 0x0A) else { return nil }
        defer { handedOut = end + 1 }
        return String(decoding: written[handedOut..<end], as: UTF8.self)
    }

    /// Reads more of the output.
    ///
    /// - Returns: Whether there may be still more.
    private func readOn() -> Bool {
        guard !hasOutputEnded else { return false }
        if process.wait(toRead: output), let bytes = Self.read(output) {
            written += bytes
            return true
        }
        hasOutputEnded = true
        close(output)
        return false
    }

    /// Reads what there is; `nil` at the end.
    private static func read(_ descriptor: Int32) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
        return bytes.isEmpty ? nil : bytes
    }
}
