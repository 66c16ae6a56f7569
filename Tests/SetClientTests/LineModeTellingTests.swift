import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// What line mode tells of a table, asked or unasked.
@Suite struct LineModeTelling {
    @Test("Line mode keeps 200 lines in the history")
    func history() throws {
        var duel = try LineModeDuel()
        for _ in 0..<300 { try duel.perform("< picked second B1") }
        #expect(duel.lines("history 9999").count == 200)
        for bad in ["0", "-1", "99999999999999999999"] {
            #expect(
                duel.lines("history \(bad)") == ["Refused: Name a number, for example: history 20"]
            )
        }
        var client = LineModeClient()
        #expect(client.read("again", at: .zero).lines == ["Again: nothing to repeat yet."])
        #expect(client.read("history", at: .zero).lines == ["History: nothing has happened yet."])
    }

    @Test("Line mode has a sentence for every rule of the table", arguments: [Rules.duel, .solo])
    func rules(_ rules: Rules) throws {
        var duel = try LineModeDuel(rules: rules)
        let lines = duel.lines("rules all")
        for (field, line) in zip(RuleField.applying(to: rules), lines).dropFirst() {
            let summary = field.summary.capitalizedFirst.replacing(":", with: ",")
            #expect(line.hasPrefix("\(summary): ") && line.hasSuffix("."))
        }
        #expect(lines.count == RuleField.applying(to: rules).count)
        // Without "all", as many as can be listened to.
        let short = duel.lines("rules")
        #expect(short.dropLast().allSatisfy(lines.contains) && short.count < lines.count)
    }

    @Test(
        "Line mode offers only commands there are", arguments: TablePhase.allCases, [false, true])
    func offers(_ phase: TablePhase, isAway: Bool) throws {
        for rules in [Rules.duel, .solo] {
            var duel = try LineModeDuel(rules: rules)
            try duel.perform("< state; phase \(phase)\(isAway ? "; second away" : "")")
            let line = try #require(duel.lines("").first)
            let offered = try #require(line.split(separator: "You can type: ").last)
            for offer in offered.dropLast().split(separator: ", ") {
                let isAboutCards = offer.contains("card name") || offer == "fewer to mark"
                let word = offer.split(separator: " ").first.map(String.init) ?? ""
                #expect(isAboutCards || TableCommand(typed: word) != nil, "\(offer)")
            }
        }
    }

    @Test("Line mode help is short, and help all lists all commands")
    func help() throws {
        var duel = try LineModeDuel()
        #expect(duel.lines("help").count <= 6)
        #expect(duel.lines("help").joined(separator: " ").split(separator: " ").count <= 100)
        let all = duel.lines("help all")
        #expect(all.count { $0.hasPrefix("Help: ") } == 1)
        for command in TableCommand.typed {
            #expect(all.count { $0 == command.usage } == 1)
            let own = duel.lines("help \(command.name)")
            #expect(own.count == 1 && own.first?.hasPrefix("Help: \(command.name)") == true)
            for alias in command.row.aliases {
                #expect(duel.lines("help \(alias)") == own)
            }
            #expect(own.first?.contains(/[^.] Also:/) == false)
        }
        let words = TableCommand.typedWords
        #expect(Set(words).count == words.count)
    }

    @Test("Line mode names cards in the theme's words")
    func theme() throws {
        var duel = try LineModeDuel(theme: .penguins)
        #expect(duel.lines("what a1") == ["Card: A1 three open sunrise icebergs."])
    }
}
