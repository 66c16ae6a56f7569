import SetProtocol

/// Turns canvases into the bytes that make a terminal show them.
///
/// The renderer remembers what the terminal shows and writes only the changes: nothing for the same
/// picture, and a few dozen bytes for a clock. It relies on three things that are set up when the
/// terminal is entered: autowrap is off (so that the lower right cell is written like any other),
/// the cursor is hidden (so that it may jump), and nothing else writes. If one of them may have
/// been broken, ``repaintAll()`` starts from an empty screen.
///
/// The renderer writes only glyphs that are exactly as wide as their cells. A control character or
/// a broken wide glyph becomes a question mark or a blank.
package struct Renderer: Sendable {
    package var depth: ColorDepth { didSet { last = nil } }
    package var glyphs: GlyphSet { didSet { last = nil } }
    /// Whether frames are synchronized (mode 2026), so that the terminal shows each at once.
    package var synchronizes: Bool

    /// The last canvas, to find unchanged rows.
    private var last: Canvas?
    /// The content of the terminal, row by row.
    private var shown: [Cell] = []
    /// The target row, kept only to reuse its memory.
    private var wanted: [Cell] = []
    private var size: Size?
    private var pen = Pen()
    private var pictures = PictureStore()
    private var tiles = PictureTiles()
    package var graphics = PictureSurface.Graphics.kitty {
        didSet {
            guard graphics != oldValue else { return }
            tiles = PictureTiles()
            repaintAll()
        }
    }

    package init(
        depth: ColorDepth = .trueColor, glyphs: GlyphSet = .unicode, synchronizes: Bool = false
    ) {
        self.depth = depth
        self.glyphs = glyphs
        self.synchronizes = synchronizes
    }

    /// Forgets what the terminal shows, so that the next frame clears it and redraws everything.
    package mutating func repaintAll() {
        last = nil
        size = nil
        pen = Pen()
    }

    /// Whether the terminal holds pictures, which must be removed before the screen is left.
    package var holdsPictures: Bool { !pictures.isEmpty }

    /// Forgets the pictures, which the terminal has lost; they are sent again with the next frame.
    package mutating func forgetPictures() { pictures.forget() }

    /// The bytes that turn the terminal's content into the canvas; empty if it is already shown.
    ///
    /// They must be written completely and in order. If the size of the canvas has changed, the
    /// screen is cleared first, because terminals differ in what remains after a resize.
    package mutating func frame(_ canvas: Canvas) -> [UInt8] {
        var painter = RowPainter(pen: pen, width: canvas.size.width, synchronizes: synchronizes)
        if case .sixel(let traits) = graphics {
            tiles.update(canvas)
            if tiles.areTooMany(traits) { size = nil }
        }
        if canvas.size != size {
            // Terminals differ in which pictures clearing removes.
            painter.append(pictures.removeAll())
            if case .sixel(let traits) = graphics, traits.memory != nil {
                // Everything is scrolled away, as far as any screen reaches.
                painter.append(Array("\u{1B}[999S".utf8))
            }
            painter.clear(forCells: canvas.cells.count)
            shown = Array(repeating: .blank, count: canvas.cells.count)
            tiles.forget()
            size = canvas.size
            last = nil
        }
        let before = last?.cells
        var changedRows = 0
        for row in 0..<canvas.size.height {
            let cells = row * canvas.size.width..<(row + 1) * canvas.size.width
            if let before, before[cells] == canvas.cells[cells], !tiles.differ(inRow: row) {
                continue
            }
            Self.reduce(canvas.cells[cells], depth, glyphs, into: &wanted)
            tiles.replaceText(ofRow: row, in: &wanted, over: shown[cells])
            let count = painter.bytes.count
            painter.paint(row, from: shown[cells], to: wanted)
            if painter.bytes.count > count { changedRows += 1 }
            shown.replaceSubrange(cells, with: wanted)
        }
        let commands =
            switch graphics {
            case .kitty: pictures.show(canvas.visiblePlacements, preparing: canvas.prepared)
            case .sixel(let traits): tiles.repair(traits)
            }
        painter.append(commands)
        last = canvas
        pen = painter.pen
        // A single row appears before anyone could see half of it.
        painter.finish(isSeenInParts: changedRows > 1 || !commands.isEmpty)
        return painter.bytes
    }

    /// Reduces a row to the capabilities of the terminal.
    private static func reduce(
        _ cells: ArraySlice<Cell>, _ depth: ColorDepth, _ glyphs: GlyphSet,
        into wanted: inout [Cell]
    ) {
        wanted.removeAll(keepingCapacity: true)
        wanted.append(addingCapacity: cells.count) { row in
            var index = cells.startIndex
            // Neighboring cells mostly look alike, and reducing colors is the slowest part. In half
            // of a picture, the cells are identical.
            var (narrow, reduced) = (Cell.blank, Cell.blank)
            var (drawn, shown) = (Style.standard, Style.standard)
            while index < cells.endIndex {
                let cell = cells[index]
                index += 1
                if cell == narrow {
                    row.append(reduced)
                    continue
                }
                if cell.style != drawn {
                    drawn = cell.style
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
                case .narrow, .wide, .picture:
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
