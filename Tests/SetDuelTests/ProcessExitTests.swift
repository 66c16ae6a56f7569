import SetTestSupport
import Testing

@Suite("Exit codes", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct ProcessExitTests {
    @Test("The program exits with 73 when the port is taken or the address is not local")
    func cannotListen() async throws {
        let host = try await ProcessHost()
        let second = try await ProgramRun.run("host -l 127.0.0.1 -p \(host.port)")
        #expect(second.status == .exited(73))
        #expect(second.output.isEmpty)
        #expect(second.errors.hasPrefix("set-duel: cannot listen on 127.0.0.1:"))
        let elsewhere = try await ProgramRun.run("host -l 192.0.2.1 -p 0")
        #expect(elsewhere.status == .exited(73))
        try await host.stop()
    }

    @Test(
        "The program exits with 77 when the host knows no such table", arguments: ["join", "watch"])
    func unknownTable(_ command: String) async throws {
        let host = try await ProcessHost()
        let ending = try await ProgramRun.run(
            "\(command) \(host.address) --plain --table AAAAAA")
        #expect(ending.status == .exited(77))
        #expect(ending.output == "Connecting to \(host.address)… Press ctrl-c to cancel.\n")
        #expect(
            ending.errors
                == "set-duel: unknown table code: check it and try again\n")
        try await host.stop()
    }

    @Test("The program exits with 77 when a table requires its code")
    func privateTable() async throws {
        let host = try await ProcessHost("--private")
        #expect(host.invitation.contains(" --table "))
        let stranger = try await ProgramRun.run("join \(host.address) --plain")
        #expect(stranger.status == .exited(77))
        let code = try #require(host.invitation.split(separator: " ").last)
        let friend = try await ProgramRun.run("join \(host.address) --plain -t \(code)")
        #expect(friend.status == .exited(0))
        #expect(friend.lines[1] == "Table: \(code). You have the first seat.")
        try await host.stop()
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

    @Test(
        "The program exits with 128 and the signal's number when a player is interrupted",
        arguments: [2, 15, 1])
    func signals(_ number: Int32) async throws {
        let run = try ProgramRun(["solo", "--plain"])
        try await run.line(containing: "Row C")
        await run.signal(number)
        let ending = await run.endByItself()
        #expect(ending.status == .exited(128 + number))
        #expect(ending.errors.isEmpty)
    }

    @Test(
        "The program exits quietly when its output pipe closes",
        arguments: ["demo --seed 1", "solo --plain"])
    func closedOutput(_ line: String) async throws {
        let run = try ProgramRun(line.split(separator: " ").map(String.init))
        try await run.line(containing: "Help: ")
        await run.stopListening()
        await run.say("board\n")
        let ending = await run.end()
        #expect(ending.status == .exited(0))
        #expect(ending.errors.isEmpty)
    }
}

/// A host in a separate process, on a free port of this machine.
struct ProcessHost {
    let run: ProgramRun
    /// As it is joined, `127.0.0.1:PORT`.
    let address: String
    /// The line to paste at the other machine.
    let invitation: String

    var port: Substring { address.split(separator: ":").last ?? "" }

    init(_ options: String = "") async throws {
        run = try ProgramRun(
            ["host", "-p0", "-l", "127.0.0.1"] + options.split(separator: " ").map(String.init))
        let first = try await run.line()
        address = String(first.dropFirst("listening on ".count))
        invitation = try await run.line()
        #expect(first.hasPrefix("listening on 127.0.0.1:"))
        #expect(invitation.hasPrefix("join with: set-duel join \(address)"))
    }

    /// Stops it in order.
    func stop() async throws {
        await run.signal(15)
        let ending = await run.endByItself()
        #expect(ending.status == .exited(0))
        #expect(RealHostProcess.complaints(in: ending.errors) == [])
    }
}
