import SetProtocol
import Testing

@Suite struct Phrases {
    @Test(
        "An error text becomes a sentence, and a sentence stays one",
        arguments: [
            ("no such file", "No such file."), ("is it running?", "Is it running?"),
            ("refused (is it running?)", "Refused (is it running?)."), ("", ""),
            ("10.0.0.7:22 is no host", "10.0.0.7:22 is no host."),
            ("The host is full.", "The host is full."),
            ("Run: set-duel join here", "Run: set-duel join here"),
        ])
    func sentence(text: String, sentence: String) {
        #expect(text.asSentence == sentence)
    }

    @Test(
        "A list has a serial comma",
        arguments: [
            ([], ""), (["A1"], "A1"), (["A1", "B2"], "A1 and B2"),
            (["A1", "B2", "C3"], "A1, B2, and C3"),
        ])
    func list(words: [String], text: String) {
        #expect(words.listed() == text)
    }
}
