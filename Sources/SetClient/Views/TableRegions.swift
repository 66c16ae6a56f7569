import SetProtocol

/// Where everything on the screen stands.
///
/// The cards come first. The rows and columns that they leave go to the scores with the two piles,
/// then to gaps between the cards, then to words and the log.
///
///     top      both players, deck, table
///     scores   the points in large digits, at both ends of the top rows; the piles between them
///     board    the cards, in the middle of the rest
///     turn     whose turn it is and what may be done
///     bar      how long it lasts
///     news     what just happened and why
///     log      what happened before: beside these or below them
///     hints    the keys that do something now
///
/// Where the cards leave many columns, a panel beside them has the scores, the piles, and the log,
/// and the cards have the top rows too; where they leave very many, there is a panel at each side.
struct TableRegions: Equatable {
    /// What decides the regions besides the window; so nothing jumps unless cards come or go.
    struct Table: Equatable {
        /// How many cards there are, or will be, 1...81.
        let cards: Int
        /// How many cards have room.
        let room: Int
        let isSolo: Bool
        /// Whether the words need room to teach.
        var isLesson = false
        /// Whether the names are to be large.
        var isTelevision = false

        /// - Parameters:
        ///   - start: How many cards a game begins with.
        ///   - isRace: Whether a deal may come in the middle of a race. Then the first one has room.
        init(cards: Int, start: Int = Rules.duel.boardSize, isRace: Bool, isSolo: Bool = false) {
            self.cards = cards == 0 ? start : min(81, cards)
            let deal = min(self.cards + 3, start + 3)
            room = isRace ? max(self.cards, deal) : self.cards
            self.isSolo = isSolo
        }

        init(_ model: TableModel) {
            let cards = model.shownCards
            let isSolo = model.rules.players == .one
            let hasDeck = (model.table?.deck ?? 0) > 0 || !cards.contains { $0 != nil }
            self.init(
                cards: cards.count, start: model.rules.boardSize, isRace: hasDeck && !isSolo,
                isSolo: isSolo)
            isLesson = model.venue == .lesson
        }
    }

    /// The size of the cards of the two piles, and the piles' upper left cells.
    struct Piles: Equatable {
        let card: Size
        let deck: Point
        let discard: Point

        /// From the left edge of the one to the right edge of the other.
        var columns: Int { discard.x + PileView.size(forCard: card).width - deck.x }

        init(_ height: Int, inMiddleOf row: Rect) {
            card = height >= 3 ? Size(9, 3) : Size(6, height)
            let width = PileView.size(forCard: card).width
            let x = row.minX + (row.size.width - 2 * width - 1) / 2
            (deck, discard) = (Point(x, row.minY), Point(x + width + 2, row.minY))
        }

        init(_ height: Int, atEndsOf row: Rect) {
            card = Size(6, height)
            (deck, discard) = (row.origin, Point(row.maxX - 7, row.minY))
        }
    }

    /// The names; between the large scores where these stand in the same rows.
    private(set) var top: Rect
    /// The rows of the large scores, three or five.
    private(set) var scores: Rect?
    private(set) var piles: Piles?
    private(set) var layout: BoardLayout
    private(set) var turn: Rect
    private(set) var bar: Rect
    private(set) var news: Rect
    private(set) var hints: Rect
    private(set) var log: Rect?
    /// The seconds of a turn in digits of three rows, to the right of the words.
    private(set) var time: Rect?
    /// Whether the log stands beside the news or the cards.
    private(set) var isLogBeside = false
    /// Whether hints and news share a row.
    let isCrowded: Bool

    /// The cells for the cards and for panels over them.
    var board: Rect { layout.area }

    /// Divides a screen.
    ///
    /// - Parameter cellAspect: The height of a cell over its width.
    /// - Returns: `nil` when the cards do not fit even as four letters each.
    init?(_ size: Size, _ table: Table, cellAspect: Double) {
        let (width, height) = (size.width, size.height)
        func fitting(_ width: Int) -> Fitting? {
            table.fitting(in: Rect(0, 1, width, height - 1), cellAspect: cellAspect)
        }
        guard width >= 20, let below = fitting(width) else { return nil }
        let beside = width >= 100 && height >= 15 ? fitting(width - Self.leastPanel) : nil
        let panelled = beside.flatMap { cards in
            let (beside, below) = (cards.layout, below.layout)
            let isAsLarge =
                (beside.columns, beside.rows) == (below.columns, below.rows)
                && beside.cardSize.height >= below.cardSize.height
            // Many columns of small cards can leave too little room for a panel.
            let slack = width - beside.extent.width - beside.columns
            return isAsLarge && slack >= Self.leastPanel - 6 ? cards : nil
        }
        let (cards, hasPanels) = (panelled ?? below, panelled != nil)
        layout = cards.layout
        var rows = cards.words
        var spare = height - rows - layout.extent.height - (hasPanels ? 0 : 1)
        /// Takes rows if there are as many.
        func take(_ rows: Int, of least: Int = 0) -> Int {
            guard spare >= max(rows, least) else { return 0 }
            spare -= rows
            return rows
        }
        let isNarrow = width < 72
        var header = hasPanels ? 0 : 1
        if !hasPanels, !table.isLesson, width >= 44 {
            let large = isNarrow ? 3 : 2
            // Large scores are worth a row of words: then the bar stands beside them.
            if rows == 4, spare == large - 1 { (rows, spare) = (3, large) }
            header += take(large)
        }
        isCrowded = rows == 2
        _ = take(layout.rows - 1)
        let moreNews = isNarrow && !table.isLesson ? take(1) : 0
        let caption = table.isLesson ? min(isNarrow ? 3 : 2, rows - 3) : 0
        let moreTurn = caption + (isNarrow && !table.isSolo ? take(1) : 0)
        if header > 1, width >= 100 { header += take(2, of: table.isTelevision ? 2 : 7) }
        let more = hasPanels ? 0 : take(max(3, min(spare - 2, 8)))

        let margin = hasPanels ? 1 : max(1, (width - max(layout.extent.width, 78)) / 2)
        rows += moreNews + moreTurn - caption + more
        var words = Rect(margin, height - rows, width - 2 * margin, rows)
        top = header > 1 ? Rect(margin, 0, words.size.width, 1) : Rect(0, 0, width, 1)
        (turn, bar, news, hints) = (words, words, words, words)
        if hasPanels {
            placePanels(in: Rect(0, 0, width, words.minY))
        } else {
            layout.move(to: Rect(0, header, width, words.minY - header))
            if header > 1 {
                let start = isNarrow ? 1 : 0
                scores = Rect(margin, start, words.size.width, header - start)
                piles = Piles(header >= 5 ? 3 : 2, inMiddleOf: Rect(0, 1, width, 1))
            } else if width >= 60, height >= 20, !table.isLesson {
                piles = Piles(rows >= 3 ? 2 : 1, atEndsOf: words)
                words = words.inset(9, 0)
            }
        }
        // The captions of the lesson need the whole width.
        let isWide = width >= 100 && more > 0 && !table.isLesson
        placeWords(words, turn: 1 + moreTurn, news: 1 + moreNews, isWide: isWide)
    }

