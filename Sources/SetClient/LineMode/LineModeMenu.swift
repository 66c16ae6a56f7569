import SetProtocol

/// The main menu in lines of text: the lists and the forms of ``MainMenu``, a number for each row.
package struct LineModeMenu: Sendable {
    /// What a typed line leads to.
    package struct Output: Sendable {
        package var lines: [String] = []
        /// What to do now; afterwards, call ``begin()`` again.
        package var outcome: MainMenu.Outcome?
        /// Changed settings, to be saved.
        package var changes: StoredSettings?
    }

    /// A row of a list, which its number or one of its words chooses.
    private struct Row {
        enum Choice {
            case menu(MainMenuChoice)
            case setting(Setting)
        }

        let title: String
        let explanation: String
        let words: [String]
        let choice: Choice
    }

    private enum Page {
        case list(MainMenu.Screen)
        /// A form, and the row that is asked about.
        case form(any MenuPage, row: Int)
        case setting(Setting)
    }

    package private(set) var preferences: SettingsModel
    private var plan: HostPlan
    /// The defaults for a game alone; whether one can be continued may change.
    package var solo: SoloPlan
    private let strength: Strength
    private let rules: String
    private let isNewcomer: Bool
    private var hasListed = false
    private var page = Page.list(.menu)

    /// - Parameters:
    ///   - plan: The defaults for hosting, including the player's name.
    ///   - strength: The computer's strength for an empty line.
    ///   - isNewcomer: Whether to offer the lesson.
    package init(
        _ preferences: SettingsModel, plan: HostPlan, solo: SoloPlan = SoloPlan(),
        strength: Strength, rules: String, isNewcomer: Bool
    ) {
        (self.preferences, self.plan, self.solo) = (preferences, plan, solo)
        (self.strength, self.rules, self.isNewcomer) = (strength, rules, isNewcomer)
    }

    /// The main menu; its rows only the first time, because they take long to hear.
    package mutating func begin() -> [String] {
        let list = list(.menu)
        defer { hasListed = true }
        guard !hasListed else { return ["Menu. Press enter for the list."] }
        let lesson = MainMenuItems.items.firstIndex { $0.choice == MainMenuItems.firstStep } ?? 0
        let welcome = isNewcomer ? ["New here? Type \(lesson + 1) for a short lesson."] : []
        return (["set-duel: a race to find sets."] + welcome + list).map(SpokenText.spoken)
    }

    /// Handles a typed line.
    package mutating func read(_ line: String) -> Output {
        let text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        var output =
            switch (text.halfWidth.lowercased(), page) {
            case ("quit", _): Output(outcome: .quit)
            case ("back", _): Output(lines: begin())
            case (let word, .list(let screen)): choose(word, in: screen)
            case (_, .form(let form, let row)): fill(form, row, text)
            case (let word, .setting(let setting)): set(setting, text, word)
            }
        output.lines = output.lines.map(SpokenText.spoken)
        return output
    }

    // MARK: - Lists

    private func rows(of screen: MainMenu.Screen) -> [Row] {
        guard screen == .settings else {
            return (screen == .menu ? MainMenuItems.items : MainMenuItems.strengths).map {
                Row(
                    title: $0.title, explanation: $0.explanation,
                    words: [$0.key, $0.command ?? $0.title.lowercased()], choice: .menu($0.choice))
            }
        }
        return Setting.rows.map {
            Row(
                title: value(of: $0), explanation: $0.explanation(preferences.settings, offer),
                words: [$0.key.lowercased(), $0.label ?? ""], choice: .setting($0))
        }
    }

    private mutating func list(_ screen: MainMenu.Screen, isExplained: Bool = false) -> [String] {
        page = .list(screen)
        let lines = rows(of: screen).enumerated().map { number, row in
            "\(number + 1): \(row.title)." + (isExplained ? " \(row.explanation)" : "")
        }
        let help = isExplained ? "back, or quit" : "or help for explanations"
        return lines + ["Type a number, \(help)."]
            + (screen == .computer ? ["Press enter for \(strength.rawValue)."] : [])
    }

    private mutating func choose(_ word: String, in screen: MainMenu.Screen) -> Output {
        let typed = word.isEmpty && screen == .computer ? strength.rawValue : word
        let row = rows(of: screen).enumerated().first { number, row in
            typed == "\(number + 1)" || row.words.contains(typed)
        }
        switch row?.element.choice {
        case .menu(.end(let outcome)): return Output(outcome: outcome)
        case .menu(.open(let screen)): return open(screen)
        case .setting(let setting): return ask(setting)
        case nil:
            let isHelp = ["help", "?"].contains(word)
            let unknown = "Unknown choice: \(SafeText.sanitized(word, limit: 20))."
            return Output(
                lines: (isHelp || word.isEmpty ? [] : [unknown])
                    + list(screen, isExplained: isHelp))
        }
    }

    private mutating func open(_ screen: MainMenu.Screen) -> Output {
        let address = preferences.settings.lastHost
        switch screen {
        case .menu: return Output(lines: begin())
        case .computer, .settings: return Output(lines: list(screen))
        case .alone: return ask(SoloForm(solo), 0)
        case .host: return ask(HostForm(relaxedPlan), 0)
        case .join: return ask(JoinForm(name: plan.name, address: address, role: .play), 0)
        case .watch: return ask(JoinForm(name: plan.name, address: address, role: .watch), 0)
        case .themes:
            let themes = preferences.themes.map { Narrator.words(for: $0) }
            return Output(lines: themes + ask(.theme).lines)
        case .rules:
            let paragraphs = rules.split(separator: "\n", omittingEmptySubsequences: false)
                .split(whereSeparator: \.isEmpty)
                .map { $0.flatMap { $0.split(separator: " ") }.joined(separator: " ") }
            return Output(lines: paragraphs + begin())
        }
    }

    // MARK: - Forms

    private mutating func ask(_ form: any MenuPage, _ row: Int) -> Output {
        var form = form
        form.form.select(row)
        page = .form(form, row: row)
        let value = form.form.rows[row].values[0]
        let words = value.words.isEmpty ? "" : " Type \(value.words.listed("or"))."
        let usual = value.text.isEmpty ? "" : " Press enter for \(value.text)."
        return Output(lines: ["\(form.form.rows[row].label): \(form.explanation)\(words)\(usual)"])
    }

    private mutating func fill(_ form: any MenuPage, _ row: Int, _ text: String) -> Output {
        var filled = form
        guard text.isEmpty || filled.form.answer(row, with: text) else {
            let words = form.form.rows[row].values[0].words + ["back"]
            return Output(lines: ["Refused: Type \(words.listed("or"))."])
        }
        do throws(FormFault) {
            let choice = try filled.choice()
            let isLast = filled.isSettled || row + 2 == filled.form.rows.count
            guard isLast, case .end(let outcome) = choice else { return ask(filled, row + 1) }
            return Output(outcome: outcome)
        } catch  where error.row > row {
            return ask(filled, row + 1)
        } catch {
            // A wrong value is refused where it was typed, and forgotten.
            return Output(lines: ["Refused: \(error.sentence)"] + ask(form, error.row).lines)
        }
    }

    /// Hearing the cards takes longer than seeing them, so relaxed times are suggested unless others
    /// were given.
    private var relaxedPlan: HostPlan {
        guard HostPace.usual.applied(to: plan.rules) == plan.rules else { return plan }
        var plan = plan
        plan.rules = HostPace.relaxed.applied(to: plan.rules)
        return plan
    }

    // MARK: - Settings

    private var offer: Setting.Offer {
        Setting.Offer(themes: preferences.themes, keyboards: preferences.keyboards)
    }

    private func value(of setting: Setting) -> String {
        let value = setting.shown(setting.value(in: preferences.settings))
        return "\(setting.label ?? setting.key): \(value.isEmpty ? "your user name" : value)"
    }

    /// The value of a setting and what it means.
    private func meaning(of setting: Setting) -> String {
        "\(value(of: setting)). \(setting.explanation(preferences.settings, offer))"
    }

    private mutating func ask(_ setting: Setting) -> Output {
        page = .setting(setting)
        let words = setting.choices(offer).map(setting.shown)
        let allowed = setting.isText ? "1 to 16 visible characters" : words.listed("or")
        return Output(lines: ["\(meaning(of: setting)) Type \(allowed), or back."])
    }

    private mutating func set(_ setting: Setting, _ text: String, _ word: String) -> Output {
        let isName = setting.isText && SafeText.isAllowedPlayerName(text)
        let choice = setting.choices(offer).first {
            [$0.lowercased(), setting.shown($0)].contains(word)
        }
        guard let value = isName ? text : choice else {
            let fault = "Refused: Invalid value \(SafeText.sanitized(text, limit: 20))."
            return Output(lines: [fault] + ask(setting).lines)
        }
        let before = preferences.settings
        setting.set(value, in: &preferences.settings, offer)
        if setting == .name { plan.name = value }
        return Output(
            lines: [meaning(of: setting)] + begin(), changes: preferences.changes(since: before))
    }
}
