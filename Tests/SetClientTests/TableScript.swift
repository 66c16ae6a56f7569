import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

extension TableDriver {
    /// Plays a script at a table, such as `open 80x24 12 | ask pause | wait 500 | press tab enter`; it begins
    /// with a scene, the size of the screen, and the number of cards.
    ///
    /// `host` is followed by ``HostWords``, and `race` by the winner and the margin in seconds.
    ///
    /// - Returns: What came of its last step, the rows with what it wants to `see`, and what the player has
    ///   before them then.
    static func played(_ script: String) throws -> String {
        var steps = script.split(separator: " | ").map { step in
            let parts = step.split(separator: " ", maxSplits: 1).map(String.init)
            return (verb: parts[0], text: (parts + [""])[1])
        }
        let start = steps.removeFirst()
        let numbers = start.text.split { !$0.isNumber }.compactMap { Int($0) }
        let scene = try #require(ViewScene(rawValue: start.verb))
        let size = numbers.count > 1 ? Size(numbers[0], numbers[1]) : Size(80, 24)
        var view = scene.view(cards: numbers.count > 2 ? numbers[2] : 12)
        view.isFromMenu = start.text.hasSuffix("menu")
        var driver = TableDriver(view, size)
        var effects: [ClientEffect] = []
        for (verb, text) in steps where verb != "see" { effects = try driver.play(verb, text) }
        let sought = steps.filter { $0.verb == "see" }.map(\.text)
        let seen = driver.rows.filter { row in sought.contains(where: row.contains) }
        return (effects.map(\.words) + seen.map(\.trimmed) + driver.words)
            .joined(separator: "\n")
    }

    private mutating func play(_ verb: String, _ text: String) throws -> [ClientEffect] {
        switch verb {
        case "press": return try Key.named(text).flatMap { press($0) }
        case "paste": return handle(.paste(text))
        case "click": return try click(text)
        case "corner": return click(Point(0, 0))
        case "wheel": return mouse(.wheelDown, Point(5, 5))
        case "right": return mouse(.press(.right), Point(9, 9))
        case "wait": wait(.milliseconds(try #require(Int(text))))
        case "ask": ask(for: text == "new" ? .new : text == "pause" ? .pause : nil)
        case "theme":
            let settings = ClientSettings(theme: text, keyboard: .dvorak)
            self = TableDriver(TableView(model, SettingsModel(settings)), size)
        case "close": return close(SessionEnd(.dismissed, Farewell.closing.sentence))
        case "expel": return close(SessionEnd(.refused, "No."))
        case "host":
            let table = try #require(model.table)
            let words = HostWords(cards: table.cards.compactMap(\.self))
            receive(.state(try words.state(text, after: table)))
        case "race":
            let words = text.split(separator: " ").map(String.init)
            receive(
                .race(
                    Race(
                        winner: try #require(HostWords.seat(words[0])),
                        margin: try HostWords.time(words[1]), adjustment: .zero,
                        isDeadHeat: words.last == "heat")))
        case _: Issue.record("no such step: \(verb)")
        }
        return []
    }

    /// What is open, the player's own settings, marks and cursor, what is highlighted and said, and the last
    /// row.
    private var words: [String] {
        var words: [String] = []
        if let sheet = view.sheet {
            words.append("sheet: \(sheet.kind.map { "\($0)" } ?? "question")")
        }
        let settings = StoredSettings(changesFrom: .standard, to: screen.settings)
        if let settings { words.append("settings: \(settings.words)") }
        if !model.marks.isEmpty { words.append("marks: \(model.marks.count)") }
        if let cursor = view.cursor { words.append("cursor: \(cursor)") }
        switch view.sheet {
        case .help(let sheet) where sheet.firstRow > 0, .rules(let sheet) where sheet.firstRow > 0:
            words.append("scrolled: \(sheet.firstRow)")
        case _: break
        }
        if view.showsReport { words.append("report") }
        if let proposal = model.request.proposal { words.append("asked: \(proposal)") }
        let signs = ["▸", "The host closed", "You win", "requested"]
        words += rows.dropLast().filter { row in signs.contains { row.contains($0) } }
        if let notice = model.notice {
            words.append(CardWords(.classic).sentence(for: notice))
        }
        words.append(rows.last ?? "")
        return words.map(\.trimmed)
    }
}

extension String {
    /// The words, with one blank between two.
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}

extension Key {
    /// The keys of some names, such as `tab`, `ctrl-c` and `x`.
    static func named(_ names: String) throws -> [Key] {
        let codes: [Substring: Key.Code] = [
            "up": .up, "down": .down, "left": .left, "right": .right, "enter": .enter,
            "esc": .escape, "tab": .tab, "backtab": .backtab, "home": .home, "end": .end,
            "del": .delete, "back": .backspace, "space": .character(" "),
        ]
        return try names.split(separator: " ").map { name in
            if let code = codes[name] { return Key(code) }
            let character = try #require(name.last)
            if name.hasPrefix("alt-") { return .character(character, .alt) }
            return name.hasPrefix("ctrl-") ? .control(character) : .character(character)
        }
    }
}

extension StoredSettings {
    var words: String {
        Setting.all.compactMap { row in self[row].map { "\(row.key) \($0)" } }
            .joined(separator: ", ")
    }
}

extension ClientEffect {
    fileprivate var words: String {
        switch self {
        case .send(let message): "send \(message)".replacing("SetProtocol.", with: "")
        case .save(let settings): "save: \(settings.words)"
        case .done(let end): "done: \(end.kind)"
        case .alert: "alert"
        case .copy(let line): "copy: \(line)"
        }
    }
}
