import SetClient
import SetProtocol

/// Lets a player write a theme in the form, and keeps what comes of it.
struct ThemeEditing {
    let library: ThemeLibrary
    let directory: ConfigurationDirectory
    let settings: ClientSettings
    let stage: TerminalStage

    /// What came of it.
    enum Outcome {
        /// The theme of this name is in this file.
        case saved(name: String, path: String)
        /// Nothing was to be kept.
        case left
        /// Something else ended it.
        case ended(SessionEnd)
    }

    /// Opens the form with a theme of the player's own, or with a copy of one of the game.
    func edit(_ entry: ThemeLibrary.Entry) async -> Outcome {
        guard entry.path != nil else { return await write(copyOf: entry) }
        return await write(entry.theme, over: entry, heading: entry.theme.name)
    }

    /// Opens the form with a copy of a theme.
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
                isNew: entry == nil, settings: settings, notice: notice)
            switch await ScreenSession(page, on: stage).run() {
            case .done(.save(let written)):
                do throws(FileProblem) {
                    let path = try ThemeLibrary.save(written, over: entry, in: directory)
                    return .saved(name: written.name, path: path)
                } catch {
                    (theme, notice) = (written, "Could not save: \(error.brief).")
                }
            case .done(.left): return .left
            case .ended(let end): return .ended(end)
            }
        }
    }
}
