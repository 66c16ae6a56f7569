import SetProtocol

/// The themes a player can choose from: those that come with the game, and their own.
package struct ThemeLibrary: Equatable, Sendable {
    package struct Entry: Equatable, Sendable {
        package let theme: Theme
        /// Its file; `nil` for one that comes with the game.
        package let path: String?
    }

    /// The themes, those that come with the game first; no two have the same name.
    package private(set) var entries: [Entry]
    package private(set) var problems: [FileProblem] = []

    /// How many files of themes are looked at.
    static let limit = 200

    package static let builtIn = ThemeLibrary()

    /// Some themes from known places; no two may have the same name.
    init(_ entries: [Entry] = Theme.builtIn.map { Entry(theme: $0, path: nil) }) {
        self.entries = entries
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

    package var themes: [Theme] { entries.map(\.theme) }

    package func entry(named name: String) -> Entry? {
        entries.first { $0.theme.name == name }
    }

    private mutating func add(fileAt path: String) {
        do throws(ThemeProblems) {
            let bytes = try Result { () throws(FileError) in
                try FileStore.read(path, limit: JSONLimits.document.totalBytes)
            }.mapError { ThemeProblems(problems: [FileProblem(path, $0)]) }.get()
            let theme = try Theme(reading: bytes, at: path)
            if let other = entry(named: theme.name) {
                let place = other.path ?? "a built-in theme"
                problems.append(
                    FileProblem(path, "the name \"\(theme.name)\" is already used by \(place)"))
            } else {
                entries.append(Entry(theme: theme, path: path))
            }
        } catch {
            // One line a file: `themes check` tells the rest.
            problems += error.problems.prefix(1)
        }
    }
}

extension ThemeLibrary {
    package func names(butFor theme: Entry? = nil) -> Set<String> {
        Set(themes.map(\.name)).subtracting([theme?.theme.name].compactMap(\.self))
    }

    package func freeName(forCopyOf name: String) -> String {
        let taken = names()
        // One more number than there are names: one of them is free.
        func numbered(_ name: String) -> [String] {
            (2...(taken.count + 2)).map { "\(name) \($0)" }
        }
        // A copy of one of the player's themes only needs a number.
        let named = name.hasPrefix("my ") ? numbered(name) : ["my \(name)"]
        let wanted = named + ["mine"] + numbered("mine")
        return wanted.first { SafeText.isAllowedName($0) && !taken.contains($0) } ?? "mine"
    }

    /// Atomically saves a theme of the player's own, and returns its file.
    ///
    /// A renamed theme moves to the file of its name, unless the player chose another name for its
    /// file. Settings that name the theme follow.
    ///
    /// - Parameter entry: The theme as it was; `nil` for a new one.
    package static func save(
        _ theme: Theme, over entry: Entry?, in directory: ConfigurationDirectory
    ) throws(FileProblem) -> String {
        let usual = directory.themeFile(named: theme.name)
        // Others may have been made since the program began.
        let others = ThemeLibrary(in: directory).names(butFor: entry)
        guard !others.contains(theme.name) else {
            throw FileProblem(usual, "theme \"\(theme.name)\" already exists")
        }
        var path = usual
        var old: String?
        if let entry {
            guard let place = entry.path else {
                throw FileProblem(usual, "\"\(entry.theme.name)\" is a built-in theme")
            }
            let isRenamed = theme.name != entry.theme.name
            let isInUsualPlace = place == directory.themeFile(named: entry.theme.name)
            if isRenamed, isInUsualPlace { old = place } else { path = place }
        }
        if path == usual, entry?.path != usual, FileStore.exists(usual) {
            throw FileProblem(usual, "a file with this name already exists")
        }
        try Result { () throws(FileError) in try FileStore.replace(path, with: theme.file) }
            .mapError { FileProblem(path, $0) }.get()
        // Both are there if the old one cannot be removed, and both are whole.
        if let old { try? FileStore.remove(old) }
        if let entry { forward(entry.theme.name, to: theme.name, in: directory) }
        return path
    }

    /// Deletes a theme's file; settings that name the theme name the usual one from then on.
    package static func delete(
        _ name: String, at path: String, in directory: ConfigurationDirectory
    ) throws(FileProblem) {
        try Result { () throws(FileError) in try FileStore.remove(path) }
            .mapError { FileProblem(path, $0) }.get()
        forward(name, to: Theme.classic.name, in: directory)
    }

    /// Updates the settings if they name a theme.
    ///
    /// If they cannot be written nothing is lost: a missing theme is reported at the start, and the
    /// default used.
    private static func forward(
        _ name: String, to new: String, in directory: ConfigurationDirectory
    ) {
        let file = SettingsFile(in: directory)
        guard name != new, file.read().settings[.theme] == name else { return }
        try? file.merge([.theme: new])
    }
}
