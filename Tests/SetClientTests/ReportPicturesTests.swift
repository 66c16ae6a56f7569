import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// What the report looks like, its cards as boxes that name the card.
@Suite("Report pictures") struct ReportPictures {
    /// The story and the screen.
    enum Moment: String, CaseIterable, Sendable {
        case duel80x24, duel40x15, end40x15, wish80x24, wish40x15, halfway80x24, solo40x15

        var size: Size { rawValue.hasSuffix("80x24") ? Size(80, 24) : Size(40, 15) }

        func view() throws -> TableView {
            switch self {
            case .duel80x24, .duel40x15: return TableView(try ReportStory.played().model)
            case .end40x15:
                var view = TableView(try ReportStory.played().model)
                _ = view.perform(.scroll(to: 100), at: .zero)
                return view
            case .wish80x24, .wish40x15:
                var story = try ReportStory.played()
                story.agree(.second)
                return TableView(story.model)
            case .halfway80x24: return TableView(try ReportStory.played(seat: nil, from: 40).model)
            case .solo40x15: return TableView(try ReportStory.solo().model)
            }
        }
    }

    @Test("The report looks as in its golden picture", arguments: Moment.allCases)
    func picture(of moment: Moment) throws {
        let picture = TableViewPicture(try moment.view(), moment.size.width, moment.size.height)
        expectPicture(picture.text, "report/\(moment.rawValue)")
    }

    @Test(
        "Cards in the report are pictures if those of the table are, unless the report scrolls",
        arguments: [PictureSurface.Graphics.kitty, .sixel(SixelTraits())])
    func cards(_ graphics: PictureSurface.Graphics) throws {
        let view = TableView(try ReportStory.played().model)
        var look = Appearance()
        look.pictures = PictureSurface(graphics, cell: Size(9, 18))
        for (size, isDrawn) in [(Size(120, 40), true), (Size(80, 24), true), (Size(60, 20), false)]
        {
            let picture = TablePicture(view, size: size, appearance: look, now: ViewScene.now)
            let report = try #require(picture.reportSheet)
            #expect(report.scroll.isNeeded == !isDrawn)
            let canvas = picture.still
            let shown = canvas.visiblePlacements.filter { report.frame.contains($0.origin) }
            // The hardest set and a missed one.
            #expect(shown.count == (isDrawn ? 6 : 0))
        }
    }
}
