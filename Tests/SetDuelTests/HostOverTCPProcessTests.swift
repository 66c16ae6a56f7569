import Foundation
import SetProtocol
import SetTestSupport
import Testing

@Suite("The host command", .serialized, .inTurn, .timeLimit(.minutes(5)))
struct HostOverTCPProcessTests {
    @Test("The host command deals the cards of its seed, and says goodbye when it is told to end")
    func run() async throws {
        let host = try RealHostProcess(["--seed", "7", "--countdown", "0"])
        // Each says hello before the next one connects: a host waits five seconds for it, and a
        // busy machine may take longer than that to come back to this test.
        let first = WirePlayer(try WireClient(port: host.port))
        try await first.greet(Hello(name: "Ann"))
        let second = WirePlayer(try WireClient(port: host.port))
        try await second.greet(Hello(name: "Bob"))
        let players = PerSeat(first: first, second: second)
        var game = WireGame(players)
        try await game.start()
        var generator = SeededGenerator(seed: 7)
        let deck = SeededGenerator.shuffledDeck(seed: generator.next())
        #expect(await game.state.cards == Array(deck.prefix(12)))
        try await game.move()
        #expect(await game.state.players.first?.sets == 1)

        #expect(await host.stop() == 0)
        for seat in Seat.allCases {
            let lines = try await players[seat].client.end()
            #expect(lines.last == #"{"type":"bye","why":"closing","resume":false}"#)
        }
    }

    @Test("The host command repeats the opening of the transcripts", arguments: ["01-opening.txt"])
    func transcript(_ name: String) async throws {
        let transcript = try WireTranscript(try Documents.text("transcripts/" + name))
        let seed = try #require(transcript.command.firstIndex(of: "--seed"))
        let host = try RealHostProcess(Array(transcript.command[seed...]))
        _ = try await transcript.replay(onPort: host.port)
        #expect(await host.stop() == 0)
    }
}
