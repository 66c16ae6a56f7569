import SetProtocol

/// A rectangle of cells that views draw on, without a terminal.
///
/// Drawing outside is clipped, so that a view needs no special case for a small window.
package struct Canvas: Hashable, Sendable {
    /// The extent, both sides zero or more.
    package let size: Size
    private(set) var cells: [Cell]
    /// The pictures on it, in the order they were placed.
    private(set) var placements: [Placement] = []
    /// How many pictures there were when a cell was last written, and are hidden there.
    ///
    /// Empty as long as there are none, so that a screen without pictures pays nothing.
    private(set) var covered: [UInt16] = []
    /// Pictures that will soon be placed, to be sent with those that are.
    private(set) var prepared: Set<Picture> = []

    package init(_ size: Size, style: Style = .standard) {
        self.size = Size(max(0, size.width), max(0, size.height))
        cells = Array(
            repeating: Cell(.narrow(" "), style), count: self.size.width * self.size.height)
    }

    package var bounds: Rect { Rect(0, 0, size.width, size.height) }

    /// The cell at a position; outside the canvas, reading returns a blank, and writing does
    /// nothing.
    ///
    /// Writing over one half of a wide glyph blanks the other half.
    package subscript(x: Int, y: Int) -> Cell {
        get {
            guard bounds.contains(Point(x, y)) else { return .blank }
            return cells[y * size.width + x]
        }
        set {
            guard bounds.contains(Point(x, y)) else { return }
            let index = y * size.width + x
            mendNeighbors(of: index, column: x)
            cells[index] = newValue
            if !placements.isEmpty { covered[index] = UInt16(placements.count) }
        }
    }

    /// Writes one line of text, clipped at the edge, and returns the column after it.
    ///
    /// The text must be sanitized by ``SafeText``. Only characters of one or two columns are
    /// written, and marks, which join the preceding character. The last column gets none, because
    /// some terminals give a mark its own column.
    ///
    /// A standard background in `style` keeps the current one. `limit` is the column at which to
    /// stop.
    @discardableResult
    package mutating func write(
        _ text: String, _ x: Int, _ y: Int, _ style: Style = .standard, before limit: Int? = nil
    ) -> Int {
        var column = x
        var marked: Int?
        let end = min(limit ?? size.width, size.width)
        for scalar in text.unicodeScalars {
            let width = scalar.columns
            guard width > 0 else {
                if let marked, bounds.contains(Point(marked, y)), SafeText.isMark(scalar) {
                    cells[y * size.width + marked].marks.append(scalar)
                }
                continue
            }
            guard column + width <= end else { break }
            put(scalar, width: width, column, y, style)
            marked = column + width < size.width && column >= 0 ? column : nil
            column += width
        }
        return column
    }

    package mutating func fill(_ rect: Rect, _ scalar: Unicode.Scalar = " ", _ style: Style) {
        let clipped = rect.intersection(bounds)
        guard !clipped.isEmpty else { return }
        let cell = Cell(.narrow(scalar), style)
        for y in clipped.minY..<clipped.maxY {
            mendSides(y, clipped.minX, clipped.maxX)
            let start = y * size.width
            var row = cells.mutableSpan
            for index in start + clipped.minX..<start + clipped.maxX { row[index] = cell }
            if !placements.isEmpty { cover(start + clipped.minX..<start + clipped.maxX) }
        }
    }

    /// Draws another canvas if it fits completely; `origin` is its upper left cell.
    mutating func stamp(_ picture: Canvas, at origin: Point) {
        let rect = Rect(origin.x, origin.y, picture.size.width, picture.size.height)
        guard !rect.isEmpty, rect.intersection(bounds) == rect else { return }
        for row in 0..<rect.size.height {
            mendSides(rect.minY + row, rect.minX, rect.maxX)
            let start = (rect.minY + row) * size.width + rect.minX
            let source = row * rect.size.width
            let print = picture.cells.span
            var row = cells.mutableSpan
            for column in 0..<rect.size.width { row[start + column] = print[source + column] }
            if !placements.isEmpty { cover(start..<start + rect.size.width) }
        }
        if !picture.placements.isEmpty { placePictures(of: picture, at: origin) }
    }

    package mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
        let clipped = rect.intersection(bounds)
        for y in clipped.minY..<clipped.maxY {
            for x in clipped.minX..<clipped.maxX { change(&cells[y * size.width + x].style) }
        }
    }

    /// The glyphs as lines of text, for tests.
    package var lines: [String] { printed(.none, .unicode) }

    private mutating func put(
        _ scalar: Unicode.Scalar, width: Int, _ x: Int, _ y: Int, _ style: Style
    ) {
        guard bounds.contains(Point(x, y)) else { return }
        var style = style
        if style.background == .standard { style.background = self[x, y].style.background }
        if width == 2 { self[x + 1, y] = Cell(.trail, style) }
        self[x, y] = Cell(width == 2 ? .wide(scalar) : .narrow(scalar), style)
    }

    /// Blanks the halves of wide glyphs that stick out of a stretch about to be written over.
    private mutating func mendSides(_ y: Int, _ start: Int, _ end: Int) {
        mendNeighbors(of: y * size.width + start, column: start)
        mendNeighbors(of: y * size.width + end - 1, column: end - 1)
    }

    private mutating func mendNeighbors(of index: Int, column: Int) {
        switch cells[index].glyph {
        case .narrow, .picture: return
        case .wide where column + 1 < size.width: cells[index + 1].glyph = .narrow(" ")
        case .trail where column > 0: cells[index - 1].glyph = .narrow(" ")
        case .wide, .trail: return
        }
    }
}

