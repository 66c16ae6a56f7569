import SetProtocol

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// `set-duel host` as shipped, in a separate process, so that its memory and processor time can be
/// distinguished from those of the players.
///
/// The program is the one that `SET_DUEL_PROGRAM` names, or else the one built next to this.
final class HostProcess {
    let port: UInt16
    private let child: ChildProgram
    private var hasEnded = false

    /// Runs `set-duel host`, which takes up no table of before and writes none down.
    ///
    /// - Parameters:
    ///   - words: Options of the host.
    ///   - descriptors: How many it may have; `nil` for as many as this program.
    convenience init(_ words: [String], descriptors: Int? = nil) throws {
        let words =
            [try Self.program(), "host", "--port", "0", "--listen", "127.0.0.1", "--no-journal"]
            + words
        let shell = descriptors.map {
            ["/bin/sh", "-c", "ulimit -n \($0); exec \"$0\" \"$@\""]
        }
        try self.init(running: (shell ?? []) + words)
    }

    /// Runs a host of the limits of ``BenchHost``, which no load reaches; players are pinged.
    convenience init(tables: Int) throws {
        try self.init(running: [CommandLine.arguments[0], Invocation.hostOption + "\(tables)"])
    }

    private init(running words: [String]) throws {
        child = try ChildProgram(words)
        guard let port = Self.port(in: child.output) else {
            kill(child.process, SIGKILL)
            child.wait()
            close(child.output)
            throw LoadFailure("\(words[0]) is no host")
        }
        self.port = port
    }

    deinit {
        if !hasEnded {
            kill(child.process, SIGKILL)
            child.wait()
        }
        close(child.output)
    }

    private static func program() throws -> String {
        let path: String
        if let named = getenv("SET_DUEL_PROGRAM") {
            path = String(cString: named)
        } else {
            let own = CommandLine.arguments[0]
            let directory = own.lastIndex(of: "/").map { own[..<$0] } ?? "."
            path = directory + "/set-duel"
        }
        guard access(path, X_OK) == 0 else {
            throw LoadFailure("no program at \(path): swift build -c release")
        }
        return path
    }

    /// The port in the line with which a host reports that it is listening.
    private static func port(in output: CInt) -> UInt16? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        return String(decoding: line, as: UTF8.self).split(separator: ":").last
            .flatMap { UInt16($0) }
    }

    // MARK: - Ending it

    /// Sends it a signal.
    func signal(_ signal: CInt) {
        kill(child.process, signal)
    }

    /// Waits until it has ended.
    ///
    /// - Returns: How, as `waitpid` tells it.
    @discardableResult
    func wait() -> CInt {
        hasEnded = true
        return child.wait()
    }

    /// How it has ended, when nobody told it to; `nil` as long as it runs.
    var fate: String? {
        var status: CInt = 0
        guard !hasEnded, waitpid(child.process, &status, WNOHANG) == child.process else {
            return nil
        }
        hasEnded = true
        return "the host has ended by itself: status \(status)"
    }

    // MARK: - What it takes

    /// Its processor time in microseconds; 0 where the system does not tell.
    var processorTime: Double {
        #if canImport(Darwin)
        return 0
        #else
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(child.process, &clock) == 0, clock_gettime(clock, &time) == 0
        else { return 0 }
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
        #endif
    }

    /// The most memory it ever had at a time; 0 where the system does not tell.
    var mostResidentBytes: Int {
        guard let file = fopen("/proc/\(child.process)/status", "r") else { return 0 }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 200)
        while fgets(&text, CInt(text.count), file) != nil {
            let line = String(
                decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            guard line.hasPrefix("VmHWM:") else { continue }
            let words = line.split { $0 == " " || $0 == "\t" }
            return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * 1024
        }
        return 0
    }
}
