#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A program that this one has started, whose output it reads.
struct ChildProgram {
    let process: pid_t
    /// Where it can be read what the program writes; to be closed.
    let output: CInt

    /// Starts a program.
    ///
    /// - Parameter words: Its path and its arguments.
    init(_ words: [String]) throws {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw LoadFailure("no pipe: error \(errno)") }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addclose(&actions, ends[1])
        // What it complains of is what is done to it.
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let status = posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
        close(ends[1])
        guard status == 0 else {
            close(ends[0])
            throw LoadFailure("\(words[0]) does not start: error \(status)")
        }
        (self.process, output) = (process, ends[0])
    }

    /// Waits until it has ended.
    ///
    /// - Returns: How, as `waitpid` tells it.
    @discardableResult
    func wait() -> CInt {
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
