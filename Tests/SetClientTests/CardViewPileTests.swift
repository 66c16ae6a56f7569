import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Pile view")
struct PileViewTests {
    @Test("The deck shows its count face down, the discard pile its last card")
    func pictures() throws {
        let card = try #require(Card(code: "1321"))
        let view = PileView(CardView(Palette(.classic, on: .dark, .none), .ascii))
        let size = PileView.size(forCard: Size(12, 4))
        var deck = Canvas(size)
        view.draw(.deck(count: 66), card: Size(12, 4), at: Point(0, 0), on: &deck)
        #expect(
            deck.lines == [
                "/\\/\\/\\/\\/\\/\\",
                "\\/\\/ 66 \\/\\/|",
                "/\\/\\/\\/\\/\\/\\|",
                "\\/\\/\\/\\/\\/\\/|",
                " -----------\'",
            ])
        var discard = Canvas(size)
        view.draw(.discard(count: 3, last: card), card: Size(12, 4), at: Point(0, 0), on: &discard)
        #expect(
            discard.lines == [
                "    (=)",
                "    (=)     |",
                "    (=)     |",
                "--------=-R-|",
                " -----------'",
            ])
        var empty = Canvas(size)
        view.draw(.discard(count: 0, last: nil), card: Size(12, 4), at: Point(0, 0), on: &empty)
        #expect(
            empty.lines == [
                ".          .",
                "     0",
                "",
                "\'          \'",
                "",
            ])
    }

    @Test("A pile stays within its cells at every size", arguments: 0...20)
    func clipped(height: Int) {
        let view = PileView(CardView(Palette(.classic), .quadrant))
        let card = Size(height * 3, height)
        let place = PileView.size(forCard: card)
        var canvas = Canvas(Size(place.width + 2, place.height + 2))
        for count in 0...4 {
            view.draw(.deck(count: count), card: card, at: Point(1, 1), on: &canvas)
            view.draw(
                .discard(count: count, last: Card.all[80]), card: card, at: Point(1, 1), on: &canvas
            )
        }
        let inside = Rect(1, 1, place.width, place.height)
        for y in 0..<canvas.size.height {
            for x in 0..<canvas.size.width where !inside.contains(Point(x, y)) {
                #expect(canvas[x, y] == .blank)
            }
        }
    }
}
