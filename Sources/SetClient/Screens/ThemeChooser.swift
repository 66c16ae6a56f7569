import SetProtocol

/// The theme chooser without a table behind it, where themes are made and deleted too.
struct ThemeChooser: Equatable, Sendable {
    enum Step: Equatable {
        case stay
        /// Tell the player something.
        case say(String)
        case save(StoredSettings)
        /// Do something with theme files.
        case work(ThemeTask)
    }

    private enum Button {
        case edit, new, copy, delete

        init?(_ key: Key) {
            guard key.modifiers.isSubset(of: .shift) else { return nil }
            switch key.code {
            case .character("E"): self = .edit
            case .character("N"), .character("A"): self = .new
            case .character("Y"): self = .copy
            case .character("X"), .delete: self = .delete
            case _: return nil
            }
        }
    }

    let library: ThemeLibrary
    private var preferences: SettingsModel
    /// Whether the player has neither kept nor reverted the theme.
    private(set) var isOpen = true
    /// The theme to delete, while the player is asked.
    private(set) var pendingDeletion: String?
    private var sheet: ThemesSheet

    /// - Parameters:
    ///   - kept: The settings to go back to.
    ///   - tried: The settings that are tried on, if others.
    init(_ kept: ClientSettings, tried: ClientSettings? = nil, _ library: ThemeLibrary) {
        self.library = library
        preferences = SettingsModel(kept, themes: library.themes)
        if let tried { preferences.settings = tried }
        sheet = ThemesSheet(kept)
    }

    /// The chooser after theme files have changed: a new theme is highlighted, a renamed one stays in
    /// use.
    func after(_ change: ThemeChange, _ library: ThemeLibrary) -> ThemeChooser {
        var (kept, tried) = (sheet.before, settings)
        if let name = change.successor(of: kept.theme) { kept.theme = name }
        if let name = change.successor(of: tried.theme) { tried.theme = name }
        if case .saved(let name, _) = change {
            (tried.theme, tried.isThemeRandom) = (name, false)
        }
        return ThemeChooser(kept, tried: tried, library)
    }

    var settings: ClientSettings { preferences.settings }

    // MARK: - Events

    mutating func handle(
        _ input: InputEvent, in area: Rect, of size: Size, _ cellAspect: Double
    ) -> Step {
        if let question, let name = pendingDeletion {
            guard let answer = question.answer(to: input, on: keys(question.items, size)) else {
                return .stay
            }
            pendingDeletion = nil
            return answer == .yes ? .work(.delete(name)) : .stay
        }
        switch input.fromPlayer {
        case .key(let key): if let button = Button(key) { return press(button) }
        case .click(let point):
            if point.y >= size.height - 1 {
                return keys(Self.items, size).action(at: point).map { press($0) } ?? .stay
            }
        case .rightClick, .scroll: break
        case .paste, nil: return .stay
        }
        let look = Appearance(palette: Palette(preferences.theme), cellAspect: cellAspect)
        let step = sheet.handle(input, &preferences, in: place(look, in: area, on: size))
        isOpen = !step.closes
        if let changes = step.changes { return .save(changes) }
        return step.message.map { .say($0) } ?? .stay
    }

    private mutating func press(_ button: Button) -> Step {
        guard !settings.isThemeRandom,
            let pointed = library.entry(named: preferences.themes[preferences.themeIndex].name)
        else { return .say("Select a theme first.") }
        let name = pointed.theme.name
        switch button {
        case .edit: return .work(.edit(name))
        case .new: return .work(.new(from: name))
        case .copy: return .work(.copy(name))
        case .delete:
            guard pointed.path != nil else { return .say("Built-in themes cannot be deleted.") }
            pendingDeletion = name
            return .stay
        }
    }

    private var question: Confirmation? {
        pendingDeletion.map {
            Confirmation("Delete \"\($0)\" permanently?", yes: "delete", no: "keep")
        }
    }

    // MARK: - Drawing

    /// How many rows below the sheet are for keys and messages.
    static func barRows(_ size: Size) -> Int { size.height >= 28 ? 3 : size.height >= 20 ? 2 : 1 }

    private static let items: [KeyBar<Button>.Item] = [
        .init("E", "edit", .edit), .init("N", "new", .new), .init("Y", "copy", .copy),
        .init("X", "delete", .delete),
    ]

    private func keys<Value>(_ items: [KeyBar<Value>.Item], _ size: Size) -> KeyBar<Value> {
        let row = Rect(1, size.height - 1, max(0, size.width - 2), 1)
        return KeyBar(items, in: row, isCentered: true)
    }

    private func place(_ look: Appearance, in area: Rect, on size: Size) -> SheetPlace {
        let screen = Size(size.width, max(0, size.height - Self.barRows(size)))
        return SheetPlace(look: look, screen: screen, area: area)
    }

    /// Whether the sheet fits in an area, so that it does not need the whole screen.
    func fits(_ area: Rect, on size: Size, _ look: Appearance) -> Bool {
        let frame = sheet.view(preferences, in: place(look, in: area, on: size)).frame
        return frame.intersection(area) == frame
    }

    /// Draws the sheet, the keys below it, and between them the question or a notice.
    func draw(
        in area: Rect, notice: MainMenu.Notice?, _ look: Appearance, on canvas: inout Canvas
    ) {
        let size = canvas.size
        sheet.view(preferences, in: place(look, in: area, on: size)).draw(on: &canvas)
        if let question {
            keys(question.items, size).draw(look, on: &canvas)
        } else {
            keys(Self.items, size).draw(look, on: &canvas)
        }
        let asked = question.map { MainMenu.Notice(text: $0.sentence, isBad: true) }
        guard let notice = asked ?? notice else { return }
        let style = (notice.isBad ? Tone.bad : .mine).style(look.palette, .bold)
        canvas.writeNotice(notice.text, style, rows: 3)
    }
}
