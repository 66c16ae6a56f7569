import SystemLibrary

package enum Program {
    package static var environment: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text)
            if let equals = pair.firstIndex(of: "=") {
                variables[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
            }
            entry += 1
        }
        return variables
    }

    /// The system's name, its version and the processor it runs on; nothing that names the machine.
    package static var system: String {
        names.map {
            "\(text($0.sysname)) \(text($0.release)) (\(text($0.machine)))"
        } ?? "unknown"
    }

    /// The machine's name on the network, without its domain; `nil` if it has none.
    package static var machine: String? {
        names.map { String(text($0.nodename).prefix { $0 != "." }) }
    }

    private static var names: utsname? {
        var names = utsname()
        return uname(&names) == 0 ? names : nil
    }

    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Runs a shell command in this terminal, waits for it, and returns whether it succeeded.
    ///
    /// The arguments are `$1`, `$2` and so on; they may contain anything.
    package static func runShell(
        _ line: String, _ arguments: [String]
    ) throws(SystemCallError) -> Bool {
        var words = (["sh", "-c", line, "sh"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child = pid_t()
        let outcome = posix_spawn(&child, "/bin/sh", nil, nil, &words, environ)
        guard outcome == 0 else { throw SystemCallError(.spawn, number: outcome) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { throw .last(.waitpid) }
        }
        return status == 0
    }

    /// Raises this process's limit of descriptors toward `count`, as far as its user may; never
    /// lowers it.
    package static func allowDescriptors(_ count: Int) {
        let kind = Platform.descriptorLimit
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
        _ = setrlimit(kind, &limit)
    }

    /// Gives the terminal back before last words; set by whoever takes it.
    package static let giveBackTerminal = Locked<@Sendable () -> Void>({})

    /// Ends a program that cannot go on, and says what the problem is.
    package static func fail(_ problem: String, _ error: SystemCallError) -> Never {
        giveBackTerminal.value()
        try? StandardStream.error.write("set-duel: \(problem): \(error.sentence)\n")
        exit(70)
    }

    package static func exit(_ code: Int32) -> Never { SystemLibrary.exit(code) }
}
