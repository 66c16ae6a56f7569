import SetProtocol

/// Where everything on the screen stands.
///
/// The cards come first; the room they leave goes to the lines of text, then the two piles, then gaps
/// between the cards and the log. Only the sizes and the number of cards decide, so that nothing
/// jumps during a game.
///
///     top      both players, deck, table
///     board    the cards, and the piles beside them where that costs no card a row
///     turn     whose turn it is and what may be done
///     bar      how long it lasts
///     news     what just happened and why
///     log      what happened before, where there is room
///     time     beside these: the seconds of a turn in large digits, where there is room
///     hints    the keys that do something now
struct TableRegions: Hashable {
    /// The size of the cards of the two piles, and the piles' upper left cells.
    struct Piles: Hashable {
        let card: Size
        let deck: Point
        let discard: Point
    }

    let top: Rect
    /// The cells for the cards and for panels over them.
    let board: Rect
    /// The places of the cards, with room for twelve at least.
    let layout: BoardLayout
    private(set) var turn: Rect
    private(set) var bar: Rect
    private(set) var news: Rect
    private(set) var hints: Rect
    private(set) var log: Rect?
    /// The seconds of a turn in digits of three or five rows, to the right of the words.
    private(set) var time: Rect?
    /// The score in large digits, above a log that stands beside the cards, or below the seconds.
    private(set) var scores: Rect?
    /// Whether the log stands away from the news.
    private(set) var isLogBeside = false
    private(set) var piles: Piles?
    /// Whether hints and news share a row.
    let isCrowded: Bool

    /// Divides a screen.
    ///
    /// - Parameters:
    ///   - count: How many cards there are, 0...81.
    ///   - cellAspect: The height of a cell over its width.
    /// - Returns: `nil` when the cards do not fit even as four letters each.
    init?(_ size: Size, count: Int, cellAspect: Double) {
        guard let plan = RegionPlan(size, count: max(1, count), cellAspect) else {
            return nil
        }
        layout = plan.layout
        board = plan.layout.area
        top = Rect(0, 0, size.width, 1)
        isCrowded = plan.bottom == 2
        let words = plan.words
        let hasOwnBar = plan.bottom >= 4
        let margin = words.minX == 0 ? 1 : 0
        let (left, width) = (words.minX + margin, words.size.width - 2 * margin)
        func rows(_ y: Int, _ count: Int = 1) -> Rect { Rect(left, y, width, count) }

        var y = words.minY
        turn = rows(y, hasOwnBar ? plan.turnRows : 1)
        y = turn.maxY
        if hasOwnBar {
            bar = rows(y)
            y += 1
        } else {
            let barWidth = max(10, width / 3)
            bar = Rect(left + width - barWidth, turn.minY, barWidth, 1)
        }
        hints = rows(words.maxY - 1)
        if let row = plan.newsRow {
            news = Rect(1, row, size.width - 2, 1)
        } else if isCrowded {
            news = hints
        } else {
            news = rows(y, plan.newsRows)
            y = news.maxY
        }
        if hints.minY - y >= 2 { log = rows(y, hints.minY - y) }
        if let side = plan.sideLog { placeLog(beside: side) }
        piles = plan.piles
        if hasOwnBar { placeTime() }
    }

    private mutating func placeLog(beside side: Rect) {
        isLogBeside = true
        log = side
        let rows = ScoreBoard.size.height
        guard side.size.height >= rows + 12, side.size.width >= ScoreBoard.size.width else {
            return
        }
        scores = Rect(side.minX, side.minY, side.size.width, rows)
        log = Rect(
            side.minX, side.minY + rows + 1, side.size.width, side.size.height - rows - 1)
    }

    private mutating func placeTime() {
        let rows = hints.minY - turn.minY
        let digits: Size
        switch (turn.size.width, rows) {
        case (70..., 5...): digits = Size(14, 5)
        case (64..., 3...): digits = Size(7, 3)
        case _: return
        }
        let right = turn.maxX
        time = Rect(right - digits.width, turn.minY, digits.width, digits.height)
        var width = turn.size.width - digits.width - 2
        (turn.size.width, bar.size.width) = (width, width)
        let board = ScoreBoard.size
        let widthBesideScores = right - turn.minX - board.width - 2
        if !isLogBeside, rows > digits.height + board.height, widthBesideScores >= 40 {
            width = widthBesideScores
            scores = Rect(
                right - board.width, turn.minY + digits.height + 1, board.width, board.height)
        }
        if news.minY >= turn.minY { news.size.width = width }
        if !isLogBeside { log?.size.width = width }
    }
}

