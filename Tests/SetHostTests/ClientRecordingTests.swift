import SetProtocol
import SetSimulation
import Testing

@Suite("Client recordings") struct ClientRecordingTests {
    private func judged(_ lines: [String]) -> ClientRecording {
        ClientRecording(parsing: Array(lines.joined(separator: "\n").utf8))
    }

    @Test("A client recording is checked line by line against the protocol document") func lawful()
    {
        let recording = judged([
            #"{"at":0,"kind":"opened"}"#,
            #"{"at":10,"kind":"received","line":"{\"type\":\"error\",\"why\":\"busy\",\"message\":\"Full.\"}"}"#,
            #"{"at":20,"kind":"closed"}"#,
        ])
        #expect(recording.received == 1)
        #expect(recording.faults == [])
    }

    @Test(
        "A client recording with a malformed line fails",
        arguments: [
            #"{"at":10,"kind":"got","line":"{}"}"#, #"{"at":10,"kind":"received"}"#,
            #"{"at":"10","kind":"opened"}"#, "opened",
        ])
    func noEntry(_ line: String) {
        let recording = judged([#"{"at":0,"kind":"opened"}"#, line])
        #expect(recording.faults.first == "line 2 is no entry")
    }

    @Test("A client recording in which nothing was received fails") func empty() {
        #expect(judged([]).faults == ["nothing was received"])
    }
}
