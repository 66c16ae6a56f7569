import SetProtocol

/// Draws one card.
///
/// The card is a piece of paper rather than a box of lines: where it is small every line would
/// cost a row of its symbols.
package struct CardView: Hashable, Sendable {
    /// Which side of a card is seen.
    package enum Face: Hashable, Sendable {
        /// The symbols.
        case up(Card)
        /// The back.
        case down
    }

    /// The inks and symbols.
    package let palette: Palette
    /// How symbols become characters.
    package let blitter: Blitter
    /// The height of a cell over its width, about 2.
    package let cellAspect: Double
    /// Whether every card has a line around it, as it must when cards touch one another.
    package let isOutlined: Bool
    /// Whether a card shows only what is seen of one that moves.
    ///
    /// That is no blended edges, and half the lattice on its back where the back has an ink of its
    /// own, which takes about half the bytes.
    package let isSketched: Bool

    /// A way to draw cards that fits a terminal.
    package init(
        _ palette: Palette, _ blitter: Blitter, cellAspect: Double = 2, isOutlined: Bool = false,
        isSketched: Bool = false
    ) {
        self.palette = palette
        self.blitter = blitter
        self.cellAspect = cellAspect
        self.isOutlined = isOutlined
        self.isSketched = isSketched
    }

    /// Whether another view draws cards alike, apart from outlines and sketches.
    func hasLook(of other: CardView) -> Bool {
        blitter == other.blitter && cellAspect == other.cellAspect && palette == other.palette
    }

    /// Draws a card, filling a rectangle.
    ///
    /// - Parameters:
    ///   - face: The side seen.
    ///   - state: What is said about it beside its symbols.
    ///   - label: The key that picks it, at most two columns; empty for none.
    ///   - rect: The cells of the card, of the size ``BoardLayout`` gives; one too small for four
    ///     letters stays blank.
    ///   - canvas: What it is drawn on.
    package func draw(
        _ face: Face, _ state: CardState = CardState(), label: String = "", in rect: Rect,
        on canvas: inout Canvas
    ) {
        var symbols = SymbolCache()
        draw(face, state, label: label, in: rect, &symbols, on: &canvas)
    }

    /// Draws a card with symbols that may have been drawn before.
    func draw(
        _ face: Face, _ state: CardState, label: String, in rect: Rect,
        _ symbols: inout SymbolCache, on canvas: inout Canvas
    ) {
        let sheet = CardSheet(self, state, label: label, rect)
        sheet.drawPaper(face, on: &canvas)
        guard rect.size.width >= 4, rect.size.height >= 1 else { return }
        switch face {
        case .up(let card):
            let art = CardArt(sheet: sheet, card: card)
            art.draw(&symbols, on: &canvas)
            sheet.drawSigns(card, on: &canvas)
        case .down:
            sheet.drawSigns(nil, on: &canvas)
        }
    }
}

/// One card about to be drawn: everything its parts need to know.
struct CardSheet {
    let palette: Palette
    let blitter: Blitter
    let state: CardState
    let accent: CardAccent?
    let isOutlined: Bool
    let isSketched: Bool
    let label: String
    let rect: Rect
    let anatomy: CardAnatomy

    init(_ view: CardView, _ state: CardState, label: String, _ rect: Rect) {
        palette = view.palette
        blitter = view.blitter
        self.state = state
        accent = CardAccent(state)
        isOutlined = view.isOutlined
        isSketched = view.isSketched
        self.label = label
        self.rect = rect
        anatomy = CardAnatomy(rect.size, cellAspect: view.cellAspect)
    }

    var isASCII: Bool { blitter == .ascii }

    /// The ink of the face.
    ///
    /// On a card without an edge it has a little of the state's ink in it. Where there is an edge
    /// that tells the state; tinting all of a large card would cost more than anything else does.
    var paper: TerminalColor {
        if anatomy.hasEdge { return palette.ink(.paper) }
        if let accent { return palette.paper(tintedBy: accent.role) }
        return state.isUnderCursor ? palette.paper(tintedBy: .cursor) : palette.ink(.paper)
    }

    /// Dim stands in for blending where inks cannot be mixed.
    var attributes: Style.Attributes {
        guard state.isDimmed else { return [] }
        return paper.isTrueColor ? [] : .dim
    }

