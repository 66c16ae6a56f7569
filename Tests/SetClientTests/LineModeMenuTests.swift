import Foundation
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
    private func outcome(_ lines: [String]) -> MainMenu.Answer {
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
                let output = outcome([word])
                let outcome: MainMenu.Outcome? =
                    if case .done(let outcome)? = output.effects.first { outcome } else { nil }
                switch item.choice {
                case .end(let end): #expect(outcome == end)
                case .open(.join), .open(.watch): #expect(outcome == .search)
                case .open, .set, .rules: #expect(outcome == nil && !output.lines.isEmpty)
                }
            }
        }
    }

    @Test("Lines that are typed in the menu lead where the keys of its forms and pages do")
    func typed() throws {
        try expectAnswers("menu/lines") { lines in
            let answer = outcome(lines.components(separatedBy: " / ").map { $0 == "↵" ? "" : $0 })
            return (answer.effects.map(MainMenuScene.words) + answer.lines)
                .joined(separator: "\n")
        }
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
            _ = hosts.add(
                FoundHost(
                    address: address, status: status, roundTrip: .milliseconds(2), interface: 1))
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
}
