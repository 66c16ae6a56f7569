import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Main menu")
struct MainMenuTests {
    private static let sizes = [
        Size(40, 15), Size(80, 24), Size(120, 40), Size(200, 60), Size(41, 60), Size(300, 15),
    ]

    @Test("Keys, the wheel, and what happened before lead to the pages of the main menu")
    func scripts() throws {
        try expectAnswers("menu/scripts") { try MainMenuScene.played($0) }
    }

    @Test("A click does what the letter of an item of the main menu does", arguments: sizes)
    func clicks(_ size: Size) throws {
        #expect(Set(MainMenuItems.items.map(\.key)).count == MainMenuItems.items.count)
        for item in MainMenuItems.items {
            var (clicked, typed) = (MainMenuScene(size), MainMenuScene(size))
            #expect(try clicked.click(item.title) == typed.type(item.key))
            #expect(clicked.page.screen == typed.page.screen && clicked.page.pointed == item.choice)
        }
    }

    @Test("Ctrl-C and ctrl-D quit from every screen of the main menu")
    func leaving() {
        for item in MainMenuItems.items where item.choice != .end(.quit) {
            var scene = MainMenuScene()
            _ = scene.type(item.key)
            #expect(scene.press(.control("c")) == [.done(.quit)])
            #expect(scene.press(.control("d")) == [.done(.quit)])
        }
    }

    @Test(
        "Every list and form of the main menu has a way back for the mouse",
        arguments: [Size(40, 15), Size(80, 17), Size(80, 24)], ["c", "h", "j", "w"])
    func wayBack(size: Size, key: String) throws {
        var scene = MainMenuScene(size)
        scene.type(key)
        #expect(scene.page.screen != .menu)
        #expect(try scene.click("esc  back") == [])
        #expect(scene.page.screen == .menu)
    }

    @Test("The name of the game is at least two thirds as wide as the cards above it")
    func nameGrows() {
        for (width, rows) in [(80, 13), (120, 14), (120, 16), (200, 18)] {
            var canvas = Canvas(Size(width, rows))
            Masthead(seed: 1).draw(in: canvas.bounds, Appearance(), on: &canvas)
            func columns(_ rows: Range<Int>) -> Int {
                let used = rows.flatMap { y in (0..<width).filter { canvas[$0, y] != .blank } }
                return (used.max() ?? 0) - (used.min() ?? 0) + 1
            }
            let (cards, name) = (columns(0..<rows - 5), columns(rows - 5..<rows))
            #expect(3 * name >= 2 * cards && name <= width - 4, "\(name) below \(cards)")
        }
    }

    @Test("The masthead shows a set in three colors for every seed")
    func masthead() throws {
        for seed in 0..<200 {
            let cards = Masthead(seed: UInt64(seed)).cards
            let trio = try #require(Trio(cards))
            #expect(trio.isSet && cards.map { $0[.color] } == Variant.allCases)
        }
    }

    @Test("The main menu fits every size and says so below 40 by 15")
    func everySize() async {
        for width in [0, 1, 39, 2, 40, 75, 76, 41, 200, 100].sampled(every: 2).fewerWhenSlow {
            for height in [0, 1, 14, 15, 16, 17, 18, 19, 20, 24, 27, 28, 33, 60] {
                for key in ["", "c", "h", "j", "w", "t", "r"] {
                    var scene = MainMenuScene(Size(max(40, width), max(15, height)))
                    scene.type(key)
                    scene.size = Size(width, height)
                    let text = scene.text
                    if width >= 40, height >= 15 {
                        let words = key == "h" ? "Open the table" : ""
                        #expect(text.contains(words), "\(scene.size) \(key)")
                    } else if key == "r" || width < 5 || height == 0 {
                        continue
                    } else {
                        #expect(text.hasPrefix("The"), "\(scene.size) \(key)")
                    }
                    await Task.yield()
                }
            }
        }
    }

    @Test("Main menu picture at 80 by 24 matches")
    func picture() {
        expectPicture(MainMenuScene().body.joined(separator: "\n"), "menu/menu-80x24")
    }

    @Test("Main menu picture at 40 by 15 matches")
    func smallPicture() {
        let scene = MainMenuScene(Size(40, 15))
        #expect(scene.rows[0].hasSuffix("set-duel"))
        expectPicture(scene.body.joined(separator: "\n"), "menu/menu-40x15")
    }
}
