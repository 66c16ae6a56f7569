import SetClient
import SetProtocol

// MARK: - Themes

extension MenuSession {
    /// Does something with the files of themes and comes back to the chooser.
    ///
    /// - Returns: What ended the form instead of the player, if something did.
    mutating func perform(_ task: ThemeTask, _ page: inout MainMenu) async -> SessionEnd? {
        guard let directory = preferences.directory else {
            page.came(
                back: .none, with: preferences.library,
                .mending("No settings directory: set HOME or XDG_CONFIG_HOME."))
            return nil
        }
        // Others may have been made or deleted since the program began.
        preferences.readThemesAgain()
        let editing = ThemeEditing(
            library: preferences.library, directory: directory, settings: page.settings,
            stage: stage)
        let outcome: ThemeEditing.Outcome
        do throws(FileProblem) {
            switch task {
            case .edit(let name): outcome = await editing.edit(try entry(name))
            case .new(let name): outcome = await editing.write(copyOf: try entry(name))
            case .copy(let name): outcome = try copy(try entry(name), in: directory)
            case .delete(let name):
                try delete(try entry(name), in: directory)
                preferences.readThemesAgain()
                let note = forwardVariable(from: name, to: nil)
                page.came(
                    back: .deleted(name), with: preferences.library,
                    .told("Deleted \(name).\(note)"))
                return nil
            }
        } catch {
            page.came(back: .none, with: preferences.library, .mending(error.brief))
            return nil
        }
        preferences.readThemesAgain()
        switch outcome {
        case .left: page.came(back: .none, with: preferences.library)
        case .ended(let end): return end
        case .saved(let name, _):
            var old: String?
            if case .edit(let before) = task, editing.library.entry(named: before)?.path != nil {
                old = before
            }
            let note = old.map { forwardVariable(from: $0, to: name) } ?? ""
            page.came(
                back: .saved(name, over: old), with: preferences.library,
                .told("Saved \(name). Press enter to use it.\(note)"))
        }
        return nil
    }

    private func entry(_ name: String) throws(FileProblem) -> ThemeLibrary.Entry {
        if let entry = preferences.library.entry(named: name) { return entry }
        throw FileProblem(name, "this theme no longer exists")
    }

    private func copy(
        _ entry: ThemeLibrary.Entry, in directory: ConfigurationDirectory
    ) throws(FileProblem) -> ThemeEditing.Outcome {
        var theme = entry.theme
        theme.name = preferences.library.freeName(forCopyOf: theme.name)
        let path = try ThemeLibrary.save(theme, over: nil, in: directory)
        return .saved(name: theme.name, path: path)
    }

    private func delete(
        _ entry: ThemeLibrary.Entry, in directory: ConfigurationDirectory
    ) throws(FileProblem) {
        guard let path = entry.path else { return }
        try ThemeLibrary.delete(entry.theme.name, at: path, in: directory)
    }
}
