import SetProtocol

/// The whole screen of a table: one value that draws it and says what a click on it means.
///
/// A screen is a function of what the client knows, the size of the terminal and the time. It keeps
/// nothing between pictures; whoever draws asks ``nextChange(after:)`` when a new one is due.
public struct TableScreen: Hashable, Sendable {
    /// What the client knew when the screen was made.
    public let model: ClientModel
    /// The extent of the terminal.
    public let size: Size
    /// How it looks.
    public let appearance: Appearance
    /// When the screen is seen.
    public let now: TableTime
    /// The keys of the cards, by slot.
    public let labels: [String]

    let regions: TableRegions?
    let hintLine: HintLine?
    /// What is being told for a while.
    let telling: Telling?
    let firstLetter: Character?

    /// How long a refusal stays on the screen.
    static let noticeTime = Duration.seconds(4)
    /// How long a line of chat stays where there is no log.
    static let chatTime = Duration.seconds(8)
    /// How long it stays there at the least, whatever happens meanwhile.
    static let leastChatTime = Duration.seconds(3)
    /// How long news is told where it has no row of its own.
    static let newsTime = Duration.seconds(5)

    /// Lays a table out.
    ///
    /// - Parameters:
    ///   - model: What there is to show.
    ///   - size: The extent of the terminal.
    ///   - appearance: How it looks.
    ///   - now: The time, by the clock the model was told.
    ///   - firstLetter: The first letter of a two-letter code, when it has been typed.
    public init(
        model: ClientModel, size: Size, appearance: Appearance, now: TableTime,
        firstLetter: Character? = nil
    ) {
        (self.model, self.size, self.appearance) = (model, size, appearance)
        (self.now, self.firstLetter) = (now, firstLetter)
        let count = min(81, model.table?.cards.count ?? 0)
        let regions = TableRegions(size, count: count, cellAspect: appearance.cellAspect)
        self.regions = regions
        guard let regions else {
            (labels, hintLine, telling) = ([], nil, nil)
            return
        }
        labels = count == 0 ? [] : KeyMap.labels(for: regions.layout, appearance.keyboard)
        telling = Telling(model, regions, now)
        let hasCodes = labels.contains { $0.count == 2 }
        let codes = firstLetter.map(HintLine.Codes.after) ?? .two
        hintLine = HintLine(
            model, in: regions.hints, Self.roomForHints(model, telling),
            codes: hasCodes ? codes : nil, glyphs: appearance.glyphs)
    }

    /// While a game is played, what is told beside the hints has room too; before and after it the
    /// hints come first.
    private static func roomForHints(_ model: ClientModel, _ telling: Telling?) -> HintLine.Room {
        // What is recorded is not played at: whoever shows it has keys of its own.
        if model.overlay == .chat || model.venue == .recorded { return .none }
        guard let telling, telling.place == .besideHints else { return .row }
        let isOn = model.table?.phase == .open || model.table?.phase == .turn
        return .keys(beside: isOn ? 14 : 0)
    }

    // MARK: - Places

    /// Where the cards are; `nil` without cards, or when they do not fit.
    public var board: BoardLayout? { labels.isEmpty ? nil : regions?.layout }

    /// The cells of the deck's top card; `nil` where there is no room for piles.
    public var deckFrame: Rect? {
        regions?.piles.map { Rect($0.deck.x, $0.deck.y, $0.card.width, $0.card.height) }
    }

    /// The cells of the discard pile's top card; `nil` where there is no room for piles.
    public var discardFrame: Rect? {
        regions?.piles.map { Rect($0.discard.x, $0.discard.y, $0.card.width, $0.card.height) }
    }

    /// The slot of the card with a key, as printed.
    public func slot(labelled label: String) -> Int? { labels.firstIndex(of: label) }

    /// The next card in a direction, or `nil` at the edge of the board.
    public func neighbour(of slot: Int, _ direction: BoardLayout.Direction) -> Int? {
        board?.neighbour(of: slot, direction)
    }

    // MARK: - The mouse

