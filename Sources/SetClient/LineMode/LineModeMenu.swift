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
        let title: String
        let explanation: String
        let words: [String]
        let choose: @Sendable (inout LineModeMenu) -> Output
    }

    private enum Page {
        /// A list, and the index of what an empty line chooses; `nil` to repeat the list.
        case list([Row], usual: Int?)
        /// A form, and the row that is asked about.
        case form(any PlanForm, row: Int)
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
    private var page = Page.list([], usual: nil)

    /// - Parameters:
    ///   - plan: The defaults for hosting, including the player's name.
    ///   - solo: The defaults for a game alone.
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
        let list = open(MainMenuItems.items)
        defer { hasListed = true }
        guard !hasListed else { return ["Menu. Press enter for the list."] }
        let welcome = isNewcomer ? ["New here? Type l for a short lesson."] : []
        return (["set-duel: a race to find sets."] + welcome + list).map(SpokenText.spoken)
    }

    /// Handles a typed line.
    package mutating func read(_ line: String) -> Output {
        let text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        var output =
            switch text.halfWidth.lowercased() {
            case "quit": Output(outcome: .quit)
            case "back": Output(lines: begin())
            case let word:
                switch page {
                case .list(let rows, let usual): choose(word, rows, usual)
                case .form(let form, let row): fill(form, row, text)
                case .setting(let setting): set(setting, text)
                }
            }
        output.lines = output.lines.map(SpokenText.spoken)
        return output
    }

    // MARK: - Lists

    private mutating func open(_ rows: [Row], usual: Int? = nil) -> [String] {
        page = .list(rows, usual: usual)
        return rows.enumerated().map { "\($0 + 1): \($1.title)." }
            + ["Type a number, or help for explanations."]
    }

    private mutating func open(
        _ items: [MainMenuItem], usual: Int? = nil
    ) -> [String] {
        let rows = items.map { item in
            Row(
                title: item.title, explanation: item.explanation,
                words: [item.key, item.command ?? item.title.lowercased()]
            ) { menu in
                switch item.choice {
                case .end(let outcome): Output(outcome: outcome)
                case .open(let screen): menu.open(screen)
                }
            }
        }
        return open(rows, usual: usual)
    }

    private mutating func choose(_ word: String, _ rows: [Row], _ usual: Int?) -> Output {
        if ["help", "?"].contains(word) {
            return Output(
                lines: rows.enumerated().map { "\($0 + 1): \($1.title). \($1.explanation)" }
                    + ["Type a number, back, or quit."])
        }
        if word.isEmpty, usual == nil { return Output(lines: open(rows)) }
        let index =
            word.isEmpty
            ? usual
            : rows.indices.first {
                word == "\($0 + 1)" || rows[$0].words.contains(word)
            }
        return index.map { rows[$0].choose(&self) }
            ?? Output(
                lines: ["Unknown choice: \(SafeText.sanitized(word, limit: 20))."] + open(rows))
    }

    private mutating func open(_ screen: MainMenu.Screen) -> Output {
        let address = preferences.settings.lastHost
        switch screen {
        case .menu: return Output(lines: begin())
        case .computer:
            let usual = Strength.allCases.firstIndex(of: strength)
            return Output(
                lines: open(MainMenuItems.strengths, usual: usual)
                    + ["Press enter for \(strength.rawValue)."])
        case .alone: return ask(SoloForm(solo), 0)
        case .host: return ask(HostForm(relaxedPlan), 0)
        case .join: return ask(JoinForm(name: plan.name, address: address, role: .play), 0)
        case .watch: return ask(JoinForm(name: plan.name, address: address, role: .watch), 0)
        case .themes:
            var output = ask(.theme)
            output.lines = preferences.themes.map { Narrator.words(for: $0) } + output.lines
            return output
        case .settings:
            let rows = Setting.rows.map { setting in
                Row(
                    title: told(setting),
                    explanation: setting.explanation(preferences.settings, offer),
                    words: [setting.key.lowercased(), setting.label ?? ""]
                ) { $0.ask(setting) }
            }
            return Output(lines: open(rows))
        case .rules:
            let paragraphs = rules.split(separator: "\n", omittingEmptySubsequences: false)
                .split(whereSeparator: \.isEmpty)
                .map { $0.flatMap { $0.split(separator: " ") }.joined(separator: " ") }
            return Output(lines: paragraphs + begin())
        }
    }

    // MARK: - Forms

    private mutating func ask(_ form: any PlanForm, _ row: Int) -> Output {
        var form = form
        form.form.select(row)
        page = .form(form, row: row)
        let value = form.form.rows[row].values[0]
        let words = value.words.isEmpty ? "" : " Type \(value.words.listed("or"))."
        let usual = value.text.isEmpty ? "" : " Press enter for \(value.text)."
        let label = form.form.rows[row].label
        return Output(lines: ["\(label): \(form.explanation)\(words)\(usual)"])
    }

    private mutating func fill(_ form: any PlanForm, _ row: Int, _ text: String) -> Output {
        var filled = form
        guard text.isEmpty || filled.form.answer(row, with: text) else {
            let words = form.form.rows[row].values[0].words + ["back"]
            return Output(lines: ["Refused: Type \(words.listed("or"))."])
        }
        do throws(FormFault) {
            let outcome = try filled.outcome()
            let isLast = filled.isSettled || row + 2 == filled.form.rows.count
            return isLast ? Output(outcome: outcome) : ask(filled, row + 1)
        } catch  where error.row > row {
            return ask(filled, row + 1)
        } catch {
            // A wrong value is refused where it was typed, and forgotten.
            var output = ask(form, error.row)
            output.lines.insert("Refused: \(error.sentence)", at: 0)
            return output
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

    private func told(_ setting: Setting) -> String {
        let value = setting.shown(setting.value(in: preferences.settings))
        return "\(setting.label ?? setting.key): \(value.isEmpty ? "your user name" : value)"
    }

    private mutating func ask(_ setting: Setting) -> Output {
        page = .setting(setting)
        let words = setting.choices(offer).map(setting.shown)
        let allowed = setting.isText ? "1 to 16 visible characters" : words.listed("or")
        let meaning = setting.explanation(preferences.settings, offer)
        return Output(lines: ["\(told(setting)). \(meaning) Type \(allowed), or back."])
    }

    private mutating func set(_ setting: Setting, _ text: String) -> Output {
        let word = text.halfWidth.lowercased()
        let value =
            setting.isText
            ? SafeText.isAllowedPlayerName(text) ? text : nil
            : setting.choices(offer).first {
                [$0.lowercased(), setting.shown($0)].contains(word)
            }
        guard let value else {
            var output = ask(setting)
            output.lines.insert(
                "Refused: Invalid value \(SafeText.sanitized(text, limit: 20)).", at: 0)
            return output
        }
        let before = preferences.settings
        setting.set(value, in: &preferences.settings, offer)
        if setting == .name { plan.name = value }
        let lines = ["\(told(setting)). \(setting.explanation(preferences.settings, offer))"]
        return Output(lines: lines + begin(), changes: preferences.changes(since: before))
    }
}
