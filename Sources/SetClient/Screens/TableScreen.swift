import SetProtocol

/// The screen of a table: what keys and clicks mean there, and what the player sees.
///
/// The table is played at a host, or fed by the lesson or by a recorded duel in its place.
package struct TableScreen: Screen {
    var view: TableView
    /// The lesson that answers instead of a host, if this is one.
    @Boxed package private(set) var lesson: Lesson? = nil
    @Boxed var playback: Playback? = nil
    private let address: String?
    /// How the host ended the session while this screen stays.
    var closing: SessionEnd?
    /// When the wheel last turned over the deck.
    var lastWheel: MonotonicInstant?

    /// `nil` before the first picture.
    private(set) var picture: TablePicture?
    var motion = Motion()
    private var cache = CardCache()
    var frame: PlaybackFrame?
    /// The jumps of the playback that have been shown.
    private var shownLeaps = 0

    /// - Parameters:
    ///   - address: The host as a second player can name it; `nil` when only this machine can.
    ///   - isFindable: Whether others on this network find the host.
    ///   - isDemonstration: Whether it is only watched.
    ///   - isFromMenu: Whether leaving leads back to the menu.
    package init(
        _ model: TableModel, _ preferences: SettingsModel, address: String? = nil,
        isFindable: Bool = false, isDemonstration: Bool = false, isTelevision: Bool = false,
        isFromMenu: Bool = false
    ) {
        view = TableView(model, preferences)
        view.isFindable = isFindable
        view.isTelevision = isTelevision
        view.isDemonstration = isDemonstration
        view.isFromMenu = isFromMenu
        self.address = address
    }

    /// A table that teaches the game; the seed decides its cards.
    package init(lessonFor preferences: SettingsModel, seed: UInt64, isFromMenu: Bool) {
        self.init(TableModel(venue: .lesson), preferences, isFromMenu: isFromMenu)
        lesson = Lesson(seed: seed, words: LessonWords(register: .screen), isTimed: true)
        _ = show(lesson?.start() ?? [], at: .zero)
    }

    package var settings: ClientSettings { view.preferences.settings }

    package var theme: Theme { view.preferences.theme }

    package var model: TableModel {
        get { view.model }
        set { view.model = newValue }
    }

    /// The command for the second player, once the table has a code.
    package var invitation: String? {
        guard let address, case .joined(let welcome) = view.model.connection else { return nil }
        return "set-duel join \(address) --table \(welcome.table)"
    }

    /// The game that the player leaves, in one line; `nil` without a game.
    package func summary(at now: MonotonicInstant) -> String? {
        view.model.summary(at: now, isForMenu: view.isFromMenu)
    }

    /// The time at the table: in a replay, that of the recording.
    private func tableTime(_ now: MonotonicInstant) -> MonotonicInstant {
        playback?.position(at: now).replayed ?? now
    }

    /// Changes what is shown, by the time at the table; a replay goes on from there.
    mutating func change<Answer>(
        at now: MonotonicInstant, _ change: (inout TableView, MonotonicInstant) -> Answer
    ) -> Answer {
        let answer = change(&view, tableTime(now))
        let model = view.model
        playback?.model = model
        return answer
    }

    // MARK: - From the host

    mutating func receive(_ message: HostMessage, at now: MonotonicInstant) -> [ClientEffect] {
        passOn(view.receive(message, at: now), at: now)
    }

    mutating func connectionLost(_ outage: Outage, at now: MonotonicInstant) -> [ClientEffect] {
        view.model.connectionLost(outage, at: now)
    }

    /// The host ended the session: what was played stays until the player leaves.
    mutating func tableClosed(_ end: SessionEnd, at now: MonotonicInstant) -> [ClientEffect] {
        let isError = end.kind == .lost
        guard end.kind == .dismissed || isError, !view.isDemonstration,
            view.model.tableClosed(end.message ?? "", isError: isError, at: now)
        else { return [.done(end)] }
        closing = end
        switch view.sheet {
        case .menu, .question: view.sheet = nil
        case .chat(let line):
            view.sheet = nil
            if !line.text.isEmpty { view.model.remark("Your message was not sent.", at: now) }
        case .help, .rules, .themes, .settings, nil: break
        }
        return [.alert]
    }

    package mutating func remark(_ text: String, at now: MonotonicInstant) {
        change(at: now) { $0.model.remark(text, at: $1) }
    }

    package mutating func advance(to now: MonotonicInstant) -> [ClientEffect] {
        view.model.dropUnansweredRequest(at: now)
        play { $0.advance(to: now) }
        return show(lesson?.advance(to: now) ?? [], at: now)
    }

    /// A closed window or a broken connection to this machine does not give up the seat, unless the
    /// table ends with it.
    package mutating func terminalEnded(_ end: SessionEnd) -> [ClientEffect] {
        let isHangUp = end.kind == .signal(Signal.hangUp.number)
        return view.model.keepsSeat(afterHangUp: isHangUp) ? [] : [.send(.leave)]
    }

    // MARK: - In the place of a host

    /// Shows the lesson's messages; each step begins without what is known of the one before.
    private mutating func show(
        _ messages: [HostMessage], at now: MonotonicInstant
    ) -> [ClientEffect] {
        messages.flatMap { message in
            if case .welcome = message { view.model = TableModel(venue: .lesson) }
            return receive(message, at: now)
        }
    }

    /// What is left to do once the lesson has answered, which then is all there is to send to.
    mutating func passOn(
        _ effects: [ClientEffect], at now: MonotonicInstant
    ) -> [ClientEffect] {
        if let palette = picture?.appearance.palette {
            // The player may have chosen another theme.
            lesson?.words.cardWords = palette.cardWords
        }
        var rest: [ClientEffect] = []
        for effect in effects {
            switch effect {
            case .send(let message) where lesson != nil:
                rest += show(lesson?.receive(message, at: now) ?? [], at: now)
                if lesson?.wantsDuel == true { rest.append(.quit) }
            case .send where playback != nil: break
            case .done: rest.append(.done(closing ?? SessionEnd(.left)))
            case .send, .alert, .save, .copy: rest.append(effect)
            }
        }
        return rest
    }

    // MARK: - Drawing

    package mutating func prepare(
        _ size: Size, _ appearance: Appearance, _ pace: FramePacing.Pace, at now: MonotonicInstant
    ) {
        // Where the table is played back, the last row has the time line.
        let rows = max(0, size.height - (playback == nil ? 0 : 1))
        let next = TablePicture(
            view, size: Size(size.width, rows), appearance: appearance, now: tableTime(now),
            after: picture, help: playback.map { _ in PlaybackCommand.help(size) })
        frame = playback.map { PlaybackFrame($0, around: next, in: size, at: now) }
        // The player's choice, unless the connection to the terminal is too slow for it, or playback
        // is faster than cards fly.
        let isTooFast = pace == .cuts || (playback?.speed.rawValue ?? 0) > 4
        motion.level = settings.motion == .full && isTooFast ? .reduced : settings.motion
        let isCut = playback.map { $0.leaps != shownLeaps } ?? false
        if isCut { motion.skip() }
        motion.changed(from: isCut ? nil : picture, to: next, at: now)
        (picture, shownLeaps) = (next, playback?.leaps ?? 0)
    }

    package func isMoving(at now: MonotonicInstant) -> Bool { motion.isMoving(at: now) }

    package mutating func draw(
        on canvas: inout Canvas, _ appearance: Appearance, at now: MonotonicInstant
    ) {
        guard let picture else { return }
        motion.draw(picture, on: &canvas, with: &cache, at: now)
        if let playback { frame?.draw(playback, appearance, on: &canvas) }
    }

    package func nextChange(after now: MonotonicInstant, _ pace: FramePacing.Pace)
        -> MonotonicInstant?
    {
        let change =
            playback != nil ? nextChangeOfReplay(after: now) : picture?.nextChange(after: now)
        let changes = [change, motion.nextFrame(after: now, pace: pace), lesson?.turnEnd]
        return changes.compactMap(\.self).min()
    }

    package func title(hasFocus: Bool) -> String {
        settings.setsTitle && playback == nil
            ? WindowTitle.text(view.model, hasFocus: hasFocus) : WindowTitle.plain
    }
}
