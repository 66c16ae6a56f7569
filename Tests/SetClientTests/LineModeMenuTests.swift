import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("The menu in line mode")
struct LineModeMenuTests {
    private func menu(isNewcomer: Bool = false) -> MainMenu {
        MainMenu(
            settings: .standard, library: .builtIn, plan: HostPlan(name: "Ann").relaxed,
            userName: "Ada", strength: .easy, rules: "A SET is three cards.\n\nEnd.",
            isNewcomer: isNewcomer, seed: 0
        )
    }

    /// What comes of typed lines.
    private func outcome(_ lines: String...) -> MainMenu.Answer {
        var menu = menu()
        _ = menu.begin()
        return lines.reduce(MainMenu.Answer()) { menu.read($1) }
    }

    @Test("The line-mode menu has the rows of the screen's, with a number each")
    func items() {
        var menu = menu(isNewcomer: true)
        let lines = menu.begin()
        let help = menu.read("help").lines
        for (index, item) in MainMenuItems.items.enumerated() {
            #expect(lines.contains("\(index + 1): \(item.title)."))
            #expect(help.contains("\(index + 1): \(item.title). \(item.explanation)"))
        }
        #expect(lines[1] == "New here? Type l for a short lesson.")
        #expect(lines.last == "Type a number, or help for explanations.")
        // After a game, the list would take too long to hear.
        #expect(menu.begin() == ["Menu. Press enter for the list."])
        #expect(menu.read("").lines.count == MainMenuItems.items.count + 1)
    }

    @Test("Each number of the line-mode menu does what its key does on the screen")
    func keys() {
        for (index, item) in MainMenuItems.items.enumerated() {
            for word in ["\(index + 1)", "\(item.key)", item.command ?? item.title] {
                let output = outcome(word)
                switch item.choice {
                case .end(let outcome): #expect(output.outcome == outcome)
                case .open(.join), .open(.watch): #expect(output.outcome == .search)
                case .open, .set, .rules: #expect(output.outcome == nil && !output.lines.isEmpty)
                }
            }
        }
        #expect(outcome("99").lines == ["Unknown choice: 99. Press enter for the list."])
        #expect(outcome("c", "z").lines == ["Unknown choice: z. Type help for the list."])
        #expect(outcome("c", "").outcome == .computer(.easy, .duel))
        #expect(outcome("c", "h").outcome == .computer(.hard, .duel))
        #expect(outcome("c", "back", "d").outcome == .demonstration)
        #expect(outcome("j", "quit").outcome == .quit && outcome("s", "quit").outcome == .quit)
        #expect(outcome("quit").outcome == .quit && outcome("c", "q").outcome == .quit)
        // The rules are paragraphs.
        #expect(outcome("rules").lines.prefix(2) == ["A SET is three cards.", "End."])
    }

