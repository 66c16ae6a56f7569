import SetProtocol
import SetTestSupport
import Testing

@Suite("A flood of lines from a host", .serialized, .inTurn, .timeLimit(.minutes(10)))
struct FloodTests {
    /// How much more memory it may cost: less than has been sent, so that nothing of it can be kept.
    private static let bound = 4 << 20

    /// What is said over and over.
    enum Flood: CaseIterable {
        case chat, states, refusals, pongs, pings, unknown, longLines

        var lines: [[UInt8]] {
            switch self {
            case .chat:
                [.said(.second, name: "Bob", text: String(repeating: "x", count: 150))].encoded
            case .states:
                (0..<50).map { number in
                    .state(
                        NewerWord.state {
                            $0.revision = Revision(100)
                            $0.event = number.isMultiple(of: 2) ? .claimed(.second) : .paused
                            $0.players.second?.points = number
                        })
                }.encoded
            case .refusals: [.refused(Refused(request: .claim, why: .staleBoard))].encoded
            case .pongs: [.pong(Nonce("1"))].encoded
            case .pings: [.ping(Nonce("1"))].encoded
            case .unknown: [Array((#"{"type":"novel"}"# + "\n").utf8)]
            case .longLines:
                [Array((#"{"type":"novel""# + String(repeating: " ", count: 4000) + "}\n").utf8)]
            }
        }
    }

    private static let greeting = [NewerWord.welcome, .state(NewerWord.state())]
    private static let seatless = [NewerWord.welcome(nil), .state(NewerWord.state())]

    @Test(
        "A flood costs a line-mode client with unread output little; a signal still ends it",
        arguments: ["join", "watch"].flatMap { command in Flood.allCases.map { (command, $0) } }
            .sampled(every: 2))
    func unread(_ command: String, _ flood: Flood) async throws {
        let host = try FloodHost(
            command == "join" ? Self.greeting : Self.seatless, then: flood.lines)
        let client = try ProgramRun([command, host.address, "--plain"], limit: .seconds(200))
        try await client.line(containing: "Board: ")
        let before = await client.residentBytes
        host.begin()
        await host.hasFlooded()
        #expect(await client.residentBytes - before < Self.bound)
        await client.signal(flood == .chat ? 2 : 15)
        let status = await client.endUnread()
        #expect(status == .exited(flood == .chat ? 130 : 143))
    }

    @Test("A flood costs a line-mode client with read output little; a signal still ends it")
    func read() async throws {
        let host = try FloodHost(Self.greeting, then: Flood.chat.lines)
        let client = try ProgramRun(["join", host.address, "--plain"], limit: .seconds(200))
        try await client.line(containing: "Board: ")
        let before = await client.residentBytes
        host.begin()
        await client.passOver { host.sent > FloodHost.plenty }
        #expect(await client.residentBytes - before < Self.bound)
        await client.signal(15)
        await client.passOver { false }
        #expect(await client.endUnread() == .exited(143))
    }

    @Test(
        "A flood costs a full-screen client on a frozen terminal little; a signal still ends it",
        arguments: [Flood.chat, .states, .pings])
    func screen(_ flood: Flood) async throws {
        let host = try FloodHost(Self.greeting, then: flood.lines)
        let terminal = try ProgramTerminal("join \(host.address)", limit: .seconds(200))
        try await terminal.wait(for: "deck 69")
        let before = await terminal.residentBytes
        host.begin()
        await host.hasFlooded()
        #expect(await terminal.residentBytes - before < Self.bound)
        await terminal.signal(15)
        #expect(await terminal.endUnread() == .exited(143))
        #expect(await terminal.isCookedAsBefore)
    }

    @Test(
        "A signal ends a line-mode client on a stopped terminal, and gives up its seat",
        arguments: ["", "being typed"])
    func stopped(_ typed: String) async throws {
        let host = try await PuppetHost(Self.greeting)
        let terminal = try ProgramTerminal("join \(host.address) --plain")
        try await terminal.wait(forLastWords: "Board: ")
        await terminal.stopOutput()
        await terminal.type(typed)
        try #require(await terminal.awaitReading())
        await terminal.signal(15)
        try #require(await terminal.endUnread() == .exited(143))
        #expect(await terminal.isCookedAsBefore)
        await host.hears(#""leave""#)
    }

    @Test("A client reports the connection at once, even to a silent host")
    func silence() async throws {
        let host = try await PuppetHost([])
        for command in ["join", "watch"] {
            let client = try ProgramRun([command, host.address, "--plain"])
            #expect(
                try await client.line() == "Connecting to \(host.address)… Press ctrl-c to cancel.")
            await client.signal(15)
            // The signal may come before the program has an answer to it.
            let status = await client.endByItself().status
            #expect(status == .exited(143) || status == .killed(15))
        }
    }

    @Test("A flood of welcomes ends the client with a clear message")
    func welcomes() async throws {
        let host = try FloodHost(Self.greeting, then: [NewerWord.welcome].encoded)
        let client = try ProgramRun(["join", host.address, "--plain"], limit: .seconds(200))
        try await client.line(containing: "Board: ")
        host.begin()
        let ending = await client.endByItself()
        #expect(ending.status == .exited(69))
        #expect(
            ending.errors == "set-duel: the host sent welcome twice\n")
    }
}

extension [HostMessage] {
    fileprivate var encoded: [[UInt8]] { map { WireCodec.encode($0) } }
}
