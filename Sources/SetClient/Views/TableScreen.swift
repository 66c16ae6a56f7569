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
    let firstLetter: Character?

    /// How long a refusal stays on the screen.
    static let noticeTime = Duration.seconds(4)
    /// How long a line of chat stays where there is no log.
    static let chatTime = Duration.seconds(8)
    /// How long news keeps the row that it shares with the hints.
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
            (labels, hintLine) = ([], nil)
            return
        }
        labels = count == 0 ? [] : KeyMap.labels(for: regions.layout, appearance.keyboard)
        let lastRow = LastRow(model, regions, now)
        let hasCodes = labels.contains { $0.count == 2 }
        let codes = firstLetter.map(HintLine.Codes.after) ?? .two
        hintLine = HintLine(
            model, in: regions.hints, isOpen: lastRow == .hints, codes: hasCodes ? codes : nil)
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
        case .help, .rules: return .cancel
        case .themes: return themeSheet.action(at: point)
        case .settings: return settingsSheet.hit(at: point).action
        case .question(let question):
            let places = Overlays(model, appearance, size).answers(question, in: panelArea)
            if places.yes.contains(point) { return .confirm }
            return places.no.contains(point) ? .cancel : nil
        case .chat, nil: break
        }
        if let button = hintLine?.buttons.first(where: { $0.rect.contains(point) }) {
            return button.action
        }
        if let reportSheet { return reportSheet.action(at: point, model) }
        if let panel = phasePanel, panel.frame(in: panelArea).contains(point) { return nil }
        if let slot = board?.slot(at: point) { return .touch(slot: slot) }
        if isOnDeck(point, regions) { return .deal }
        return nil
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
        let expiries = LastRow.expiries(model, regions)
        return (changes + expiries.filter { $0 > now }).min()
    }

    // MARK: - Panels

    /// The line that is being mended, once that has to be told.
    var outage: Outage? { model.outage(at: now) }

    /// Whether the cards lie face down for want of a line.
    ///
    /// In a game of two the other player's do too as soon as the host knows of the loss and nobody has
    /// the turn: nobody is to look for sets while the clock stands still.
    var hidesCards: Bool {
        guard outage != nil, model.seat != nil, model.rules.players == .two else { return false }
        return switch model.table?.phase {
        case .open: true
        case .turn: model.turnEnd.map { $0 <= now } ?? false
        case .waiting, .countdown, .paused, .over, nil: false
        }
    }

    /// What the sheet of the present phase says, if there is one.
    var phasePanel: Panel? {
        if let outage { return OutagePanel(outage, model, appearance).panel(in: panelArea, now) }
        guard let table = model.table else { return nil }
        let seconds = model.countdown(at: now).map {
            CountdownBar($0, row: regions?.bar.size.width ?? 1).seconds
        }
        let width = panelArea.size.width - 4
        return TablePanels(Situation(model, table), appearance, columns: width)
            .panel(seconds: seconds)
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
        case .themes, .settings, .chat, .question, nil: return nil
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
        case .help, .rules, .themes, .settings, .question: return nil
        }
        // The players stay above it, and the keys and what is being said below.
        let room = Rect(0, 1, size.width, size.height - 2)
        return ReportSheet(
            Situation(model, table), report, appearance, in: panelArea, orIn: room)
    }

    /// Which rows of the sheet over the table are to be seen; `nil` without one that can be read.
    var scroll: SheetScroll? {
        readingSheet.map { $0.scroll(in: screenArea) } ?? reportSheet?.scroll
    }

    /// Where sheets lie: on the cards, or on the whole screen when those have little room.
    var panelArea: Rect {
        guard let regions else { return Rect(0, 0, size.width, size.height) }
        return Rect(0, regions.board.minY, size.width, regions.board.size.height)
    }

    /// The themes to choose from, where they lie when they are open.
    var themeSheet: ThemeSheet { ThemeSheet(model, appearance, size, in: panelArea) }

    /// The settings, where they lie when they are open: at the right, beside the cards they change.
    var settingsSheet: SettingsSheet {
        SettingsSheet(model.form, model.settings, appearance, over: panelArea, of: size)
    }

    /// The key printed on a card, unless it cannot be meant: for a watcher, and where it does not
    /// go on with the code that is being typed.
    func shownLabel(_ slot: Int) -> String {
        guard model.seat != nil, labels.indices ~= slot else { return "" }
        guard let firstLetter, labels[slot].count == 2 else { return labels[slot] }
        return labels[slot].first == firstLetter ? labels[slot] : ""
    }
}

/// What the last row shows: what matters most there at a moment.
enum LastRow: Hashable {
    case typing
    case notice(LogEntry)
    case chat(LogEntry)
    case news
    case hints

    init(_ model: ClientModel, _ regions: TableRegions, _ now: TableTime) {
        if model.overlay == .chat {
            self = .typing
        } else if let notice = Self.notice(model, now), Self.fits(notice, regions) {
            self = .notice(notice)
        } else if let chat = Self.chat(model, regions),
            now < chat.time.advanced(by: TableScreen.chatTime)
        {
            self = .chat(chat)
        } else if regions.isCrowded, let time = Self.newsTime(model),
            now < time.advanced(by: TableScreen.newsTime)
        {
            self = .news
        } else {
            self = .hints
        }
    }

    /// A notice too long for the row, which takes the place of the news instead.
    static func longNotice(
        _ model: ClientModel, _ regions: TableRegions, _ now: TableTime
    ) -> LogEntry? {
        notice(model, now).flatMap { fits($0, regions) ? nil : $0 }
    }

    private static func notice(_ model: ClientModel, _ now: TableTime) -> LogEntry? {
        model.notice.flatMap {
            now < $0.time.advanced(by: TableScreen.noticeTime) ? $0 : nil
        }
    }

    private static func fits(_ notice: LogEntry, _ regions: TableRegions) -> Bool {
        let text = EventWords.brief(for: notice, mySeat: nil, theme: .classic, on: .dark)
        return regions.isCrowded || text.columns <= regions.hints.size.width
    }

    /// The moments at which the row changes by itself.
    static func expiries(_ model: ClientModel, _ regions: TableRegions) -> [TableTime] {
        let notice = model.notice?.time.advanced(by: TableScreen.noticeTime)
        let chat = chat(model, regions)?.time.advanced(by: TableScreen.chatTime)
        let news =
            regions.isCrowded ? newsTime(model)?.advanced(by: TableScreen.newsTime) : nil
        return [notice, chat, news].compactMap(\.self)
    }

    /// The newest line of chat, where there is no log to read it in.
    private static func chat(_ model: ClientModel, _ regions: TableRegions) -> LogEntry? {
        guard regions.log == nil else { return nil }
        return model.log.last { entry in
            switch entry.content {
            case .said: true
            case .event, .race, .refused, .remark: false
            }
        }
    }

    private static func newsTime(_ model: ClientModel) -> TableTime? {
        model.log.last { entry in
            guard case .event(let event) = entry.content else { return false }
            return EventWords.isNews(event)
        }?.time
    }
}
