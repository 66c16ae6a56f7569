import SetProtocol
import Testing

@testable import SetClient

/// A screen as text, with cards and piles reduced to boxes that name their key and their state.
///
/// How a card is drawn is tested elsewhere; here only that it is there and what is said about it.
struct TableViewPicture {
    let screen: TablePicture
    /// The extent of the terminal, which may have more rows than the table.
    private let size: Size
    /// What lies over the table, which takes long to lay out.
    private let cover: Rect?
    /// What is drawn last.
    private var drawFrame: (inout Canvas) -> Void = { _ in }

    init(_ scene: ViewScene, _ width: Int, _ height: Int, cards count: Int = 12) {
        self.init(scene.view(cards: count), width, height)
    }

    init(_ model: TableModel, _ width: Int, _ height: Int) {
        self.init(TableView(model), width, height)
    }

    init(_ view: TableView, _ width: Int, _ height: Int) {
        screen = TablePicture(
            view, size: Size(width, height), appearance: Appearance(), now: ViewScene.now)
        (size, cover) = (screen.size, screen.cover)
    }

    init(
        replaying screen: TableScreen, _ width: Int, _ height: Int, at now: MonotonicInstant
    ) throws {
        var screen = screen
        screen.prepare(Size(width, height), Appearance(), .smooth, at: now)
        let (frame, playback) = (try #require(screen.frame), try #require(screen.playback))
        (self.screen, size) = (try #require(screen.picture), Size(width, height))
        cover = self.screen.cover
        drawFrame = { frame.draw(playback, Appearance(), on: &$0) }
    }

    /// The lines of the screen, joined.
    var text: String {
        var canvas = Canvas(size)
        let slots = screen.model.table?.cards.count ?? 0
        screen.draw(on: &canvas, hiding: Set(0..<slots))
        for slot in 0..<slots {
            guard let board = screen.board else { continue }
            mask(board.frame(ofSlot: slot), name(ofSlot: slot), on: &canvas)
        }
        for (frame, name) in [(screen.deckFrame, "deck"), (screen.discardFrame, "found")] {
            guard let frame, !screen.isCovered(frame) else { continue }
            mask(pile(frame), name, on: &canvas)
        }
        maskReport(on: &canvas)
        drawFrame(&canvas)
        return canvas.lines.joined(separator: "\n")
    }

    private func pile(_ frame: Rect) -> Rect {
        let size = PileView.size(forCard: frame.size)
        return Rect(frame.minX, frame.minY, size.width, size.height)
    }

    private func name(ofSlot slot: Int) -> String {
        let state = screen.state(ofSlot: slot)
        let isDown = screen.model.table?.cards[slot] == nil
        var words = [isDown ? "back" : screen.shownLabel(slot)]
        if state.standing != .free { words.append(state.standing.rawValue) }
        if state.isUnderCursor { words.append("<") }
        if state.isMarked { words.append("!") }
        if state.isDimmed { words.append("~") }
        return words.joined(separator: " ")
    }

    /// The cards of a report, as far as they can be seen.
    private func maskReport(on canvas: inout Canvas) {
        guard let sheet = screen.reportSheet else { return }
        for (card, rect) in sheet.content.cards {
            let name = Array(card.code.unicodeScalars)
            for row in rect.minY..<rect.maxY where sheet.scroll.rows.contains(row) {
                for x in 0..<rect.size.width {
                    let isNamed = row == rect.minY && x < name.count
                    canvas[
                        sheet.inner.minX + rect.minX + x,
                        sheet.inner.minY + row - sheet.scroll.first] = Cell(
                            .narrow(isNamed ? name[x] : "."))
                }
            }
        }
    }

    private func mask(_ rect: Rect, _ name: String, on canvas: inout Canvas) {
        let letters = Array(name.unicodeScalars)
        for y in rect.minY..<rect.maxY {
            for x in rect.minX..<rect.maxX where cover?.contains(Point(x, y)) != true {
                let column = x - rect.minX
                let isNamed = y == rect.minY && column < letters.count
                canvas[x, y] = Cell(.narrow(isNamed ? letters[column] : "."))
            }
        }
    }
}

extension TablePicture {
    func draw(on canvas: inout Canvas, hiding hidden: Set<Int> = []) {
        var cache = CardCache()
        draw(on: &canvas, with: &cache, hiding: hidden)
    }
}
