import Foundation
import SetHost
import SetProtocol
import Testing

/// Journals as hosts wrote them before, beside the sources under `Tests/Journals`.
@Suite("Older journals")
struct OlderJournalTests {
    private static func journal(_ name: String) throws -> Journal {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Journals")
        let data = try Data(contentsOf: folder.appending(path: name + ".setduel"))
        return try JournalReader.read(Array(data))
    }

    @Test(
        "A journal of format 2 replays and verifies as before",
        arguments: [
            ("format-2-drops", 139, [3, 3]), ("format-2-never", 161, [7, 3]),
            ("format-2-races", 143, [10, 2]),
        ])
    func verified(name: String, inputs: Int, sets: [Int]) throws {
        let journal = try Self.journal(name)
        #expect(journal.header.format == 2)
        let audit = try JournalAudit(journal)
        #expect(audit.inputs == inputs && audit.games.map(\.sets) == sets)
        #expect(try Recording(journal).games.count == sets.count)
    }

    @Test("A journal of format 3 replays and verifies as before")
    func thirdFormat() throws {
        let journal = try Self.journal("format-3-pause")
        #expect(journal.header.format == 3)
        let audit = try JournalAudit(journal)
        #expect(audit.inputs == 27 && audit.games.map(\.sets) == [3])
        #expect(try Recording(journal).games.count == 1)
    }

    @Test("A journal of format 3, in which a request stood for 24 seconds, replays as before")
    func standingRequest() throws {
        let journal = try Self.journal("format-3-requests")
        #expect(journal.header.format == 3)
        let audit = try JournalAudit(journal)
        #expect(audit.inputs == 21 && audit.games.count == 1)
    }

    @Test("A journal with a set that was not on the board is refused, naming the pick's line")
    func offBoardSet() throws {
        let journal = try Self.journal("off-board-set")
        let fault = #expect(throws: JournalFault.self) { try JournalAudit(journal) }
        let card = try #require(Card(code: "1113"))
        #expect(fault == JournalFault(line: 12, .pickedOffBoard(card)))
        #expect(throws: JournalFault.self) { try JournalReplay.end(of: journal) }
    }
}
