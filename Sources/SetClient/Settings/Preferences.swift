/// Everything of a player's own that is read when the program starts.
package struct Preferences: Equatable, Sendable {
    /// Where it lies; `nil` when there is no home.
    package let directory: ConfigurationDirectory?
    /// The settings that the file holds.
    package private(set) var settings: StoredSettings = [:]
    package private(set) var library = ThemeLibrary.builtIn
    package private(set) var problems: [FileProblem] = []

    package static let none = Preferences(environment: [:])

    /// Reads what there is; what is broken is left out and named among the problems.
    package init(environment: [String: String]) {
        directory = ConfigurationDirectory(environment: environment)
        guard let directory else { return }
        (settings, problems) = SettingsFile(in: directory).read()
        readThemesAgain()
        problems += library.problems
        if let theme = settings[.theme], theme != Theme.randomName,
            library.entry(named: theme) == nil
        {
            let reason = "unknown theme \"\(theme)\"; using the default"
            problems.append(FileProblem(directory.settingsFile, reason))
        }
    }

    package mutating func readThemesAgain() {
        if let directory { library = ThemeLibrary(in: directory) }
    }

    package var settingsFile: SettingsFile? { directory.map { SettingsFile(in: $0) } }

    /// Whether the lesson is to be offered: it has neither been seen nor declined, as far as is known,
    /// and there is a place to keep that it has.
    package var isNewcomer: Bool { directory != nil && !startingSettings.isLessonSeen }

    /// What to start with: the settings of the file, where they can be used, else the usual ones.
    package var startingSettings: ClientSettings {
        var start = ClientSettings()
        settings.apply(to: &start, offer)
        return start
    }

    package var offer: Setting.Offer {
        Setting.Offer(themes: library.themes, keyboards: keyboards)
    }

    package var keyboards: [Keyboard] { Keyboard.builtIn + settings.ownKeyboards }

    /// All problems in one line for a narrow place; `nil` when there are none.
    package var notice: String? {
        guard let first = problems.first else { return nil }
        let more = problems.count - 1
        return more == 0 ? first.brief : "\(first.brief) (and \(more) more: set-duel themes)"
    }
}
