/// Where the cards of a board stand on the screen.
///
/// All cards have one size, as large as fits, and the ratio of a playing card. Slots come in threes,
/// as cards are dealt: where the window is wide, three slots are a column, like three keys under one
/// another on a keyboard; where it is high, they are a row. The cards that there are stand in the
/// middle, also of the room that is kept for others.
package struct BoardLayout: Equatable, Sendable {
    package enum Direction: CaseIterable, Sendable {
        case up, down, left, right
    }

    /// A place in the grid, from 0, 0 at the upper left.
    package struct Place: Hashable, Sendable {
        package let column: Int
        package let row: Int
    }

    /// The height of cards that need not be larger: they show every symbol in full.
    static let fullHeight = 5

    /// The width of a card over its height (3.5 by 2.25 inches).
    package static let ratio = 1.56

    package private(set) var area: Rect
    package let count: Int
    package let cardSize: Size
    package let columns: Int
    package let rows: Int
    /// The height of a cell over its width, about 2.
    package let cellAspect: Double
    private let places: [Place]
    private let lastRow: Int
    private var gap = Size(1, 0)
    private var origin = Point(0, 0)
    /// How far the cards of the last row stand from its left end, if they do not fill it.
    private var indent = 0

    /// - Parameters:
    ///   - count: How many slots, 1...81.
    ///   - room: How many slots there is room for; by default, no more than there are. While there is
    ///     the same room, cards keep their size, and all move together or none does.
    ///   - cellAspect: The height of a cell over its width in pixels, 1.4...2.8.
    /// - Returns: `nil` when not even cards of four letters fit.
    package init?(area: Rect, count: Int, room: Int = 0, cellAspect: Double = 2) {
        guard 1...81 ~= count else { return nil }
        let fitting = CardFitting(area: area.size, cellAspect: cellAspect)
        guard let grid = Grid(room: max(room, count), fitting),
            let size = fitting.size(grid.extent)
        else { return nil }
        (columns, rows) = (grid.extent.width, grid.extent.height)
        cardSize = size
        places = Array(grid.places.prefix(count))
        lastRow = places.map(\.row).max() ?? 0
        (self.area, self.count, self.cellAspect) = (area, count, cellAspect)
        move(to: area)
    }

    /// The cells that its columns and rows take, with a column between cards.
    var extent: Size {
        Size(columns * (cardSize.width + 1) - 1, rows * cardSize.height)
    }

    /// Puts the same cards in the middle of an area that has room for them.
    mutating func move(to area: Rect) {
        self.area = area
        gap = CardFitting.gap(
            Size(columns, rows),
            spare: Size(
                area.size.width - columns * cardSize.width,
                area.size.height - rows * cardSize.height))
        let pitch = self.pitch
        let right = places.map(\.column).max() ?? 0
        origin = Point(
            area.minX + (area.size.width - cardSize.width - right * pitch.width) / 2,
            area.minY + (area.size.height - cardSize.height - lastRow * pitch.height) / 2)
        let missing = right + 1 - places.count { $0.row == lastRow }
        indent = lastRow >= 3 || columns <= 3 ? missing * pitch.width / 2 : 0
    }

    private var pitch: Size {
        Size(cardSize.width + gap.width, cardSize.height + gap.height)
    }

    package var cardsTouch: Bool { gap.height == 0 && rows > 1 }

    /// The cells of a slot's card; an empty rectangle for a slot that does not exist.
    package func frame(ofSlot slot: Int) -> Rect {
        guard places.indices ~= slot else { return Rect(area.minX, area.minY, 0, 0) }
        let place = places[slot]
        return Rect(
            origin.x + place.column * pitch.width + (place.row == lastRow ? indent : 0),
            origin.y + place.row * pitch.height, cardSize.width, cardSize.height)
    }

    typealias Room = (left: Int, right: Int, up: Int)

    /// The free cells around a slot's card, between it and the next ones or the edge of the board.
    func room(around slot: Int) -> Room {
        let frame = frame(ofSlot: slot)
        func edge(_ direction: Direction) -> Rect? {
            neighbor(of: slot, direction).map { self.frame(ofSlot: $0) }
        }
        return (
            left: frame.minX - (edge(.left)?.maxX ?? area.minX),
            right: (edge(.right)?.minX ?? area.maxX) - frame.maxX,
            up: frame.minY - (edge(.up)?.maxY ?? area.minY)
        )
    }

    package func slot(at point: Point) -> Int? {
        places.indices.first { frame(ofSlot: $0).contains(point) }
    }

    package func slot(_ column: Int, _ row: Int) -> Int? {
        places.firstIndex(of: Place(column: column, row: row))
    }

    package func place(ofSlot slot: Int) -> Place? { places.indices ~= slot ? places[slot] : nil }

    /// The next card in a direction, skipping empty places; `nil` at the edge of the board.
    package func neighbor(of slot: Int, _ direction: Direction) -> Int? {
        guard let place = place(ofSlot: slot) else { return nil }
        let (dx, dy) =
            switch direction {
            case .up: (0, -1)
            case .down: (0, 1)
            case .left: (-1, 0)
            case .right: (1, 0)
            }
        var (column, row) = (place.column + dx, place.row + dy)
        while 0..<columns ~= column, 0..<rows ~= row {
            if let next = self.slot(column, row) { return next }
            (column, row) = (column + dx, row + dy)
        }
        return nil
    }
}

