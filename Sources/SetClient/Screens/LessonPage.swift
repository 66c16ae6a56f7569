import SetProtocol

/// The lesson on a screen: a page that can be skipped and taken again.
package struct LessonPage: Screen {
    package enum Outcome: Hashable, Sendable {
        /// The player left before its end.
        case skipped
        case finished
        /// The player wants to play the weakest opponent at once.
        case playNow
    }

    package private(set) var settings: ClientSettings
    private let themes: [Theme]
    private(set) var lesson: Lesson
    /// The highlighted slot, or the highlighted answer: 0 is yes, 1 is no.
    private(set) var cursor: Int?
    private var cellAspect = 2.0
    private var glyphs = GlyphSet.unicode
    /// A message until the next key or click.
    private var notice: String?

    /// - Parameters:
    ///   - settings: The player's theme and keyboard, so that what is learned holds in the game.
    ///   - seed: Decides the cards.
    package init(
        settings: ClientSettings = .standard, themes: [Theme] = Theme.builtIn, seed: UInt64
    ) {
        self.settings = settings
        self.themes = themes
        lesson = Lesson(seed: seed)
    }

    package var theme: Theme { SettingsModel.theme(for: settings, among: themes) }

    package mutating func prepare(
        _ size: Size, _ appearance: Appearance, _ pace: FramePacing.Pace, at now: MonotonicInstant
    ) {
        (cellAspect, glyphs) = (appearance.cellAspect, appearance.glyphs)
    }

    package mutating func remark(_ text: String, at now: MonotonicInstant) { notice = text }

    // MARK: - The player

    package var keyUse: KeyUse { lesson.exhibit.touchable.isEmpty ? .commands : .cards }

    package mutating func handle(
        _ event: InputEvent, in size: Size, at now: MonotonicInstant
    ) -> [ScreenEffect<Outcome>] {
        lesson.settle(at: now)
        let screen = LessonScreen(lesson, size, settings.keyboard, cellAspect, glyphs)
        if case .mouse(let mouse) = event, case .press = mouse.action { notice = nil }
        switch event.fromPlayer {
        case .key(let key):
            notice = settings.keyboard.hint(on: key)
            return handle(key, screen, at: now)
        case .click(let point):
            return screen?.action(at: point).map { perform($0, at: now) } ?? []
        case .rightClick: return perform(.clear, at: now)
        case .paste, .scroll, nil: return []
        }
    }

    private mutating func handle(
        _ key: Key, _ screen: LessonScreen?, at now: MonotonicInstant
    ) -> [ScreenEffect<Outcome>] {
        if key.isInterrupt { return perform(.leave, at: now) }
        guard key.modifiers.isSubset(of: .shift) else { return [] }
        // What cannot be seen cannot be answered, but the player can leave.
        guard let screen else {
            return [.escape, .character("q"), .character("Q")].contains(key.code)
                ? perform(.leave, at: now) : []
        }
        if let direction = key.direction, let first = screen.pointable.first {
            if !screen.answers.buttons.isEmpty {
                cursor = direction == .left || direction == .up ? 0 : 1
            } else {
                cursor = cursor.map { screen.neighbor(of: $0, direction) ?? $0 } ?? first
            }
            return []
        }
        if key.code == .enter, cursor == nil, let first = screen.pointable.first {
            // Players press enter to go on, so it does not lead to an answer.
            guard screen.answers.buttons.isEmpty else {
                notice = "Press y or n."
                return []
            }
            // Nothing is highlighted yet: enter shows what it could touch.
            cursor = first
            return []
        }
        guard let action = action(for: key, on: screen) else { return [] }
        if lesson.scene == .race, action != .leave, lesson.race.hasJustEnded(at: now) {
            return []
        }
        return perform(action, at: now)
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
        case .clear: lesson.clear()
        case .point: cursor = cursor ?? lesson.exhibit.touchable.first ?? 0
        case .toggleColorBlind:
            settings.isColorBlind.toggle()
            return [.save([.colorBlind: Setting.colorBlind.value(in: settings)])]
        }
        return []
    }

    // MARK: - Keys

    /// What a key asks for; the letters and signs are those of the game.
    private func action(for key: Key, on screen: LessonScreen) -> LessonAction? {
        let isEnd = lesson.scene == .end
        switch key.code {
        case .escape, .character("Q"): return .leave
        case .character("C"): return .toggleColorBlind
        case .tab, .pageDown, .right: return isEnd ? nil : .goOn
        case .backtab, .pageUp, .left: return .goBack
        case .backspace: return hasPicks ? .clear : .goBack
        case .enter: return isEnd ? .play : lesson.isSolved ? .goOn : pointed(screen)
        case .character(" "):
            switch (lesson.scene, lesson.race.state) {
            case (.end, _): return nil
            case (.race, .open), (.race, .wrong), (.race, .late): return .claim
            case _: return lesson.isSolved ? .goOn : pointed(screen)
            }
        case .character(let character): return letter(character, screen)
        case _: return nil
        }
    }

    /// Touches the highlighted card or gives the highlighted answer.
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

    // MARK: - Drawing

    package func draw(on canvas: inout Canvas, _ appearance: Appearance, at now: MonotonicInstant) {
        let lesson = lesson.settled(at: now)
        guard
            let screen = LessonScreen(
                lesson, canvas.size, settings.keyboard, appearance.cellAspect, appearance.glyphs)
        else {
            let least = LessonScreen.least
            return canvas.writeTooSmall(
                "The lesson needs a \(least.width) x \(least.height) window. Enlarge it or use a smaller "
                    + "font. Press esc to leave.")
        }
        let words = LessonWords(
            lesson: lesson, theme: appearance.palette.theme,
            background: appearance.palette.background, glyphs: appearance.glyphs, now: now)
        LessonPainter(screen: screen, words: words, cursor: cursor, look: appearance)
            .draw(on: &canvas, at: now)
        if let notice {
            canvas.writeNotice(notice, Tone.bad.style(appearance.palette, .bold), rows: 4)
        }
    }

    /// When the bar of a turn changes, or a hint comes unasked.
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
