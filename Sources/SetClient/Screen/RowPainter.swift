/// Writes changed rows with as few bytes as possible.
///
/// Between two changes it either moves the cursor or rewrites the unchanged cells, whichever is
/// shorter. A long blank stretch in the terminal's own background is erased instead of written. (It
/// never erases in a color: not every terminal fills with it.)
struct RowPainter {
    private(set) var bytes: [UInt8] = []
    private(set) var pen: Pen
    private let width: Int
    /// The number of bytes that mark the beginning of the frame.
    private let openingCount: Int
    /// The position of the cursor; `nil` if unknown, as at the start of a frame.
    private var cursor: Point?

    /// - Parameter synchronizes: Whether the frame is marked as one, so that it is shown at once.
    init(pen: Pen, width: Int, synchronizes: Bool) {
        (self.pen, self.width) = (pen, width)
        if synchronizes { bytes += "\u{1B}[?2026h".utf8 }
        openingCount = bytes.count
    }

    /// - Parameter isSeenInParts: Whether a part of it could be seen before the rest; otherwise the
    ///   marks of a frame are left out.
    mutating func finish(isSeenInParts: Bool) {
        guard openingCount > 0 else { return }
        if isSeenInParts {
            bytes += "\u{1B}[?2026l".utf8
        } else {
            bytes.removeFirst(openingCount)
        }
    }

    /// Clears the screen before the given number of cells is written.
    mutating func clear(forCells count: Int) {
        // If most cells are not blank, they take about three bytes each.
        bytes.reserveCapacity(bytes.count + 3 * count)
        pen.change(to: .standard, into: &bytes)
        bytes.append(contentsOf: "\u{1B}[2J".utf8)
    }

    mutating func append(_ commands: [UInt8]) {
        bytes += commands
        if !commands.isEmpty { cursor = nil }
    }

    mutating func paint(_ y: Int, from old: ArraySlice<Cell>, to new: [Cell]) {
        var x = 0
        let start = old.startIndex
        while let change = Self.firstChange(from: old, to: new, at: x) {
            // Half a wide glyph cannot be written; its first half also differs and comes first.
            move(to: Point(change, y), over: new)
            if new[change].isErased, let end = erase(from: change, old, new) {
                x = end
                continue
            }
            put(new[change])
            x = new[change].isWide ? change + 2 : change + 1
            var isUncertain = !(new[change].marks.isEmpty && old[start + change].marks.isEmpty)
            // A terminal may have given a mark the next column, so rewrite that, too.
            while isUncertain, x < width, new[x].glyph != .trail {
                move(to: Point(x, y), over: new)
                put(new[x])
                isUncertain = !new[x].marks.isEmpty
                x += new[x].isWide ? 2 : 1
            }
        }
    }

    /// The first column, at or after a given one, at which two rows differ.
    private static func firstChange(
        from old: ArraySlice<Cell>, to new: [Cell], at column: Int
    ) -> Int? {
        var (x, index) = (column, old.startIndex + column)
        while x < new.count {
            if old[index] != new[x] { return x }
            (x, index) = (x + 1, index + 1)
        }
        return nil
    }

    /// Erases a stretch of blanks at the cursor if that is shorter than writing them.
    ///
    /// - Returns: The column to go on from; `nil` when nothing was erased.
    private mutating func erase(
        from column: Int, _ old: ArraySlice<Cell>, _ new: [Cell]
    ) -> Int? {
        var (end, lastChange) = (column, column)
        // Erasing leaves pictures as they are in some terminals, but writing never does.
        while end < width, new[end].isErased, !old[old.startIndex + end].isPicture {
            if old[old.startIndex + end] != new[end] { lastChange = end }
            end += 1
        }
        let count = lastChange - column + 1
        if end == width, count > 3 {
            pen.change(to: pen.style(forBlankOn: .standard), into: &bytes)
            bytes.appendControl(final: "K")
            return width
        }
        // Erasing does not move the cursor, so continuing costs a jump that blanks do not.
        let digits = count < 10 ? 1 : count < 100 ? 2 : 3
        guard count > 3 + digits else { return nil }
        let goesOn = Self.firstChange(from: old, to: new, at: lastChange + 1) != nil
        guard count > 3 + digits + (goesOn ? 3 + digits : 0) else { return nil }
        pen.change(to: pen.style(forBlankOn: .standard), into: &bytes)
        bytes.appendControl(count, final: "X")
        return lastChange + 1
    }

    private mutating func put(_ cell: Cell) {
        switch cell.glyph {
        case .narrow(let scalar), .wide(let scalar):
            pen.change(to: pen.style(for: cell), into: &bytes)
            bytes.appendScalar(scalar)
            // After the last column, the position is of no use.
            cursor?.x += 1
            // Terminals disagree about the width of some emoji, and about whether marks take a column.
            guard cell.isWide || !cell.marks.isEmpty else { return }
            cursor = nil
            for mark in cell.marks.scalars { bytes.appendScalar(mark) }
        case .picture:
            pen.change(to: pen.style(forBlankOn: cell.style.background), into: &bytes)
            bytes.append(0x20)
            cursor?.x += 1
        case .trail: return
        }
    }

    /// Moves the cursor to a position in the row that holds `cells`.
    private mutating func move(to place: Point, over cells: [Cell]) {
        guard cursor != place else { return }
        guard let from = cursor, from.y == place.y, from.x < place.x else {
            bytes.appendControl(place.y + 1, place.x == 0 ? nil : place.x + 1, final: "H")
            cursor = place
            return
        }
        let columns = place.x - from.x
        guard columns < 6, !(from.x..<place.x).contains(where: { cells[$0].isRisky })
        else { return jump(columns) }
        // Rewriting may change the pen back and forth: compare including the next cell written.
        var (rewriting, jumping) = (pen, pen)
        let rewritten = (from.x..<place.x).reduce(0) { $0 + rewriting.length(of: cells[$1]) }
        let jumped = columns == 1 ? 3 : 4
        guard
            rewritten + rewriting.length(of: cells[place.x])
                <= jumped + jumping.length(of: cells[place.x])
        else { return jump(columns) }
        for x in from.x..<place.x { put(cells[x]) }
    }

    /// Moves the cursor to the right by the given number of columns, at least one.
    private mutating func jump(_ columns: Int) {
        bytes.appendControl(columns == 1 ? nil : columns, final: "C")
        cursor = cursor.map { Point($0.x + columns, $0.y) }
    }
}

extension Pen {
    fileprivate func style(for cell: Cell) -> Style {
        cell.isBlank ? style(forBlankOn: cell.style.background) : cell.style
    }

    /// The length of a cell without marks in bytes; advances as if it were written.
    fileprivate mutating func length(of cell: Cell) -> Int {
        switch cell.glyph {
        case .narrow(let scalar), .wide(let scalar):
            let change = change(to: style(for: cell))
            return (change?.length ?? 0) + UTF8.width(scalar)
        case .trail, .picture: return 0
        }
    }
}

extension Cell {
    fileprivate var isWide: Bool { if case .wide = glyph { true } else { false } }

    /// Whether the cursor position is uncertain after writing the cell, or a picture is lost.
    fileprivate var isRisky: Bool { isWide || glyph == .trail || isPicture || !marks.isEmpty }
}