    /// Puts the words below one another, and the log below them or, in a wide window, beside them.
    private mutating func placeWords(
        _ rect: Rect, turn turnRows: Int, news newsRows: Int, isWide: Bool
    ) {
        let width = isWide ? (rect.size.width - 3) / 2 : rect.size.width
        func rows(_ y: Int, _ count: Int) -> Rect { Rect(rect.minX, y, width, count) }
        hints = Rect(rect.minX, rect.maxY - 1, rect.size.width, 1)
        let hasOwnBar = rect.size.height - turnRows - newsRows >= 2
        turn = rows(rect.minY, isWide && hasOwnBar ? 2 : turnRows)
        let barWidth = max(10, width / 3)
        bar = hasOwnBar ? rows(turn.maxY, 1) : Rect(turn.maxX - barWidth, turn.minY, barWidth, 1)
        let y = max(turn.maxY, bar.maxY)
        news = isCrowded ? hints : rows(y, isWide ? hints.minY - y : newsRows)
        if isWide {
            isLogBeside = true
            log = Rect(turn.maxX + 3, rect.minY, rect.maxX - turn.maxX - 3, rect.size.height - 1)
            guard hasOwnBar else { return }
            time = Rect(turn.maxX - 7, turn.minY, 7, 3)
            turn.size.width -= 9
            bar.size.width -= 9
        } else if log == nil, hints.minY - news.maxY >= 2 {
            log = rows(news.maxY, hints.minY - news.maxY)
        }
    }

    /// Puts the cards between two panels, or to the left of one.
    private mutating func placePanels(in area: Rect) {
        let slack = area.size.width - layout.extent.width - layout.columns
        let hasTwo = slack >= 2 * Self.leastPanel + 4
        let width = min(hasTwo ? slack / 2 - 2 : slack - 2, hasTwo ? 56 : 48)
        let right = Rect(area.maxX - width - 1, 0, width, area.size.height)
        let left = Rect(hasTwo ? 1 : right.minX, 0, width, area.size.height)
        let start = hasTwo ? width + 2 : 0
        layout.move(to: Rect(start, 0, right.minX - 1 - start, area.size.height))
        top = Rect(left.minX, 0, width, 1)
        let isTall = area.size.height >= 18
        let digits = Rect(left.minX, 2, width, isTall && width >= 46 ? 5 : 3)
        scores = digits
        piles = Piles(isTall ? 3 : 2, inMiddleOf: Rect(left.minX, digits.maxY + 1, width, 1))
        let y = hasTwo ? 0 : digits.maxY + (isTall ? 6 : 4)
        isLogBeside = true
        log = area.maxY - y >= 3 ? Rect(right.minX, y, width, area.maxY - y) : nil
    }

    /// What a panel takes at least, with a gap.
    private static let leastPanel = 34
}

/// The largest cards for a room, and how many rows they leave for words.
private typealias Fitting = (layout: BoardLayout, words: Int)

extension TableRegions.Table {
    /// Small cards need every row; large ones can spare some for a calm screen.
    ///
    /// A player alone is seldom timed, so there is no row for the bar. The lesson has much to say.
    fileprivate func fitting(in area: Rect, cellAspect: Double) -> Fitting? {
        guard let largest = layout(in: area, above: 2, cellAspect) else { return nil }
        let isSmall = area.size.width < 72 || area.size.height < 19
        let least = isLesson && isSmall ? 3 : BoardLayout.fullHeight
        for words in isLesson ? [10, 9, 8, 7, 6, 5, 4, 3] : isSolo ? [3] : [4, 3] {
            guard let other = layout(in: area, above: words, cellAspect) else { continue }
            let card = other.cardSize
            if card.height >= least || card == largest.cardSize { return (other, words) }
        }
        return (largest, 2)
    }

    /// The cards with room for a deal, unless that makes them too small.
    private func layout(in area: Rect, above words: Int, _ cellAspect: Double) -> BoardLayout? {
        var area = area
        area.size.height -= words
        func layout(_ room: Int) -> BoardLayout? {
            BoardLayout(area: area, count: cards, room: room, cellAspect: cellAspect)
        }
        guard let alone = layout(cards) else { return nil }
        let least = min(alone.cardSize.height, BoardLayout.fullHeight)
        return layout(room).flatMap { $0.cardSize.height >= least ? $0 : nil } ?? alone
    }
}
