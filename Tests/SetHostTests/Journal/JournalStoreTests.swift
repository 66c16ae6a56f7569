import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("The names of journals", .serialized, .inTurn)
struct JournalStoreTests {
    @Test(
        "are known again, and no other file is taken for one",
        arguments: [
            ("2026-11-21T17-20-05-K7M2QX.setduel", true),
            ("2026-11-21T17-20-05-K7M2QX-2.setduel", true),
            ("2026-11-21T17-20-05-TTTTTT.setduel", true),
            ("2026-11-21T17-20-05-k7m2qx.setduel", false),
            ("2026-11-21T17-20-05-K7M2QX-02.setduel", false),
            ("2026-11-21T17-20-05-K7M2QX-x.setduel", false),
            ("2026-11-21T17:20:05-K7M2QX.setduel", false),
            ("2026-11-21T17-20-05-K7M2QX.setduel.running", false),
            ("2026-11-21T17-20-05.setduel", false), ("T.setduel", false), (".setduel", false),
            ("mine.setduel", false), ("2026-99-21T17-20-05-K7M2QX.setduel", false),
        ])
    func closed(name: String, isOurs: Bool) {
        #expect(JournalStore.isOfClosedTable(name) == isOurs)
    }
}
