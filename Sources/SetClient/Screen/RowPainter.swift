/// Writes the changes of rows with as few bytes as it can.
///
/// Between two changed places it either moves the cursor or writes the unchanged cells again,
/// whichever is shorter; a long blank stretch in the terminal's own background is erased instead
/// of written. (Erasing in a colour is avoided: not every terminal fills with it.)
struct RowPainter {
    private(set) var bytes: [UInt8] = []
    private(set) var pen: Pen
    private let width: Int
    /// Where the cursor is, or `nil` when it cannot be told, as at the start of a frame.
    private var cursor: Point?

    /// Starts a frame.
    init(pen: Pen, width: Int) {
        self.pen = pen
        self.width = width
    }

    /// Empties the whole screen.
    mutating func clear() {
        pen.change(to: .standard, into: &bytes)
        bytes.append(contentsOf: Array("\u{1B}[2J".utf8))
    }

    /// Turns one row into another one of the same width.
    mutating func paint(_ y: Int, from old: ArraySlice<Cell>, to new: [Cell]) {
        var x = 0
        let start = old.startIndex
        /// The first column at or after one where the rows differ.
        func nextChange(from column: Int) -> Int? {
            (column..<max(column, width)).first { old[start + $0] != new[$0] }
        }
        while let change = nextChange(from: x) {
            // Half a wide glyph cannot be written: its first half differs too and comes first.
            move(to: Point(change, y), over: new)
            let blanks = Self.erasableRun(new, from: change)
            let changedBlanks = blanks.filter { old[start + $0] != new[$0] }
            if let lastBlank = changedBlanks.last, blanks.upperBound == width,
                lastBlank - change > 2
            {
                pen.changeForBlank(on: .standard, into: &bytes)
                bytes.appendControl(final: "K")
                return
            }
            if let lastBlank = changedBlanks.last,
                erasingPays(lastBlank - change + 1, goesOn: nextChange(from: lastBlank + 1) != nil)
            {
                pen.changeForBlank(on: .standard, into: &bytes)
                bytes.appendControl(lastBlank - change + 1, final: "X")
                x = lastBlank + 1
                continue
            }
            put(new[change])
            x = new[change].isWide ? change + 2 : change + 1
            var isUncertain = !(new[change].marks.isEmpty && old[start + change].marks.isEmpty)
            // A terminal may have given a mark the next column: that is written too.
            while isUncertain, x < width, new[x].glyph != .trail {
                move(to: Point(x, y), over: new)
                put(new[x])
                isUncertain = !new[x].marks.isEmpty
                x += new[x].isWide ? 2 : 1
            }
        }
    }

    /// Writes a cell where the cursor is.
    private mutating func put(_ cell: Cell) {
        switch cell.glyph {
        case .narrow(let scalar):
            if cell.isErasable(on: cell.style.background) {
                pen.changeForBlank(on: cell.style.background, into: &bytes)
            } else {
                pen.change(to: cell.style, into: &bytes)
            }
            bytes.appendScalar(scalar)
            cursor = cursor.flatMap { $0.x + 1 < width ? Point($0.x + 1, $0.y) : nil }
            putMarks(cell.marks)
        case .wide(let scalar):
            pen.change(to: cell.style, into: &bytes)
            bytes.appendScalar(scalar)
            // Terminals do not agree how wide every emoji is.
            cursor = nil
            putMarks(cell.marks)
        case .trail: return
        }
    }

    /// Writes marks, of which terminals do not agree whether they take a column.
    private mutating func putMarks(_ marks: Cell.Marks) {
        guard !marks.isEmpty else { return }
        for mark in marks.scalars { bytes.appendScalar(mark) }
        cursor = nil
    }

    /// Brings the cursor to a place in the row that holds `cells`.
    private mutating func move(to place: Point, over cells: [Cell]) {
        guard cursor != place else { return }
        guard let from = cursor, from.y == place.y, from.x < place.x else {
            if place.x == 0 {
                bytes.appendControl(place.y + 1, final: "H")
            } else {
                bytes.appendControl(place.y + 1, place.x + 1, final: "H")
            }
            cursor = place
            return
        }
        let between = cells[from.x..<place.x]
        guard between.count < 6, !between.contains(where: \.isRisky)
        else { return jump(place.x - from.x) }
        // Writing again may change the pen back and forth: compare with the next cell written.
        let jumped = length { painter in
            painter.jump(place.x - from.x)
            painter.put(cells[place.x])
        }
        let rewritten = length { painter in
            for cell in between { painter.put(cell) }
            painter.put(cells[place.x])
        }
        guard rewritten <= jumped else { return jump(place.x - from.x) }
        for cell in between { put(cell) }
    }

    /// Moves the cursor so many columns to the right, at least one.
    private mutating func jump(_ columns: Int) {
        if columns == 1 {
            bytes.appendControl(final: "C")
        } else {
            bytes.appendControl(columns, final: "C")
        }
        cursor = cursor.map { Point($0.x + columns, $0.y) }
    }

    /// How many bytes something would take; it is taken back again.
    private mutating func length(of write: (inout RowPainter) -> Void) -> Int {
        let (count, pen, cursor) = (bytes.count, pen, cursor)
        write(&self)
        defer {
            bytes.removeLast(bytes.count - count)
            (self.pen, self.cursor) = (pen, cursor)
        }
        return bytes.count - count
    }

    /// Whether erasing so many cells is shorter than writing as many blanks.
    ///
    /// Erasing leaves the cursor, so going on costs a jump that blanks do not.
    private func erasingPays(_ count: Int, goesOn: Bool) -> Bool {
        let digits = count < 10 ? 1 : count < 100 ? 2 : 3
        return count > 3 + digits + (goesOn ? 3 + digits : 0)
    }

    /// The blanks in the terminal's own background from a column on.
    private static func erasableRun(_ cells: [Cell], from column: Int) -> Range<Int> {
        let end = cells[column...].firstIndex { !$0.isErasable(on: .standard) } ?? cells.count
        return column..<end
    }
}

extension Cell {
    fileprivate var isWide: Bool {
        switch glyph {
        case .wide: true
        case .narrow, .trail: false
        }
    }

    /// Whether the cursor may be elsewhere than expected after writing the cell.
    fileprivate var isRisky: Bool { isWide || glyph == .trail || !marks.isEmpty }

    /// Whether nothing shows in the cell but a background.
    fileprivate func isErasable(on background: Ink) -> Bool {
        glyph == .narrow(" ") && marks.isEmpty && style.background == background
            && style.attributes.isDisjoint(with: [.underline, .reverse])
    }
}
