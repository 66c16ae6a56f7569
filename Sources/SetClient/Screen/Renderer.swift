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
public struct Renderer: Sendable {
    /// How many colours may be used; a change shows with the next frame.
    public var depth: ColorDepth { didSet { last = nil } }
    /// Which characters may be used; a change shows with the next frame.
    public var glyphs: GlyphSet { didSet { last = nil } }
    /// Whether frames are marked (mode 2026), so that the terminal shows each at once.
    public var synchronizes: Bool

    /// The canvas last shown, to find the rows that need no look.
    private var last: Canvas?
    /// What stands on the terminal, row by row.
    private var shown: [Cell] = []
    private var size: Size?
    private var pen = Pen()

    /// A renderer for a terminal in an unknown state.
    public init(
        depth: ColorDepth = .trueColor, glyphs: GlyphSet = .unicode, synchronizes: Bool = false
    ) {
        self.depth = depth
        self.glyphs = glyphs
        self.synchronizes = synchronizes
    }

    /// Forgets what the terminal shows, so that the next frame clears it and draws everything.
    public mutating func repaintAll() {
        last = nil
        size = nil
        pen = Pen()
    }

    /// The bytes that turn what the terminal shows into the canvas; none when it shows it already.
    ///
    /// They must be written whole and in order. A canvas of another size than the last one clears
    /// the screen first, since terminals differ in what a change of size leaves of it.
    public mutating func frame(_ canvas: Canvas) -> [UInt8] {
        var painter = RowPainter(pen: pen, width: canvas.size.width)
        if canvas.size != size {
            painter.clear()
            shown = Array(repeating: .blank, count: canvas.cells.count)
            size = canvas.size
            last = nil
        }
        var changedRows = 0
        for row in 0..<canvas.size.height {
            let cells = row * canvas.size.width..<(row + 1) * canvas.size.width
            if let last, last.cells[cells] == canvas.cells[cells] { continue }
            let wanted = terminalRow(canvas.cells[cells])
            let count = painter.bytes.count
            painter.paint(row, from: shown[cells], to: wanted)
            if painter.bytes.count > count { changedRows += 1 }
            shown.replaceSubrange(cells, with: wanted)
        }
        last = canvas
        pen = painter.pen
        guard !painter.bytes.isEmpty else { return [] }
        // A single row is on the screen before anybody could see half of it.
        return synchronizes && changedRows > 1
            ? Array("\u{1B}[?2026h".utf8) + painter.bytes + Array("\u{1B}[?2026l".utf8)
            : painter.bytes
    }

    /// A row as this terminal can show it.
    private func terminalRow(_ cells: ArraySlice<Cell>) -> [Cell] {
        var row: [Cell] = []
        row.reserveCapacity(cells.count)
        var index = cells.startIndex
        var (styled, style) = (Cell.blank, Style.standard)
        while index < cells.endIndex {
            let cell = cells[index]
            // Neighbours mostly look alike, and reducing colours is the slowest part.
            if !cell.hasStyle(of: styled) { (styled, style) = (cell, depth.reduce(cell.style)) }
            let hasTrail = index + 1 < cells.endIndex && cells[index + 1].glyph == .trail
            switch cell.glyph {
            case .wide(let scalar) where hasTrail && scalar.columns == 2 && glyphs == .unicode:
                row.append(marked(Cell(.wide(scalar), style), cell.marks))
                row.append(Cell(.trail, style))
                index += 1
            case .narrow(let scalar) where scalar.columns == 1:
                row.append(marked(Self.plain(glyphs.substitute(scalar), style), cell.marks))
            case .narrow, .wide:
                row.append(Cell(.narrow("?"), style))
            case .trail:
                row.append(Self.plain(" ", style))
            }
            index += 1
        }
        return row
    }

    /// A cell with its marks, where the terminal has them.
    private func marked(_ cell: Cell, _ marks: Cell.Marks) -> Cell {
        guard glyphs == .unicode, !marks.isEmpty else { return cell }
        var cell = cell
        cell.marks = marks
        return cell
    }

    /// A narrow cell without what does not show.
    ///
    /// A blank shows its background only, so its other properties must not make a difference.
    private static func plain(_ scalar: Unicode.Scalar, _ style: Style) -> Cell {
        guard scalar == " ", style.attributes.isDisjoint(with: [.underline, .reverse]) else {
            return Cell(.narrow(scalar), style)
        }
        return Cell(.narrow(" "), Style(.standard, on: style.background))
    }
}
