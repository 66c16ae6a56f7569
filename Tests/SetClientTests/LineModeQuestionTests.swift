import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("A new game in lines")
struct LineModeQuestionTests {
    private static let question =
        "New: do you begin another game? This one would be lost. Answer yes or no."

    private func duel(_ venue: TableModel.Venue) throws -> LineModeDuel {
        try LineModeDuel(venue: venue)
    }

    @Test("is asked about before a game against the computer is lost", arguments: ["yes", "new"])
    func asked(answer: String) throws {
        var duel = try duel(.embedded)
        #expect(duel.lines("new") == [Self.question])
        #expect(duel.sent(answer) == [.new])
        #expect(duel.lines("yes") == ["Refused: Nothing was asked."])
    }

    @Test("is not begun by no, nor by anything else")
    func refused() throws {
        var duel = try duel(.embedded)
        #expect(duel.lines("new") == [Self.question])
        #expect(duel.lines("no") == ["New: no, you play on."])
        #expect(duel.lines("new") == [Self.question])
        #expect(duel.lines("score").first == "New: dropped, you play on.")
        #expect(duel.sent("yes").isEmpty)
    }

    @Test("is asked for at once where the other must agree")
    func person() throws {
        var duel = try duel(.elsewhere)
        #expect(duel.sent("new") == [.new])
    }
}
