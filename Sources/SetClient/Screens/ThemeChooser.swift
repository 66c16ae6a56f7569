import SetProtocol

/// The chooser of themes without a table behind it, where themes are made and deleted too.
struct ThemeChooser: Hashable, Sendable {
    /// What comes of an event.
    enum Step: Hashable {
        /// Nothing more.
        case stay
        /// The player is to be told something.
        case say(String)
        /// These settings are to be kept for next time.
        case save(StoredSettings)
        /// Something is to be done with the files of themes.
        case work(ThemeTask)
    }

    /// Something to press in the last row.
    enum Button: Hashable {
        case edit, new, copy, delete, yes, no
    }

    /// The themes and where they come from.
    let library: ThemeLibrary
    /// The settings, as they are tried on or have been kept.
    private(set) var preferences: SettingsModel
    /// Whether nothing has been decided yet.
    private(set) var isOpen = true
    /// The theme that is to be deleted, as long as the player is being asked.
    private(set) var pendingDeletion: String?
    private var sheet: ThemesSheet

    /// The chooser, opened on the theme in use.
    ///
    /// - Parameters:
    ///   - kept: The settings to go back to.
    ///   - tried: The settings that are tried on; those to go back to unless given.
    init(_ kept: ClientSettings, tried: ClientSettings? = nil, _ library: ThemeLibrary) {
        self.library = library
        preferences = SettingsModel(kept, themes: library.themes)
        if let tried { preferences.settings = tried }
        sheet = ThemesSheet(kept)
        sheet.offersEditing = false
    }

    /// The chooser as it is after something was done with the files of themes: the theme that was made
    /// is pointed at, and one that was used goes on being used under its new name.
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

    /// The theme that is pointed at; `nil` for the random choice.
    private var pointed: ThemeLibrary.Entry? {
        guard !settings.isThemeRandom else { return nil }
        return library.entry(named: preferences.themes[preferences.themeIndex].name)
    }

    // MARK: - Events

    /// Handles what the player did.
    mutating func handle(
        _ input: InputEvent, in area: Rect, of size: Size, _ cellAspect: Double
    ) -> Step {
        if pendingDeletion != nil { return answer(input, on: size) }
        switch input {
        case .key(let key): if let button = Self.button(for: key) { return press(button) }
        case .mouse(let mouse):
            if mouse.point.y >= Self.barRow(size), mouse.action == .press(.left) {
                return keys(on: size).action(at: mouse.point).map { press($0) } ?? .stay
            }
        case .focus, .paste, .report: return .stay
        }
        let look = Appearance(palette: Palette(preferences.theme), cellAspect: cellAspect)
        let step = sheet.handle(input, &preferences, in: place(look, in: area, on: size))
        isOpen = !step.closes
        if let changes = step.changes { return .save(changes) }
        return step.message.map { .say($0) } ?? .stay
    }

    private static func button(for key: Key) -> Button? {
        guard key.modifiers.isSubset(of: .shift) else { return nil }
        switch key.code {
        case .character("E"): return .edit
        case .character("N"), .character("A"): return .new
        case .character("Y"): return .copy
        case .character("X"), .delete: return .delete
        case _: return nil
        }
    }

    private mutating func press(_ button: Button) -> Step {
        if button == .no { pendingDeletion = nil }
        if button == .yes, let name = pendingDeletion {
            pendingDeletion = nil
            return .work(.delete(name))
        }
        guard button != .yes, button != .no else { return .stay }
        guard let pointed else { return .say("Select a theme first.") }
        let name = pointed.theme.name
        switch button {
        case .edit: return .work(.edit(name))
        case .new: return .work(.new(from: name))
        case .copy: return .work(.copy(name))
        case .delete, .yes, .no:
            guard pointed.path != nil else {
                return .say("Built-in themes cannot be deleted.")
            }
            pendingDeletion = name
            return .stay
        }
    }

    /// Only what answers the question counts while it stands.
    private mutating func answer(_ event: InputEvent, on size: Size) -> Step {
        switch event {
        case .key(let key):
            switch key.code {
            case .character("y"), .character("Y"): return press(.yes)
            case .character("n"), .character("N"), .escape, .backspace: return press(.no)
            case _: return .stay
            }
        case .mouse(let mouse):
            switch mouse.action {
            case .press(.left):
                return keys(on: size).action(at: mouse.point).map { press($0) } ?? .stay
            case .press(.right): return press(.no)
            case .press(.middle), .wheelUp, .wheelDown, .release: return .stay
            }
        case .focus, .paste, .report: return .stay
        }
    }

    // MARK: - Drawing

    /// How many rows below the sheet belong to the keys, and where there is room to words.
    static func barRows(_ size: Size) -> Int { size.height >= 28 ? 3 : size.height >= 20 ? 2 : 1 }

    private static func barRow(_ size: Size) -> Int { size.height - 1 }

    private func keys(on size: Size) -> KeyBar<Button> {
        typealias Item = KeyBar<Button>.Item
        let items =
            pendingDeletion == nil
            ? [
                Item("E", "edit", .edit), Item("N", "new", .new), Item("Y", "copy", .copy),
                Item("X", "delete", .delete),
            ] : [Item("y", "delete", .yes), Item("n", "keep", .no)]
        let row = Rect(1, Self.barRow(size), max(0, size.width - 2), 1)
        return KeyBar(items, in: row, isCentered: true)
    }

    private func place(_ look: Appearance, in area: Rect, on size: Size) -> SheetPlace {
        let screen = Size(size.width, max(0, size.height - Self.barRows(size)))
        return SheetPlace(look: look, screen: screen, area: area)
    }

    /// Whether it lies in an area, or needs the whole screen.
    func fits(_ area: Rect, on size: Size, _ look: Appearance) -> Bool {
        let frame = sheet.frame(preferences, in: place(look, in: area, on: size))
        return frame.intersection(area) == frame
    }

    /// Draws the sheet, the keys below it, and between them the question or something to tell.
    func draw(
        in area: Rect, notice: (text: String, isBad: Bool)?, _ look: Appearance,
        on canvas: inout Canvas
    ) {
        let size = canvas.size
        sheet.draw(preferences, in: place(look, in: area, on: size), on: &canvas)
        keys(on: size).draw(look, on: &canvas)
        let question = pendingDeletion.map { ("Delete \"\($0)\" permanently?", true) }
        guard let (text, isBad) = question ?? notice else { return }
        let style = (isBad ? Tone.bad : .mine).style(look.palette, .bold)
        let lines = SafeText.sanitized(text, limit: 400).wrapped(to: max(1, size.width - 2))
            .prefix(3)
        for (row, line) in lines.enumerated() {
            let y = Self.barRow(size) - lines.count + row
            canvas.fill(Rect(0, y, size.width, 1), " ", .standard)
            canvas.write(line, (size.width - line.columns) / 2, y, style, before: size.width)
        }
    }
}
