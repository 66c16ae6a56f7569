import SetProtocol

// MARK: - From the player

extension TableScreen {
    package mutating func handle(
        _ input: InputEvent, in size: Size, at now: MonotonicInstant
    ) -> [ClientEffect] {
        guard let picture else { return [] }
        return passOn(effects(of: input, on: picture, at: now), at: now)
    }

    private mutating func effects(
        of input: InputEvent, on picture: TablePicture, at now: MonotonicInstant
    ) -> [ClientEffect] {
        switch input {
        case .key(let key):
            motion.skip()
            return press(key, on: picture, at: now)
        case .mouse(let mouse): return handle(mouse, on: picture, at: now)
        case .paste:
            // Pasted text never plays: it can only go into a message or a name.
            let step = view.handleBySheet(input, on: picture)
            return step.map { perform($0, on: picture, at: now) } ?? []
        case .keyUp, .focus, .report: return []
        }
    }

    package var keyUse: KeyUse { view.keyUse(withoutSheet: playback == nil ? .cards : .playback) }

    package var isAsking: Bool {
        switch view.sheet {
        case .question: true
        case .menu, nil: view.model.request.proposal != nil
        case .help, .rules, .themes, .settings, .chat: false
        }
    }

    mutating func press(
        _ key: Key, on picture: TablePicture, at now: MonotonicInstant
    ) -> [ClientEffect] {
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
        let hint = keyUse == .text ? nil : settings.keyboard.hint(on: key)
        if let step = view.handleBySheet(.key(key), on: picture) {
            if step == .stay, let hint { remark(aboutTheMoment: hint, at: now) }
            return perform(step, on: picture, at: now)
        }
        if playback != nil { return pressInReplay(key, on: picture, at: now) }
        if let window = picture.reportSheet?.scroll, let row = window.row(for: key.code) {
            // The board is below the report: its cursor stays where it is.
            return window.isNeeded ? perform(.scroll(to: row), on: picture, at: now) : []
        }
        if let review = picture.reportSheet?.review(key) {
            return perform(review, on: picture, at: now)
        }
        guard let action = action(for: key) else {
            if let words = hint ?? words(onUnusedKey: key, picture) {
                remark(aboutTheMoment: words, at: now)
            }
            return []
        }
        return perform(action, on: picture, at: now)
    }

    /// What to tell about a key that does nothing: in a race, silence costs time.
    private func words(onUnusedKey key: Key, _ picture: TablePicture) -> String? {
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
        guard let picture else { return nil }
        // Nobody plays in a demonstration, so the small letter leaves too.
        if view.isDemonstration, key == .character("q") { return .quit }
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
    ) -> [ClientEffect] {
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
            case .wheelUp, .wheelDown: return []
            }
        case nil where playback != nil: return handleInReplay(mouse, on: picture, at: now)
        case nil:
            action = picture.action(for: mouse)
            if mouse.action == .wheelDown, action == .move(.deal), !isNewGesture(at: now) {
                return []
            }
        case _:
            motion.skip()
            let step = view.handleBySheet(.mouse(mouse), on: picture)
            return step.map { perform($0, on: picture, at: now) } ?? []
        }
        guard let action else { return [] }
        let effects = perform(action, on: picture, at: now)
        motion.skip()
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
    ) -> [ClientEffect] {
        var step = step
        if let action = step.action, !isMeant(action, on: picture, at: now) { step = .close }
        let effects = change(at: now) { $0.perform(step, at: $1) }
        return step.key.map { effects + press($0, on: picture, at: now) } ?? effects
    }

    mutating func perform(
        _ action: Action, on picture: TablePicture, at now: MonotonicInstant
    ) -> [ClientEffect] {
        guard isMeant(action, on: picture, at: now) else {
            switch action {
            case .move(.claim) where view.model.hasJustLostMarks(at: now):
                remark(aboutTheMoment: view.model.lateClaim, at: now)
            case .move(.touch) where view.model.mayPick && !view.model.isTooSoon(.claim, at: now):
                remark(aboutTheMoment: "That card has just left the board.", at: now)
            case .move(.answer), .move(.claim):
                remark(aboutTheMoment: "Too quick: press that key again.", at: now)
            case _: break
            }
            return []
        }
        if action == .copy {
            let text = view.model.dailyResult?.joined(separator: "\n") ?? invitation
            return text.map { [.copy($0)] } ?? []
        }
        return change(at: now) { $0.perform(action, at: $1) }
    }

    private mutating func remark(aboutTheMoment text: String, at now: MonotonicInstant) {
        change(at: now) { $0.model.remark(text, isAboutTheMoment: true, at: $1) }
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
}

extension Key {
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
