import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Sheets over the table")
struct SheetLooksTests {
    @Test("A sheet has a background of its own", arguments: Theme.builtIn)
    func background(theme: Theme) {
        for (background, depth) in Background.allCases.flatMap({ background in
            [ColorDepth.trueColor, .indexed].map { (background, $0) }
        }) {
            let palette = Palette(theme, on: background, depth)
            let (sheet, paper) = (palette.ink(.sheet), palette.ink(.paper))
            // Cards without their own paper have a line around them.
            #expect(sheet != paper || paper == .standard, "\(theme.name), \(background), \(depth)")
        }
    }

    /// The cells of a pile, its rim included.
    private static func pile(_ frame: Rect) -> Rect {
        let size = PileView.size(forCard: frame.size)
        return Rect(frame.minX, frame.minY, size.width, size.height)
    }

    @Test(
        "A sheet covers piles completely",
        arguments: [Size(40, 15), Size(60, 20), Size(80, 24), Size(100, 30), Size(120, 40)])
    func piles(size: Size) throws {
        let screen = TablePicture(
            model: try ReportStory.played().model, size: size, appearance: Appearance(),
            now: ViewScene.now)
        let cover = try #require(screen.cover)
        var canvas = Canvas(size)
        screen.draw(on: &canvas)
        for frame in [screen.deckFrame, screen.discardFrame].compactMap(\.self) {
            let cells = Self.pile(frame)
            let isHidden = frame.intersection(cover) == frame
            for y in cells.minY..<cells.maxY where isHidden {
                for x in cells.minX..<cells.maxX where !cover.contains(Point(x, y)) {
                    let isHint = screen.hintLine?.bar.buttons.contains {
                        $0.rect.contains(Point(x, y))
                    }
                    #expect(canvas[x, y] == .blank || isHint == true, "\(x), \(y)")
                }
            }
        }
    }

    @Test("The report leaves no card and no slice of one in view", arguments: MotionTests.sizes)
    func hiding(size: Size) throws {
        let model = try ReportStory.played().model
        func lines(_ model: TableModel) -> [String] {
            let screen = TablePicture(
                model: model, size: size, appearance: Appearance(), now: ViewScene.now)
            #expect(screen.reportSheet != nil)
            var canvas = Canvas(size)
            screen.draw(on: &canvas)
            return canvas.lines
        }
        // Nothing on the screen depends on what lies on the board.
        var state = try #require(model.table)
        state.revision = state.revision.next
        state.cards = state.cards.reversed()
        state.event = nil
        var other = model
        _ = other.receive(.state(state), at: ViewScene.now)
        #expect(other.table?.cards != model.table?.cards)
        #expect(lines(other) == lines(model))
    }

    @Test("The help sheet is never too wide to read", arguments: [Size(120, 40), Size(200, 60)])
    func width(size: Size) throws {
        let screen = TablePicture(
            ViewScene.help.view(), size: size, appearance: Appearance(),
            now: ViewScene.now)
        #expect(try #require(screen.cover).size.width <= 96)
    }
}
