import SetProtocol

/// One card as pictures: its face or back, its state as a frame above it, and its words as text
/// above both.
struct CardPictures {
    private let sheet: CardSheet
    private let cell: Size
    private let face: CardView.Face

    /// The smallest card that looks better in pixels than in cells.
    private static let smallest = Size(7, 3)

    /// - Returns: `nil` where a card is drawn in cells: without a cell's extent, where it is small, and
    ///   in themes that are made of characters.
    init?(_ sheet: CardSheet, cell: Size?, _ face: CardView.Face) {
        guard let cell, Self.areIn(sheet.palette), sheet.rect.size.width >= Self.smallest.width,
            sheet.rect.size.height >= Self.smallest.height
        else { return nil }
        (self.sheet, self.cell, self.face) = (sheet, cell, face)
    }

    /// Whether cards of a palette can be pictures: all symbols are curves and all colors true.
    static func areIn(_ palette: Palette) -> Bool {
        palette.depth == .trueColor && palette.theme.symbols.areCurves
    }

    private var palette: Palette { sheet.palette }
    private var rect: Rect { sheet.rect }
    /// Whether words lie in rows of their own, above and below the symbols.
    private var isTall: Bool { sheet.anatomy.hasEdge }

    private var size: Size { rect.size.pixels(cell) }

    // MARK: - Drawing

    func draw(on canvas: inout Canvas) {
        canvas.fill(rect, " ", .standard)
        drawWords(on: &canvas)
        canvas.place(Placement(picture: picture, origin: rect.origin, cell: cell, layer: .card))
        for frame in frames {
            canvas.place(Placement(picture: frame, origin: rect.origin, cell: cell, layer: .state))
        }
    }

    var picture: Picture {
        switch face {
        case .up(let card):
            let ink = palette.ink(of: card[.color])
            let symbols = Picture.Symbols(
                count: Int(card[.number].rawValue),
                curve: palette.theme.symbols[card[.shape]].drawing.curve,
                fill: palette.theme.fills[card[.shading]].fill,
                top: PixelColor(ink.top), bottom: PixelColor(ink.bottom))
            let footer = isTall ? 0 : cell.height
            return Picture(
                size: size, content: .face(symbols, on: paper(.paper), footer: footer))
        case .down:
            let pattern = PixelColor(palette.ink(.pattern, on: .back))
            return Picture(size: size, content: .back(paper(.back), pattern: pattern))
        }
    }

    private func paper(_ role: SurfaceRole) -> Picture.CardPaper {
        Picture.CardPaper(
            color: PixelColor(palette.ink(role)), edge: PixelColor(palette.ink(.edge, on: .card)))
    }

    private var frames: [Picture] {
        var frames: [Picture] = []
        if sheet.state.isDimmed {
            var veil = PixelColor(palette.ink(.paper))
            veil.alpha = 150
            frames.append(Picture(size: size, content: .veil(veil)))
        }
        if let accent = sheet.accent { frames.append(frame(accent)) }
        if sheet.state.isUnderCursor { frames.append(cursorFrame) }
        return frames
    }

    private var cursorFrame: Picture {
        let color = PixelColor(palette.ink(.cursor, on: .card))
        return Picture(size: size, content: .frame(Picture.Frame(line: .pointers, color: color)))
    }

    private func frame(_ accent: CardAccent) -> Picture {
        let (x, columns) = tab(accent)
        var tab = Rect(x, rect.size.height - 1, columns, 1).pixels(cell)
        tab.size.height -= 2
        return Picture(
            size: size,
            content: .frame(
                Picture.Frame(
                    line: accent.isQuiet ? .corners : .whole,
                    color: PixelColor(palette.ink(accent.role, on: .card)),
                    tint: accent.isQuiet ? 0 : 0.1, tab: tab)))
    }

    /// All frames that a card of this size may get, to have them ready.
    var allFrames: [Picture] { CardAccent.all.map { frame($0) } + [cursorFrame] }

    /// Draws the card while it moves: to the pixel, above or below cards at rest, and without words.
    ///
    /// - Parameters:
    ///   - frame: The cells it covers; if they are fewer than its own, it is squeezed into them.
    ///   - offset: How far it is from the upper left corner of those cells.
    func drawMoving(
        in frame: Rect, offset: Point, isBelow: Bool, on canvas: inout Canvas
    ) {
        let stretch = frame.size == rect.size ? nil : frame.size
        let pictures =
            [(picture, isBelow ? Placement.Layer.cardBelow : .movingCard)]
            + (stretch == nil ? frames.map { ($0, Placement.Layer.movingState) } : [])
        for (picture, layer) in pictures {
            let placement = Placement(
                picture: picture, origin: frame.origin,
                offset: stretch == nil ? offset : Point(0, 0),
                cell: cell, stretch: stretch, layer: layer)
            canvas.eraseText(under: placement)
            canvas.place(placement)
        }
    }

    // MARK: - Words

    /// What is written on a state's tab.
    private func words(_ accent: CardAccent) -> String {
        accent.words(accent.sign, in: isTall ? rect.size.width : 0)
    }

    /// The first column of a state's tab, from the left of the card, and how many there are.
    private func tab(_ accent: CardAccent) -> (x: Int, columns: Int) {
        let columns = words(accent).unicodeScalars.count
        return ((rect.size.width - columns) / 2, columns)
    }

    private func drawWords(on canvas: inout Canvas) {
        let row = isTall ? rect.minY : rect.maxY - 1
        let ink = palette.ink(sheet.state.isUnderCursor ? .cursor : .label, on: .card)
        canvas.write(
            sheet.label, rect.minX + (isTall ? 2 : 1), row, Style(ink, on: .standard, .bold))
        if case .up(let card) = face, palette.showsColorLetter {
            let style = Style(sheet.letterInk(of: card[.color]), on: .standard, .bold)
            let letter = String(palette.letter(of: card[.color]))
            canvas.write(letter, rect.maxX - (isTall ? 3 : 2), row, style)
        }
        if let accent = sheet.accent {
            let style = Style(palette.ink(.paper), on: .standard, .bold)
            canvas.write(words(accent), rect.minX + tab(accent).x, rect.maxY - 1, style)
        }
    }
}

extension CardAccent {
    fileprivate static var all: [CardAccent] {
        let states =
            CardState.Standing.allCases.map { CardState(standing: $0) }
            + [CardState(isMarked: true), CardState(isHinted: true), CardState(isNew: true)]
        return states.compactMap { CardAccent($0) }
    }
}

extension PerVariant<ThemeSymbol> {
    /// Whether all can be drawn in pixels.
    ///
    /// A theme whose symbols are characters, letters or emoji, is about these and stays in cells.
    var areCurves: Bool {
        all.allSatisfy { symbol in
            if case .curve = symbol.drawing { true } else { false }
        }
    }
}

extension PixelColor {
    /// A color of a palette with all colors; any other is not drawn.
    init(_ color: TerminalColor) {
        switch color.kind {
        case .rgb(let color): self.init(color.red, color.green, color.blue)
        case .standard, .indexed: self = .clear
        }
    }
}
