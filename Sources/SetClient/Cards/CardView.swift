import SetProtocol

/// Draws one card.
///
/// The card is a piece of paper rather than a box: on a small card, lines would cost a row of its
/// symbols.
package struct CardView: Equatable, Sendable {
    package enum Face: Hashable, Sendable {
        case up(Card)
        case down
    }

    package let palette: Palette
    package let blitter: Blitter
    package let cellAspect: Double
    package let fillsGaps: Bool
    package let pictures: PictureSurface?
    /// Whether every card has a line around it, as it must when cards touch.
    package var isOutlined: Bool
    /// Whether a moving card is drawn with less detail: with half the lattice on its back.
    package var isSketched = false
    /// Whether something moves on the screen, so that only pictures that can move are shown.
    package var isInMotion: Bool

    package init(
        _ palette: Palette, _ blitter: Blitter, cellAspect: Double = 2, fillsGaps: Bool = false,
        pictures: PictureSurface? = nil, isOutlined: Bool = false, isInMotion: Bool = false
    ) {
        (self.palette, self.blitter, self.cellAspect) = (palette, blitter, cellAspect)
        (self.fillsGaps, self.pictures) = (fillsGaps, pictures)
        (self.isOutlined, self.isInMotion) = (isOutlined, isInMotion)
    }

    /// The extent of a cell where symbols are pictures that stay where they are.
    var symbolCell: Size? { isInMotion ? nil : pictures?.symbolCell }

    /// Whether another view draws cards the same way, apart from outlines, sketches, and motion.
    func hasLook(of other: CardView) -> Bool {
        blitter == other.blitter && cellAspect == other.cellAspect
            && fillsGaps == other.fillsGaps && pictures == other.pictures
            && palette == other.palette
    }

    /// Draws a card, filling a rectangle.
    ///
    /// - Parameters:
    ///   - label: The key that picks it, at most two columns.
    ///   - rect: Of the size ``BoardLayout`` gives; one too small for four letters stays blank.
    package func draw(
        _ face: Face, _ state: CardState = CardState(), label: String = "", in rect: Rect,
        on canvas: inout Canvas
    ) {
        var symbols = SymbolCache()
        draw(face, state, label: label, in: rect, &symbols, on: &canvas)
    }

    /// Draws a card in motion as a picture.
    ///
    /// - Parameters:
    ///   - size: Its size at rest, which its picture has.
    ///   - position: Its upper left corner in cells and parts of them.
    ///   - squeezed: The cells it covers while it turns over or grows; `nil` for all of its own.
    ///   - isBelow: Whether the cards at rest cover it.
    /// - Returns: Whether it is one; otherwise nothing is drawn.
    func drawMoving(
        _ face: Face, _ state: CardState, size: Size, at position: (x: Double, y: Double),
        squeezed: Rect? = nil, isBelow: Bool = false, on canvas: inout Canvas
    ) -> Bool {
        guard let cell = pictures?.cardCell else { return false }
        let rect = Rect(0, 0, size.width, size.height)
        let sheet = CardSheet(self, state, label: "", rect)
        guard let pictures = CardPictures(sheet, cell: cell, face) else { return false }
        let x = Int((position.x * Double(cell.width)).rounded())
        let y = Int((position.y * Double(cell.height)).rounded())
        let origin = Rect(x, y, 1, 1).cells(cell).origin
        let offset = Point(x - origin.x * cell.width, y - origin.y * cell.height)
        pictures.drawMoving(
            in: squeezed ?? Rect(origin.x, origin.y, size.width, size.height), offset: offset,
            isBelow: isBelow, on: &canvas)
        return true
    }

    /// Has the pictures of all states ready for cards of a size, so that the first pick is as quick
    /// as the next.
    func prepareStates(ofSize size: Size, on canvas: inout Canvas) {
        guard let cell = pictures?.cardCell else { return }
        let sheet = CardSheet(self, CardState(), label: "", Rect(0, 0, size.width, size.height))
        guard let pictures = CardPictures(sheet, cell: cell, .down) else { return }
        for frame in pictures.allFrames { canvas.prepare(frame) }
    }

    func draw(
        _ face: Face, _ state: CardState, label: String, in rect: Rect,
        _ symbols: inout SymbolCache, on canvas: inout Canvas
    ) {
        let sheet = CardSheet(self, state, label: label, rect)
        if let pictures = CardPictures(sheet, cell: pictures?.cardCell, face) {
            return pictures.draw(on: &canvas)
        }
        sheet.drawPaper(face, on: &canvas)
        guard rect.size.width >= 4, rect.size.height >= 1 else { return }
        switch face {
        case .up(let card):
            let art = CardArt(sheet: sheet, card: card)
            art.draw(&symbols, on: &canvas)
            sheet.drawSigns(card, on: &canvas)
        case .down: sheet.drawSigns(nil, on: &canvas)
        }
    }
}

struct CardSheet {
    let view: CardView
    let state: CardState
    let accent: CardAccent?
    let label: String
    let rect: Rect
    let anatomy: CardAnatomy

