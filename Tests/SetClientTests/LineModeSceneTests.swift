import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

/// The scenes of Tests/Golden/line-mode, played again, and what is not told there.
@Suite("Line mode at a table")
struct LineModeSceneTests {
    private static let files = [
        "board", "cards", "chat", "claims", "clocks", "commands", "connection", "countdowns",
        "endings", "found-set", "introduction", "looking", "new-cards", "order", "outdated",
        "questions", "report", "verbosity",
    ]

    @Test("Line mode prints and sends what its scenes tell", arguments: files)
    func retold(_ name: String) throws {
        let scenes = goldenText("line-mode/\(name)")
        expectPicture(try LineModeDuel.retold(scenes), "line-mode/\(name)")
    }

    @Test("Every refusal, error, and goodbye has its scene")
    func complete() {
        let scenes = goldenText("line-mode/endings")
        let steps =
            Refusal.allCases.map { "refused \($0.rawValue)" }
            + ConnectionError.allCases.map { "error \($0.rawValue)" }
            + Farewell.allCases.map { "bye \($0.rawValue)" }
        for step in steps { #expect(scenes.contains("\n< \(step)\n"), "\(step)") }
    }

    @Test("A client that is asked late announces the seconds that are left, once")
    func late() throws {
        var duel = try LineModeDuel()
        try duel.perform("< state; turn first answer 20")
        #expect(
            duel.client.timePassed(at: MonotonicInstant(.seconds(16))).lines
                == ["Time: 5 seconds left."])
        #expect(duel.client.nextAnnouncement == MonotonicInstant(.seconds(17)))
    }

    @Test("Up to 20 messages of others wait for the end of a player's own turn")
    func chat() throws {
        var duel = try LineModeDuel()
        try duel.perform("< claimed first; turn first claim 5")
        for number in 0..<1000 { try duel.perform("< says second Bob: \(number)") }
        let after = try duel.perform("< passed first claim -2; phase open")
        #expect(after.count { $0.hasPrefix("Chat: ") } == 20)
    }

    @Test("A state older than the newest is ignored")
    func old() throws {
        var duel = try LineModeDuel()
        try duel.perform("< state")
        var old = duel.state
        (old.revision, old.event) = (Revision(0), .over)
        #expect(duel.client.receive(.state(old), at: .zero) == LineModeClient.Output())
    }

    @Test("No three cards of the deck take more than 25 words to be called wrong")
    func every() throws {
        let narrator = Narrator(
            seat: .first, names: PerSeat(first: "Ann", second: "Bob"),
            cardWords: CardWords(.classic))
        let deck = Card.all
        for first in deck.prefix(3) {
            for second in deck where second != first {
                for third in deck where third != first && third != second {
                    guard let trio = Trio([first, second, third]), !trio.isSet else { continue }
                    let line = narrator.sentence(for: .mismatch(.first, trio, points: -2)) ?? ""
                    // The score has six words, the other's turn four.
                    #expect(line.split(separator: " ").count + 10 <= 25, "\(line)")
                }
            }
        }
    }
}
