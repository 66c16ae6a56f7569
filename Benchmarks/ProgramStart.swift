import SystemLibrary

/// How large the program is and how fast it starts: the one that `SET_DUEL_PROGRAM` names.
///
/// What is shipped is linked statically and stripped, which is not what stands beside this program
/// after a usual build; so it has to be named.
enum ProgramStart {
    static let benchmark = Benchmark(
        name: "program", summary: "size and start of SET_DUEL_PROGRAM", run: figures)

    private static func figures() throws -> [Figure] {
        guard let value = getenv("SET_DUEL_PROGRAM") else { return [] }
        let path = String(cString: value)
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw LoadFailure("no program at \(path)") }
        var (subject, reference): ([Double], [Double]) = ([], [])
        for round in 0..<220 {
            let own = try timeToFirstByte([path, "version"])
            let other = try timeToFirstByte(["/bin/true"])
            // The first ones pay for what is only read once.
            guard round >= 20 else { continue }
            subject.append(own)
            reference.append(other)
        }
        let floor = reference.percentile(0.5)
        return [
            Figure(
                name: "program/size", value: Double(facts.st_size), unit: .bytes,
                goal: 8 * 1024 * 1024),
            Figure(
                name: "program/start", value: subject.percentile(0.5),
                reference: ("`true`, until it ends", floor), goal: floor * 3),
        ]
    }

    /// The microseconds from starting a program to the first byte it writes, or its end.
    private static func timeToFirstByte(_ words: [String]) throws -> Double {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw LoadFailure("no pipe: error \(errno)") }
        defer { close(ends[0]) }
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addclose(&actions, ends[1])
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let start = LoadClock.now
        var process: pid_t = 0
        let status = posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
        close(ends[1])
        guard status == 0 else { throw LoadFailure("\(words[0]) does not start: error \(status)") }
        var byte: UInt8 = 0
        _ = read(ends[0], &byte, 1)
        let time = LoadClock.now - start
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
        return time
    }
}