/// The decisions behind the regions.
private struct RegionPlan {
    /// How many rows stand below the board.
    private(set) var bottom: Int
    private(set) var layout: BoardLayout
    private(set) var words: Rect
    /// The row of the news where it stands above the other words.
    private(set) var newsRow: Int?
    private(set) var turnRows = 1
    private(set) var newsRows = 1
    private(set) var piles: TableRegions.Piles?
    private(set) var sideLog: Rect?

    private let size: Size
    private let count: Int
    /// How many cards there is room for.
    private var room: Int
    private let cellAspect: Double
    /// How many rows the cards and the words leave.
    private var extra: Int

    init?(_ size: Size, count: Int, _ cellAspect: Double) {
        (self.size, self.count, self.cellAspect) = (size, count, cellAspect)
        guard size.width >= 20, let largest = Self.fit(size, bottom: 2, count, cellAspect) else {
            return nil
        }
        // Small cards need every row; large ones can spare one for a calm screen.
        (bottom, room, layout) = (2, largest.room, largest.layout)
        for rows in [4, 3] {
            guard let other = Self.fit(size, bottom: rows, count, cellAspect) else { continue }
            let card = other.layout.cardSize
            guard card.height >= BoardLayout.fullHeight || card == largest.layout.cardSize else {
                continue
            }
            (bottom, room, layout) = (rows, other.room, other.layout)
            break
        }
        extra = size.height - 1 - bottom - layout.rows * layout.cardSize.height
        words = Rect(0, size.height - bottom, size.width, bottom)
        if bottom == 4 { placePiles() }
        if piles == nil, size.width >= 60, size.height >= 20 { dockSmall() }
    }

    /// Lays the cards out with room for those that lie on a table until somebody deals, and for the
    /// first deal, which should move no card, unless that makes the cards too small.
    private static func fit(
        _ size: Size, bottom: Int, _ count: Int, _ cellAspect: Double
    ) -> (room: Int, layout: BoardLayout)? {
        func fit(_ room: Int) -> (room: Int, layout: BoardLayout)? {
            BoardLayout(
                area: Rect(0, 1, size.width, size.height - 1 - bottom), count: count, room: room,
                cellAspect: cellAspect
            ).map { (max(room, count), $0) }
        }
        guard let alone = fit(usualRoom) else { return nil }
        guard let withDeal = fit(usualRoom + 3) else { return alone }
        let least = min(alone.layout.cardSize.height, BoardLayout.fullHeight)
        return withDeal.layout.cardSize.height >= least ? withDeal : alone
    }

    /// How many cards lie on a table unless somebody deals.
    private static let usualRoom = 12

    // MARK: Piles

    private var boardSize: Size {
        let (columns, rows) = (layout.columns, layout.rows)
        return Size(columns * layout.cardSize.width + columns - 1, rows * layout.cardSize.height)
    }

    /// Puts the piles where they can be largest: beside the cards, or below them.
    private mutating func placePiles() {
        let slack = size.width - boardSize.width
        let beside = pileCard(
            within: Size(min(slack - 3, size.width / 5), (size.height - bottom - 2) / 2 - 1))
        let isWide = size.width >= 72
        // Below them means on both sides of the words, or above the words on a narrow screen.
        func below(_ rows: Int) -> Size? {
            pileCard(within: Size(isWide ? size.width / 5 : size.width / 3, rows - 1))
        }
        let dockRows = isWide ? bottom + roomForDock : roomForDock
        // News may be long: on a screen of middling width they have a row above the piles, unless
        // that would leave no room for piles.
        let isLow = isWide && size.width < 110 && below(dockRows - 1) != nil
        let below = below(isLow ? dockRows - 1 : dockRows)
        if let beside, beside.height >= below?.height ?? 0 {
            placeBeside(beside, slack: slack)
        } else if let below {
            let isPlaced = isWide ? dock(below, isLow: isLow) : placeAboveWords(below)
            if !isPlaced { growWords() }
        } else {
            growWords()
        }
    }

    /// The rows that piles may use on top of the words' four.
    private var roomForDock: Int {
        let rest = extra - 1
        let gaps = rest >= layout.rows - 1 ? layout.rows - 1 : 0
        return max(0, min(extra, extra - gaps, 8))
    }

    /// The largest card of the right ratio that is not larger than those on the board.
    private func pileCard(within room: Size) -> Size? {
        for rows in stride(from: min(room.height, layout.cardSize.height), to: 2, by: -1) {
            let width = Int((BoardLayout.ratio * cellAspect * Double(rows)).rounded())
            if width <= room.width { return Size(width, rows) }
        }
        return nil
    }

