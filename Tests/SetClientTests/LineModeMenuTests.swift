import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("The menu in line mode")
struct LineModeMenuTests {
    private func menu(isNewcomer: Bool = false) -> LineModeMenu {
        LineModeMenu(
            SettingsModel(), plan: HostPlan(name: "Ann"), strength: .easy,
            rules: "A SET is three cards.\n\nEnd.", isNewcomer: isNewcomer)
    }

    /// What comes of typed lines.
    private func outcome(_ lines: String...) -> LineModeMenu.Output {
        var menu = menu()
        _ = menu.begin()
        return lines.reduce(LineModeMenu.Output()) { menu.read($1) }
    }

    @Test("The line-mode menu has the items and keys of the screen's")
    func items() {
        var menu = menu(isNewcomer: true)
        let lines = menu.begin()
        let help = menu.read("help").lines
        for item in MainMenuItems.items {
            #expect(lines.contains("\(item.key): \(item.title)."))
            #expect(help.contains("\(item.key): \(item.title). \(item.explanation)"))
        }
        #expect(lines[1] == "New here? Type l for a short lesson.")
        #expect(lines.last == "Choose, or type help for explanations:")
        // After a game, the list would take too long to hear.
        #expect(menu.begin().count == 1)
        #expect(menu.read("").lines.count == MainMenuItems.items.count + 1)
    }

    @Test("Each key of the line-mode menu does what it does on the screen")
    func keys() {
        for item in MainMenuItems.items {
            let output = outcome("\(item.key)")
            switch item.choice {
            case .end(let outcome): #expect(output.outcome == outcome)
            case .open: #expect(output.outcome == nil && !output.lines.isEmpty)
            }
        }
        #expect(outcome("Watch a demo").outcome == .demonstration)
        #expect(outcome("x").lines.first?.hasPrefix("Unknown command: x. Type c, h, j, ") == true)
    }

    @Test("The line-mode menu asks for the computer's strength, and takes more time in one word")
    func computer() {
        #expect(outcome("c", "").outcome == .computer(.easy))
        #expect(outcome("c", "h").outcome == .computer(.hard))
        let relaxed = outcome("c", "m relaxed")
        #expect(relaxed.outcome == .computer(.medium) && relaxed.pace == .relaxed)
        #expect(outcome("c", "no rush").pace == .unhurried)
        #expect(outcome("c", "back", "d").outcome == .demonstration)
    }

