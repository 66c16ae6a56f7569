/// What a command line asks for.
struct Invocation: Hashable {
    /// What is to be done.
    enum Task: Hashable {
        /// Measure and report.
        case measure
        /// Tell what can be measured.
        case list
        /// Tell how this is used.
        case help
        /// Be the host that another process measures, with room for the given number of tables.
        case host(tables: Int)
    }

    private(set) var task = Task.measure
    /// Whether programs are to read the report.
    private(set) var isJSON = false
    /// Parts of the names of the benchmarks to run; all if empty.
    private(set) var words: [String] = []

    /// Understands arguments, the program's name left out.
    ///
    /// - Throws: What cannot be understood.
    init(_ arguments: [String]) throws(UsageError) {
        for argument in arguments {
            switch argument {
            case "--json": isJSON = true
            case "--list": task = .list
            case "--help", "-h": task = .help
            case _ where argument.hasPrefix(Self.hostOption):
                guard let tables = Int(argument.dropFirst(Self.hostOption.count)) else {
                    throw .unknownOption(argument)
                }
                task = .host(tables: tables)
            case _ where argument.hasPrefix("-"): throw .unknownOption(argument)
            case _: words.append(argument)
            }
        }
        if task == .measure, Benchmark.matching(words).isEmpty { throw .nothingMatches(words) }
    }

    /// What a run says to the process that is to be the host it measures; no person does.
    static let hostOption = "--host="

    static let help = """
        Usage: set-duel-bench [--json] [NAME...]
               set-duel-bench --list

        Measures what the game costs. Timings are processor time, next to a reference measured
        in the same run; byte counts are the same in every run.

          NAME      run only benchmarks with this in their name; long ones run only if named
          --json    print one line of JSON per figure
          --list    list all benchmarks
          --help    print this help

        Exits with 0, with 1 if a byte count exceeds its goal, or with 64 for a usage error.
        Build it optimized: swift run -c release set-duel-bench
        """
}

/// Why a command line cannot be understood.
enum UsageError: Error, Hashable {
    case unknownOption(String)
    case nothingMatches([String])

    /// The message for the user.
    var sentence: String {
        switch self {
        case .unknownOption(let option): "unknown option '\(option)'"
        case .nothingMatches(let words):
            "no benchmark has \(words.map { "\"\($0)\"" }.joined(separator: " or ")) in its name"
        }
    }
}
