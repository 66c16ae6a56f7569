import SetProtocol

/// What lies over a table or a replay, one at a time.
///
/// Each sheet keeps its own state.
enum Sheet: Hashable, Sendable {
    case help(HelpSheet)
    case rules(RulesSheet)
    case themes(ThemesSheet)
    case settings(SettingsSheet)
    case chat(ChatLine)
    case menu(MenuSheet)
    case question(QuestionSheet)
}

/// Which sheet a key or a row of the menu opens.
enum SheetKind: Hashable, Sendable {
    case help, rules, themes, settings, chat, menu

    /// Whether it is the kind of a sheet.
    func matches(_ sheet: Sheet?) -> Bool {
        switch (self, sheet) {
        case (.help, .help), (.rules, .rules), (.themes, .themes), (.settings, .settings),
            (.chat, .chat), (.menu, .menu):
            true
        case _: false
        }
    }
}

/// Where a sheet may lie, and how it looks.
struct SheetPlace {
    let look: Appearance
    /// The extent of the terminal, or of the part of it that sheets may use.
    let screen: Size
    /// Where a sheet should lie if it fits there: on the cards.
    let area: Rect

    /// The whole screen.
    var whole: Rect { Rect(0, 0, screen.width, screen.height) }
}

/// What comes of an input to a sheet.
struct SheetStep: Hashable, Sendable {
    /// Whether the sheet is done.
    var closes = false
    /// What to do after that.
    var action: Action?
    /// What the player has said yes to.
    var confirmed: Move?
    /// A key for whatever lies below.
    var key: Key?
    /// Settings to be saved.
    var changes: StoredSettings?
    /// What the player is told.
    var message: String?

    /// Nothing more; draw it again.
    static let stay = SheetStep()
    /// Close the sheet.
    static let close = SheetStep(closes: true)

    /// Close the sheet, then do something.
    static func close(then action: Action?) -> SheetStep {
        SheetStep(closes: true, action: action)
    }

    /// Close the sheet, and let what lies below have the key.
    static func close(pressing key: Key) -> SheetStep { SheetStep(closes: true, key: key) }
}
