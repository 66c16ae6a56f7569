import SetClient
import SetProtocol

/// Opens the theme editor and saves the theme.
struct ThemeEditing {
    let library: ThemeLibrary
    let directory: ConfigurationDirectory
    let settings: ClientSettings
    let stage: TerminalStage

    enum Outcome {
        case saved(ThemeChange, path: String)
        case left
        /// Something other than the player ended the editor.
        case ended(SessionEnd)
    }

    /// Edits the player's theme, or a copy of a built-in one.
    func edit(_ entry: ThemeLibrary.Entry) async -> Outcome {
        guard entry.path != nil else { return await write(copyOf: entry) }
        return await write(entry.theme, over: entry, heading: entry.theme.name)
    }

    func write(copyOf entry: ThemeLibrary.Entry) async -> Outcome {
        var theme = entry.theme
        theme.name = library.freeName(forCopyOf: theme.name)
        return await write(theme, over: nil, heading: "a copy of \(entry.theme.name)")
    }

    private func write(
        _ first: Theme, over entry: ThemeLibrary.Entry?, heading: String
    ) async -> Outcome {
        var theme = first
        var notice: String?
        while true {
            let page = ThemeEditorPage(
                theme, heading: heading, taken: library.names(butFor: entry),
                settings: settings, notice: notice)
            switch await ScreenSession(page, on: stage).run() {
            case .done(.save(let written)):
                do throws(FileProblem) {
                    let path = try ThemeLibrary.save(written, over: entry, in: directory)
                    return .saved(.saved(written.name, over: entry?.theme.name), path: path)
                } catch {
                    (theme, notice) = (written, "Could not save: \(error.brief).")
                }
            case .done(.left): return .left
            case .ended(let end): return .ended(end)
            }
        }
    }
}