// MARK: - Pictures

extension Canvas {
    /// Places a picture above the cells: what is written in them later hides it there, and what was
    /// written before is seen above its pixels.
    package mutating func place(_ placement: Placement) {
        guard placements.count < Int(UInt16.max) else { return }
        if placements.isEmpty { covered = Array(repeating: 0, count: cells.count) }
        placements.append(placement)
    }

    /// Names a picture that will soon be placed, so that it is there when it has to be quick.
    package mutating func prepare(_ picture: Picture) { prepared.insert(picture) }

    /// Writes text that is seen above the pictures already there.
    package mutating func caption(
        _ text: String, _ x: Int, _ y: Int, _ style: Style = .standard, before limit: Int? = nil
    ) {
        let before = covered
        write(text, x, y, style, before: limit)
        covered = before
    }

    /// Blanks the text that would be seen above a picture, without hiding what lies below it.
    mutating func eraseText(under placement: Placement) {
        let before = covered
        fill(placement.frame, " ", .standard)
        covered = before
    }

    private mutating func cover(_ range: Range<Int>) {
        let count = UInt16(placements.count)
        for index in range { covered[index] = count }
    }

    /// Places what is placed on a canvas that has just been drawn here.
    private mutating func placePictures(of other: Canvas, at origin: Point) {
        let count = placements.count
        for var placement in other.placements {
            placement.origin = Point(placement.origin.x + origin.x, placement.origin.y + origin.y)
            place(placement)
        }
        for y in 0..<other.size.height {
            for x in 0..<other.size.width {
                let hidden = Int(other.covered[y * other.size.width + x])
                guard hidden > 0 else { continue }
                covered[(origin.y + y) * size.width + origin.x + x] = UInt16(count + hidden)
            }
        }
    }
}

extension Canvas {
    /// The canvas as lines to print without trailing blanks, each ending in the terminal's own colors;
    /// without colors they contain no escape sequences.
    package func printed(_ depth: ColorDepth, _ glyphs: GlyphSet) -> [String] {
        (0..<size.height).map { printedRow($0, depth, glyphs) }
    }

    private func printedRow(_ y: Int, _ depth: ColorDepth, _ glyphs: GlyphSet) -> String {
        var pen = Pen()
        var bytes: [UInt8] = []
        let row = cells[y * size.width..<(y + 1) * size.width]
        let end = row.lastIndex { cell in
            depth == .none ? cell.glyph != .narrow(" ") || !cell.marks.isEmpty : cell != .blank
        }
        for cell in row[..<(end.map { $0 + 1 } ?? row.startIndex)] {
            if depth != .none { pen.change(to: depth.reduce(cell.style), into: &bytes) }
            switch cell.glyph {
            case .narrow(let scalar): bytes.appendScalar(glyphs.substitute(scalar))
            case .wide(let scalar) where glyphs == .unicode: bytes.appendScalar(scalar)
            case .wide: bytes.append(contentsOf: [0x3F, 0x20])
            case .trail, .picture: continue
            }
            if glyphs == .unicode { for mark in cell.marks.scalars { bytes.appendScalar(mark) } }
        }
        if depth != .none { pen.change(to: .standard, into: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
