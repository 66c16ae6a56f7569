import SetProtocol

/// The lesson on a screen: a page that can be skipped and taken again.
package struct LessonPage: Screen {
    /// How the lesson ended.
    package enum Outcome: Hashable, Sendable {
        /// The player left before its end.
        case skipped
        /// The player has seen it all.
        case finished
        /// The player has seen it all and wants to play at once, against the weakest opponent.
        case playNow
    }

    /// The player's settings, with other colors if these were wanted.
    package private(set) var settings: ClientSettings
    private let themes: [Theme]
    private(set) var lesson: Lesson
    /// The slot of the card that the arrows point at, or of the answer: 0 is yes, 1 is no.
    private(set) var cursor: Int?
    private var cellAspect = 2.0
    private var glyphs = GlyphSet.unicode
    /// Something to be told, until the next key or click.
    private(set) var notice: String?

    /// A lesson at its beginning.
    ///
    /// - Parameters:
    ///   - settings: The player's theme and keyboard, so that what is learned holds in the game.
    ///   - themes: The themes there are.
    ///   - seed: Decides the cards.
    package init(
        settings: ClientSettings = .standard, themes: [Theme] = Theme.builtIn, seed: UInt64
    ) {
        self.settings = settings
        self.themes = themes
        lesson = Lesson(seed: seed)
    }

    /// The theme in use, with the colors for color-blind players when these are wanted.
    package var theme: Theme { SettingsModel.theme(for: settings, among: themes) }

    /// Takes in the shape of the cells, on which that of the cards depends, and the characters.
    package mutating func prepare(
        _ size: Size, _ appearance: Appearance, _ pace: FramePacing.Pace, at now: MonotonicInstant
    ) {
        (cellAspect, glyphs) = (appearance.cellAspect, appearance.glyphs)
    }

    /// Tells the player something above the keys, until the next key or click.
    package mutating func remark(_ text: String, at now: MonotonicInstant) { notice = text }

    // MARK: - The player

    /// Takes a key or a click; what was pasted is nothing to the lesson.
    package mutating func handle(
        _ event: InputEvent, in size: Size, at now: MonotonicInstant
    ) -> [ScreenEffect<Outcome>] {
        lesson.settle(at: now)
        let screen = LessonScreen(lesson, size, settings.keyboard, cellAspect, glyphs)
        switch event {
        case .key(let key):
            notice = nil
            return handle(key, screen, at: now)
        case .mouse(let mouse):
            if case .press = mouse.action { notice = nil }
            switch mouse.action {
            case .press(.left):
                return screen?.action(at: mouse.point).map { perform($0, at: now) } ?? []
            case .press(.right): return perform(.clear, at: now)
            case .press(.middle), .release, .wheelUp, .wheelDown: return []
            }
        case .focus, .paste, .report: return []
        }
    }

    private mutating func handle(
        _ key: Key, _ screen: LessonScreen?, at now: MonotonicInstant
    ) -> [ScreenEffect<Outcome>] {
        if key.isInterrupt { return perform(.leave, at: now) }
        guard key.modifiers.isSubset(of: .shift) else { return [] }
        // What cannot be seen cannot be answered; but one can leave.
        guard let screen else {
            return [.escape, .character("q"), .character("Q")].contains(key.code)
                ? perform(.leave, at: now) : []
        }
        if let direction = key.direction, move(direction, on: screen) { return [] }
        if key.code == .enter, cursor == nil, let first = screen.pointable.first {
            // Nothing is pointed at yet: then enter shows what it could touch.
            cursor = first
            return []
        }
        guard let action = action(for: key, on: screen) else { return [] }
        if lesson.scene == .race, action != .leave, lesson.race.hasJustEnded(at: now) {
            return []
        }
        return perform(action, at: now)
    }

    /// Points at a card or an answer, where the scene has some.
    ///
    /// - Returns: Whether it has.
    private mutating func move(
        _ direction: BoardLayout.Direction, on screen: LessonScreen
    ) -> Bool {
        guard let first = screen.pointable.first else { return false }
        if !screen.answers.buttons.isEmpty {
            cursor = direction == .left || direction == .up ? 0 : 1
        } else {
            cursor = cursor.map { screen.neighbor(of: $0, direction) ?? $0 } ?? first
        }
        return true
    }

    private mutating func perform(
        _ action: LessonAction, at now: MonotonicInstant
    ) -> [ScreenEffect<Outcome>] {
        switch action {
        case .goOn:
            lesson.goOn(at: now)
            cursor = nil
        case .goBack:
            lesson.goBack()
            cursor = nil
        case .leave: return [.done(lesson.scene == .end ? .finished : .skipped)]
        case .play: return [.done(.playNow)]
        case .answer(let isSet):
            lesson.answer(isSet)
            cursor = nil
        case .touch(let card): lesson.touch(card, at: now)
        case .claim: lesson.claim(at: now)
        case .hint: lesson.askHint(at: now)
        case .clear: _ = lesson.clear()
        case .point: cursor = cursor ?? (lesson.scene == .third ? 3 : 0)
        case .toggleColorBlind:
            settings.isColorBlind.toggle()
            return [.save([.colorBlind: Setting.colorBlind.value(in: settings)])]
        }
        return []
    }

    // MARK: - Time

    /// When the bar of a turn moves on, or a hint comes unasked.
    package func nextChange(after now: MonotonicInstant, _ pace: FramePacing.Pace)
        -> MonotonicInstant?
    {
        switch lesson.scene {
        case .search: return lesson.search.nextChange(after: now)
        case .race:
            // The bar's steps are the same at every width of at least seven cells.
            return lesson.race.countdown(at: now)
                .flatMap { CountdownBar($0, row: LessonScreen.least.width).untilNextChange }
                .map { now.advanced(by: $0) }
        case .looks, .check, .question, .third, .keys, .end: return nil
        }
    }
}

