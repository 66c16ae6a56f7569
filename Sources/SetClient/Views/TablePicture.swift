import SetProtocol

/// A table's screen, laid out for a size and a time: draws it and says what a click means.
///
/// ``nextChange(after:)`` says when a new picture is due.
///
/// A class, because motions and screens keep pictures and every part of one borrows it.
package final class TablePicture: Sendable {
    let view: TableView
    /// That of the view, beside it, as in ``TablePerspective``.
    let model: TableModel
    let cards: [Card?]
    package let size: Size
    let appearance: Appearance
    let now: MonotonicInstant
    /// The keys of the cards, by slot.
    package let labels: [String]

    let regions: TableRegions?
    /// What the regions follow from besides the size.
    private let demand: TableRegions.Table
    /// The table as the player sees it; `nil` before there is one.
    let perspective: TablePerspective?
    let hintLine: HintLine?
    let message: TransientMessage?
    /// What help says instead of the keys of a table.
    let otherHelp: HelpText?
    /// How long a player has been playing alone, in whole seconds.
    let clock: Duration?
    let phaseSheet: PhaseSheet?
    /// The report of the game that has just ended, unless it is hidden.
    let reportSheet: ReportSheet?
    /// The large scores, if there is room for them, a game has begun, and no report covers a part.
    let scoreBoard: ScoreBoard?

    static let noticeTime = Duration.seconds(4)
    /// How long chat stays where there is no log.
    static let chatTime = Duration.seconds(8)
    /// How long it stays there at least, even if there is news.
    static let leastChatTime = Duration.seconds(3)
    /// How long news stays where it has no row of its own.
    static let newsTime = Duration.seconds(5)

    /// - Parameters:
    ///   - last: An earlier picture: what only follows from its size is not worked out again.
    ///   - help: What help says; `nil` for the keys of a table.
    init(
        _ view: TableView, size: Size, appearance: Appearance, now: MonotonicInstant,
        after last: TablePicture? = nil, help: HelpText? = nil
    ) {
        (self.view, self.size, self.appearance, self.now) = (view, size, appearance, now)
        otherHelp = help
        model = view.model
        cards = model.shownCards
        perspective = TablePerspective(view)
        clock = Self.clock(model, at: now)
        let count = min(81, cards.count)
        var demand = TableRegions.Table(model)
        demand.isTelevision = view.isTelevision
        self.demand = demand
        let alike = last.flatMap { last in
            last.size == size && min(81, last.cards.count) == count && last.demand == demand
                && last.appearance.cellAspect == appearance.cellAspect
                && last.appearance.keyboard == appearance.keyboard ? last : nil
        }
        regions =
            alike?.regions ?? TableRegions(size, demand, cellAspect: appearance.cellAspect)
        guard let regions else {
            (labels, hintLine, message) = ([], nil, nil)
            (phaseSheet, reportSheet, scoreBoard) = (nil, nil, nil)
            return
        }
        labels =
            count == 0
            ? [] : alike?.labels ?? CardKeys.labels(for: regions.layout, appearance.keyboard)
        message = TransientMessage(view, regions, now)
        hintLine = HintLine(
            view, perspective, in: regions.hints, beside: message,
            hasCodes: labels.contains { $0.count == 2 }, appearance)
        let roomy = Self.roomyArea(size)
        let room = roomy.inset(2, 1).size
        let seconds = model.countdown(at: now).map {
            CountdownBar($0, row: regions.bar.size.width).seconds
        }
        // A message is typed below the report.
        let isCovered = if case .chat = view.sheet { false } else { view.sheet != nil }
        if view.showsReport, !isCovered, let past = TablePerspective(view, past: model.ended),
            let report = past.report
        {
            reportSheet = ReportSheet(past, report, appearance, in: regions.board, orIn: roomy)
        } else {
            reportSheet = nil
        }
        let panels = reportSheet == nil ? perspective : nil
        let notice = regions.isCrowded ? message?.content.notice : nil
        phaseSheet =
            model.outage(at: now)?.sheet(in: regions.board, at: now)
            ?? panels.flatMap {
                TablePanels(perspective: $0, look: appearance, room: room, notice: notice)
                    .sheet(seconds: seconds)
            }
        scoreBoard = ScoreBoard(
            perspective, appearance, clock, in: regions, below: reportSheet?.frame)
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

    package func slot(labelled label: String) -> Int? { labels.firstIndex(of: label) }

    package func neighbor(of slot: Int, _ direction: BoardLayout.Direction) -> Int? {
        board?.neighbor(of: slot, direction)
    }

    // MARK: - The mouse

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
        if isOnDeck(point, regions) { return .move(.deal) }
        // Beside the cards: marks go, picks stay.
        let isBeside = regions.board.contains(point) && !model.mayPick
        return isBeside && !model.marks.isEmpty ? .move(.clear) : nil
    }

    /// What the mouse asks for while no sheet is open: the right button clears, the wheel scrolls the
    /// report or the log, and deals over the deck.
    func action(for mouse: Mouse) -> Action? {
        switch mouse.action {
        case .press(.left): action(at: mouse.point)
        case .press(.right): .move(.clear)
        case .wheelDown: wheel(1, at: mouse.point)
        case .wheelUp: wheel(-1, at: mouse.point)
        }
    }

    private func wheel(_ step: Int, at point: Point) -> Action? {
        if let reportSheet {
            let window = reportSheet.scroll
            return window.isNeeded ? .scroll(to: window.row(2 * step)) : nil
        }
        guard let regions else { return nil }
        if isOnDeck(point, regions) { return step > 0 ? .move(.deal) : nil }
        return regions.log == nil ? nil : .scrollLog(by: step)
    }

    private func isOnDeck(_ point: Point, _ regions: TableRegions) -> Bool {
        guard model.seat != nil, let perspective else { return false }
        if let deck = deckFrame {
            let pile = PileView.size(forCard: deck.size)
            return Rect(deck.minX, deck.minY, pile.width, pile.height).contains(point)
        }
        return deckCount(perspective, regions).contains(point)
    }

    /// The cells of the top row that tell how many cards the deck has.
    func deckCount(_ perspective: TablePerspective, _ regions: TableRegions) -> Rect {
        var scratch = Canvas(Size(size.width, 1))
        return topBar(perspective).draw(in: regions.top, on: &scratch)
    }

    func topBar(_ perspective: TablePerspective) -> TopBar {
        TopBar(
            perspective: perspective, look: appearance, clock: clock,
            hasScores: scoreBoard != nil,
            showsTheme: view.preferences.settings.isThemeRandom)
    }

    // MARK: - Time

    private static func clock(_ model: TableModel, at now: MonotonicInstant) -> Duration? {
        guard model.rules.players == .one, model.venue != .lesson, model.table?.isInPlay == true
        else { return nil }
        return .seconds(model.record.played(until: now).components.seconds)
    }

    /// When the picture next changes by itself.
    func nextChange(after now: MonotonicInstant) -> MonotonicInstant? {
        guard let regions else { return nil }
        var changes: [MonotonicInstant] = []
        if let countdown = model.countdown(at: now),
            let wait = CountdownBar(countdown, row: regions.bar.size.width).untilNextChange
        {
            changes.append(now.advanced(by: wait))
        }
        if let clock {
            changes.append(now.advanced(by: clock + .seconds(1) - model.record.played(until: now)))
        }
        var expiries = [message?.end, model.mismatchEnd, model.request.end]
        if let outage = model.outage { expiries += [outage.nextChange(after: now), model.turnEnd] }
        return (changes + expiries.compactMap(\.self).filter { $0 > now }).min()
    }

    // MARK: - Panels

    var outage: Outage? { model.outage(at: now) }

    /// The cells under the sheet that covers the table.
    var cover: Rect? {
        sheetFrame ?? reportSheet?.frame
            ?? phaseSheet.map { $0.panel.frame(in: area(for: $0.panel)) }
    }

    /// Where sheets lie: on the board, or on the whole screen if there is none.
    var panelArea: Rect { regions?.board ?? Rect(0, 0, size.width, size.height) }

    /// More room than ``panelArea``: all but the first and the last row.
    private static func roomyArea(_ size: Size) -> Rect { Rect(0, 1, size.width, size.height - 2) }

    /// Where a sheet that cannot be scrolled lies.
    func area(for panel: Panel) -> Rect {
        panel.scroll(in: panelArea).isNeeded ? Self.roomyArea(size) : panelArea
    }

    /// The key printed on a card; empty for a watcher and where the code being typed excludes it.
    func shownLabel(_ slot: Int) -> String {
        guard model.seat != nil, labels.indices ~= slot else { return "" }
        guard let firstLetter = view.firstLetter, labels[slot].count == 2 else {
            return labels[slot]
        }
        return labels[slot].first == firstLetter ? labels[slot] : ""
    }
}
