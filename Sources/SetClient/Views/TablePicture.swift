import SetProtocol

/// The whole picture of a table: one value that draws it and says what a click on it means.
///
/// A picture is a function of what is to be shown, the size of the terminal and the time. It keeps
/// nothing; whoever draws asks ``nextChange(after:)`` when a new one is due.
package struct TablePicture: Hashable, Sendable {
    /// What was to be shown when the picture was made.
    let view: TableView
    /// The extent of the terminal.
    package let size: Size
    /// How it looks.
    let appearance: Appearance
    /// When the picture is seen.
    let now: MonotonicInstant
    /// The keys of the cards, by slot.
    package let labels: [String]

    let regions: TableRegions?
    let hintLine: HintLine?
    /// What is being told for a while.
    let telling: TransientMessage?
    /// What the help tells, where it is not about the keys of a table.
    let otherHelp: HelpSheet.Content?

    /// The table as it was when the picture was made.
    var model: TableModel { view.model }

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
    ///   - view: What there is to show.
    ///   - size: The extent of the terminal.
    ///   - appearance: How it looks.
    ///   - now: The time, by the clock of the table's messages.
    ///   - help: What the help tells; of the keys of a table unless given.
    init(
        _ view: TableView, size: Size, appearance: Appearance, now: MonotonicInstant,
        help: HelpSheet.Content?
    ) {
        (self.view, self.size, self.appearance, self.now) = (view, size, appearance, now)
        otherHelp = help
        let model = view.model
        let count = min(81, model.table?.cards.count ?? 0)
        let regions = TableRegions(size, count: count, cellAspect: appearance.cellAspect)
        self.regions = regions
        guard let regions else {
            (labels, hintLine, telling) = ([], nil, nil)
            return
        }
        labels = count == 0 ? [] : CardKeys.labels(for: regions.layout, appearance.keyboard)
        telling = TransientMessage(view, regions, now)
        let hasCodes = labels.contains { $0.count == 2 }
        let codes = view.firstLetter.map(HintLine.Codes.after) ?? .two
        hintLine = HintLine(
            view, in: regions.hints, Self.roomForHints(view, telling),
            codes: hasCodes ? codes : nil, glyphs: appearance.glyphs)
    }

    /// Lays a table out that is played or watched at.
    package init(_ view: TableView, size: Size, appearance: Appearance, now: MonotonicInstant) {
        self.init(view, size: size, appearance: appearance, now: now, help: nil)
    }

    /// While a game is played, what is told beside the hints has room too; before and after it the
    /// hints come first.
    private static func roomForHints(_ view: TableView, _ telling: TransientMessage?)
        -> HintLine.Room
    {
        let model = view.model
        // What is recorded is not played at: whoever shows it has keys of its own.
        if case .chat = view.sheet { return .none }
        if model.venue == .recorded { return .none }
        guard let telling, telling.place == .besideHints else { return .row }
        let isOn = model.table?.phase == .open || model.table?.phase == .turn
        return .keys(beside: isOn ? 14 : 0)
    }

    // MARK: - Places

    /// Where the cards are; `nil` without cards, or when they do not fit.
    package var board: BoardLayout? { labels.isEmpty ? nil : regions?.layout }

    /// The cells of the deck's top card; `nil` where there is no room for piles.
    package var deckFrame: Rect? {
        regions?.piles.map { Rect($0.deck.x, $0.deck.y, $0.card.width, $0.card.height) }
    }

    /// The cells of the discard pile's top card; `nil` where there is no room for piles.
    var discardFrame: Rect? {
        regions?.piles.map { Rect($0.discard.x, $0.discard.y, $0.card.width, $0.card.height) }
    }

    /// The slot of the card with a key, as printed.
    package func slot(labelled label: String) -> Int? { labels.firstIndex(of: label) }

    /// The next card in a direction, or `nil` at the edge of the board.
    package func neighbor(of slot: Int, _ direction: BoardLayout.Direction) -> Int? {
        board?.neighbor(of: slot, direction)
    }

    // MARK: - The mouse

    /// What a click on the table itself asks for, beside any sheet; `nil` where there is nothing to click.
    func action(at point: Point) -> Action? {
        guard let regions else { return nil }
        if let action = hintLine?.bar.action(at: point) { return action }
        if let reportSheet { return reportSheet.action(at: point) }
        if let sheet = phaseSheet {
            let area = area(for: sheet.panel)
            if sheet.panel.frame(in: area).contains(point) {
                return sheet.action(at: point, in: area)
            }
        }
        if let slot = board?.slot(at: point) { return .move(.touch(slot: slot)) }
        return isOnDeck(point, regions) ? .move(.deal) : nil
    }

    /// What the mouse asks for where no sheet lies: a click what it hits, the right button clears, the wheel
    /// scrolls the report or deals, downward only.
    func action(for mouse: Mouse) -> Action? {
        switch mouse.action {
        case .press(.left): action(at: mouse.point)
        case .press(.right): .move(.clear)
        case .wheelDown: wheel(1) ?? (reportSheet == nil ? .move(.deal) : nil)
        case .wheelUp: wheel(-1)
        case .press(.middle), .release: nil
        }
    }

    private func wheel(_ step: Int) -> Action? {
        guard let window = reportSheet?.scroll, window.isNeeded else { return nil }
        return .scroll(to: window.row(2 * step))
    }

    private func isOnDeck(_ point: Point, _ regions: TableRegions) -> Bool {
        guard model.seat != nil, let table = model.table else { return false }
        if let deck = deckFrame {
            let pile = PileView.size(forCard: deck.size)
            return Rect(deck.minX, deck.minY, pile.width, pile.height).contains(point)
        }
        var scratch = Canvas(Size(size.width, 1))
        return TopBar(TablePerspective(model, table), appearance).draw(
            in: regions.top, on: &scratch
        )
        .contains(point)
    }

    // MARK: - Time

    /// When the picture next changes by itself; `nil` when nothing moves.
    ///
    /// - Parameter now: A moment at or after the one the screen was made for.
    func nextChange(after now: MonotonicInstant) -> MonotonicInstant? {
        guard let regions else { return nil }
        var changes: [MonotonicInstant] = []
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
            TransientMessage.expiries(model, regions) + [model.mismatchEnd].compactMap(\.self)
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
            TablePerspective(model, table), appearance, columns: room.width - 4,
            rows: room.height - 2
        ).sheet(seconds: seconds)
    }

    /// The whole screen.
    var screenArea: Rect { Rect(0, 0, size.width, size.height) }

    /// The report of the game that has just ended, unless it makes way for the board.
    var reportSheet: ReportSheet? {
        guard view.showsReport, let table = model.table, let report = model.report,
            !isCovered
        else { return nil }
        return ReportSheet(
            view, TablePerspective(model, table), report, appearance, in: panelArea, orIn: roomyArea
        )
    }

    /// Whether a sheet lies over the table; a message is typed below it.
    private var isCovered: Bool {
        switch view.sheet {
        case .help, .rules, .themes, .settings, .menu, .question: true
        case .chat, nil: false
        }
    }

    /// The cells under the sheet that lies over the table; `nil` where none does.
    var cover: Rect? {
        sheetFrame ?? reportSheet?.frame
            ?? phaseSheet.map { $0.panel.frame(in: area(for: $0.panel)) }
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

    /// The key printed on a card, unless it cannot be meant: for a watcher, and where it does not
    /// go on with the code that is being typed.
    func shownLabel(_ slot: Int) -> String {
        guard model.seat != nil, labels.indices ~= slot else { return "" }
        guard let firstLetter = view.firstLetter, labels[slot].count == 2 else {
            return labels[slot]
        }
        return labels[slot].first == firstLetter ? labels[slot] : ""
    }
}
