import SetProtocol

/// Turns canvases into the bytes that make a terminal show them.
///
/// The renderer remembers what the terminal shows and says only what changed: nothing at all for
/// the same picture, a few dozen bytes for a clock. It relies on three things that entering the
/// terminal arranges: autowrap is off (so the lower right cell is written like any other), the
/// cursor is hidden (so that it may jump about), and nobody else writes. When one of them may have
/// been broken, ``repaintAll()`` starts from an empty screen.
///
/// Nothing but what is exactly as wide as its cells is ever written: a control character or a
/// broken wide glyph in a canvas comes out as a question mark or a blank.
package struct Renderer: Sendable {
    /// How many colors may be used; a change shows with the next frame.
    package var depth: ColorDepth { didSet { last = nil } }
    /// Which characters may be used; a change shows with the next frame.
    package var glyphs: GlyphSet { didSet { last = nil } }
    /// Whether frames are marked (mode 2026), so that the terminal shows each at once.
    package var synchronizes: Bool

    /// The canvas last shown, to find the rows that need no look.
    private var last: Canvas?
    /// What stands on the terminal, row by row.
    private var shown: [Cell] = []
    /// A row as it should stand there; kept only for its memory.
    private var wanted: [Cell] = []
    private var size: Size?
    private var pen = Pen()

    package init(
        depth: ColorDepth = .trueColor, glyphs: GlyphSet = .unicode, synchronizes: Bool = false
    ) {
        self.depth = depth
        self.glyphs = glyphs
        self.synchronizes = synchronizes
    }

    /// Forgets what the terminal shows, so that the next frame clears it and draws everything.
    package mutating func repaintAll() {
        last = nil
        size = nil
        pen = Pen()
    }

    /// The bytes that turn what the terminal shows into the canvas; none when it shows it already.
    ///
    /// They must be written whole and in order. A canvas of another size than the last one clears
    /// the screen first, since terminals differ in what a change of size leaves of it.
    package mutating func frame(_ canvas: Canvas) -> [UInt8] {
        var painter = RowPainter(pen: pen, width: canvas.size.width, synchronizes: synchronizes)
        if canvas.size != size {
            painter.clear(forCells: canvas.cells.count)
            shown = Array(repeating: .blank, count: canvas.cells.count)
            size = canvas.size
            last = nil
        }
        let before = last?.cells
        var changedRows = 0
        for row in 0..<canvas.size.height {
            let cells = row * canvas.size.width..<(row + 1) * canvas.size.width
            if let before, before[cells] == canvas.cells[cells] { continue }
            Self.reduce(canvas.cells[cells], depth, glyphs, into: &wanted)
            let count = painter.bytes.count
            painter.paint(row, from: shown[cells], to: wanted)
            if painter.bytes.count > count { changedRows += 1 }
            shown.replaceSubrange(cells, with: wanted)
        }
        last = canvas
        pen = painter.pen
        // A single row is on the screen before anybody could see half of it.
        painter.finish(isSeenInParts: changedRows > 1)
        return painter.bytes
    }

    /// Reduces a row to what this terminal can show.
    private static func reduce(
        _ cells: ArraySlice<Cell>, _ depth: ColorDepth, _ glyphs: GlyphSet,
        into wanted: inout [Cell]
    ) {
        wanted.removeAll(keepingCapacity: true)
        wanted.append(addingCapacity: cells.count) { row in
            var index = cells.startIndex
            // Neighbors mostly look alike, and reducing colors is the slowest part; in half of a
            // picture they are the same altogether.
            var (narrow, reduced) = (Cell.blank, Cell.blank)
            var (drawn, shown) = (Rendition.standard, Rendition.standard)
            while index < cells.endIndex {
                let cell = cells[index]
                index += 1
                if cell == narrow {
                    row.append(reduced)
                    continue
                }
                if cell.rendition != drawn {
                    drawn = cell.rendition
                    shown = depth.reduce(drawn)
                }
                switch cell.glyph {
                case .wide(let scalar)
                where glyphs == .unicode && scalar.columns == 2 && index < cells.endIndex
                    && cells[index].glyph == .trail:
                    row.append(marked(Cell(.wide(scalar), shown), cell.marks, glyphs))
                    row.append(Cell(.trail, shown))
                    index += 1
                case .narrow(let scalar) where scalar.columns == 1:
                    let scalar = glyphs.substitute(scalar)
                    let look = scalar == " " ? shown.onBlank : shown
                    narrow = cell
                    reduced = marked(Cell(.narrow(scalar), look), cell.marks, glyphs)
                    row.append(reduced)
                case .narrow, .wide:
                    row.append(Cell(.narrow("?"), shown))
                case .trail:
                    row.append(Cell(.narrow(" "), shown.onBlank))
                }
            }
        }
    }

    private static func marked(_ cell: Cell, _ marks: Cell.Marks, _ glyphs: GlyphSet) -> Cell {
        guard glyphs == .unicode, !marks.isEmpty else { return cell }
        var cell = cell
        cell.marks = marks
        return cell
    }
}