    /// What a click on a cell asks for; `nil` where there is nothing to click.
    public func action(at point: Point) -> Action? {
        guard let regions else { return nil }
        switch model.overlay {
        case .help: return helpAction(at: point)
        case .rules: return .cancel
        case .themes: return themeSheet.action(at: point)
        case .settings: return settingsSheet.hit(at: point).action
        case .menu: return menuSheet.action(at: point)
        case .question(let question):
            let places = Overlays(model, appearance, size).answers(question, in: panelArea)
            if places.yes.contains(point) { return .confirm }
            return places.no.contains(point) ? .cancel : nil
        case .chat:
            // Somewhere else means something else: no message is being written any more.
            if regions.hints.contains(point) { return nil }
            return tableAction(at: point, regions).map { .choose($0) } ?? .cancel
        case nil: return tableAction(at: point, regions)
        }
    }

    /// What a click on the table itself asks for.
    private func tableAction(at point: Point, _ regions: TableRegions) -> Action? {
        if let action = hintLine?.bar.action(at: point) { return action }
        if let reportSheet { return reportSheet.action(at: point) }
        if let sheet = phaseSheet {
            let area = area(for: sheet.panel)
            if sheet.panel.frame(in: area).contains(point) {
                return sheet.action(at: point, in: area)
            }
        }
        if let slot = board?.slot(at: point) { return .touch(slot: slot) }
        if isOnDeck(point, regions) { return .deal }
        return nil
    }

    /// What a row of the help does, its own key's work; anywhere else the help is closed.
    private func helpAction(at point: Point) -> Action {
        guard let sheet = readingSheet else { return .cancel }
        let frame = sheet.frame(in: screenArea)
        guard let scroll, frame.inset(2, 1).contains(point) else { return .cancel }
        let row = scroll.first + point.y - frame.minY - 1
        let command = Overlays(model, appearance, size).command(
            inHelpRow: row, column: point.x - frame.minX - 2)
        let action = command.flatMap { $0.action(model) }
        return action.map { $0 == .show(.help) ? .cancel : .choose($0) } ?? .cancel
    }

    /// What the mouse asks for: a click what it hits, the right button clears, the wheel deals.
    public func action(for mouse: Mouse) -> Action? {
        if model.overlay == .themes { return themeSheet.action(for: mouse) }
        return switch mouse.action {
        case .press(.left): action(at: mouse.point)
        case .press(.right): model.overlay == nil ? .clear : .cancel
        case .wheelDown: wheel(1)
        case .wheelUp: wheel(-1)
        case .press(.middle), .release: nil
        }
    }

    /// The wheel moves what lies over the table; without that it deals, downwards only.
    private func wheel(_ step: Int) -> Action? {
        if let scroll { return scroll.isNeeded ? .scroll(to: scroll.row(2 * step)) : nil }
        switch model.overlay {
        case .settings: return .set(.move(step))
        case .menu: return MenuSheet.step(step, model)
        case nil: return step > 0 ? .deal : nil
        case .themes, .help, .rules, .chat, .question: return nil
        }
    }

    private func isOnDeck(_ point: Point, _ regions: TableRegions) -> Bool {
        guard model.seat != nil, let table = model.table else { return false }
        if let deck = deckFrame {
            let pile = PileView.size(forCard: deck.size)
            return Rect(deck.minX, deck.minY, pile.width, pile.height).contains(point)
        }
        var scratch = Canvas(Size(size.width, 1))
        return TopBar(Situation(model, table), appearance).draw(in: regions.top, on: &scratch)
            .contains(point)
    }

    // MARK: - Time

    /// When the picture next changes by itself; `nil` when nothing moves.
    ///
    /// - Parameter now: A moment at or after the one the screen was made for.
    public func nextChange(after now: TableTime) -> TableTime? {
        guard let regions else { return nil }
        var changes: [TableTime] = []
        if let countdown = model.countdown(at: now),
            let wait = CountdownBar(countdown, row: regions.bar.size.width).untilNextChange
        {
            changes.append(now.advanced(by: wait))
        }
        if let outage = model.outage {
            let moments = [outage.nextChange(after: now), model.turnEnd].compactMap(\.self)
            changes += moments.filter { $0 > now }
        }
        let expiries =
            Telling.expiries(model, regions) + [model.mismatchEnd].compactMap(\.self)
        return (changes + expiries.filter { $0 > now }).min()
    }

