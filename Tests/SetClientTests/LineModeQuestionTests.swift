import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("A new game in lines")
struct LineModeQuestionTests {
    private static let question =
        "New: start another game? You will lose this one. Answer yes or no."

    private func duel(_ venue: TableModel.Venue) throws -> LineModeDuel {
        try LineModeDuel(venue: venue)
    }

    @Test("is asked about before a game against the computer is lost", arguments: ["yes", "new"])
    func asked(answer: String) throws {
        var duel = try duel(.embedded)
        #expect(duel.lines("new") == [Self.question])
        #expect(duel.sent(answer) == [.new])
        #expect(duel.lines("yes") == ["Refused: There is no question to answer."])
    }

    @Test("is not begun by no, nor by anything else")
    func refused() throws {
        var duel = try duel(.embedded)
        #expect(duel.lines("new") == [Self.question])
        #expect(duel.lines("no") == ["New: no. You keep playing."])
        #expect(duel.lines("new") == [Self.question])
        #expect(duel.lines("score").first == "New: canceled. You keep playing.")
        #expect(duel.sent("yes").isEmpty)
    }

    @Test("is asked for at once where the other must agree")
    func person() throws {
        var duel = try duel(.elsewhere)
        #expect(duel.sent("new") == [.new])
    }
}