    /// The inks of the symbols of a color.
    func ink(of color: Variant) -> Gradient {
        let ink = palette.ink(of: color)
        return state.isDimmed ? ink.blended(with: paper, 0.6) : ink
    }

    // MARK: - Paper

    func drawPaper(_ face: CardView.Face, on canvas: inout Canvas) {
        let background = face == .down ? palette.ink(.back) : paper
        canvas.fill(rect, " ", Style(.standard, on: background))
        if face == .down {
            drawPattern(every: isSketched && background != .standard ? 2 : 1, on: &canvas)
        }
        if face != .down, !anatomy.hasEdge, rect.size.height > 1 { drawStrip(on: &canvas) }
        guard rect.size.height >= 3 else { return }
        if let accent, anatomy.hasEdge, !accent.isQuiet {
            let style = Style(palette.ink(accent.role), on: background)
            canvas.frame(rect, accent.edge, style, ascii: isASCII)
        } else if background == .standard || isOutlined, anatomy.hasEdge, !state.isDimmed {
            let style = Style(palette.ink(.edge), on: background)
            canvas.frame(rect, .thin, style, ascii: isASCII)
        } else if background != .standard, !isASCII, anatomy.hasEdge {
            canvas.roundCorners(rect, background)
        }
        if let accent, anatomy.hasEdge, accent.isQuiet {
            drawCorners(accent.edge, Style(palette.ink(accent.role), on: background), &canvas)
        }
        if state.isUnderCursor, anatomy.hasEdge { drawCursor(on: background, &canvas) }
    }

    /// The strip below the symbols keeps a card apart from the one under it.
    private func drawStrip(on canvas: inout Canvas) {
        let ink = palette.ink(.strip)
        let row = Rect(rect.minX, rect.maxY - 1, rect.size.width, 1)
        if ink == .standard {
            let line = CardEdge.thin.footer(ascii: isASCII)
            canvas.fill(row, line, Style(palette.ink(.edge), on: paper))
        } else {
            let tinted = accent.map { ink.blended(with: palette.ink($0.role), 0.3) } ?? ink
            canvas.fill(row, " ", Style(.standard, on: tinted))
        }
    }

    /// A lattice, so that a back is never mistaken for an empty place.
    ///
    /// - Parameter step: 2 to leave out every second row, so that zigzags are left.
    private func drawPattern(every step: Int, on canvas: inout Canvas) {
        let style = Style(palette.ink(.pattern), on: palette.ink(.back))
        let strokes: [Unicode.Scalar] = isASCII ? ["/", "\\"] : ["╱", "╲"]
        let area = anatomy.hasEdge ? rect.inset(1, 1) : rect
        for y in stride(from: area.minY, to: area.maxY, by: step) {
            for x in area.minX..<area.maxX {
                let stroke = strokes[(x - area.minX + y - area.minY) % 2]
                canvas[x, y] = Cell(.narrow(stroke), style)
            }
        }
    }

    /// Heavy corners and two pointers, over whatever edge there is.
    private func drawCursor(on background: TerminalColor, _ canvas: inout Canvas) {
        let style = Style(palette.ink(.cursor), on: background, .bold)
        drawCorners(.heavy, style, &canvas)
        let middle = rect.minY + rect.size.height / 2
        canvas[rect.minX, middle] = Cell(.narrow(isASCII ? ">" : "▶"), style)
        canvas[rect.maxX - 1, middle] = Cell(.narrow(isASCII ? "<" : "◀"), style)
    }

    /// The corners of an edge, and a sixth of its upper and lower side at each of them.
    private func drawCorners(_ edge: CardEdge, _ style: Style, _ canvas: inout Canvas) {
        let reach = max(2, rect.size.width / 6)
        for y in [0, rect.size.height - 1] {
            for x in 0..<rect.size.width where x < reach || x >= rect.size.width - reach {
                guard let scalar = edge.scalar(x, y, in: rect.size, ascii: isASCII) else {
                    continue
                }
                canvas[rect.minX + x, rect.minY + y] = Cell(.narrow(scalar), style)
            }
        }
    }
}
