import SetProtocol
import SetTestSupport
import Testing

@Suite("The program at a newer host", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct NewerHostProgramTests {
    private static let greeting = [NewerWord.welcome, .state(NewerWord.state())]

    @Test("A line-mode client plays on over unknown words and ends with the host's own message")
    func lines() async throws {
        let host = try await PuppetHost(Self.greeting)
        let client = try ProgramRun(["join", host.address, "--plain"])
        try await client.line(containing: "Board: ")
        for place in NewerWord.allCases {
            switch place.known {
            case .state, .refused:
                await host.say(lines: [place.line])
                await host.say([.said(.first, name: "Ann", text: place.rawValue)])
                try await client.line(containing: "Chat: you: \(place.rawValue)")
            case _: break
            }
        }
        await host.say(lines: [NewerWord.byeWhyWithResume.line])
        try await client.line(containing: "Connection: reconnected. You are back at the table.")
        await host.say(lines: [NewerWord.errorWhy.line])
        let ending = await client.endByItself()
        #expect(ending.status == .exited(77))
        #expect(ending.errors == "set-duel: the host juggles the cards\n")
    }

    @Test("A full-screen client shows the cards in an unknown phase")
    func screen() async throws {
        let host = try await PuppetHost(Self.greeting)
        let terminal = try ProgramTerminal("join \(host.address) --motion none")
        try await terminal.wait(for: "deck 69")
        await host.say(lines: [NewerWord.phase.line])
        try await terminal.wait(for: NewerWord.message)
        #expect(await terminal.screen.text.contains("deck 69"))
        await host.say(lines: [NewerWord.byeWhy.line])
        try await terminal.wait(for: "Game over")
        await terminal.type("\r")
        #expect(try await terminal.end() == .exited(0))
        #expect(await terminal.isRestored)
        #expect(await terminal.lastWords.contains("the host juggles the cards"))
    }

    @Test(
        "The program exits with 76 when the host speaks another protocol, and shows its words safely"
    )
    func otherProtocol() async throws {
        let fake = try await PuppetHost(
            lines: [#"{"type":"error","why":"unsupportedProtocol","message":"Only\u001b[2J 9"}"#],
            hangsUp: true)
        let ending = try await ProgramRun.run("join \(fake.address) --plain")
        #expect(ending.status == .exited(76))
        #expect(ending.output == "Connecting to \(fake.address)… Press ctrl-c to cancel.\n")
        #expect(ending.errors == "set-duel: only?[2J 9 This set-duel uses protocol 1\n")
    }

    @Test(
        "The program exits with 69 when the host vanishes or sends garbage",
        arguments: [nil, "HTTP/1.1 400 Bad Request", #"{"type":"welcome"}"#])
    func lost(_ line: String?) async throws {
        let fake = try await PuppetHost(lines: line.map { [$0] } ?? [], hangsUp: true)
        let ending = try await ProgramRun.run("join \(fake.address) --plain")
        #expect(ending.status == .exited(69))
        #expect(ending.output == "Connecting to \(fake.address)… Press ctrl-c to cancel.\n")
        let end =
            line == nil ? "the host " : "\(fake.address) is not a set-duel host: check the address"
        #expect(ending.errors.hasPrefix("set-duel: \(end)"))
        #expect(ending.errors.split(separator: "\n").count == 1)
    }
}
