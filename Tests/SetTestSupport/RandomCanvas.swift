import SetClient
import SetProtocol

extension SeededGenerator {
    /// One of the elements, every one equally likely.
    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(below(UInt64(elements.count)))]
    }

    /// A number of a range, every one equally likely.
    package mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(below(UInt64(range.count)))
    }

    /// A canvas full of everything that makes drawing hard.
    package mutating func canvas(_ size: Size) -> Canvas {
        var canvas = Canvas(size)
        change(&canvas, times: size.width * size.height / 3 + 1)
        return canvas
    }

    /// Draws short texts, blanks and boxes at random places.
    package mutating func change(_ canvas: inout Canvas, times: Int) {
        let texts = ["x", "ab", "│", "━━━━", "日本", "a語b", "🂡🙂", "  ", "◆◇", "      ", "-=-=-="]
        for _ in 0..<times {
            let (x, y) = (number(-2...canvas.size.width), number(0...canvas.size.height))
            switch number(0...9) {
            case 0: canvas.fill(Rect(x, y, number(0...30), number(0...4)), " ", style())
            case 1: canvas.fill(Rect(x, y, number(0...60), 1), " ", .standard)
            case 2: canvas.restyle(Rect(x, y, number(0...4), 2)) { $0.attributes = [.reverse] }
            default: canvas.write(pick(texts), x, y, style())
            }
        }
    }

    /// A style of few enough kinds that neighbors are sometimes alike.
    package mutating func style() -> Style {
        let inks: [TerminalColor] = [
            .standard, .standard, .indexed(1), .indexed(12), .indexed(200), .rgb(255, 85, 51),
            .rgb(30, 30, 46),
        ]
        return Style(
            pick(inks), on: pick(inks), Style.Attributes(rawValue: UInt8(number(0...15))))
    }
}
