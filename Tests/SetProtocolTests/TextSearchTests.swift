import SetProtocol
import Testing

@Suite("Text search")
struct TextSearchTests {
    @Test(
        "Substrings are found wherever they are",
        arguments: [
            ("xterm-256color", "256color", true), ("utf8", "utf8", true), ("utf", "utf8", false),
            ("", "a", false), ("aab", "ab", true), ("é", "e", false), ("日本", "本", true),
        ])
    func found(text: String, part: String, isThere: Bool) {
        #expect(text.holds(part) == isThere)
        #expect("<\(text)>".dropFirst().holds(part) == isThere)
    }

    @Test(
        "Replacement works left to right and does not rescan",
        arguments: [
            ("it's", "'", "'\\''", "it'\\''s"), ("aaa", "aa", "a", "aa"), ("", "a", "b", ""),
            ("abab", "ab", "", ""), ("/home/é/x", "/home/é", "~", "~/x"), ("日本", "x", "y", "日本"),
        ])
    func exchanged(text: String, old: String, new: String, result: String) {
        #expect(text.exchanging(old, for: new) == result)
    }
}
