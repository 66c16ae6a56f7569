import SetProtocol

extension TableScreen {
    /// A table that teaches the game.
    ///
    /// - Parameter seed: Decides the cards.
    package init(lessonFor preferences: SettingsModel, seed: UInt64, isFromMenu: Bool) {
        self.init(TableModel(venue: .lesson), preferences, isFromMenu: isFromMenu)
        var lesson = Lesson(seed: seed, words: LessonWords(register: .screen), isTimed: true)
        let messages = lesson.start()
        self.lesson = lesson
        _ = show(messages, at: .zero)
    }

    /// Ends a turn of the lesson whose time is up.
    mutating func advanceLesson(to now: MonotonicInstant) -> [ScreenEffect<SessionEnd>] {
        lesson.map { _ in show(lesson?.advance(to: now) ?? [], at: now) } ?? []
    }

    /// Has the lesson answer what would be sent to a host.
    mutating func answered(
        _ effects: [ScreenEffect<SessionEnd>], at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        guard lesson != nil else { return effects }
        if let palette = table.picture?.appearance.palette {
            // The player may have chosen another theme.
            lesson?.words.theme = palette.theme
            lesson?.words.background = palette.background
        }
        var rest: [ScreenEffect<SessionEnd>] = []
        for effect in effects {
            guard case .send(let message) = effect else {
                rest.append(effect)
                continue
            }
            rest += show(lesson?.receive(message, at: now) ?? [], at: now)
            if lesson?.wantsDuel == true { rest.append(.done(SessionEnd(.left))) }
        }
        return rest
    }

    /// Shows the lesson's messages; each step begins without what is known of the one before.
    private mutating func show(
        _ messages: [HostMessage], at now: MonotonicInstant
    ) -> [ScreenEffect<SessionEnd>] {
        messages.flatMap { message in
            if case .welcome = message { view.model = TableModel(venue: .lesson) }
            return answered(receive(message, at: now), at: now)
        }
    }
}