    @Test("The line-mode menu asks for what the screen's forms ask for, and repeats a wrong row")
    func forms() throws {
        // Listening takes time: relaxed is suggested.
        let plan = HostPlan(name: "Ann", rules: HostPace.relaxed.applied(to: .duel))
        #expect(outcome("h", "", "", "", "", "", "", "").outcome == .host(plan))
        let hosting = outcome("h", "Eve", "0", "code", "normal", "junior", "3", "host")
        guard case .host(let other)? = hosting.outcome
        else { Issue.record("no plan"); return }
        #expect(other.name == "Eve" && other.port == 0 && other.isPrivate && !other.plays)
        #expect(other.rules.deck == .junior && other.rules.bestOf == 3)
        #expect(HostPace.usual.applied(to: other.rules) == other.rules)
        let invitation = "set-duel join 10.0.0.7:7400 --table K7M2QX"
        #expect(
            outcome("j", invitation).lines == [
                "Table code: Leave it empty for K7M2QX, the code in the command."
            ])
        guard case .join(let join)? = outcome("j", invitation, "", "").outcome
        else { Issue.record("no plan"); return }
        #expect(join.endpoint.description == "10.0.0.7:7400" && join.table?.text == "K7M2QX")
        // Each form starts without earlier answers, so no code has to be cleared.
        #expect(
            outcome("j", "host1", "K7M2QX", "back", "j", "host2").lines
                == outcome("j", "host2").lines)
        #expect(
            outcome("j", "host:0").lines == [
                "Refused: Invalid port '0': use a number from 1 to 65535.",
                "Address: Type the host's address or paste the set-duel join command.",
            ])
        #expect(
            outcome("h", "", "", "nobody").lines == [
                "Refused: Type network, address, code, or back."
            ]
        )
        var rules = Rules.solo
        rules.refill = .never
        #expect(outcome("a", "", "", "never", "", "").outcome == .alone(SoloPlan(rules: rules)))
        rules.deck = .junior
        #expect(
            outcome("a", "", "junior", "never", "", "").outcome == .alone(SoloPlan(rules: rules)))
        var daily = SoloPlan()
        daily.source = .daily
        #expect(outcome("a", "today's").outcome == .alone(daily))
    }

    @Test(
        "The line-mode menu changes the rules of a duel against the computer, and goes on from there"
    )
    func duels() {
        #expect(
            outcome("c", "cards").lines == [
                "Cards: junior. The 27 solid cards: three features, for a first or a short game.",
                "Best of: off. Game after game, without an end.",
            ])
        var rules = Rules.duel
        (rules.deck, rules.bestOf) = (.junior, 5)
        #expect(outcome("c", "c", "g", "g", "e").outcome == .computer(.easy, rules))
        rules.bestOf = 0
        #expect(outcome("c", "c", "g", "g", "g", "g", "g", "").outcome == .computer(.easy, rules))
    }

    @Test("The line-mode menu takes the number of a host that was found for its address")
    func found() throws {
        var menu = menu()
        _ = (menu.begin(), menu.read("j"))
        var hosts = FoundHosts()
        for number in 1...2 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: number)
            var status = HostStatus(
                host: HostID(using: &random), program: "1", isPrivate: false, rules: "usual")
            (status.machine, status.waiting, status.seats) = ("pc\(number)\u{1B}[2J", "Ann", 1)
            let address = SocketAddress(.v4(0x0A00_0000 + UInt32(number)), port: 7400)
            _ = hosts.add(FoundHost(status, at: address, over: 1, after: .milliseconds(2)))
        }
        let lines = menu.ask(with: hosts)
        #expect(lines[1].hasPrefix("2: pc2"))
        #expect(lines[1].contains("Ann waits. 10.0.0.2:7400, rules: usual, 1 free seat, 2 ms."))
        #expect(!lines.joined().unicodeScalars.contains("\u{1B}"))
        for answer in ["2", "", ""] {
            guard case .done(.join(let plan))? = menu.read(answer).effects.first else { continue }
            #expect(plan.endpoint.description == "10.0.0.2:7400")
            return
        }
        Issue.record("no host was joined")
    }

    @Test("The line-mode menu changes settings and themes")
    func settings() {
        let azerty = outcome("s", "keyboard", "azerty")
        #expect(azerty.changes?[.keyboard] == "azerty")
        #expect(azerty.lines.first?.hasPrefix("keyboard: azerty. ") == true)
        #expect(outcome("t", "Penguins").changes?[.theme] == "penguins")
        #expect(outcome("s", "keyboard", "foo").changes == nil)
        #expect(outcome("t", "pingu").changes == nil)
        #expect(
            outcome("s", "motion", "x").lines == ["Refused: Type full, reduced, none, or back."])
        let question = outcome("s", "motion").lines.first
        #expect(question?.hasSuffix("or none. Press enter for full.") == true)
        #expect(outcome("s", "verbosity", "min").changes?[.verbosity] == "min")
        #expect(outcome("s", "colorBlind", "on").changes?[.colorBlind] == "yes")
        #expect(outcome("s", "name", "12345678901234567").changes == nil)
        #expect(outcome("s", "back", "d").outcome == .demonstration)
        let form = outcome("s", "your name", "Beth", "back", "h")
        #expect(form.lines == ["Name: Your name at the table. Press enter for Beth."])
        #expect(
            outcome("s", "name", "Beth", "name").lines == [
                "your name: The name that others see, starting at your next table. "
                    + "Type clear for your user name. Press enter for Beth."
            ])
        #expect(outcome("s", "name", "Beth", "name", "clear").changes?[.name] == "")
        #expect(
            outcome("s", "name", "Beth", "name", "clear", "back", "h").lines == [
                "Name: Your name at the table. Press enter for Ada."
            ])
        #expect(
            outcome("s", "name", "").lines.first == "your name: your user name. "
                + "The name that others see, starting at your next table.")
        // The list stays open, as on the screen.
        let list = "Settings. Press enter for the list."
        #expect(
            outcome("s", "motion", "none").lines == [
                "motion: none. Cards change in place.", list,
            ])
        #expect(outcome("s", "motion", "back").lines == [list])
        #expect(outcome("s", "motion", "back", "").lines.first == "1: theme: classic.")
        #expect(outcome("s", "motion", "back", "back", "d").outcome == .demonstration)
    }

    @Test(
        "Help in a form of the line-mode menu explains the row and asks again",
        arguments: ["help", "?"])
    func help(_ word: String) {
        #expect(
            outcome("h", "", "", "", word).lines == [
                "normal: Seconds to claim: 5; after a failed claim: 10; after a deal: 7.",
                "relaxed: Seconds to claim: 10; after a failed claim: 20; after a deal: 15.",
                "no rush: Seconds to claim: 60; after a failed claim: no limit; after a deal: 60.",
                "Pace: Seconds to claim: 10; after a failed claim: 20; after a deal: 15. "
                    + "Type normal, relaxed, or no rush. Press enter for relaxed.",
            ])
        #expect(
            outcome("j", word).lines == [
                "Type at most 200 visible characters or back.",
                "Address: Type the host's address or paste the set-duel join command.",
            ])
        #expect(
            outcome("s", "bell", word).lines == [
                "off: Never rings.",
                "on: Rings when it is your move and you are in another window.",
                "bell: Rings when it is your move and you are in another window. Type off or on. "
                    + "Press enter for on.",
            ])
        #expect(outcome("s", "theme", word).lines.first?.hasPrefix("classic: diamonds") == true)
        #expect(outcome("s", "bell", word, "").changes == nil)
        #expect(
            outcome("h", "you").lines.first
                == "Refused: Use 1 to 16 visible characters, but no word of the game, such as you."
        )
    }
}

extension MainMenu.Answer {
    fileprivate var outcome: MainMenu.Outcome? {
        if case .done(let outcome)? = effects.first { outcome } else { nil }
    }

    fileprivate var changes: StoredSettings? {
        if case .save(let changes)? = effects.first { changes } else { nil }
    }
}
