import SetProtocol

struct CardArt {
    let sheet: CardSheet
    let card: Card

    private var symbol: ThemeSymbol { sheet.palette.theme.symbols[card[.shape]] }
    private var fill: Fill { sheet.palette.theme.fills[card[.shading]].fill }
    private var count: Int { Int(card[.number].rawValue) }
    private var area: Rect {
        let (art, card) = (sheet.anatomy.art, sheet.rect)
        return Rect(card.minX + art.minX, card.minY + art.minY, art.size.width, art.size.height)
    }

    func draw(_ symbols: inout SymbolCache, on canvas: inout Canvas) {
        if let placement = picture { return canvas.place(placement) }
        switch (sheet.anatomy.level, symbol.drawing) {
        case (.code, _): return
        case (.glyph, _): drawGlyphs(on: &canvas)
        case (.vector, .characters(let curve)) where !sheet.isASCII,
            (.hinted, .characters(let curve)) where !sheet.isASCII:
            drawMosaic(curve, on: &canvas)
        case (.hinted, let drawing) where sheet.isASCII,
            (.vector, let drawing) where sheet.isASCII:
            drawText(drawing.curve, on: &canvas)
        case (.hinted, let drawing), (.vector, let drawing):
            drawBitmap(drawing.curve, &symbols, on: &canvas)
        }
    }

    // MARK: - Pixels

    /// The symbols as a picture where the terminal shows one in the place of characters.
    var picture: Placement? {
        let palette = sheet.palette
        guard let cell = sheet.view.symbolCell, palette.theme.symbols.areCurves,
            [.indexed, .trueColor].contains(palette.depth),
            [.hinted, .vector].contains(sheet.anatomy.level)
        else { return nil }
        let ink = sheet.ink(of: card[.color])
        func shown(_ color: TerminalColor) -> PixelColor {
            let color = palette.shown(color)
            return PixelColor(color.red, color.green, color.blue)
        }
        let picture = Picture(
            size: area.size.pixels(cell),
            content: .symbols(
                Picture.Symbols(
                    count: count, curve: symbol.drawing.curve, fill: fill,
                    top: shown(ink.top), bottom: shown(ink.bottom)),
                on: shown(sheet.paper)))
        return Placement(picture: picture, origin: area.origin, cell: cell, layer: .card)
    }

    // MARK: - Dots

    private func drawBitmap(_ curve: Curve, _ symbols: inout SymbolCache, on canvas: inout Canvas) {
        let anatomy = sheet.anatomy
        let glyphs = BlitterGlyphs.table(sheet.view.blitter, symbolRows: anatomy.symbol.height)
        let dots = glyphs.dots
        let size = Size(anatomy.symbol.width * dots.width, anatomy.symbol.height * dots.height)
        let drawing = symbols.bitmap(of: curve, fill, size)
        var bitmap = Bitmap(Size(area.size.width * dots.width, area.size.height * dots.height))
        let spare = bitmap.size.height - size.height
        // Upper and lower cells are drawn alike only if both have the same rows of dots.
        let top = spare.isMultiple(of: 2) ? spare / 2 : spare / dots.height / 2 * dots.height
        for left in anatomy.offsets(of: count, dotsPerCell: dots.width) {
            bitmap.overlay(drawing, left, top)
        }
        let (ink, paper) = (sheet.ink(of: card[.color]), sheet.paper)
        canvas.blit(
            bitmap, at: area.origin,
            Blitting(
                glyphs: glyphs, ink: ink,
                half: sheet.palette.halfTone(ink, on: paper),
                paper: paper, fillsGaps: sheet.view.fillsGaps,
                attributes: sheet.attributes))
    }

    // MARK: - Characters

    private var style: Style {
        Style(sheet.ink(of: card[.color]).top, on: sheet.paper, sheet.attributes.union(.bold))
    }

    /// Draws ASCII symbols: when small, by hand or as a frame around the letter.
    private func drawText(_ curve: Curve, on canvas: inout Canvas) {
        let rows = sheet.anatomy.symbol.height
        let text =
            sheet.anatomy.level == .vector
            ? CharacterRaster.rows(of: curve, fill, sheet.anatomy.symbol)
            : HintedSymbols.text(of: curve, symbol.letter, fill, rows: rows)
        let top = area.minY + (area.size.height - rows) / 2
        for left in sheet.anatomy.offsets(of: count, dotsPerCell: 1) {
            for (y, line) in text.enumerated() {
                canvas.write(line, area.minX + left, top + y, style)
            }
        }
    }

    private func drawGlyphs(on canvas: inout Canvas) {
        let glyph = sheet.isASCII ? symbol.letter : symbol.glyphs[fill]
        let gap = count * glyph.columns + count - 1 <= area.size.width - 1 ? 1 : 0
        let width = count * glyph.columns + (count - 1) * gap
        var x = area.minX + (area.size.width - width) / 2
        var style = style
        if fill == .striped { style.foreground = style.foreground.blended(with: sheet.paper, 0.3) }
        for _ in 0..<count {
            x = canvas.write(String(glyph), x, area.minY + (area.size.height - 1) / 2, style) + gap
        }
    }

    /// Draws a silhouette in characters: a solid symbol in full, an open one as its rim.
    private func drawMosaic(_ curve: Curve, on canvas: inout Canvas) {
        let glyph = symbol.glyphs[fill]
        let (size, step) = (sheet.anatomy.symbol, max(1, glyph.columns))
        // A theme with one character for all fills gets rows as stripes.
        let isComb = fill == .striped && glyph == symbol.glyphs.solid
        let silhouette = SymbolRaster.bitmap(
            of: curve, fill == .open ? .open : .solid,
            Size(max(1, size.width / step), size.height))
        let top = area.minY + (area.size.height - size.height) / 2
        for left in sheet.anatomy.offsets(of: count, dotsPerCell: 1) {
            for y in 0..<size.height {
                if isComb, !min(y, size.height - 1 - y).isMultiple(of: 2) { continue }
                for x in 0..<silhouette.size.width where silhouette[x, y] == .ink {
                    canvas.write(String(glyph), area.minX + left + x * step, top + y, style)
                }
            }
        }
    }
}
