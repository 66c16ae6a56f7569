import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Main menu forms")
struct MainMenuFormTests {
    private func plan(_ step: [ScreenEffect<MainMenu.Outcome>]?) -> HostPlan? {
        guard case .done(.host(let plan))? = step?.last else { return nil }
        return plan
    }

    private func joining(_ step: [ScreenEffect<MainMenu.Outcome>]) -> JoinPlan? {
        guard case .done(.join(let plan))? = step.last else { return nil }
        return plan
    }

    // MARK: - Hosting

    @Test("Two enters open a table with the default rules")
    func usual() {
        var scene = MainMenuScene()
        scene.type("h")
        let step = scene.press(Key(.enter))
        #expect(plan(step) == HostPlan(name: "Ann"))
    }

    @Test("A name changed at a table is the default of the next one")
    func renamed() {
        var scene = MainMenuScene()
        var settings = ClientSettings()
        settings.name = "Beth"
        scene.page.came(back: nil, with: settings, seed: 2)
        scene.type("h")
        let step = scene.press(Key(.enter))
        #expect(plan(step) == HostPlan(name: "Beth"))
    }

    @Test("The host form offers more time by keys and by clicks")
    func times() throws {
        var scene = MainMenuScene()
        scene.type("h")
        scene.press(Key(.up), Key(.up), Key(.right))
        #expect(scene.text.contains("[relaxed]"))
        #expect(
            scene.text.contains("Claim: 10 s; after a failed claim: 20 s; after a deal: 15 s."))
        let slower = scene.press(Key(.enter))
        var rules = try #require(plan(slower)).rules
        #expect(rules.claim == .seconds(10) && rules.answer == .seconds(20))
        try scene.click("no rush")
        #expect(scene.text.contains("[no rush]"))
        let slowest = scene.press(Key(.enter))
        rules = try #require(plan(slowest)).rules
        #expect(rules.claim == .seconds(60) && rules.answer == .zero)
        // Everything but the times is as it was.
        (rules.claim, rules.answer, rules.grace) = (.seconds(5), .seconds(10), .seconds(7))
        #expect(rules == .duel)
    }

    @Test("The host form offers times from the command line as a choice of their own")
    func ownTimes() {
        var rules = Rules.duel
        rules.claim = .seconds(8)
        var scene = MainMenuScene(rules: rules)
        scene.type("h")
        #expect(scene.text.contains("[custom]"))
        let step = scene.press(Key(.enter))
        #expect(plan(step)?.rules == rules)
    }

    @Test("The host form accepts name, port, code and seat by keys and by clicks")
    func everyRow() throws {
        var scene = MainMenuScene(Size(40, 15))
        scene.type("h")
        for words in ["invited only", "host only"] { try scene.click(words) }
        try scene.click("Port")
        scene.press(.control("u"))
        scene.type("7400")
        scene.press(Key(.backtab), Key(.home))
        scene.type("Jo")
        scene.press(Key(.delete))
        let expected = HostPlan(name: "Jonn", port: 7400, isPrivate: true, plays: false)
        #expect(try plan(scene.click("Open the table")) == expected)
    }

    @Test(
        "A form explains a wrong row, moves there and keeps the other rows",
        arguments: [
            ("Port", "70000", "Invalid port: use a number from 0 to 65535."),
            ("Name", "", "Use 1 to 16 visible characters."),
        ])
    func hostFaults(_ label: String, _ text: String, _ sentence: String) throws {
        var scene = MainMenuScene()
        scene.type("h")
        try scene.click(label)
        scene.press(.control("u"))
        scene.type(text)
        scene.press(Key(.down))
        #expect(scene.press(Key(.enter)) == [])
        #expect(scene.text.contains(sentence) && scene.text.contains("▸ \(label)"))
    }

    // MARK: - Joining

    @Test("The join form accepts an address without a port")
    func address() throws {
        var scene = MainMenuScene()
        scene.type("j192.168.1.20")
        let step = scene.press(Key(.enter))
        let plan = try #require(joining(step))
        #expect(plan.endpoint.description == "192.168.1.20:7381" && plan.role == .play)
        #expect(plan.name == "Ann" && plan.table == nil)
        scene.press(Key(.escape))
        scene.type("wq.example")
        #expect(joining(scene.press(Key(.enter)))?.role == .watch)
    }

    @Test(
        "The join form accepts an invitation pasted into any row",
        arguments: [
            "set-duel join 10.0.0.7:7400 --table K7M2QX\n",
            "join with: set-duel join 10.0.0.7:7400 --table K7M2QX   (open to every machine)",
        ])
    func pasting(_ line: String) throws {
        var scene = MainMenuScene()
        scene.type("j")
        scene.press(Key(.down), Key(.down))
        _ = scene.page.handle(.paste(line), in: scene.size, at: scene.now)
        let step = scene.press(Key(.enter))
        let plan = try #require(joining(step))
        #expect(plan.endpoint.description == "10.0.0.7:7400")
        #expect(plan.table?.text == "K7M2QX" && plan.name == "Ann")
    }

    @Test("The join form accepts an invitation that is typed as its address")
    func typedInvitation() throws {
        var scene = MainMenuScene(Size(120, 40))
        scene.type("jset-duel join 10.0.0.7:7400 --table K7M2QX")
        let plan = try #require(joining(scene.press(Key(.enter))))
        #expect(plan.endpoint.description == "10.0.0.7:7400")
        #expect(plan.table?.text == "K7M2QX" && plan.name == "Ann")
    }

    @Test("The join form accepts a pasted address without unsafe characters")
    func hostilePaste() throws {
        var scene = MainMenuScene()
        scene.type("j")
        let text = "  exa\u{202E}mple.org:9\u{1B}[31m\nrm -rf"
        _ = scene.page.handle(.paste(text), in: scene.size, at: scene.now)
        #expect(scene.text.contains("example.org:9[31m"))
        #expect(scene.press(Key(.enter)) == [])
        #expect(scene.text.contains("Invalid port"))
        _ = scene.page.handle(
            .paste(String(repeating: "x", count: 5000)), in: scene.size, at: scene.now)
        #expect(try #require(scene.page.pages[.join]).form.text(0).columns <= 200)
    }

    @Test(
        "The join form explains what is wrong with typed text and keeps it",
        arguments: [
            ("", "", "Enter the host's name or address, such as 192.168.1.20:7381."),
            ("a b", "", "Invalid host 'a b': use a name, an IPv4 address, or an IPv6 address."),
            ("host:0", "", "Invalid port '0': use a number from 1 to 65535."),
            ("host", "K7", "Invalid table code: use six characters, such as K7M2QX."),
        ])
    func joinFaults(_ address: String, _ code: String, _ sentence: String) {
        var scene = MainMenuScene(Size(120, 40))
        scene.type("j" + address)
        scene.press(Key(.tab))
        scene.type(code)
        scene.press(Key(.tab))
        #expect(scene.press(Key(.enter)) == [])
        #expect(scene.text.contains(sentence) && scene.text.contains(address))
        scene.press(Key(.left))
        #expect(!scene.text.contains(sentence))
    }

    @Test("Main menu form pictures at 40 by 15 match")
    func smallPicture() {
        var scene = MainMenuScene(Size(40, 15))
        scene.type("h")
        expectPicture(scene.body.joined(separator: "\n"), "menu/host-40x15")
    }

    @Test("Main menu form pictures at 80 by 24 match")
    func picture() {
        var scene = MainMenuScene()
        scene.type("j")
        scene.page.came(
            back: .error(
                "Cannot connect to 127.0.0.1:1: connection refused (is the host running on that port?)."
            ),
            with: ClientSettings(), seed: 1)
        expectPicture(scene.body.joined(separator: "\n"), "menu/join-80x24")
    }

    @Test("The form to join starts with the host that was joined last")
    func lastHost() throws {
        var settings = ClientSettings()
        settings.lastHost = "duel.example:7382"
        for (key, role) in [("j", Hello.Role.play), ("w", .watch)] {
            var scene = MainMenuScene(settings: settings)
            scene.type(key)
            #expect(scene.text.contains("Address      duel.example:7382"), "\(scene.text)")
            #expect(scene.text.contains("The host that you joined last."))
            scene.press(Key(.down), Key(.down))
            let plan = JoinPlan(
                name: "Ann", endpoint: try Endpoint("duel.example:7382"), table: nil, role: role)
            #expect(scene.press(Key(.enter)) == [.done(.join(plan))])
        }
        let line = #"{ "lastHost": "duel.example:7382" }"#
        let (stored, faults) = StoredSettings.reading(Array(line.utf8))
        #expect(faults.isEmpty && stored == [.lastHost: "duel.example:7382"])
        let long = "{ \"lastHost\": \"\(String(repeating: "x", count: 101))\" }"
        #expect(StoredSettings.reading(Array(long.utf8)).1.count == 1)
    }

    @Test("Play alone offers what happens to found cards, hints, and claims")
    func soloRules() {
        var form = SoloForm(SoloPlan())
        let rect = Rect(0, 0, 56, 8)
        #expect(form.handle(.key(Key(.enter)), in: rect) == .choose(3))
        #expect((try? form.outcome()) == .alone(SoloPlan()))
        // Up to the first row, and twice to the right: found cards are not replaced.
        for _ in 0..<3 { _ = form.handle(.key(Key(.up)), in: rect) }
        for _ in 0..<2 { _ = form.handle(.key(Key(.right)), in: rect) }
        #expect(form.explanation.contains("New cards are dealt when you ask"))
        for key in [Key(.down), Key(.right), Key(.down), Key(.right)] {
            _ = form.handle(.key(key), in: rect)
        }
        var rules = Rules.solo
        (rules.refill, rules.hints, rules.claim) = (.never, false, .seconds(5))
        #expect((try? form.outcome()) == .alone(SoloPlan(rules: rules)))
    }

    @Test("Play alone continues a game that was left, or starts another")
    func soloContinues() {
        var form = SoloForm(SoloPlan(continues: true))
        let rect = Rect(0, 0, 56, 8)
        #expect((try? form.outcome()) == .alone(SoloPlan(continues: true)))
        for _ in 0..<4 { _ = form.handle(.key(Key(.up)), in: rect) }
        _ = form.handle(.key(Key(.right)), in: rect)
        #expect((try? form.outcome()) == .alone(SoloPlan()))
    }
}
