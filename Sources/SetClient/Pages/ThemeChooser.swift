import SetProtocol

/// The chooser of themes without a table behind it.
struct ThemeChooser: Hashable, Sendable {
    private var model: ClientModel

    /// The chooser, opened on the theme in use.
    init(_ settings: ClientSettings, _ themes: [Theme]) {
        model = ClientModel(settings: settings, themes: themes)
        _ = model.perform(.show(.themes), at: .zero)
    }

    /// The settings as they are tried on, or have been kept.
    var settings: ClientSettings { model.settings }

    /// Whether nothing has been decided yet.
    var isOpen: Bool { model.overlay == .themes }

    /// Takes what the player did.
    ///
    /// - Returns: What is to be kept for next time, if anything.
    mutating func take(
        _ event: InputEvent, in area: Rect, on size: Size, _ cellAspect: Double, at now: TableTime
    ) -> StoredSettings? {
        let action: Action?
        switch event {
        case .key(let key): action = KeyMap.choosing(key, model)
        case .mouse(let mouse):
            let look = Appearance(palette: Palette(model.theme), cellAspect: cellAspect)
            action = ThemeSheet(model, look, size, in: area).action(for: mouse)
        case .focus, .paste, .report: action = nil
        }
        guard let action else { return nil }
        for case .save(let settings) in model.perform(action, at: now) { return settings }
        return nil
    }

    /// Whether it lies in an area, or needs the whole screen.
    func fits(_ area: Rect, on size: Size, _ look: Appearance) -> Bool {
        let frame = ThemeSheet(model, look, size, in: area).frame
        return frame.intersection(area) == frame
    }

    func draw(in area: Rect, _ look: Appearance, on canvas: inout Canvas) {
        ThemeSheet(model, look, canvas.size, in: area).draw(on: &canvas)
    }
}
