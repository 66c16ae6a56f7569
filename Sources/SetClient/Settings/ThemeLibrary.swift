import SetProtocol

/// The themes a player can choose from: those that come with the game, and their own.
package struct ThemeLibrary: Hashable, Sendable {
    /// A theme and where it comes from.
    package struct Entry: Hashable, Sendable {
        /// The theme.
        package let theme: Theme
        /// Its file; `nil` for one that comes with the game.
        package let path: String?

        /// A theme from a place.
        package init(_ theme: Theme, path: String? = nil) {
            self.theme = theme
            self.path = path
        }
    }

    /// The themes, those that come with the game first; no two have the same name.
    package private(set) var entries: [Entry]
    /// What is wrong with files that are not among them.
    package private(set) var problems: [FileProblem] = []

    /// How many files of themes are looked at.
    static let limit = 200

    /// The themes that come with the game, and no others.
    package static let builtIn = ThemeLibrary()

    /// Some themes from known places; no two may have the same name.
    init(_ entries: [Entry]) {
        self.entries = entries
    }

    private init() {
        entries = Theme.builtIn.map { Entry($0) }
    }

    /// The themes of a player, with those that come with the game.
    ///
    /// A broken file is a problem and nothing worse: everything else is there all the same.
    package init(in directory: ConfigurationDirectory) {
        self.init()
        let names: [String]
        do throws(FileError) {
            names = try FileStore.names(in: directory.themes).filter { $0.hasSuffix(".json") }
        } catch {
            if error != .notFound { problems.append(FileProblem(directory.themes, error)) }
            return
        }
        for name in names.prefix(Self.limit) { add(fileAt: "\(directory.themes)/\(name)") }
        if names.count > Self.limit {
            problems.append(
                FileProblem(directory.themes, "only the first \(Self.limit) themes are read"))
        }
    }

    /// The themes in their order.
    package var themes: [Theme] { entries.map(\.theme) }

    /// The theme of a name and where it comes from.
    package func entry(named name: String) -> Entry? {
        entries.first { $0.theme.name == name }
    }

    /// Reads a theme from a file.
    ///
    /// - Throws: Everything that is wrong with it, at least one thing.
    package static func theme(at path: String) throws(ThemeProblems) -> Theme {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileStore.read(path, limit: JSONLimits.document.totalBytes)
        } catch {
            throw ThemeProblems(problems: [FileProblem(path, error)])
        }
        do throws(ThemeFileError) {
            return try Theme(reading: bytes)
        } catch {
            throw ThemeProblems(problems: error.faults.map { FileProblem(path, $0) })
        }
    }

    private mutating func add(fileAt path: String) {
        do throws(ThemeProblems) {
            let theme = try Self.theme(at: path)
            if let other = entry(named: theme.name) {
                let place = other.path ?? "a built-in theme"
                problems.append(
                    FileProblem(path, "the name \"\(theme.name)\" is already used by \(place)"))
            } else {
                entries.append(Entry(theme, path: path))
            }
        } catch {
            // One line a file: `themes check` tells the rest.
            problems += error.problems.prefix(1)
        }
    }
}

/// Everything that is wrong with a theme's file; at least one thing.
package struct ThemeProblems: Error, Hashable, Sendable {
    /// The problems in the order of their lines.
    package let problems: [FileProblem]
}
