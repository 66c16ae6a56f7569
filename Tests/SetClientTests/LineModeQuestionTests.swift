import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("New game in line mode")
struct LineModeQuestionTests {
    private static let question =
        "New: start another game? You will lose this one. Answer yes or no."

    private func duel(_ venue: TableModel.Venue) throws -> LineModeDuel {
        try LineModeDuel(venue: venue)
    }

    @Test("Line mode asks before new loses a game against the computer", arguments: ["yes", "new"])
    func asked(answer: String) throws {
        var duel = try duel(.embedded)
        #expect(duel.lines("new") == [Self.question])
        #expect(duel.sent(answer) == [.new])
        #expect(duel.lines("yes") == ["Refused: There is no question to answer."])
    }

    @Test("Line mode starts no new game unless the answer is yes")
    func refused() throws {
        var duel = try duel(.embedded)
        #expect(duel.lines("new") == [Self.question])
        #expect(duel.lines("no") == ["New: no. The game continues."])
        #expect(duel.lines("new") == [Self.question])
        #expect(duel.lines("score").first == "New: canceled. The game continues.")
        #expect(duel.sent("yes").isEmpty)
    }

    @Test("Line mode requests a new game at once where the opponent must agree")
    func person() throws {
        var duel = try duel(.elsewhere)
        #expect(duel.sent("new") == [.new])
    }
}
