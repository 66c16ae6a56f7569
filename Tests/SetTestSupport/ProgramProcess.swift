import Foundation
import Glibc

/// Why the program could not be run, or did not do what was waited for.
package struct ProgramFailure: Error, CustomStringConvertible {
    /// What is the matter, with what the program had said until then.
    package let description: String
}

package enum ProgramStatus: Hashable, Sendable {
    case exited(Int32)
    /// By a signal that it did not handle.
    case killed(Int32)
}

/// The built program in a separate process, from start to end.
///
/// Nothing waits for it longer than its time limit: then it is killed, and says so by its status.
/// Used by one owner at a time, which may block.
final class ProgramProcess {
    /// What the process has for its standard streams.
    enum Streams {
        case descriptors(input: Int32, output: Int32, errors: Int32)
        /// A terminal for all three, which the process is then the session leader of.
        case terminal(path: String)
    }

    let identifier: pid_t
    /// Hangs up when the process has ended, because only the process holds the other end.
    private let life: Int32
    private let deadline: ContinuousClock.Instant
    private var status: ProgramStatus?

    /// Where the build put the program: beside the tests.
    static var directory: String { Bundle.main.bundleURL.path }
    static var path: String { directory + "/set-duel" }

    /// Starts the program, or another one.
    init(
        _ arguments: [String], environment: [String: String], streams: Streams, limit: Duration,
        path: String = ProgramProcess.path
    ) throws(ProgramFailure) {
        // A program that has gone must not take the tests with it.
        _ = Glibc.signal(SIGPIPE, SIG_IGN)
        let (life, alive) = try Self.pipe()
        defer { close(alive) }
        self.life = life
        deadline = .now.advanced(by: limit.whenSlow)

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        switch streams {
        case .descriptors(let input, let output, let errors):
            for (target, descriptor) in [input, output, errors].enumerated() {
                posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
            }
        case .terminal(let path):
            posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 1)
            posix_spawn_file_actions_adddup2(&actions, 0, 2)
        }
        posix_spawn_file_actions_adddup2(&actions, alive, 3)
        Self.closeAllOthers(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Self.resetSignals(&attributes, startsSession: streams.startsSession)

        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var identifier = pid_t()
        let error = posix_spawn(
            &identifier, path, &actions, &attributes, &words, &variables)
        guard error == 0 else {
            close(life)
            throw ProgramFailure(description: "\(path): \(String(cString: strerror(error)))")
        }
        self.identifier = identifier
    }

    deinit {
        if status == nil {
            kill(identifier, SIGKILL)
            var status: Int32 = 0
            waitpid(identifier, &status, 0)
        }
        close(life)
    }

    /// The tests' own signals are not the program's: threads of a test block some of them.
    private static func resetSignals(
        _ attributes: inout posix_spawnattr_t, startsSession: Bool
    ) {
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // The system's header hides the name behind a feature that Swift does not ask for.
        let session: Int32 = startsSession ? 0x80 : 0
        posix_spawnattr_setflags(
            &attributes,
            Int16(Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | session))
    }

    /// Keeps what other tests have open from the program; the header hides this too.
    private static func closeAllOthers(_ actions: inout posix_spawn_file_actions_t) {
        typealias AddCloseFrom =
            @convention(c) (
                UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32
            ) -> Int32
        guard let address = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
        _ = unsafeBitCast(address, to: AddCloseFrom.self)(&actions, 4)
    }

    /// A pipe that other programs do not inherit.
    static func pipe() throws(ProgramFailure) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else {
            throw ProgramFailure(description: "there is no pipe")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Sends a signal, unless the process has been waited for.
    ///
    /// After `SIGSTOP`, waits until the process has stopped.
    func signal(_ number: Int32) {
        guard status == nil else { return }
        kill(identifier, number)
        guard number == SIGSTOP else { return }
        var info = siginfo_t()
        waitid(P_PID, id_t(identifier), &info, WSTOPPED | WEXITED | WNOWAIT)
    }

    /// Waits until a descriptor can be read or the process has ended.
    ///
    /// - Parameter limit: The maximum time, in addition to the time limit of the process.
    /// - Returns: Whether there is something to read; the end of a stream is something.
    func wait(toRead descriptor: Int32, atMost limit: Duration? = nil) -> Bool {
        var requests = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: life, events: 0, revents: 0),
        ]
        let left = min(limit ?? .seconds(3600), ContinuousClock.now.duration(to: deadline))
        let count = poll(&requests, 2, Int32(clamping: max(0, left.milliseconds)))
        return count > 0 && requests[0].revents != 0
    }

    var hasEnded: Bool {
        var request = pollfd(fd: life, events: 0, revents: 0)
        return poll(&request, 1, 0) > 0
    }

    /// How many bytes of memory the process has now, or had at most; 0 when it has ended.
    func residentBytes(_ key: String = "VmRSS:") -> Int {
        let text =
            (try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }

    /// Waits for the end; at the time limit the process is killed.
    func end() -> ProgramStatus {
        if let status { return status }
        var request = pollfd(fd: life, events: 0, revents: 0)
        let left = ContinuousClock.now.duration(to: deadline)
        if poll(&request, 1, Int32(clamping: max(0, left.milliseconds))) == 0 {
            kill(identifier, SIGKILL)
        }
        var raw: Int32 = 0
        while waitpid(identifier, &raw, 0) < 0, errno == EINTR {}
        let ending: ProgramStatus =
            raw & 0x7F == 0 ? .exited(raw >> 8 & 0xFF) : .killed(raw & 0x7F)
        status = ending
        return ending
    }
}

extension ProgramProcess.Streams {
    fileprivate var startsSession: Bool {
        switch self {
        case .descriptors: false
        case .terminal: true
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
