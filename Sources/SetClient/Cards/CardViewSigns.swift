import SetProtocol

/// The small print of a card: its key, the letter of its color, the sign of its state.
extension CardSheet {
    func drawSigns(_ card: Card?, on canvas: inout Canvas) {
        if anatomy.hasEdge {
            drawSignsInEdge(card, on: &canvas)
        } else if rect.size.height > 1 {
            drawFooter(card, on: &canvas)
        } else {
            drawCode(card, on: &canvas)
        }
    }

    private var signScalar: Unicode.Scalar? { accent.map { isASCII ? $0.asciiSign : $0.sign } }

    private func accentStyle(_ attributes: Style.Attributes) -> Style {
        Style(palette.ink(accent?.role ?? .label, on: .card), on: .standard, attributes)
    }

    private func drawPointer(_ x: Int, _ y: Int, on canvas: inout Canvas) {
        let style = Style(palette.ink(.cursor, on: .card), on: .standard, .bold)
        canvas.write(isASCII ? ">" : "▶", x, y, style)
    }

    private var labelStyle: Style {
        if state.isUnderCursor {
            return Style(palette.ink(.cursor, on: .card), on: .standard, [.bold, .reverse])
        }
        if accent != nil, rect.size.height > 1 { return accentStyle(.reverse) }
        return Style(palette.ink(.label, on: .card), on: .standard, state.isDimmed ? .dim : .bold)
    }

    // MARK: - Cards with an edge

    private func drawSignsInEdge(_ card: Card?, on canvas: inout Canvas) {
        if !label.isEmpty { canvas.write(" \(label) ", rect.minX + 2, rect.minY, labelStyle) }
        if let card {
            let letter = palette.showsColorLetter ? String(palette.letter(of: card[.color])) : ""
            let text = hiddenFillMark(card) + letter
            let style = Style(letterInk(of: card[.color]), on: .standard, .bold)
            let x = rect.maxX - 4 - text.columns
            if !text.isEmpty { canvas.write(" \(text) ", x, rect.minY, style) }
        }
        guard let sign = signScalar, let accent else { return }
        let text = accent.words(sign, in: rect.size.width)
        let x = rect.minX + (rect.size.width - text.unicodeScalars.count) / 2
        canvas.write(text, x, rect.maxY - 1, accentStyle(.reverse))
    }

    /// The sign of a fill that the symbols cannot show, or not at a glance; otherwise empty.
    private func hiddenFillMark(_ card: Card) -> String {
        let symbol = palette.theme.symbols[card[.shape]]
        let isHinted = anatomy.level == .hinted && CardArt(sheet: self, card: card).picture == nil
        return symbol.hidesFill || isHinted ? fillMark(card) : ""
    }

    private func fillMark(_ card: Card) -> String {
        let fill = palette.theme.fills[card[.shading]]
        return String(Character(isASCII ? fill.asciiMark : fill.mark))
    }

    // MARK: - Small cards

    /// The last row: label, a line and the sign of the state, fill and color letter.
    private func drawFooter(_ card: Card?, on canvas: inout Canvas) {
        let y = rect.maxY - 1
        if let accent, !accent.isQuiet {
            let line = CardEdge.heavy.footer(ascii: isASCII)
            let text = String(repeating: Character(line), count: max(0, rect.size.width - 2))
            if rect.size.height > 2 { canvas.write(text, rect.minX + 1, y, accentStyle(.bold)) }
        }
        let indent = rect.size.width >= 9 ? 1 : 0
        let end = canvas.write(label, rect.minX + indent, y, labelStyle)
        if indent > 0, !label.isEmpty { canvas.write(" ", end, y, labelStyle) }
        if state.isUnderCursor, indent > 0 {
            drawPointer(rect.minX, y, on: &canvas)
        }
        if let sign = signScalar {
            // A mark and a letter at the right leave little room in the middle.
            let isCrowded = indent == 0 || rect.size.width < 11 && palette.showsColorLetter
            let middle = rect.minX + rect.size.width / 2 - (isCrowded ? 1 : 0)
            let text = indent > 0 ? " \(sign) " : String(sign)
            let style = accentStyle(indent > 0 ? .reverse : .bold)
            canvas.write(text, max(middle - indent, end), y, style)
        } else if state.isUnderCursor, label.isEmpty {
            drawPointer(rect.minX, y, on: &canvas)
        }
        guard let card else { return }
        let style = Style(letterInk(of: card[.color]), on: .standard, attributes)
        let x = rect.maxX - (palette.showsColorLetter ? 3 : 1) - indent
        // A blank separates it from the line of a state.
        if indent > 0, !palette.showsColorLetter { canvas.write(" ", x - 1, y, style) }
        canvas.write(fillMark(card), x, y, style)
        if palette.showsColorLetter {
            let letter = String(palette.letter(of: card[.color]))
            let style = Style(letterInk(of: card[.color]), on: .standard, [.bold, .reverse])
            canvas.write(letter, rect.maxX - 1 - indent, y, style)
        }
    }

    /// One row: the key if it fits, the sign of the state, and the card in four characters.
    private func drawCode(_ card: Card?, on canvas: inout Canvas) {
        let (y, width) = (rect.minY, rect.size.width)
        let start = rect.maxX - 4
        if CardAnatomy.carriesLabel(rect.size) {
            canvas.write(label, rect.minX, y, labelStyle, before: start)
        }
        if let sign = signScalar, width > 4 {
            canvas.write(String(sign), start - 1, y, accentStyle(.bold))
        } else if state.isUnderCursor, width > 4 {
            drawPointer(start - 1, y, on: &canvas)
        }
        guard let card else { return }
        var style = Style(letterInk(of: card[.color]), on: .standard, attributes)
        style.attributes.formUnion(codeAttributes)
        canvas.write(palette.cardWords.code(card), start, y, style)
    }

    /// Attributes show the states of the smallest cards, which have no room for a sign.
    private var codeAttributes: Style.Attributes {
        if state.isUnderCursor { return [.bold, .reverse] }
        switch state.standing {
        case .free:
            if state.isHinted { return [.bold, .underline] }
            return state.isMarked ? .bold : state.isNew ? [.dim, .underline] : []
        case .mine: return .reverse
        case .theirs: return .underline
        case .match: return [.reverse, .underline]
        case .mismatch: return [.reverse, .dim]
        }
    }
}