// MARK: - Keys

extension LessonPage {
    /// What a key asks for; the letters of cards and the signs are those of the game.
    private func action(for key: Key, on screen: LessonScreen) -> LessonAction? {
        switch key.code {
        case .escape, .character("Q"): return .leave
        case .character("C"): return .toggleColorBlind
        case .tab, .pageDown: return lesson.scene == .end ? nil : .goOn
        case .backtab, .pageUp: return .goBack
        case .backspace: return hasPicks ? .clear : .goBack
        case .enter: return enter(screen)
        case .character(" "): return space(screen)
        case .right: return lesson.scene == .end ? nil : .goOn
        case .left: return .goBack
        case .character(let character): return letter(character, screen)
        case .up, .down, .home, .end, .insert, .delete, .function: return nil
        }
    }

    private func enter(_ screen: LessonScreen) -> LessonAction? {
        if lesson.scene == .end { return .play }
        return lesson.isSolved ? .goOn : pointed(screen)
    }

    private func space(_ screen: LessonScreen) -> LessonAction? {
        switch (lesson.scene, lesson.race.state) {
        case (.end, _): nil
        case (.race, .open), (.race, .wrong), (.race, .late): .claim
        case _: lesson.isSolved ? .goOn : pointed(screen)
        }
    }

    /// Touching the card or giving the answer under the cursor.
    private func pointed(_ screen: LessonScreen) -> LessonAction? {
        guard let cursor else { return nil }
        if screen.answers.buttons.indices ~= cursor {
            return screen.answers.buttons[cursor].action
        }
        return screen.touchableSlots.contains(cursor)
            ? screen.card(inSlot: cursor).map { .touch($0) } : nil
    }

    private func letter(_ character: Character, _ screen: LessonScreen) -> LessonAction? {
        if let card = screen.card(labelled: String(character)) { return .touch(card) }
        let word = character.lowercased()
        if !screen.answers.buttons.isEmpty, word == "y" || word == "n" {
            return .answer(isSet: word == "y")
        }
        switch character {
        case "!" where lesson.scene == .search && !lesson.isSolved: return .hint
        // Where letters lie on cards it is one of them, or was a moment ago.
        case "q" where !lesson.scene.hasBoard: return .leave
        case _: return nil
        }
    }

    private var hasPicks: Bool {
        switch lesson.scene {
        case .search: !lesson.isSolved && !lesson.search.board.picks.isEmpty
        case .race:
            !lesson.race.marks.isEmpty || (!lesson.isSolved && !lesson.race.board.picks.isEmpty)
        case .looks, .check, .question, .third, .keys, .end: false
        }
    }
}
