import SetClient
import SetProtocol

/// Lets a player write a theme in the form, and keeps what comes of it.
struct ThemeEditing {
    let preferences: Preferences
    let environment: [String: String]
    let settings: ClientSettings

    /// What came of it.
    enum Outcome {
        /// The theme is in this file.
        case saved(path: String)
        /// Nothing was to be kept.
        case left
        /// Something else ended it.
        case ended(SessionEnd)
    }

    /// Opens the form with a theme of the player's own, or with a copy of one of the game.
    ///
    /// - Throws: Why there is no terminal to draw on.
    func edit(
        _ entry: ThemeLibrary.Entry, in directory: ConfigurationDirectory
    ) async throws(TerminalError) -> Outcome {
        let library = preferences.library
        let isOwn = entry.path != nil
        var theme = entry.theme
        if !isOwn { theme.name = library.freeName(forCopyOf: theme.name) }
        let heading = isOwn ? "\(entry.theme.name)" : "a copy of \(entry.theme.name)"
        let stage = try TerminalStage(
            environment: environment, color: settings.color, ground: settings.ground,
            on: QueueExecutor(label: "set-duel.themes"))
        var notice: String?
        while true {
            let page = ThemeEditorPage(
                theme, heading: heading, taken: library.names(butFor: isOwn ? entry : nil),
                isNew: !isOwn, settings: settings, notice: notice)
            switch await PageSession(page, on: stage).run() {
            case .done(.save(let written)):
                do throws(FileProblem) {
                    return .saved(
                        path: try ThemeLibrary.save(
                            written, over: isOwn ? entry : nil, in: directory))
                } catch {
                    (theme, notice) = (written, "Not saved: \(error.brief)")
                }
            case .done(.left): return .left
            case .ended(let end): return .ended(end)
            }
        }
    }
}
