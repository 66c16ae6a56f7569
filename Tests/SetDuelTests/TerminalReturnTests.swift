import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite(
    "Reconnection on the full screen", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct TerminalReturnTests {
    /// The keys of some cards, as they lie at 80 by 24.
    private static func keys(_ cards: [Card], in state: TableState) -> [String] {
        var model = TableModel()
        _ = model.receive(.state(state), at: .zero)
        let labels = TablePicture(
            TableView(model), size: Size(80, 24), appearance: Appearance(), now: .zero
        ).labels
        return cards.compactMap { card in state.cards.firstIndex(of: card).map { labels[$0] } }
    }

    private static func game(
        _ line: BrokenLine
    ) async throws -> (ann: ProgramTerminal, bob: WirePlayer) {
        let ann = try ProgramTerminal(
            "join \(line.proxy.address) --name Ann --motion none", environment: line.environment)
        try await ann.wait(for: "The other player runs:")
        let text = await ann.screen.text
        let code = text.firstMatch(of: /--table (\w{6})/)?.output.1
        let bob = try await line.host.join(
            Hello(name: "Bob", table: TableCode(String(try #require(code)))))
        try await bob.send(.ready)
        try await ann.wait(for: "Bob is ready")
        await ann.type("\r")
        try await ann.wait(for: "See a set?")
        try await bob.state { $0.phase == .open }
        await line.noted()
        return (ann, bob)
    }

    @Test("A full-screen client shows reconnecting, refuses moves, returns and goes on")
    func turn() async throws {
        try await BrokenLine.running { line in
            let (ann, bob) = try await Self.game(line)
            let keys = Self.keys(
                try #require(await bob.visibleSet), in: await bob.newest)
            await ann.type(" ")
            try await ann.wait(for: "Your turn: pick three cards.")
            await ann.type(keys[0])
            try await ann.wait(for: "Your turn: two more cards.")
            // A pick is shown before the host has it, and a cut connection may lose it.
            try await bob.event { $0.traits.kind == .picked }
            await line.proxy.refuse()
            try await ann.wait(for: "Connection lost. Reconnecting")
            try await ann.wait(for: "Your seat is kept for ")
            try await ann.wait(for: "Q  leave")
            await ann.type(keys[2])
            try await ann.wait(for: "Still reconnecting. Nothing was sent.")
            try await bob.event { $0 == .away(.first) }
            await line.proxy.acceptAgain()
            try await ann.wait(for: "Your turn: two more cards.")
            #expect(await !ann.screen.text.contains("Reconnecting"))
            try await bob.event { $0 == .returned(.first) }
            for key in keys.dropFirst() { await ann.type(key) }
            let found = try await bob.event { $0.milestone == .setFound }
            #expect(found.players.first?.sets == 1)
            try await ann.wait(for: "1 set ")
            await ann.type("Qy")
            #expect(try await ann.end() == .exited(0))
            #expect(await ann.isRestored)
            #expect(
                await ann.lastWords.contains(
                    /^You left: Bob wins. You \d+, Bob 0; 1 set in \d+:\d\d\r\n$/))
        }
    }

    @Test("A disconnected full-screen client names the seat on leaving, and returns to it")
    func open() async throws {
        try await BrokenLine.running { line in
            let (ann, bob) = try await Self.game(line)
            await line.proxy.refuse()
            try await ann.wait(for: "Connection lost. Reconnecting")
            await ann.type("Q")
            #expect(try await ann.end() == .exited(0))
            let advice =
                "set-duel: to return to your seat, run: set-duel join \(line.proxy.address)"
            #expect(await ann.lastWords.hasSuffix("\r\n\(advice)\r\n"))
            try await bob.event { $0 == .away(.first) }
            await line.proxy.acceptAgain()
            let again = try ProgramTerminal(
                "join \(line.proxy.address) --name Ann", environment: line.environment)
            try await again.wait(for: "You are back in your seat")
            try await bob.event { $0 == .returned(.first) }
            await again.type("Qy")
            #expect(try await again.end() == .exited(0))
            try await bob.event { $0 == .left(.first) }
            #expect(line.notes.isEmpty)
        }
    }

    @Test("Closing a full-screen client's window does not give up the seat")
    func hangUp() async throws {
        try await BrokenLine.running { line in
            let (ann, bob) = try await Self.game(line)
            await ann.hangUp()
            #expect(try await ann.end() == .exited(129))
            try await bob.event { $0 == .away(.first) }
            #expect(line.notes.count == 1)
        }
    }
}
