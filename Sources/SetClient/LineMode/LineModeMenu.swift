import SetProtocol

/// The main menu in lines of text: the items, keys, and forms of ``MainMenu``, one line at a time.
package struct LineModeMenu: Sendable {
    /// What a typed line leads to.
    package struct Output: Sendable {
        package var lines: [String] = []
        /// What to do now; afterwards, call ``begin()`` again.
        package var outcome: MainMenu.Outcome?
        /// How much time a duel against the computer gives; `nil` for what the rules say.
        package var pace: HostPace?
        /// Changed settings, to be saved.
        package var changes: StoredSettings?
    }

    private enum Page {
        case menu
        case computer
        /// A form, and the row that is asked about.
        case form(any PlanForm, row: Int)
        case settings
    }

    package private(set) var preferences: SettingsModel
    private var plan: HostPlan
    /// The defaults for a game alone; whether one can be continued may change.
    package var solo: SoloPlan
    private let strength: Strength
    private let rules: String
    private var isNewcomer: Bool
    private var hasListed = false
    private var page = Page.menu

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
        self.strength = strength
        (self.rules, self.isNewcomer) = (rules, isNewcomer)
    }

    /// The main menu; its items only the first time, because they take long to hear.
    package mutating func begin() -> [String] {
        page = .menu
        defer { hasListed = true }
        guard !hasListed else {
            return ["Menu. Press enter for the list."]
        }
        let welcome = isNewcomer ? ["New here? Type l for a short lesson."] : []
        return spoken(
            ["set-duel: a race to find sets."] + welcome + Self.titles(MainMenuItems.items))
    }

    private static func keys(_ items: [ChoiceList<MainMenuChoice>.Item]) -> String {
        items.map { "\($0.key)" }.listed("or")
    }

    /// The items without their explanations, which take long to hear.
    private static func titles(_ items: [ChoiceList<MainMenuChoice>.Item]) -> [String] {
        items.map { "\($0.key): \($0.title)." } + ["Choose, or type help for explanations:"]
    }

    private static func items(_ items: [ChoiceList<MainMenuChoice>.Item]) -> [String] {
        items.map { "\($0.key): \($0.title). \($0.explanation)" } + ["Choose:"]
    }

    private static let help =
        "Help: type a letter or a word, such as lesson or solo. Press enter to repeat this list."

    /// Handles a typed line.
    package mutating func read(_ line: String) -> Output {
        let text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        var output =
            switch page {
            case .menu: choose(text, MainMenuItems.items, usual: nil)
            case .computer: chooseComputer(text)
            case .form(let form, let row): fill(form, row, text)
            case .settings: set(text)
            }
        output.lines = spoken(output.lines)
        return output
    }

    private mutating func back() -> Output { Output(lines: begin()) }

    private func spoken(_ lines: [String]) -> [String] { lines.map(SpokenText.spoken) }

    // MARK: - Lists

    /// Chooses an item by its key, its title, its command, or a word that only its title has.
    ///
    /// - Parameter usual: What an empty line chooses; `nil` to list the items again.
    private mutating func choose(
        _ text: String, _ items: [ChoiceList<MainMenuChoice>.Item], usual: MainMenuChoice?
    ) -> Output {
        let word = text.halfWidth.lowercased()
        if text.isEmpty, usual == nil { return Output(lines: Self.titles(items)) }
        if Self.asksForHelp(word) {
            return usual == nil ? Output(lines: [Self.help] + Self.items(items)) : open(.computer)
        }
        if word == "back", usual != nil { return back() }
        if word == "q" || word == "quit" { return Output(outcome: .quit) }
        let item =
            items.first { item in
                text.isEmpty
                    ? item.choice == usual
                    : [item.key.lowercased(), item.title.lowercased(), item.command].contains(word)
            }
            ?? Self.only(items) { $0.title.lowercased().split(separator: " ").contains(word[...]) }
        guard let item else {
            let typed = SafeText.sanitized(text, limit: 20)
            return Output(
                lines: [
                    "Unknown command: \(typed). Type \(Self.keys(items)), or help for the list."
                ])
        }
        switch item.choice {
        case .end(let outcome): return Output(outcome: outcome)
        case .open(let screen): return open(screen)
        }
    }

    private static func asksForHelp(_ word: String) -> Bool { word == "help" || word == "?" }

    private static func only<Item>(_ items: [Item], _ isWanted: (Item) -> Bool) -> Item? {
        let found = items.filter(isWanted)
        return found.count == 1 ? found[0] : nil
    }

    /// Chooses a strength, and how much time there is behind it: `e relaxed`.
    private mutating func chooseComputer(_ text: String) -> Output {
        let pace = HostPace.allCases.first { text.lowercased().hasSuffix($0.title) }
        let word = pace.map { String(text.dropLast($0.title.count)) } ?? text
        let name = word.last == " " ? String(word.dropLast()) : word
        var output = choose(
            name, MainMenuItems.strengths, usual: .end(.computer(strength)))
        output.pace = pace
        return output
    }

    private mutating func open(_ screen: MainMenu.Screen) -> Output {
        switch screen {
        case .menu: return back()
        case .computer:
            page = .computer
            let usual = "Press enter for \(strength.rawValue), or type back."
            let time =
                "In a terminal, time limits are relaxed, and the computer waits two seconds for each new "
                + "card. For different time limits, add normal or no rush, for example: e normal."
            return Output(lines: [usual, time] + Self.items(MainMenuItems.strengths))
        case .alone: return ask(SoloForm(solo), 0)
        case .host: return ask(HostForm(relaxedPlan), 0)
        case .join, .watch:
            let form = JoinForm(
                name: plan.name, address: preferences.settings.lastHost,
                role: screen == .join ? .play : .watch)
            return ask(form, 0)
        case .themes:
            page = .settings
            return Output(
                lines: themes + ["Type theme and a name, or press enter to go back."])
        case .settings:
            page = .settings
            return Output(
                lines: Setting.rows.filter(Self.heard.contains).map(told)
                    + ["To see the display settings too, type all.", Self.settingsHelp])
        case .rules:
            return Output(lines: Self.paragraphs(of: rules) + begin())
        }
    }

    /// The paragraphs of a text that was set for the screen, a line each, whose first words are not
    /// in capitals.
    private static func paragraphs(of text: String) -> [String] {
        var paragraphs = [""]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(separator: " ").drop { $0 == "-" }
            if words.isEmpty || line.holds("  - ") { paragraphs.append("") }
            for word in words {
                let last = paragraphs.count - 1
                paragraphs[last] += (paragraphs[last].isEmpty ? "" : " ") + word
            }
        }
        return paragraphs.filter { !$0.isEmpty }.map { paragraph in
            let heading = paragraph.prefix { !$0.isLowercase }
            // A heading ends with a full stop, and capitals in a sentence with the last whole word.
            let end =
                heading.lastIndex { $0 == "." } ?? heading.lastIndex(of: " ")
                ?? paragraph.startIndex
            return paragraph[..<end].lowercased().capitalizedFirst + paragraph[end...]
        }
    }

    // MARK: - Forms

    private mutating func ask(_ form: any PlanForm, _ row: Int) -> Output {
        var form = form
        form.form.point(at: row)
        page = .form(form, row: row)
        let question = form.form.question(row)
        let words = question.words.isEmpty ? "" : " Type \(question.words.listed("or"))."
        let usual = question.value.isEmpty ? "" : " Press enter for \(question.value)."
        return Output(lines: ["\(question.label): \(form.explanation)\(words)\(usual)"])
    }

    private mutating func fill(_ form: any PlanForm, _ row: Int, _ text: String) -> Output {
        switch text.halfWidth.lowercased() {
        case "back": return back()
        case "quit": return Output(outcome: .quit)
        case let word where Self.asksForHelp(word):
            var output = ask(form, row)
            output.lines.append("Help: type back for the menu, or quit to leave.")
            return output
        case _: break
        }
        var filled = form
        if !text.isEmpty, !filled.form.answer(row, with: text) {
            let words = form.form.question(row).words + ["back"]
            return Output(lines: ["Refused: Type \(words.listed("or"))."])
        }
        do throws(FormFault) {
            let outcome = try filled.outcome()
            let isLast = filled.isSettled || !filled.form.questions.contains(row + 1)
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

    /// The settings that make a difference in line mode.
    private static let heard: [Setting] = [.theme, .keyboard, .verbosity, .name]

    private static let settingsHelp =
        "Type a name and a value, such as keyboard azerty, or press enter to go back."

    private var offer: Setting.Offer {
        Setting.Offer(themes: preferences.themes, keyboards: preferences.keyboards)
    }

    private var themes: [String] {
        preferences.themes.map { theme in
            let words = [
                theme.symbols.all.map(\.plural), theme.fills.all.map(\.name),
                theme.colors.all.map { $0.name[.dark] },
            ].map { $0.joined(separator: ", ") }
            return "\(theme.name): \(words.joined(separator: "; "))."
        }
    }

    private func told(_ setting: Setting) -> String {
        let value = setting.shown(setting.value(in: preferences.settings))
        return "\(setting.name): \(value.isEmpty ? "your user name" : value). "
            + setting.explanation(preferences.settings, offer)
    }

    private mutating func set(_ text: String) -> Output {
        switch text.halfWidth.lowercased() {
        case "", "back": return back()
        case "quit": return Output(outcome: .quit)
        case "all": return Output(lines: Setting.rows.map(told) + [Self.settingsHelp])
        case let word where Self.asksForHelp(word): return open(.settings)
        case _: break
        }
        guard let (setting, typed) = Self.setting(in: text) else {
            // The list of themes asks for one.
            if preferences.themes.contains(where: { $0.name.lowercased() == text.lowercased() }) {
                return set("theme \(text)")
            }
            return Output(lines: ["Unknown setting. " + Self.settingsHelp])
        }
        let choices = setting.choices(offer)
        let words = choices.map(setting.shown)
        let allowed = setting.isText ? "1 to 16 visible characters" : words.listed("or")
        guard !typed.isEmpty else {
            let example = setting.isText ? "Zoe" : words.last ?? ""
            return Output(lines: [
                "\(told(setting)) Type \(setting.name) and then \(allowed). "
                    + "For example: \(setting.name) \(example)."
            ])
        }
        let value =
            setting.isText
            ? SafeText.isAllowedPlayerName(typed) ? typed : nil
            : choices.first { $0.lowercased() == setting.word(for: typed.halfWidth.lowercased()) }
        guard let value else {
            let why =
                setting.isText
                ? "Use \(allowed)"
                : "Invalid value \(SafeText.sanitized(typed, limit: 20)) for \(setting.name). Type \(allowed)"
            return Output(lines: ["Refused: \(why)."])
        }
        let before = preferences.settings
        setting.set(value, in: &preferences.settings, offer)
        if setting == .name { plan.name = value }
        return Output(lines: [told(setting)], changes: preferences.changes(since: before))
    }

    /// The setting that a line begins with, by its name in the form or in the file, and the rest.
    private static func setting(in text: String) -> (Setting, value: String)? {
        let typed = text.halfWidth.lowercased()
        let found = Setting.rows.flatMap { setting in
            [setting.name, setting.key].map { (setting, name: $0.lowercased()) }
        }.filter { _, name in
            typed == name || typed.hasPrefix(name + " ")
        }.max { $0.name.count < $1.name.count }
        return found.map { ($0, String(text.dropFirst($1.count + 1))) }
    }
}

extension Setting {
    fileprivate var name: String { label ?? key }

    /// A typed word as the choices have it: a switch has other words in the file and in the form.
    fileprivate func word(for typed: String) -> String {
        guard kind == .flag else { return typed }
        return switch typed {
        case "true", "on": "yes"
        case "false", "off": "no"
        case _: typed
        }
    }
}
