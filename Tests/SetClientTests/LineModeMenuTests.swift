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
        for item in MainMenuItems.items {
            #expect(lines.contains("\(item.key): \(item.title). \(item.explanation)"))
        }
        #expect(lines[1] == "New here? Type l for a short lesson.")
        #expect(lines.last == "Choose:")
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
        #expect(outcome("x").lines.first?.hasPrefix("Unknown: x: type c, h, j, ") == true)
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
        let plan = HostPlan(name: "Ann")
        #expect(outcome("h", "", "", "", "", "").outcome == .host(plan))
        guard case .host(let other)? = outcome("h", "Eve", "0", "code", "rel", "host").outcome
        else {
            Issue.record("no plan")
            return
        }
        #expect(other.name == "Eve" && other.port == 0 && other.isPrivate && !other.plays)
        #expect(other.rules.claim == .seconds(10))
        let invitation = "set-duel join 10.0.0.7:7400 --table K7M2QX"
        guard case .join(let join)? = outcome("j", invitation, "", "").outcome else {
            Issue.record("no plan")
            return
        }
        #expect(join.endpoint.description == "10.0.0.7:7400" && join.table?.text == "K7M2QX")
        let wrong = outcome("j", "host:0", "", "")
        #expect(wrong.outcome == nil)
        #expect(wrong.lines.first == "Refused: Invalid port '0': use a number from 1 to 65535.")
        #expect(wrong.lines.last?.hasPrefix("Address: ") == true)
        #expect(
            outcome("h", "", "", "nobody").lines == ["Refused: type anyone or code only, or back."])
    }

    @Test("The line-mode menu asks for the rules of a game alone")
    func alone() {
        var rules = Rules.solo
        rules.refill = .never
        #expect(outcome("a", "not", "", "").outcome == .alone(SoloPlan(rules: rules)))
        #expect(outcome("a", "", "", "").outcome == .alone(SoloPlan(rules: .solo)))
    }

    @Test("The line-mode menu changes settings and themes by their names")
    func settings() {
        let azerty = outcome("s", "keyboard azerty")
        #expect(azerty.changes?[.keyboard] == "azerty")
        #expect(azerty.lines.first?.hasPrefix("keyboard: azerty.") == true)
        #expect(outcome("t", "theme penguins").changes?[.theme] == "penguins")
        #expect(outcome("s", "keyboard foo").changes == nil)
        #expect(outcome("s", "speed 9").lines.first?.hasPrefix("Unknown setting.") == true)
        #expect(outcome("s", "", "d").outcome == .demonstration)
    }
}
