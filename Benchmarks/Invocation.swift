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
        /// Be the host that another process measures, with room for so many tables.
        case host(tables: Int)
    }

    private(set) var task = Task.measure
    /// Whether programs are to read the report.
    private(set) var isJSON = false
    /// Parts of the names of what is to be measured; everything when there are none.
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

        Measures what the game costs. Timings are processor time and stand beside a reference
        measured in the same run; byte counts are the same in every run.

          NAME      measure only what has this in its name; what takes minutes is measured
                    only so
          --json    one line of JSON for each figure
          --list    tell what can be measured
          --help    this text

        Ends with 0; with 1 when a byte count is above its goal; with 64 when the command line
        cannot be understood. Build it optimized: swift run -c release set-duel-bench
        """
}

/// Why a command line cannot be understood.
enum UsageError: Error, Hashable {
    case unknownOption(String)
    case nothingMatches([String])

    /// What a person is told.
    var sentence: String {
        switch self {
        case .unknownOption(let option): "there is no option \"\(option)\""
        case .nothingMatches(let words):
            "no benchmark has \(words.map { "\"\($0)\"" }.joined(separator: " or ")) in its name"
        }
    }
}
