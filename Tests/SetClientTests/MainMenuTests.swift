import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Main menu")
struct MainMenuTests {
    /// The result of each item: an outcome, or a separate screen.
    static let consequences: [(MainMenuChoice, [ScreenEffect<MainMenu.Outcome>], MainMenu.Screen)] =
        [
            (.open(.computer), [], .computer), (.open(.host), [], .host),
            (.open(.join), [], .join), (.open(.alone), [], .alone),
            (.open(.watch), [], .watch),
            (.end(.demonstration), [.done(.demonstration)], .menu),
            (.end(.replay), [.done(.replay)], .menu),
            (.open(.themes), [], .themes), (.end(.lesson), [.done(.lesson)], .menu),
            (.open(.settings), [], .settings), (.open(.rules), [], .rules),
            (.end(.quit), [.done(.quit)], .menu),
        ]

    private static let sizes = [
        Size(40, 15), Size(80, 24), Size(120, 40), Size(200, 60), Size(41, 60), Size(300, 15),
    ]

    @Test("Letters open every item of the main menu")
    func keys() throws {
        #expect(MainMenuItems.items.map(\.choice) == Self.consequences.map(\.0))
        #expect(Set(MainMenuItems.items.map(\.key)).count == MainMenuItems.items.count)
        for (item, consequence) in zip(MainMenuItems.items, Self.consequences) {
            var scene = MainMenuScene()
            #expect(scene.type(item.key) == consequence.1)
            #expect(scene.page.screen == consequence.2 && scene.pointed == item.choice)
        }
    }

    @Test("A click opens every item of the main menu", arguments: sizes)
    func clicks(_ size: Size) throws {
        for (place, consequence) in Self.consequences.enumerated() {
            var scene = MainMenuScene(size)
            let step = try scene.click(MainMenuItems.items[place].title)
            #expect(step == consequence.1 && scene.page.screen == consequence.2)
        }
    }

    @Test("The wheel moves in the main menu; a right click and escape go back")
    func mouse() {
        var scene = MainMenuScene()
        let wheel = InputEvent.mouse(Mouse(.wheelDown, at: Point(0, 0)))
        _ = scene.page.handle(wheel, in: scene.size, at: scene.now)
        #expect(scene.text.contains("▸ h  Host a duel"))
        _ = scene.press(Key(.enter))
        let right = InputEvent.mouse(Mouse(.press(.right), at: Point(0, 0)))
        _ = scene.page.handle(right, in: scene.size, at: scene.now)
        #expect(scene.page.screen == .menu)
        // One escape never ends the program: it shows the way out, and the second one goes it.
        #expect(scene.press(Key(.escape)) == [])
        #expect(scene.text.contains("▸ q  Quit"))
        #expect(scene.press(Key(.escape)) == [.done(.quit)])
    }

    @Test("After the lesson the menu highlights the weakest opponent until one was chosen")
    func afterLesson() {
        for hasPlayed in [false, true] {
            var scene = MainMenuScene(isNewcomer: true)
            scene.page.came(back: nil, with: ClientSettings(), seed: 1)
            scene.page.cameBackFromLesson(hasPlayed: hasPlayed)
            #expect(scene.press(Key(.enter)) == [] && scene.page.screen == .computer)
            let strength: Strength = hasPlayed ? .medium : .beginner
            #expect(scene.press(Key(.enter)) == [.done(.computer(strength))])
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

    @Test("The computer's strengths start with the weakest; the default is highlighted")
    func strengths() {
        for (place, strength) in Strength.allCases.enumerated() {
            var scene = MainMenuScene()
            #expect(scene.type("c\(place + 1)") == [.done(.computer(strength))])
        }
        var scene = MainMenuScene()
        scene.type("c")
        #expect(scene.text.contains("▸ m  Medium"))
        #expect(scene.text.contains("Finds a set in about 6 seconds, like a regular player."))
        #expect(scene.press(Key(.enter)) == [.done(.computer(.medium))])
        #expect(scene.press(Key(.escape)) == [] && scene.page.screen == .menu)
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

    @Test("The main menu opens and closes the rules")
    func rules() {
        var scene = MainMenuScene()
        scene.type("r")
        #expect(scene.text.contains("A SET is three cards."))
        scene.press(Key(.down), Key(.escape))
        #expect(scene.page.screen == .menu)
    }

    @Test("The main menu welcomes newcomers while the lesson is highlighted")
    func newcomers() {
        var scene = MainMenuScene(isNewcomer: true)
        #expect(scene.pointed == MainMenuItems.firstStep)
        #expect(scene.text.contains(MainMenuItems.welcome))
        scene.press(Key(.down))
        #expect(!scene.text.contains(MainMenuItems.welcome))
        scene.press(Key(.up))
        #expect(scene.text.contains(MainMenuItems.welcome))
        #expect(!MainMenuScene().text.contains(MainMenuItems.welcome))
    }

    @Test("The main menu saves that a newcomer declined the lesson and stops offering it")
    func declining() {
        var scene = MainMenuScene(isNewcomer: true)
        #expect(scene.press(Key(.escape)) == [.save([.lessonSeen: "yes"])])
        #expect(scene.text.contains(MainMenuItems.dismissal) && !scene.text.contains("New here?"))
        #expect(scene.pointed == .open(.computer))
        scene.type("l")
        #expect(!scene.page.isWelcoming)
        // Others are led to the way out, as before.
        scene = MainMenuScene()
        #expect(scene.press(Key(.escape)) == [])
        #expect(scene.pointed == .end(.quit))
    }

    @Test("The main menu says how something ended and keeps a form open after an error")
    func returning() {
        var scene = MainMenuScene()
        scene.type("j")
        scene.page.came(back: .error("Nobody."), with: ClientSettings(theme: "mono"), seed: 2)
        #expect(scene.page.screen == .join && scene.text.contains("Nobody."))
        #expect(scene.page.theme.name == "mono")
        scene.page.came(back: .message("The host closed."), with: ClientSettings(), seed: 3)
        #expect(scene.page.screen == .menu && scene.text.contains("The host closed."))
        scene.page.came(back: nil, with: ClientSettings(), seed: 4)
        #expect(!scene.text.contains("The host closed."))
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