    // MARK: - Panels

    /// The line that is being mended, once that has to be told.
    var outage: Outage? { model.outage(at: now) }

    /// The cards by slot; `nil` for those that lie face down.
    var cards: [Card?] { model.table?.cards ?? [] }

    /// What the sheet of the present phase says, if there is one.
    var phaseSheet: PhaseSheet? {
        if let outage {
            return PhaseSheet(OutagePanel(outage, model, appearance).panel(in: panelArea, now))
        }
        guard let table = model.table else { return nil }
        let seconds = model.countdown(at: now).map {
            CountdownBar($0, row: regions?.bar.size.width ?? 1).seconds
        }
        let room = roomyArea.size
        return TablePanels(
            Situation(model, table), appearance, columns: room.width - 4, rows: room.height - 2
        ).sheet(seconds: seconds)
    }

    /// The whole screen.
    var screenArea: Rect { Rect(0, 0, size.width, size.height) }

    /// The sheet that is open to be read: help or rules.
    var readingSheet: Panel? {
        let overlays = Overlays(model, appearance, size)
        var panel: Panel
        switch model.overlay {
        case .help: panel = overlays.help
        case .rules: panel = overlays.rules
        case .themes, .settings, .menu, .chat, .question, nil: return nil
        }
        panel.firstRow = model.sheetRow
        return panel
    }

    /// The report of the game that has just ended, unless it makes way for the board.
    var reportSheet: ReportSheet? {
        guard model.showsReport, let table = model.table, let report = model.report else {
            return nil
        }
        switch model.overlay {
        case .chat, nil: break
        case .help, .rules, .themes, .settings, .menu, .question: return nil
        }
        return ReportSheet(
            Situation(model, table), report, appearance, in: panelArea, orIn: roomyArea)
    }

    /// The cells under the sheet that lies over the table; `nil` where none does.
    var cover: Rect? {
        switch model.overlay {
        case .help, .rules: readingSheet?.frame(in: screenArea)
        case .themes: themeSheet.frame
        case .settings: settingsSheet.frame
        case .menu: menuSheet.frame
        case .question(let question):
            Overlays(model, appearance, size).question(question).frame(in: panelArea)
        case .chat, nil:
            reportSheet?.frame ?? phaseSheet.map { $0.panel.frame(in: area(for: $0.panel)) }
        }
    }

    /// Which rows of the sheet over the table are to be seen; `nil` without one that can be read.
    var scroll: ScrollWindow? {
        readingSheet.map { $0.scroll(in: screenArea) } ?? reportSheet?.scroll
    }

    /// Where sheets lie: on the cards, or on the whole screen when those have little room.
    var panelArea: Rect {
        guard let regions else { return Rect(0, 0, size.width, size.height) }
        return Rect(0, regions.board.minY, size.width, regions.board.size.height)
    }

    /// More room than ``panelArea``: the players stay above it, and the keys and what is being said below.
    private var roomyArea: Rect { Rect(0, 1, size.width, size.height - 2) }

    /// Where a sheet that cannot be scrolled lies.
    func area(for panel: Panel) -> Rect {
        panel.scroll(in: panelArea).isNeeded ? roomyArea : panelArea
    }

    /// The themes to choose from, where they lie when they are open.
    var themeSheet: ThemeSheet { ThemeSheet(model, appearance, size, in: panelArea) }

    /// The settings, where they lie when they are open: at the right, beside the cards they change.
    var settingsSheet: SettingsSheet {
        SettingsSheet(model.form, model.settings, appearance, over: panelArea, of: size)
    }

    /// What can be done now, where it lies when it is open; the keys below it stay in sight.
    var menuSheet: MenuSheet {
        MenuSheet(
            model, appearance, in: panelArea, orIn: Rect(0, 0, size.width, size.height - 1))
    }

    /// The key printed on a card, unless it cannot be meant: for a watcher, and where it does not
    /// go on with the code that is being typed.
    func shownLabel(_ slot: Int) -> String {
        guard model.seat != nil, labels.indices ~= slot else { return "" }
        guard let firstLetter, labels[slot].count == 2 else { return labels[slot] }
        return labels[slot].first == firstLetter ? labels[slot] : ""
    }
}
