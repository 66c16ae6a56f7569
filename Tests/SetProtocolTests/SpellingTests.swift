import SetTestSupport
import Testing

@testable import SetProtocol

@Suite("Spelling suggestions")
struct SpellingTests {
    @Test(
        "The spelling distance is the number of wrong letters",
        arguments: [
            ("", "", 0), ("a", "", 1), ("", "ab", 2), ("host", "host", 0), ("hsot", "host", 1),
            ("jion", "join", 1), ("tabel", "table", 1), ("abc", "xyz", 3),
            ("sunday", "saturday", 3),
        ])
    func distance(_ first: String, _ second: String, _ expected: Int) {
        #expect(Spelling.distance(Array(first.utf8), Array(second.utf8)) == expected)
        #expect(Spelling.distance(Array(second.utf8), Array(first.utf8)) == expected)
    }

    @Test("A suggestion is made only for a near word")
    func nearest() {
        #expect(Spelling.nearest(to: "WATCH", among: ["watch", "play"]) == "watch")
        #expect(Spelling.nearest(to: "wtch", among: ["watch", "play"]) == "watch")
        #expect(Spelling.nearest(to: "zzz", among: ["watch", "play"]) == nil)
        #expect(Spelling.nearest(to: "x", among: []) == nil)
        // Two letters are wrong, one of them the first.
        #expect(Spelling.nearest(to: "level", among: ["reveal"]) == nil)
        #expect(Spelling.nearest(to: "eveal", among: ["reveal"]) == "reveal")
    }
}
