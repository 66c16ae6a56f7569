import SetProtocol

extension ThemeLibrary {
    /// The names that themes have, but for one's own.
    package func names(butFor theme: Entry? = nil) -> Set<String> {
        Set(themes.map(\.name)).subtracting([theme?.theme.name].compactMap(\.self))
    }

    /// A name for a copy that no theme has.
    package func freeName(forCopyOf name: String) -> String {
        let taken = names()
        // One more number than there are names: one of them is free.
        func numbered(_ name: String) -> [String] {
            (2...(taken.count + 2)).map { "\(name) \($0)" }
        }
        // A copy of what is the player's own already is told from it by a number.
        let named = name.hasPrefix("my ") ? numbered(name) : ["my \(name)"]
        let wanted = named + ["mine"] + numbered("mine")
        return wanted.first { SafeText.isAllowedName($0) && !taken.contains($0) } ?? "mine"
    }

    /// Keeps a theme of the player's own, as one whole file or not at all.
    ///
    /// A theme that has got another name moves to the file of that name, unless its file was called
    /// otherwise by the player; then it stays there. Settings that name it name it so from then on.
    ///
    /// - Parameters:
    ///   - theme: The theme as it is to be.
    ///   - entry: The theme that it was; `nil` for a new one.
    /// - Returns: The file it is in now.
    /// - Throws: Why it is not kept: its name is taken, it comes with the game, or the file cannot be
    ///   written.
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
        do throws(FileError) {
            try FileStore.replace(path, with: theme.file)
        } catch {
            throw FileProblem(path, error)
        }
        // Both are there if the old one cannot be removed, and both are whole.
        if let old { try? FileStore.remove(old) }
        if let entry { forward(entry.theme.name, to: theme.name, in: directory) }
        return path
    }

    /// Deletes a theme's file; settings that name the theme name the usual one from then on.
    ///
    /// - Throws: Why it is still there.
    package static func delete(
        _ name: String, at path: String, in directory: ConfigurationDirectory
    ) throws(FileProblem) {
        do throws(FileError) {
            try FileStore.remove(path)
        } catch {
            throw FileProblem(path, error)
        }
        forward(name, to: Theme.classic.name, in: directory)
    }

    /// Lets the settings name another theme in place of one that they name.
    ///
    /// Where they cannot be written nothing is lost: a theme that is not there is told at the start,
    /// and the usual one used.
    private static func forward(
        _ name: String, to new: String, in directory: ConfigurationDirectory
    ) {
        let file = SettingsFile(in: directory)
        guard name != new, file.read().settings[.theme] == name else { return }
        try? file.merge([.theme: new])
    }
}
