import SetProtocol

/// What a table's screen shows: the table, and this player's sheet, cursor, and settings.
package struct TableView: Equatable, Sendable {
    @Boxed var model: TableModel
    @Boxed var preferences: SettingsModel
    var sheet: Sheet?
    /// The slot under the cursor; `nil` until the cursor is used.
    var cursor: Int?
    /// The first letter of a two-letter code, once it has been typed.
    var firstLetter: Character?
    /// Whether the last board is shown instead of the report.
    var isReportHidden = false
    var reportRow = 0
    /// How many of the newest entries of the log are scrolled out of sight; none once there is news.
    var logStart = 0
    var reviewed = 0
    /// Whether two computer players play only to be watched, until shortly after the game.
    var isDemonstration = false

    /// Whether a room looks on: then the names are large.
    var isTelevision = false

    /// Whether others on this network find the host.
    var isFindable = false

    /// Whether leaving leads back to the menu.
    var isFromMenu = false

    package init(_ model: TableModel, _ preferences: SettingsModel = SettingsModel()) {
        (self.model, self.preferences) = (model, preferences)
    }

    /// What leaving leads to.
    var wayOut: String { isFromMenu ? "menu" : "quit" }

    var isWaitingToPlay: Bool { model.seat != nil && model.table?.phase == .waiting }

    var showsReport: Bool { model.ended != nil && !isReportHidden }

    var reportCovers: String { model.table?.phase == .over ? "board" : "table" }

    // MARK: - From the host

    mutating func receive(_ message: HostMessage, at now: MonotonicInstant) -> [ClientEffect] {
        let (before, lastEntry, wasGone) = (model.table, model.log.last, model.opponentIsGone)
        let effects = model.receive(message, at: now)
        if model.log.last != lastEntry { logStart = 0 }
        guard case .state = message, let table = model.table else { return effects }
        if table.phase != before?.phase {
            (reportRow, reviewed) = (0, 0)
            // A player must see who comes next.
            isReportHidden = table.phase == .waiting && (isReportHidden || model.seat != nil)
            if table.phase == .over { closeWhatHidesReport() }
        }
        // Resigning wins while the opponent is gone, and loses otherwise.
        if case .question(let sheet) = sheet, sheet.question == .resign,
            model.opponentIsGone != wasGone
        {
            self.sheet = nil
            let place = model.opponentIsGone ? "gone" : "back"
            model.remark("Not resigned: your opponent is \(place).", at: now)
        }
        if let cursor, cursor >= table.cards.count { self.cursor = max(0, table.cards.count - 1) }
        guard preferences.settings.isThemeRandom else { return effects }
        // The first game keeps the theme drawn at the start.
        if let before, table.game != before.game, before.game > 0 { preferences.drawRandomTheme() }
        if table.event == .started || table.event == .suddenDeath {
            // A narrow screen has no room for the theme's name.
            model.remark("Theme: \(preferences.theme.name).", at: now)
        }
        return effects
    }

    /// What the menu offered during the game, or a question asked about it, means nothing now.
    private mutating func closeWhatHidesReport() {
        switch sheet {
        case .menu, .question: sheet = nil
        case .help, .rules, .themes, .settings, .chat, nil: break
        }
    }

    // MARK: - Actions

    mutating func perform(_ action: Action, at now: MonotonicInstant) -> [ClientEffect] {
        switch action {
        case .move(let move): return perform(move, at: now)
        case .point(let slot): cursor = slot
        case .touchPointed:
            if let cursor { return perform(.touch(slot: cursor), at: now) }
        case .show(let kind):
            let rows = kind == .menu ? TableCommand.menuRows(self, .unicode) : []
            return open(sheet?.kind == kind ? nil : kind.opened(preferences, rows))
        case .scroll(let row): reportRow = max(0, row)
        case .scrollLog(let step):
            let last = model.log.count(where: \.isLogged) - 1
            logStart = min(max(0, logStart + step), max(0, last))
        case .review(let index): reviewed = index
        case .cancel:
            guard model.ended != nil else { return perform(.clear, at: now) }
            isReportHidden.toggle()
            reportRow = 0
            return perform(.clear, at: now)
        case .toggleColorBlind: return change(at: now) { $0.toggleColorBlind() }
        case .nextMotion: return change(at: now) { $0.nextMotion() }
        // The screen has the command.
        case .copy: break
        case .quit: return perform(.leave, at: now)
        }
        return []
    }

    /// Opens a sheet instead of the open one; a theme tried on there is kept.
    private mutating func open(_ new: Sheet?) -> [ClientEffect] {
        defer { sheet = new }
        guard case .themes(let open) = sheet else { return [] }
        return save(preferences.changes(since: open.before))
    }

    /// Performs a move, or asks first where a game or a table would end.
    private mutating func perform(_ move: Move, at now: MonotonicInstant) -> [ClientEffect] {
        if let question = model.question(before: move) {
            return open(.question(QuestionSheet(question)))
        }
        switch move {
        case .touch(let slot):
            if cursor != nil, model.table?.cards.indices.contains(slot) == true { cursor = slot }
        case .shuffle: return shuffle(at: now)
        case _: break
        }
        return model.perform(move, at: now)
    }

    /// The cursor stays on its card.
    private mutating func shuffle(at now: MonotonicInstant) -> [ClientEffect] {
        let cards = model.table?.cards ?? []
        let card = cursor.flatMap { cards.indices ~= $0 ? cards[$0] : nil }
        let effects = model.perform(.shuffle, at: now)
        if let card { cursor = model.table?.cards.firstIndex(of: card) }
        if model.canShuffle { model.remark("Your cards are rearranged.", at: now) }
        return effects
    }

    private mutating func change(
        at now: MonotonicInstant, _ change: (inout SettingsModel) -> String
    ) -> [ClientEffect] {
        let before = preferences.settings
        model.remark(change(&preferences), at: now)
        return save(preferences.changes(since: before))
    }

    private func save(_ changes: StoredSettings?) -> [ClientEffect] {
        changes.map { [.save($0)] } ?? []
    }

    // MARK: - Sheets

    /// Performs what came of an input to the open sheet.
    mutating func perform(_ step: SheetStep, at now: MonotonicInstant) -> [ClientEffect] {
        // A message that cannot be sent stays written, a question stays open.
        if let move = step.confirmed, let why = model.obstacle(to: move) {
            model.remark(why, isAboutTheMoment: true, at: now)
            return []
        }
        if step.closes { sheet = nil }
        if let message = step.message { model.remark(message, at: now) }
        if let move = step.confirmed { return model.perform(move, at: now) }
        if let action = step.action { return perform(action, at: now) }
        return save(step.changes)
    }
}
