import SetProtocol

/// A page of the menu that is a list of items or a form.
protocol MenuPage: Sendable {
    /// The rows; the last one of a form submits it.
    var form: ListView { get set }
    var explanation: String { get }
    mutating func handle(_ event: InputEvent, in rect: Rect) -> ListView.Step
    /// - Throws: The first row that is wrong, and why.
    func choice() throws(FormFault) -> MainMenuChoice
}

extension MenuPage {
    /// Where the current row is no text, the first text gets what is pasted.
    mutating func handle(_ event: InputEvent, in rect: Rect) -> ListView.Step {
        let hasText = form.rows[0].values.first?.field != nil
        if case .paste = event, !form.isTyping, hasText { form.select(0) }
        return form.handle(event, in: rect)
    }
}

extension ListView.Row {
    static func text(_ label: String, _ field: TextField) -> ListView.Row {
        ListView.Row(label: label, values: [.text(field)])
    }

    /// One of a few words, all of them in view.
    static func choice(_ label: String, _ words: [String], chosen: Int) -> ListView.Row {
        ListView.Row(label: label, values: [.choice(words, chosen: chosen, showsAll: true)])
    }

    static func button(_ title: String) -> ListView.Row {
        ListView.Row(label: title, beginsGroup: true)
    }
}

struct FormFault: Error, Hashable {
    let row: Int
    let sentence: String

    static func name(_ name: String, row: Int) throws(FormFault) -> String {
        guard SafeText.isAllowedPlayerName(name) else {
            throw FormFault(row: row, sentence: "Use \(SafeText.nameRule).")
        }
        return name
    }
}

struct MenuList: MenuPage {
    let items: [MainMenuItem]
    var form: ListView

    /// Highlights an item, the first unless another is named.
    init(_ items: [MainMenuItem], at choice: MainMenuChoice? = nil) {
        self.items = items
        form = ListView(
            items.map { ListView.Row(key: $0.key, label: $0.title, beginsGroup: true) },
            at: items.firstIndex { $0.choice == choice } ?? 0)
    }

    var pointed: MainMenuItem { items[form.row] }

    var explanation: String { pointed.explanation }

    func choice() -> MainMenuChoice { pointed.choice }
}

/// The row of one setting as a form, for line mode.
struct SettingForm: MenuPage {
    private let setting: Setting
    private let preferences: SettingsModel
    var form: ListView

    init(_ setting: Setting, _ preferences: SettingsModel) {
        (self.setting, self.preferences) = (setting, preferences)
        form = ListView([setting.row(preferences.settings, preferences.offer)])
    }

    private var value: String {
        let value = form.rows[0].values[0]
        return value.text.isEmpty ? value.field?.placeholder ?? "" : value.text
    }

    var explanation: String {
        var settings = preferences.settings
        if !setting.isText {
            let value = setting.choices(preferences.offer)[form.chosen(0)]
            setting.set(value, in: &settings, preferences.offer)
        }
        return setting.explanation(settings, preferences.offer)
    }

    /// The themes to choose from, a line each; `nil` for another setting.
    var themes: [String]? {
        setting == .theme ? preferences.themes.map { CardWords($0).summary() } : nil
    }

    var item: MainMenuItem {
        MainMenuItem(
            setting.key.lowercased(), "\(form.rows[0].label): \(value)", explanation,
            .set(setting, nil), command: setting.label)
    }

    func choice() throws(FormFault) -> MainMenuChoice {
        let text = form.text(0)
        let value =
            if !setting.isText {
                setting.choices(preferences.offer)[form.chosen(0)]
            } else if text == SettingForm(setting, preferences).form.text(0) {
                // The field does not show every letter that a name may have.
                setting.value(in: preferences.settings)
            } else {
                text.isEmpty ? "" : try FormFault.name(text, row: 0)
            }
        return .set(setting, value)
    }
}
