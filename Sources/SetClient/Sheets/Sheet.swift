import SetProtocol

/// A sheet over a table or a replay, with its state; one is open at a time.
enum Sheet: Equatable, Sendable {
    case help(TextSheet)
    case rules(TextSheet)
    case themes(ThemesSheet)
    case settings(SettingsSheet)
    case chat(ChatLine)
    case menu(MenuSheet)
    case question(QuestionSheet)
}

/// Which sheet a key or a row of the menu opens.
enum SheetKind: Sendable {
    case help, rules, themes, settings, chat, menu

    /// The sheet as it opens; `rows` are those of the menu.
    func opened(_ preferences: SettingsModel, _ rows: [MenuSheet.Row]) -> Sheet {
        switch self {
        case .help: .help(TextSheet(key: HelpText.key))
        case .rules: .rules(TextSheet(key: RulesText.key))
        case .themes: .themes(ThemesSheet(preferences.settings))
        case .settings: .settings(SettingsSheet(preferences))
        case .chat: .chat(ChatLine())
        case .menu: .menu(MenuSheet(rows))
        }
    }
}

extension Sheet {
    /// What opens it; `nil` for a question, which follows a move.
    var kind: SheetKind? {
        switch self {
        case .help: .help
        case .rules: .rules
        case .themes: .themes
        case .settings: .settings
        case .chat: .chat
        case .menu: .menu
        case .question: nil
        }
    }
}

/// Where a sheet may be, and how it looks.
struct SheetPlace {
    let look: Appearance
    /// The extent of the terminal, or of the part of it that sheets may use.
    let screen: Size
    /// Where a sheet should be if it fits there: on the cards.
    let area: Rect
    /// Whether the other player searches the same cards meanwhile.
    var isRace = false
    /// A row for more keys, where a page has one.
    var bar: Rect?

    var whole: Rect { Rect(0, 0, screen.width, screen.height) }
}

struct SheetStep: Equatable, Sendable {
    var closes = false
    var action: Action?
    var confirmed: Move?
    /// A key for what is below the sheet.
    var key: Key?
    var changes: StoredSettings?
    var message: String?
    var task: ThemeTask?

    static let stay = SheetStep()
    static let close = SheetStep(closes: true)
}