    private mutating func placeBeside(_ card: Size, slack: Int) {
        let pile = PileView.size(forCard: card)
        let hasLog = size.width >= 110 && slack >= 30
        let width = hasLog ? max(min(slack - 1, 44), pile.width + 1) : pile.width + 1
        let calm = self
        growWords()
        // The piles come before more text.
        if layout.area.size.height < 2 * pile.height { self = calm }
        guard relayout(width: size.width - width) else { return }
        let (x, y) = (size.width - width + 1, layout.area.minY)
        let gap = layout.area.size.height >= 2 * pile.height + 1 ? 1 : 0
        if hasLog, width >= 2 * pile.width + 2 {
            let second = Point(x + pile.width + 1, y)
            piles = .init(card: card, deck: Point(x, y), discard: second)
        } else {
            piles = .init(card: card, deck: Point(x, y), discard: Point(x, y + pile.height + gap))
        }
        guard hasLog, let discard = piles?.discard else { return }
        let start = discard.y + pile.height + 1
        let rows = layout.area.maxY - start
        if rows >= 3 { sideLog = Rect(x + 1, start, width - 2, rows) }
    }

    /// The deck to the left of the words and the discard pile to the right.
    private mutating func dock(_ card: Size, isLow: Bool) -> Bool {
        let pile = PileView.size(forCard: card)
        let rows = bottom + roomForDock
        guard relayout(bottom: rows) else { return false }
        if isLow { newsRow = size.height - rows }
        let y = size.height - pile.height
        piles = .init(card: card, deck: Point(1, y), discard: Point(size.width - pile.width - 1, y))
        let start = size.height - rows + (isLow ? 1 : 0)
        words = Rect(pile.width + 3, start, size.width - 2 * (pile.width + 3), size.height - start)
        if isLow, words.size.height == 4 { turnRows = 2 }
        let slack = size.width - boardSize.width
        if size.width >= 110, slack >= 30, relayout(width: size.width - min(slack - 1, 44)) {
            let x = layout.area.maxX + 2
            sideLog = Rect(x, 2, size.width - x - 1, layout.area.size.height - 2)
        }
        return true
    }

    /// Small piles on both sides of the words, where there is no room for larger ones.
    private mutating func dockSmall() {
        let card = Size(6, words.size.height >= 3 ? 2 : 1)
        let (left, right) = (Point(1, words.minY), Point(size.width - card.width - 1, words.minY))
        piles = .init(card: card, deck: left, discard: right)
        let margin = card.width + 3
        words = Rect(margin, words.minY, size.width - 2 * margin, words.size.height)
    }

    /// Both piles in a row of their own between the cards and the words.
    private mutating func placeAboveWords(_ card: Size) -> Bool {
        let pile = PileView.size(forCard: card)
        let spare = extra - pile.height
        let textRows = bottom + max(0, min(spare - (layout.rows - 1), 4))
        guard relayout(bottom: textRows + pile.height) else { return false }
        words = Rect(0, size.height - textRows, size.width, textRows)
        let y = size.height - textRows - pile.height
        let x = (size.width - 2 * pile.width - 2) / 2
        piles = .init(card: card, deck: Point(x, y), discard: Point(x + pile.width + 2, y))
        if textRows > bottom { newsRows = 2 }
        return true
    }

    /// Gives the text more rows where sentences are long for the width.
    private mutating func growWords() {
        guard extra > 0 else { return }
        let more = size.width < 72 ? min(extra, 2) : 0
        let gaps = extra - more >= layout.rows - 1 ? layout.rows - 1 : 0
        let spare = extra - more - gaps
        guard relayout(bottom: bottom + more + (spare >= 3 ? min(spare, 6) : 0)) else { return }
        (newsRows, turnRows) = (more >= 1 ? 2 : 1, more == 2 ? 2 : 1)
        words = Rect(0, size.height - shownBottom, size.width, shownBottom)
    }

    private var shownBottom: Int { size.height - layout.area.maxY }

    /// Makes the board narrower or lower, if the same cards are as large there.
    private mutating func relayout(width: Int? = nil, bottom: Int? = nil) -> Bool {
        let rows = size.height - 1 - (bottom ?? shownBottom)
        let area = Rect(0, 1, width ?? layout.area.size.width, rows)
        let other = BoardLayout(area: area, count: count, room: room, cellAspect: cellAspect)
        guard let other, other.cardSize == layout.cardSize else { return false }
        layout = other
        return true
    }
}