// MARK: - The grid

private struct Grid {
    let extent: Size
    let places: [BoardLayout.Place]

    /// Chooses the grid with the largest cards.
    ///
    /// Of several such grids, one of columns or rows of three comes first, as keys on a keyboard lie
    /// under one another and cards are dealt in threes, and then the one with the fewest places. In a
    /// wide window, four columns of three and more also come first if that costs large cards no more
    /// than a row; fewer than twelve cards do so where twelve lie like that, because no card should lie
    /// elsewhere than its key when a deck runs out in a race.
    init?(room: Int, _ fitting: CardFitting) {
        let isWide = fitting.largeness(Size(4, 3)) >= max(1, fitting.largeness(Size(3, 4)))
        let threes = (room + 2) / 3
        let usual = isWide ? Size(threes, 3) : Size(3, threes)
        guard let best = fitting.best(for: room, usual) else { return nil }
        let full = Size(max(4, threes), 3)
        let largest = isWide && threes > 1 ? fitting.best(for: max(12, room), full) : nil
        let isKeyboardLike = largest.map { fitting.isNearlyAsLarge(full, as: $0) } ?? false
        let extent = isKeyboardLike ? usual : best
        self.extent = extent
        let rowByRow = (0..<extent.height).flatMap { row in
            (0..<extent.width).map { BoardLayout.Place(column: $0, row: row) }
        }
        guard extent.width > 3 || isWide && extent == usual else {
            places = rowByRow
            return
        }
        let upper = (0..<extent.width).flatMap { column in
            (0..<min(3, extent.height)).map { BoardLayout.Place(column: column, row: $0) }
        }
        places = upper + rowByRow.filter { $0.row >= 3 }
    }
}

// MARK: - The size of a card

/// Finds the largest card for a grid in an area.
private struct CardFitting {
    let area: Size
    let cellAspect: Double

    /// The largest card of the right ratio; a card of one row has no ratio and four to seven columns.
    ///
    /// - Returns: `nil` when not even four letters fit.
    func size(_ grid: Size) -> Size? {
        let width = (area.width - (grid.width - 1)) / grid.width
        let height = area.height / grid.height
        guard width >= 4, height >= 1 else { return nil }
        var rows = min(height, Int(Double(width + 1) / (BoardLayout.ratio * cellAspect)) + 1)
        while rows >= 2 {
            let exact = BoardLayout.ratio * cellAspect * Double(rows)
            let columns = exact.rounded() <= Double(width) ? Int(exact.rounded()) : Int(exact)
            if 6 <= columns, columns <= width { return Size(columns, rows) }
            rows -= 1
        }
        return Size(min(width, 7), 1)
    }

    /// A rank of card sizes: by height, and by width for cards of one row; 0 if no card fits.
    func largeness(_ grid: Size) -> Int {
        guard let card = size(grid) else { return 0 }
        return card.height == 1 ? card.width : 100 * card.height
    }

    /// The grid with the largest cards for a number of cards; of several, the usual one, then the one
    /// with the fewest places.
    func best(for room: Int, _ usual: Size) -> Size? {
        var (best, most, places) = (usual, largeness(usual), 0)
        for columns in 1...room {
            let grid = Size(columns, (room + columns - 1) / columns)
            let (largeness, count) = (largeness(grid), grid.width * grid.height)
            if largeness > most || largeness == most && count < places {
                (best, most, places) = (grid, largeness, count)
            }
        }
        return most > 0 ? best : nil
    }

    /// Whether the cards of a grid show every symbol in full and are at most a row lower than others.
    func isNearlyAsLarge(_ grid: Size, as other: Size) -> Bool {
        guard let size = size(grid), let otherSize = self.size(other) else { return false }
        return size.height >= BoardLayout.fullHeight && size.height + 1 >= otherSize.height
    }

    /// The gaps: a column, or a row and two columns if there is room.
    static func gap(_ grid: Size, spare: Size) -> Size {
        let row = spare.height >= grid.height - 1 ? 1 : 0
        let column = row == 1 && spare.width >= 2 * (grid.width - 1) ? 2 : 1
        return Size(column, row)
    }
}
