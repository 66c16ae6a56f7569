import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Journal names")
struct JournalStoreTests {
    @Test(
        "Journal names are recognized, and no other file name is",
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
        #expect((JournalName(name)?.state == .finished) == isOurs)
    }

    @Test(
        "A journal's name tells whether its table is open, closed, or unfinished",
        arguments: [
            ("", JournalName.State.finished), (".unfinished", .unfinished),
            (".incomplete", .incomplete), (".running", .running), (".refused", .refused),
        ])
    func states(ending: String, state: JournalName.State) throws {
        let stem = "2026-11-21T17-20-05-K7M2QX.setduel"
        let name = try #require(JournalName(stem + ending))
        #expect(name.state == state && name.stem == stem)
        #expect(JournalName("mine.setduel" + ending) == nil)
        #expect(JournalName.path(stem + ".running", from: .running, to: state) == stem + ending)
    }
}
