import SetClient
import SetProtocol
import SetTestSupport
import Testing

@Suite("A line-mode game", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct ProcessGameTests {
    @Test("A scripted solo game runs to its end, twice the same", arguments: [3, 11])
    func solo(_ seed: UInt64) async throws {
        let script = try ProgramGame.soloScript(seed: seed)
        async let first = ProgramRun.run("solo --plain --seed \(seed)", input: script)
        async let second = ProgramRun.run("solo --plain --seed \(seed)", input: script + "quit\n")
        let endings = try await [first, second]
        for ending in endings {
            #expect(ending.status == .exited(0))
            #expect(ending.errors.isEmpty)
            #expect(ending.lines.contains { $0.hasPrefix("Over: ") })
            #expect(!ending.output.contains("Refused"))
            #expect(!ending.output.contains("No set"))
            #expect(!ending.output.utf8.contains(0x1B))
        }
        // The table's code is drawn for each run, the report tells real times, and the last line
        // how the table was left.
        let games = endings.map { ending in
            ending.lines.dropFirst().dropLast().filter { !$0.hasPrefix("Report: ") }
        }
        #expect(games[0] == games[1])
        #expect(endings[0].lines.last?.hasPrefix("Quit: end of input. Final score: you ") == true)
        #expect(endings[1].lines.last?.hasPrefix("Quit: goodbye. Final score: you ") == true)
    }

    @Test("A line-mode duel: claims card by card, at once and too late, with a watcher")
    func race() async throws {
        var rules = Rules.duel
        (rules.claim, rules.countdown, rules.reveal) = (.seconds(60), .zero, .milliseconds(260))
        var game = try ProgramGame(seed: 4, rules: rules)
        let table = try await ProcessTable("--claim 60 --reveal 0.26")
        let (ann, bob) = (table.ann, table.bob)

        // Ann is first and finds a set card by card; Bob comes too late.
        await ann.say("claim\n")
        try await ann.line(containing: "Turn: yours, 60 seconds")
        try await bob.line(containing: "Turn: Ann claimed, 60 seconds")
        await bob.say("claim\n")
        try await bob.line(containing: "Too late: Ann claimed first.")
        let first = try #require(game.setSlots)
        await ann.say(ProgramGame.names(first) + "\n")
        try await ann.line(containing: "Set: you, ")
        try await bob.line(containing: "Set: Ann, ")
        for player in [ann, bob] { try await player.line(containing: "New: ") }
        try game.find(first, by: .first)

        // Bob names three cards with his claim.
        let second = try #require(game.setSlots)
        await bob.say("set \(ProgramGame.names(second))\n")
        try await bob.line(containing: "Set: you, ")
        for player in [ann, bob] { try await player.line(containing: "New: ") }

        try await watch(table.host, ann)
        await ann.say("resign\nyes\n")
        try await bob.line(containing: "Over: You win")
        try await table.end()
    }

    /// Expects somebody who comes to watch now to be told the same cards as a player.
    private func watch(_ host: ProcessHost, _ player: ProgramRun) async throws {
        await player.say("board\n")
        let heading = try await player.line { $0.hasPrefix("Board: ") }
        let rows = [try await player.line(), try await player.line(), try await player.line()]
        let watcher = try await ProgramRun.run("watch \(host.address) --plain")
        #expect(watcher.status == .exited(0))
        #expect(watcher.lines[1].hasSuffix("You are watching."))
        let place = try #require(watcher.lines.firstIndex(of: heading))
        #expect(Array(watcher.lines[(place + 1)...].prefix(3)) == rows)
        #expect(rows.allSatisfy { $0.hasPrefix("Row ") })
    }

    @Test("A line-mode game waits for a host that was killed until the player has had enough")
    func killed() async throws {
        let host = try await ProcessHost()
        let ann = try ProgramRun(["join", host.address, "--plain"])
        try await ann.line(containing: "first seat")
        await host.run.signal(9)
        try await ann.line(containing: "Connection: lost.")
        try await ann.line(containing: "Connection: reconnecting.")
        #expect(await host.run.end().status == .killed(9))
        await ann.say("quit\n")
        let ending = await ann.endByItself()
        #expect(ending.status == .exited(0))
        #expect(ending.lines.last == "Quit: goodbye.")
    }

    @Test("A line-mode game against the computer ends with its input")
    func play() async throws {
        let run = try ProgramRun(["play", "--plain", "--seed", "4", "--countdown=0", "-cmaster"])
        await run.say("ready\n")
        try await run.line(containing: "Start: game 1")
        try await run.line(containing: "Turn: Computer claimed, 5 seconds.")
        try await run.line(containing: "Set: Computer, ")
        let ending = await run.end()
        #expect(ending.status == .exited(0))
        #expect(ending.lines.last?.hasPrefix("Quit: end of input. Final score: you 0 ") == true)
    }
}

/// Two people in lines at a host, whose first game has just begun.
private struct ProcessTable {
    let host: ProcessHost
    let ann: ProgramRun
    let bob: ProgramRun

    init(_ options: String) async throws {
        host = try await ProcessHost("--seed 4 --countdown 0 " + options)
        ann = try ProgramRun(["join", host.address, "--plain", "--name", "Ann"])
        try await ann.line(containing: "You have the first seat")
        bob = try ProgramRun(["join", host.address, "--plain", "-nBob"])
        try await bob.line(containing: "You have the second seat")
        for player in [ann, bob] { await player.say("ready\n") }
        for player in [ann, bob] { try await player.line(containing: "Start: game 1") }
    }

    /// Lets everybody leave and stops the host.
    func end() async throws {
        for player in [ann, bob] { #expect(await player.end().status == .exited(0)) }
        try await host.stop()
    }
}

@Suite("A demonstration", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct DemoTests {
    @Test("A demonstration in a pipe ends by itself with the winner and success")
    func lines() async throws {
        let ending = try await ProgramRun.run("demo --strength master --seed 1")
        #expect(ending.status == .exited(0))
        #expect(ending.errors.isEmpty)
        #expect(ending.lines.contains { $0.contains(/^Over: (Ada|Blaise) wins/) })
        #expect(ending.lines[0].hasSuffix("You are watching."))
    }
}