    @Test("The line-mode menu asks for what the screen's forms ask for, and repeats a wrong row")
    func forms() throws {
        // Listening takes time: relaxed is suggested.
        let plan = HostPlan(name: "Ann", rules: HostPace.relaxed.applied(to: .duel))
        #expect(outcome("h", "", "", "", "", "").outcome == .host(plan))
        guard case .host(let other)? = outcome("h", "Eve", "0", "invited", "normal", "host").outcome
        else {
            Issue.record("no plan")
            return
        }
        #expect(other.name == "Eve" && other.port == 0 && other.isPrivate && !other.plays)
        #expect(other.rules == .duel)
        let invitation = "set-duel join 10.0.0.7:7400 --table K7M2QX"
        #expect(
            outcome("j", invitation).lines == [
                "Table code: Leave it empty for K7M2QX, the code in the command."
            ])
        guard case .join(let join)? = outcome("j", invitation, "", "").outcome else {
            Issue.record("no plan")
            return
        }
        #expect(join.endpoint.description == "10.0.0.7:7400" && join.table?.text == "K7M2QX")
        let wrong = outcome("j", "host:0")
        #expect(wrong.outcome == nil)
        #expect(wrong.lines.first == "Refused: Invalid port '0': use a number from 1 to 65535.")
        #expect(wrong.lines.last?.hasPrefix("Address: ") == true)
        #expect(
            outcome("h", "", "", "nobody").lines == ["Refused: Type anyone, invited only, or back."]
        )
    }

    @Test("The line-mode menu understands words, and help lists its rows")
    func words() {
        let keys = [
            "learn": "l", "lesson": "l", "solo": "a", "host": "h", "join": "j", "watch": "w",
            "demo": "d", "themes": "t", "settings": "s", "rules": "r", "quit": "q",
            "computer": "c",
        ]
        for (word, key) in keys {
            let (named, keyed) = (outcome(word), outcome(key))
            #expect(named.outcome == keyed.outcome && named.lines == keyed.lines, "\(word)")
        }
        for word in ["help", "?", "Help"] {
            let lines = outcome(word).lines
            #expect(lines.count == MainMenuItems.items.count + 2)
            #expect(lines.first?.contains("Press enter to repeat this list.") == true)
        }
        #expect(outcome("duel").lines.first?.hasPrefix("Unknown command: duel. ") == true)
    }

    @Test("A line-mode form explains its field, forgets a refused value, and can be left")
    func formHelp() {
        let question = "Address: Type the host's address or paste the set-duel join command."
        #expect(
            outcome("j", "help").lines == [
                question, "Help: type back for the menu, or quit to leave.",
            ])
        #expect(outcome("j", "quit").outcome == .quit)
        #expect(outcome("s", "quit").outcome == .quit)
        #expect(outcome("j", "host:0").lines.last == question)
        #expect(
            outcome("j", "host:1", "?!").lines == [
                "Refused: Invalid table code: use six characters, such as K7M2QX.",
                "Table code: Six characters, such as K7M2QX. Leave it empty to join any waiting player.",
            ])
        #expect(outcome("h").lines == ["Name: Your name at the table. Press enter for Ann."])
    }

    @Test("A name changed in line mode is the default of the forms")
    func name() {
        for form in ["h", "w"] {
            let output =
                form == "h"
                ? outcome("s", "your name Beth", "", form)
                : outcome("s", "name Beth", "", form, "host:1", "")
            #expect(output.lines == ["Name: Your name at the table. Press enter for Beth."])
        }
    }

    @Test("The rules in the line-mode menu are paragraphs without capitals")
    func rules() {
        var menu = LineModeMenu(
            SettingsModel(), plan: HostPlan(name: "Ann"), strength: .easy,
            rules: "THE END. When all\nis over.\n  - A set\n    counts.\n\nA SET is three.\n",
            isNewcomer: false)
        _ = menu.begin()
        #expect(
            menu.read("rules").lines.prefix(3) == [
                "The end. When all is over.", "A set counts.", "A set is three.",
            ])
    }

    @Test("The line-mode menu says how much time the computer gives, and how to get more")
    func moreTime() {
        #expect(
            outcome("c").lines.contains(
                "In a terminal, time limits are relaxed, and the computer waits two seconds for each new "
                    + "card. For different time limits, add normal or no rush, for example: e normal."
            ))
    }

    @Test("The line-mode menu asks for the rules of a game alone")
    func alone() {
        var rules = Rules.solo
        rules.refill = .never
        #expect(outcome("a", "never", "", "").outcome == .alone(SoloPlan(rules: rules)))
        #expect(outcome("a", "", "", "").outcome == .alone(SoloPlan(rules: .solo)))
    }

    @Test("The line-mode menu changes settings and themes by their names")
    func settings() {
        let azerty = outcome("s", "keyboard azerty")
        #expect(azerty.changes?[.keyboard] == "azerty")
        #expect(azerty.lines.first?.hasPrefix("keyboard: azerty.") == true)
        #expect(outcome("t", "theme penguins").changes?[.theme] == "penguins")
        #expect(outcome("t", "Penguins").changes?[.theme] == "penguins")
        #expect(outcome("s", "keyboard foo").changes == nil)
        #expect(
            outcome("s", "theme pingu").lines.first?.hasPrefix(
                "Refused: Invalid value pingu for theme. Type classic, ") == true)
        #expect(outcome("s", "verbosity min").changes?[.verbosity] == "min")
        #expect(outcome("s", "colorBlind true").changes?[.colorBlind] == "yes")
        #expect(outcome("s", "your name").changes == nil)
        #expect(
            outcome("s", "name 12345678901234567").lines == [
                "Refused: Use 1 to 16 visible characters."
            ])
        #expect(outcome("s", "speed 9").lines.first?.hasPrefix("Unknown setting.") == true)
        #expect(outcome("s", "", "d").outcome == .demonstration)
    }
}
