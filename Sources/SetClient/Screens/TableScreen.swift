import SetProtocol

/// The screen of a table: what keys and clicks mean there, and what the player sees.
package struct TableScreen: Screen {
    var view: TableView
    private(set) var table = AnimatedTable()
    private let address: String?
    /// How the host ended the session while this screen stays.
    private var closing: SessionEnd?
    /// The lesson that answers instead of a host, if this is one.
    package internal(set) var lesson: Lesson?
    /// When the wheel last turned over the deck.
    private var lastWheel: MonotonicInstant?

    /// - Parameters:
    ///   - address: The host as a second player can name it; `nil` when only this machine can.
    ///   - isDemonstration: Whether it is only watched.
    ///   - isFromMenu: Whether leaving leads back to the menu.
    package init(
        _ model: TableModel, _ preferences: SettingsModel, address: String? = nil,
        isDemonstration: Bool = false, isFromMenu: Bool = false
    ) {
        view = TableView(model, preferences)
        view.isDemonstration = isDemonstration
        view.isFromMenu = isFromMenu
        self.address = address
    }

    init(_ view: TableView) {
        self.view = view
        address = nil
    }

    package var settings: ClientSettings { view.preferences.settings }

    package var theme: Theme { view.preferences.theme }

    /// The command for the second player, once the table has a code.
    package var invitation: String? {
        guard let address, case .joined(let welcome) = view.model.connection else { return nil }
        return "set-duel join \(address) --table \(welcome.table)"
    }

    /// The game that the player leaves, in one line; `nil` without a game.
    package func summary(at now: MonotonicInstant) -> String? {
        view.model.summary(at: now, isForMenu: view.isFromMenu)
    }

    // MARK: - From the host

    mutating func receive(
        _ message: HostMessage, at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        screenEffects(view.receive(message, at: now))
    }

    /// The connection broke, or something is being done about it.
    mutating func connectionBroke(
        _ outage: Outage, at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        screenEffects(view.model.lineBroke(outage, at: now))
    }

    /// The host ended the session: what was played stays until the player leaves.
    mutating func tableClosed(
        _ end: SessionEnd, at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        let isError = end.kind == .lost
        guard end.kind == .dismissed || isError, !view.isDemonstration,
            view.model.tableClosed(end.message ?? "", isError: isError, at: now)
        else { return [.done(end)] }
        if case .menu = view.sheet { view.sheet = nil }
        if case .question = view.sheet { view.sheet = nil }
        closing = end
        return settings.ringsBell ? [.alert] : []
    }

    package mutating func remark(_ text: String, at now: MonotonicInstant) {
        view.model.remark(text, at: now)
    }

    var isWorthSaving: Bool { view.model.isWorthSaving }

    /// Tells the player that the game can no longer be saved.
    mutating func cannotSave(_ reason: String, at now: MonotonicInstant) {
        view.model.cannotSave(reason, at: now)
    }

    package mutating func advance(to now: MonotonicInstant) -> [ScreenEffect<SessionEnd>] {
        view.model.dropUnansweredRequest(at: now)
        return advanceLesson(to: now)
    }

    /// A closed window or a broken connection to this machine does not give up the seat, unless the
    /// table ends with it.
    package mutating func terminalEnded(_ end: SessionEnd) -> [ScreenEffect<SessionEnd>] {
        let isHangUp = end.kind == .signal(Signal.hangUp.number)
        return view.model.keepsSeat(afterHangUp: isHangUp) ? [] : [.send(.leave)]
    }

    // MARK: - From the player

    package mutating func handle(
        _ input: InputEvent, in size: Size, at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        answered(effects(of: input, at: now), at: now)
    }

    private mutating func effects(
        of input: InputEvent, at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        guard let picture = table.picture else { return [] }
        switch input {
        case .key(let key):
            table.skip()
            return press(key, on: picture, at: now)
        case .mouse(let mouse): return handle(mouse, on: picture, at: now)
        case .paste:
            // Pasted text never plays: it can only go into a message or a name.
            let step = view.handleBySheet(input, on: picture)
            return step.map { perform($0, on: picture, at: now) } ?? []
        case .keyUp, .focus, .report: return []
        }
    }

    package var keyUse: KeyUse { view.keyUse(withoutSheet: .cards) }

    package var isAsking: Bool {
        switch view.sheet {
        case .question: true
        case .menu, nil: view.model.request.proposal != nil
        case .help, .rules, .themes, .settings, .chat: false
        }
    }

    private mutating func press(
        _ key: Key, on picture: TablePicture, at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        if view.sheet != nil || !key.modifiers.isSubset(of: .shift) { view.firstLetter = nil }
        if key.isInterrupt {
            // Asking to leave again means yes.
            if case .question(let question) = view.sheet, question.isAboutLeaving {
                return perform(question.yes, on: picture, at: now)
            }
            return perform(.quit, on: picture, at: now)
        }
        guard key.modifiers.isSubset(of: .shift) else { return [] }
        // Before the welcome there is nothing to lose and no command but this.
        if view.sheet == nil, key == Key(.escape), case .joining = view.model.connection {
            return perform(.quit, on: picture, at: now)
        }
        if view.sheet == nil, let window = picture.reportSheet?.scroll,
            let row = window.row(for: key.code)
        {
            // The board is below the report: its cursor stays where it is.
            return window.isNeeded ? perform(.scroll(to: row), on: picture, at: now) : []
        }
        let hint = keyUse == .text ? nil : settings.keyboard.hint(on: key)
        if let step = view.handleBySheet(.key(key), on: picture) {
            if step == .stay, let hint { view.model.remark(hint, isAboutTheMoment: true, at: now) }
            return perform(step, on: picture, at: now)
        }
        if let review = picture.reportSheet?.review(key) {
            return perform(review, on: picture, at: now)
        }
        guard let action = action(for: key) else {
            if let remark = hint ?? remark(onUnusedKey: key, picture) {
                view.model.remark(remark, isAboutTheMoment: true, at: now)
            }
            return []
        }
        return perform(action, on: picture, at: now)
    }

    /// What to tell about a key that does nothing: in a race, silence costs time.
    private func remark(onUnusedKey key: Key, _ picture: TablePicture) -> String? {
        guard case .character(let character) = key.code, view.firstLetter == nil,
            view.model.seat != nil, let table = view.model.table
        else { return nil }
        if table.phase == .paused {
            return (table.awaySeats.isEmpty ? Refusal.gamePaused : .opponentAway).sentence
        }
        guard table.isInPlay else { return nil }
        if character == " ", !view.model.rules.needsClaim { return Refusal.noClaimNeeded.sentence }
        if character == " ", table.turn?.seat == view.model.seat {
            return Refusal.alreadyYourTurn.sentence
        }
        let small = character.lowercased()
        if view.model.request.proposal != nil, ["y", "n"].contains(character) {
            return "To answer, press a capital Y or N."
        }
        return picture.labels.contains(small) && small != String(character)
            ? "Card keys are lowercase: Caps Lock on?"
            : "No card has this key: ? shows all keys."
    }

    /// What a key asks for without a sheet.
    mutating func action(for key: Key) -> Action? {
        let awaited = view.firstLetter
        view.firstLetter = nil
        guard let picture = table.picture else { return nil }
        // A watcher touches no cards, so the small letter leaves too.
        if view.model.seat == nil, key == .character("q") { return .quit }
        if let direction = key.direction { return move(direction, on: picture) }
        if let command = TableCommand.command(for: key, in: view) {
            // Then the key only takes back the first letter of a code.
            let takesBack = [Key(.escape), Key(.backspace)].contains(key)
            return awaited != nil && takesBack ? nil : command.action(view)
        }
        guard case .character(let character) = key.code, view.model.table?.phase != .paused else {
            return nil
        }
        var labels = (awaited.map { [String([$0, character])] } ?? []) + [String(character)]
        // The Greek layout writes a semicolon with the key of the first letter.
        if character == ";" { labels += settings.keyboard.rows[1].prefix(1).map(String.init) }
        if let slot = labels.lazy.compactMap(picture.slot(labelled:)).first {
            return .move(.touch(slot: slot))
        }
        if picture.labels.contains(where: { $0.count == 2 && $0.first == character }) {
            view.firstLetter = character
        }
        return nil
    }

    private func move(_ direction: BoardLayout.Direction, on picture: TablePicture) -> Action? {
        // Down from the last row of cards opens the menu.
        let beyond: Action? = direction == .down ? .show(.menu) : nil
        guard let cards = view.model.table?.cards, !cards.isEmpty else { return beyond }
        guard let cursor = view.cursor else { return .point(slot: 0) }
        return picture.neighbor(of: cursor, direction).map { .point(slot: $0) } ?? beyond
    }

    private mutating func handle(
        _ mouse: Mouse, on picture: TablePicture, at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        var action: Action?
        if case .press = mouse.action, hasJustMoved(mouse.point, on: picture, at: now) { return [] }
        switch view.sheet {
        case .chat:
            switch mouse.action {
            case .press(.left):
                // A click anywhere else cancels the message.
                if picture.regions?.hints.contains(mouse.point) == true { return [] }
                view.sheet = nil
                action = picture.action(at: mouse.point)
            case .press(.right): view.sheet = nil
            case .press(.middle), .release, .wheelUp, .wheelDown: return []
            }
        case nil:
            action = picture.action(for: mouse)
            if mouse.action == .wheelDown, action == .move(.deal), !isNewGesture(at: now) {
                return []
            }
        case _:
            table.skip()
            let step = view.handleBySheet(.mouse(mouse), on: picture)
            return step.map { perform($0, on: picture, at: now) } ?? []
        }
        guard let action else { return [] }
        let effects = perform(action, on: picture, at: now)
        table.skip()
        return effects
    }

    /// Whether the button or row at a point was elsewhere a moment ago, because the opponent asked for
    /// something or withdrew it.
    private func hasJustMoved(_ point: Point, on picture: TablePicture, at now: MonotonicInstant)
        -> Bool
    {
        guard view.model.request.hasJustChanged(at: now) else { return false }
        if case .menu = view.sheet { return true }
        return picture.regions?.hints.contains(point) == true
    }

    /// How long the wheel has to rest between two gestures: a swipe turns it many times.
    private static let wheelRest = Duration.milliseconds(500)

    /// Notes a turn of the wheel that deals.
    ///
    /// - Returns: Whether it begins a gesture.
    private mutating func isNewGesture(at now: MonotonicInstant) -> Bool {
        defer { lastWheel = now }
        return lastWheel.map { $0.duration(to: now) >= Self.wheelRest } ?? true
    }

    // MARK: - Effects

    private mutating func perform(
        _ step: SheetStep, on picture: TablePicture, at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        var step = step
        if let action = step.action, !isMeant(action, on: picture, at: now) { step = .close }
        let effects = screenEffects(view.perform(step, at: now))
        return step.key.map { effects + press($0, on: picture, at: now) } ?? effects
    }

    private mutating func perform(
        _ action: Action, on picture: TablePicture, at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        guard isMeant(action, on: picture, at: now) else {
            switch action {
            case .move(.claim) where view.model.hasJustLostMarks(at: now):
                view.model.remark(view.model.lateClaim, at: now)
            case .move(.answer), .move(.claim):
                view.model.remark(
                    "Too quick: press that key again.", isAboutTheMoment: true, at: now)
            case _: break
            }
            return []
        }
        return screenEffects(view.perform(action, at: now))
    }

    /// Whether the player can mean an action.
    ///
    /// A key is meant for the card that was drawn, not for another one that has taken its slot, nor
    /// for what changed a moment ago (``TableModel/isTooSoon(_:at:)``).
    private func isMeant(_ action: Action, on picture: TablePicture, at now: MonotonicInstant)
        -> Bool
    {
        switch action {
        case .move(.touch(let slot)):
            let (drawn, cards) = (picture.cards, view.model.table?.cards ?? [])
            guard drawn.indices.contains(slot), cards.indices.contains(slot),
                drawn[slot] == cards[slot]
            else { return false }
            return !view.model.isTooSoon(.touch(slot: slot), at: now)
        case .move(let move): return !view.model.isTooSoon(move, at: now)
        case .touchPointed:
            return view.cursor.map { !view.model.isTooSoon(.touch(slot: $0), at: now) } ?? true
        // Everything else changes only what this player sees.
        case _: return true
        }
    }

    private func screenEffects(_ outcome: TableView.Outcome) -> [ScreenEffect<SessionEnd>] {
        screenEffects(outcome.effects) + (outcome.changes.map { [.save($0)] } ?? [])
    }

    private func screenEffects(_ effects: [ClientEffect]) -> [ScreenEffect<SessionEnd>] {
        effects.compactMap { effect in
            switch effect {
            case .send(let message): .send(message)
            case .alert: settings.ringsBell ? .alert : nil
            case .quit: .done(closing ?? SessionEnd(.left))
            }
        }
    }

    // MARK: - Drawing

    package mutating func prepare(
        _ size: Size, _ appearance: Appearance, _ pace: FramePacing.Pace, at now: MonotonicInstant
    ) {
        // The player's choice, unless the connection to the terminal is too slow for it.
        let level = settings.motion == .full && pace == .cuts ? .reduced : settings.motion
        let picture = TablePicture(
            view, size: size, appearance: appearance, now: now, after: table.picture)
        table.show(picture, level, at: now)
    }

    package func isMoving(at now: MonotonicInstant) -> Bool { table.isMoving(at: now) }

    package mutating func draw(
        on canvas: inout Canvas, _ appearance: Appearance, at now: MonotonicInstant
    ) {
        table.draw(on: &canvas, at: now)
    }

    package func nextChange(after now: MonotonicInstant, _ pace: FramePacing.Pace)
        -> MonotonicInstant?
    {
        let changes = [
            table.picture?.nextChange(after: now), table.nextFrame(after: now, pace),
            lesson?.turnEnd,
        ]
        return changes.compactMap(\.self).min()
    }

    package func title(hasFocus: Bool) -> String {
        settings.setsTitle ? WindowTitle.text(view.model, hasFocus: hasFocus) : WindowTitle.plain
    }
}

extension Key {
    /// The way an arrow key points.
    var direction: BoardLayout.Direction? {
        switch code {
        case .up: .up
        case .down: .down
        case .left: .left
        case .right: .right
        case _: nil
        }
    }
}
