/// A picture as what it shows, from which its pixels follow: equal pictures have equal pixels.
package struct Picture: Hashable, Sendable {
    package struct Symbols: Hashable, Sendable {
        /// How many symbols there are, 1...3.
        var count: Int
        var curve: Curve
        var fill: Fill
        /// The colors of the symbols at their top and bottom.
        var top: PixelColor
        var bottom: PixelColor
    }

    package struct CardPaper: Hashable, Sendable {
        var color: PixelColor
        var edge: PixelColor
    }

    /// A line around a card that shows its state.
    package struct Frame: Hashable, Sendable {
        enum Line: Hashable {
            case whole, corners, pointers
        }

        var line: Line
        var color: PixelColor
        /// How much of the color lies over the card, 0...1.
        var tint = 0.0
        /// A tab at the lower edge, behind a word; `nil` for none.
        var tab: Rect?
    }

    package enum Content: Hashable, Sendable {
        /// With some pixels kept free below the symbols, for words.
        case face(Symbols, on: CardPaper, footer: Int)
        case symbols(Symbols, on: PixelColor)
        case back(CardPaper, pattern: PixelColor)
        case frame(Frame)
        /// A card fades into the color.
        case veil(PixelColor)
        /// A plain background for a number.
        case plate(PixelColor)
    }

    package var size: Size
    package var content: Content

    /// The memory a terminal needs for it, in bytes.
    package var memory: Int { 4 * size.area }

    /// Every color of sixels costs bytes in every six rows.
    private var shades: Int {
        if case .symbols = content { 4 } else { 10 }
    }

    package var image: IndexedImage {
        var buffer = PixelBuffer(size, shades: shades)
        switch content {
        case .face(let symbols, let paper, let footer):
            buffer.drawFace(symbols, on: paper, footer: footer)
        case .symbols(let symbols, let paper): buffer.draw(symbols, on: paper)
        case .back(let paper, let pattern): buffer.drawBack(paper, pattern)
        case .frame(let frame): buffer.draw(frame)
        case .veil(let color): buffer.drawVeil(color)
        case .plate(let color): buffer.drawTab(Rect(0, 0, size.width, size.height), color)
        }
        return IndexedImage(buffer)
    }
}