    init(_ view: CardView, _ state: CardState, label: String, _ rect: Rect) {
        (self.view, self.state, self.label, self.rect) = (view, state, label, rect)
        accent = CardAccent(state)
        anatomy = CardAnatomy(rect.size, cellAspect: view.cellAspect)
    }

    var palette: Palette { view.palette }
    var isASCII: Bool { view.blitter == .ascii }

    /// The color of the face, tinted by the state if the card has no edge to show it.
    ///
    /// A large tinted card would cost too many bytes.
    var paper: TerminalColor {
        if anatomy.hasEdge { return palette.ink(.paper) }
        if let accent { return palette.paper(tintedBy: accent.role) }
        return state.isUnderCursor ? palette.paper(tintedBy: .cursor) : palette.ink(.paper)
    }

    /// Dim where colors cannot be blended.
    var attributes: Style.Attributes { state.isDimmed && !paper.isTrueColor ? .dim : [] }

    func ink(of color: Variant) -> Gradient {
        let ink = palette.ink(of: color)
        return state.isDimmed ? ink.blended(with: paper, 0.6) : ink
    }

    func letterInk(of color: Variant) -> TerminalColor {
        let ink = palette.letterInk(of: color)
        return state.isDimmed ? ink.blended(with: paper, 0.6) : ink
    }

    // MARK: - Paper

    func drawPaper(_ face: CardView.Face, on canvas: inout Canvas) {
        let background = face == .down ? palette.ink(.back) : paper
        canvas.fill(rect, " ", Style(.standard, on: background))
        if face == .down {
            drawPattern(every: view.isSketched && background != .standard ? 2 : 1, on: &canvas)
        } else if !anatomy.hasEdge, rect.size.height > 1 {
            drawStrip(on: &canvas)
        }
        guard rect.size.height >= 3 else { return }
        if let accent, anatomy.hasEdge, !accent.isQuiet {
            let style = Style(palette.ink(accent.role, on: .card), on: background)
            canvas.frame(rect, .heavy, style, ascii: isASCII)
        } else if background == .standard || view.isOutlined || !palette.doesPaperStandOut,
            anatomy.hasEdge, !state.isDimmed
        {
            let style = Style(palette.ink(.edge, on: .card), on: background)
            canvas.frame(rect, .thin, style, ascii: isASCII)
        } else if background != .standard, !isASCII, anatomy.hasEdge {
            canvas.roundCorners(rect, background)
        }
        if let accent, anatomy.hasEdge, accent.isQuiet {
            drawCorners(Style(palette.ink(accent.role, on: .card), on: background), &canvas)
        }
        if state.isUnderCursor, anatomy.hasEdge { drawCursor(on: background, &canvas) }
    }

    /// Draws the strip below the symbols, which separates a card from the one below.
    private func drawStrip(on canvas: inout Canvas) {
        let ink = palette.ink(.strip)
        let row = Rect(rect.minX, rect.maxY - 1, rect.size.width, 1)
        if ink == .standard {
            let line = CardEdge.thin.footer(ascii: isASCII)
            canvas.fill(row, line, Style(palette.ink(.edge, on: .card), on: paper))
        } else {
            let tinted = accent.map { ink.blended(with: palette.ink($0.role), 0.3) } ?? ink
            canvas.fill(row, " ", Style(.standard, on: tinted))
        }
    }

    /// - Parameter step: 2 to skip every second row of the lattice.
    private func drawPattern(every step: Int, on canvas: inout Canvas) {
        let style = Style(palette.ink(.pattern, on: .back), on: palette.ink(.back))
        let strokes: [Unicode.Scalar] = isASCII ? ["/", "\\"] : ["╱", "╲"]
        let area = anatomy.hasEdge ? rect.inset(1, 1) : rect
        for y in stride(from: area.minY, to: area.maxY, by: step) {
            for x in area.minX..<area.maxX {
                let stroke = strokes[(x - area.minX + y - area.minY) % 2]
                canvas[x, y] = Cell(.narrow(stroke), style)
            }
        }
    }

    /// Draws two pointers over the edge, and corners where no line shows a state.
    private func drawCursor(on background: TerminalColor, _ canvas: inout Canvas) {
        let style = Style(palette.ink(.cursor, on: .card), on: background, .bold)
        // The line of a state stays whole.
        if accent?.isQuiet ?? true { drawCorners(style, &canvas) }
        let middle = rect.minY + rect.size.height / 2
        canvas[rect.minX, middle] = Cell(.narrow(isASCII ? ">" : "▶"), style)
        canvas[rect.maxX - 1, middle] = Cell(.narrow(isASCII ? "<" : "◀"), style)
    }

    /// Draws the corners of a heavy line, with a sixth of its upper and lower side at each.
    private func drawCorners(_ style: Style, _ canvas: inout Canvas) {
        let reach = max(2, rect.size.width / 6)
        for y in [0, rect.size.height - 1] {
            for x in 0..<rect.size.width where x < reach || x >= rect.size.width - reach {
                let scalar = CardEdge.heavy.scalar(x, y, in: rect.size, ascii: isASCII)
                guard let scalar else { continue }
                canvas[rect.minX + x, rect.minY + y] = Cell(.narrow(scalar), style)
            }
        }
    }
}
