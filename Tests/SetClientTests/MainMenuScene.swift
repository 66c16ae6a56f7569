import SetProtocol
import SetTestSupport
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

// MARK: - Scripts

extension MainMenuScene {
    /// Plays a script, such as `size 40x15 | press h up right | type Jo | click Open the table`.
    ///
    /// - Returns: What came of its last step, where it leads, and what the screen says then.
    static func played(_ script: String) throws -> String {
        let steps = script.split(separator: " | ").map { step in
            let parts = step.split(separator: " ", maxSplits: 1).map(String.init)
            return (verb: parts[0], text: (parts + [""])[1])
        }
        var scene = try prepared(steps)
        var effects: [ScreenEffect<MainMenu.Outcome>] = []
        for (verb, text) in steps where !preparations.contains(verb) {
            effects = try scene.play(verb, text)
        }
        let last = scene.rows.filter { $0.contains(where: \.isLetter) }.suffix(3)
        let lines = scene.rows.filter { $0.contains("▸") && !last.contains($0) } + last
        let place = "\(scene.page.screen), theme \(scene.page.theme.name)"
        return (effects.map(words) + [place] + lines.map { "  " + $0.words }).joined(
            separator: "\n")
    }

    private static let preparations: Set = ["size", "newcomer", "own", "claim", "last", "theme"]

    private static func prepared(_ steps: [(verb: String, text: String)]) throws -> Self {
        var size = Size(80, 24)
        var (rules, settings, library) = (Rules.duel, ClientSettings(), ThemeLibrary.builtIn)
        for (verb, text) in steps {
            switch verb {
            case "size":
                let numbers = text.split(separator: "x").compactMap { Int($0) }
                size = Size(numbers[0], numbers[1])
            case "own": library = Self.library(text)
            case "claim": rules.claim = .seconds(try #require(Int(text)))
            case "last": settings.lastHost = text
            case "theme": (settings.theme, settings.keyboard) = (text, .dvorak)
            case _: break
            }
        }
        return Self(
            size, isNewcomer: steps.contains { $0.verb == "newcomer" }, rules: rules,
            settings: settings, library: library)
    }

    /// The themes of the game, and one of the player's own behind them.
    static func library(_ name: String) -> ThemeLibrary {
        var theme = Theme.penguins
        theme.name = name
        let own = ThemeLibrary.Entry(theme: theme, path: "/themes/\(name).json")
        return ThemeLibrary(ThemeLibrary.builtIn.entries + [own])
    }

    private mutating func play(
        _ verb: String, _ text: String
    ) throws -> [ScreenEffect<MainMenu.Outcome>] {
        func mouse(_ action: Mouse.Action) -> InputEvent { .mouse(Mouse(action, at: Point(0, 0))) }
        switch verb {
        case "press":
            return try Key.named(text).map { press($0) }.last ?? []
        case "type": return type(text)
        case "click": return try click(text)
        case "wheel": return page.handle(mouse(.wheelDown), in: size, at: now)
        case "right": return page.handle(mouse(.press(.right)), in: size, at: now)
        case "paste":
            let text = text.replacing("\\n", with: "\n").replacing("\\e", with: "\u{1B}\u{202E}")
            return page.handle(.paste(text), in: size, at: now)
        case "themes":
            type("t")
            press(Key(.home))
            for _ in 0..<(try #require(Int(text))) { press(Key(.down)) }
        case "renamed", "game", "error", "message", "back":
            var settings = page.settings
            if verb == "renamed" { settings.name = text }
            let notice: MainMenu.Notice? =
                verb == "error" ? .error(text) : verb == "message" ? .message(text) : nil
            page.came(back: notice, with: settings, hasSavedGame: verb == "game", seed: 2)
        case "lesson": page.cameBackFromLesson(hasPlayed: text == "after a game")
        case "saved":
            let names = text.split(separator: " ").map(String.init)
            page.came(
                back: .saved(names[0], over: names.dropFirst().first),
                with: Self.library(names[0]), .message("Saved: \(names[0])."))
        case "deleted": page.came(back: .deleted(text), with: .builtIn)
        case "left": page.came(back: .none, with: Self.library(text))
        case _: Issue.record("no such step: \(verb)")
        }
        return []
    }

    static func words(_ effect: ScreenEffect<MainMenu.Outcome>) -> String {
        func different(_ rules: Rules, _ usual: Rules) -> String {
            let fields = RuleField.all.filter { $0.text(rules) != $0.text(usual) }
            return fields.map { ", \($0.key) \($0.text(rules))" }.joined()
        }
        switch effect {
        case .save(let settings): return "save: \(settings.words)"
        case .done(.host(let plan)):
            return
                "host: \(plan.name), port \(plan.port), \(plan.isPrivate ? "private" : plan.isAnnounced ? "open" : "unannounced"), "
                + (plan.plays ? "plays" : "hosts") + different(plan.rules, .duel)
        case .done(.join(let plan)):
            let table = plan.table.map { ", table \($0.text)" } ?? ""
            return "\(plan.role): \(plan.name), at \(plan.endpoint)\(table)"
        case .done(.alone(let plan)):
            return "alone: \(plan.continues ? "continues" : "new"), \(plan.source)"
                + different(plan.rules, .solo)
        case .done(.computer(let strength, let rules)):
            return "computer: \(strength.rawValue)" + different(rules, .duel)
        case .done(.theme(let task)): return "\(task)".replacing("SetClient.", with: "")
        case .done(let outcome): return "\(outcome)"
        case .send, .alert, .copy: return "\(effect)"
        }
    }
}

extension String {
    /// The words, with one blank between two.
    fileprivate var words: String { split(separator: " ").joined(separator: " ") }
}
