import SetProtocol
import Testing

@testable import SetClient

/// The first page as tests look at it and work it.
struct MainMenuScene {
    var page: MainMenu
    var size: Size
    let now = MonotonicInstant.zero

    init(
        _ size: Size = Size(80, 24), isNewcomer: Bool = false, rules: Rules = .duel,
        settings: ClientSettings = ClientSettings(), library: ThemeLibrary = .builtIn
    ) {
        self.size = size
        page = MainMenu(
            settings: settings, library: library, plan: HostPlan(name: "Ann", rules: rules),
            strength: .medium, rules: "The rules\n\nA SET is three cards.\n\nEnd.",
            isNewcomer: isNewcomer, seed: 1)
    }

    /// The rows of the screen.
    var rows: [String] {
        var canvas = Canvas(size)
        page.draw(on: &canvas, look, at: now)
        return canvas.lines
    }

    /// What the highlighted item of the menu does.
    var pointed: MainMenuChoice? { page.pointed }

    /// The screen.
    var text: String { rows.joined(separator: "\n") }

    private var look: Appearance {
        Appearance(palette: Palette(page.theme), keyboard: page.settings.keyboard)
    }

    /// The rows below the head.
    var body: [String] {
        guard let layout = page.layout(size) else { return rows }
        return Array(rows.dropFirst(layout.masthead.maxY))
    }

    @discardableResult
    mutating func press(_ keys: Key...) -> [ScreenEffect<MainMenu.Outcome>] {
        var step = [ScreenEffect<MainMenu.Outcome>]()
        for key in keys { step = page.handle(.key(key), in: size, at: now) }
        return step
    }

    /// Presses the keys that write a text.
    @discardableResult
    mutating func type(_ text: String) -> [ScreenEffect<MainMenu.Outcome>] {
        var step = [ScreenEffect<MainMenu.Outcome>]()
        for character in text { step = press(.character(character)) }
        return step
    }

    /// Clicks on words that must stand on the screen.
    @discardableResult
    mutating func click(_ words: String) throws -> [ScreenEffect<MainMenu.Outcome>] {
        let rows = rows
        let y = try #require(rows.firstIndex { $0.contains(words) }, "\(words)")
        let place = try #require(rows[y].firstRange(of: words))
        let x = String(rows[y][..<place.lowerBound]).columns
        return page.handle(.mouse(Mouse(.press(.left), at: Point(x, y))), in: size, at: now)
    }
}
