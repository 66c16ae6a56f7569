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
            case .duel80x24, .duel40x15: return TableView(try ReportStory.told().model)
            case .end40x15:
                var view = TableView(try ReportStory.told().model)
                _ = view.perform(.scroll(to: 100), at: .zero)
                return view
            case .wish80x24, .wish40x15:
                var story = try ReportStory.told()
                story.agree(.second)
                return TableView(story.model)
            case .halfway80x24: return TableView(try ReportStory.told(seat: nil, from: 40).model)
            case .solo40x15: return TableView(try ReportStory.solo().model)
            }
        }
    }

    @Test("The report looks as drawn here", arguments: Moment.allCases)
    func picture(of moment: Moment) throws {
        let picture = TableViewPicture(try moment.view(), moment.size.width, moment.size.height)
        expectPicture(picture.text, Self.pictures[moment])
    }

    @Test(
        "Cards in the report are pictures if those of the table are, unless the report scrolls",
        arguments: [PictureSurface.Graphics.kitty, .sixel(SixelTraits())])
    func cards(_ graphics: PictureSurface.Graphics) throws {
        let view = TableView(try ReportStory.told().model)
        var look = Appearance()
        look.pictures = PictureSurface(graphics, cell: PixelSize(9, 18))
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

    static let pictures: [Moment: String] = [
        .duel80x24: """
          ● You 0 points  1 set   deck 60  table K7M2QX  ◆ Bob 6 points  2 sets  1 win
        ╭───────────────────────────────── Game over ──────────────────────────────────╮
        │                         Bob wins by 6 points, 6 to 0                         │
        │         1:00 of play, the lead changed 3 times, shuffle not verified         │
        │               ● You         ◆ Bob            Longest search: Bob, 18.0 s     │
        │ points        0             6                 1111..... 2221..... 3331.....  │
        │ sets          1             2                 ......... ......... .........  │
        │ games won     0             1                 ......... ......... .........  │
        │ median time   8.0 s         9.8 s            three features differ           │
        │ fastest       8.0 s         1.6 s                                            │
        │ wrong claims  0             1                Missed set 1 of 3 ←→            │
        │ out of time   1             0                 2111..... 2212..... 2313.....  │
        │ wrong deals   1 of 1        0                 ......... ......... .........  │
        │                                               ......... ......... .........  │
        │ Times are measured from new cards to the     for 40.0 s until you dealt      │
        │ claim.                                                                       │
        │ ● ············▄····································+·················×······ │
        │ ◆ ················▄·······×··············································▄·· │
        │   0:00                     ▄ set  × failed  + deal                      1:00 │
        │                                                                              │
        │         enter  rematch   →  next set   esc  see the board   Q  leave         │
        ╰──────────────────────────────────────────────────────────────────────────────╯
         Bob +3  number differs ✓ · shape differs ✓ · shading differs ✓ · color red ✓
          :  chat  ?  help  tab  menu
        """,
        .duel40x15: """
         ● You 0 pts    deck 60     ◆ Bob 6 pts
        ╭───────────── Game over ──────────────╮
        │     Bob wins by 6 points, 6 to 0     │
        │    1:00, the lead changed 3 times    │
        │               ● You      ◆ Bob       │
        │ points        0          6           │
        │ sets          1          2           │
        │ games won     0          1           │
        │ median time   8.0 s      9.8 s       │
        │ fastest       8.0 s      1.6 s       │
        │ wrong claims  0          1           │
        │ out of time   1          0           │
        │  enter  again  esc  board  Q  leave  │
        ╰─────────── ↓ 23 more: arrows, wheel ─╯
          :  chat  tab  menu  ?
        """,
        .end40x15: """
         ● You 0 pts    deck 60     ◆ Bob 6 pts
        ╭───────────── Game over ── ↑ 23 more ─╮
        │  ......... ......... .........       │
        │  ......... ......... .........       │
        │ for 40.0 s until you dealt           │
        │                                      │
        │ Times are measured from new cards to │
        │ the claim. Missed sets were on the   │
        │ board when a player dealt or passed. │
        │ The one shown was there the longest. │
        │ The host did not commit to its deck, │
        │ so the shuffle cannot be verified.   │
        │  enter  again  esc  board  Q  leave  │
        ╰──────────────────── ↑ arrows, wheel ─╯
          :  chat  tab  menu  ?
        """,
        .wish80x24: """
          ● You 0 points  1 set          deck 60  ◆ Bob 6 points  2 sets  1 win  ready
        ╭───────────────────────────────── Game over ──────────────────────────────────╮
        │                         Bob wins by 6 points, 6 to 0                         │
        │         1:00 of play, the lead changed 3 times, shuffle not verified         │
        │               ● You         ◆ Bob            Longest search: Bob, 18.0 s     │
        │ points        0             6                 1111..... 2221..... 3331.....  │
        │ sets          1             2                 ......... ......... .........  │
        │ games won     0             1                 ......... ......... .........  │
        │ median time   8.0 s         9.8 s            three features differ           │
        │ fastest       8.0 s         1.6 s                                            │
        │ wrong claims  0             1                Missed set 1 of 3 ←→            │
        │ out of time   1             0                 2111..... 2212..... 2313.....  │
        │ wrong deals   1 of 1        0                 ......... ......... .........  │
        │                                               ......... ......... .........  │
        │ Times are measured from new cards to the     for 40.0 s until you dealt      │
        │ claim.                                                                       │
        │ ● ············▄····································+·················×······ │
        │ ◆ ················▄·······×··············································▄·· │
        │   0:00                     ▄ set  × failed  + deal                      1:00 │
        │                       Bob wants a rematch: press enter                       │
        │         enter  rematch   →  next set   esc  see the board   Q  leave         │
        ╰──────────────────────────────────────────────────────────────────────────────╯
         Bob is ready.
          :  chat  ?  help  tab  menu
        """,
        .wish40x15: """
         ● You 0 pts    deck 60     ◆ Bob ready
        ╭───────────── Game over ──────────────╮
        │     Bob wins by 6 points, 6 to 0     │
        │    1:00, the lead changed 3 times    │
        │               ● You      ◆ Bob       │
        │ points        0          6           │
        │ sets          1          2           │
        │ games won     0          1           │
        │ median time   8.0 s      9.8 s       │
        │ fastest       8.0 s      1.6 s       │
        │ wrong claims  0          1           │
        │   Bob wants a rematch: press enter   │
        │  enter  again  esc  board  Q  leave  │
        ╰─────────── ↓ 24 more: arrows, wheel ─╯
          :  chat  tab  menu  ?
        """,
        .halfway80x24: """
          ● Ann 0 points  1 set       deck 60  watching  ◆ Bob 6 points  2 sets  1 win
        ╭───────────────────────────────── Game over ──────────────────────────────────╮
        │                         Bob wins by 6 points, 6 to 0                         │
        │  These statistics cover only the last 20.0 s, since you joined or returned.  │
        │               ● Ann         ◆ Bob            Longest search: Bob, 18.0 s     │
        │ points        0             6                 1111..... 2221..... 3331.....  │
        │ sets          1             2                 ......... ......... .........  │
        │ games won     0             1                 ......... ......... .........  │
        │ median time   -             18.0 s           three features differ           │
        │ fastest       -             18.0 s                                           │
        │ wrong claims  0             0                                                │
        │ out of time   1             0                                                │
        │ wrong deals   1 of 1        0                                                │
        │                                                                              │
        │ Times are measured from new cards to the                                     │
        │ claim.                                                                       │
        │ ● +······················································×·················· │
        │ ◆ ··································································▄······· │
        │   0:00                     ▄ set  × failed  + deal                      0:20 │
        │                                                                              │
        │                         esc  see the board   Q  leave                        │
        ╰──────────────────────────────────────────────────────────────────────────────╯
         Bob +3  number differs ✓ · shape differs ✓ · shading differs ✓ · color red ✓
          ?  help  tab  menu
        """,
        .solo40x15: """
         ● You 7 points  2 sets  deck 63
        ╭───────────── Game over ──────────────╮
        │   You finished the deck: 7 points    │
        │            20.0 s of play            │
        │ points        7                      │
        │ sets          2                      │
        │ median time   7.0 s                  │
        │ fastest       4.0 s                  │
        │ wrong claims  0                      │
        │ wrong deals   0                      │
        │ hints         1                      │
        │ ● ······▄····················▄······ │
        │  enter  again  esc  board  Q  leave  │
        ╰─────────── ↓ 14 more: arrows, wheel ─╯
          tab  menu  ?
        """,
    ]
}
