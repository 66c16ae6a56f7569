import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Replay in line mode")
struct LineModeReplayTests {
    private let recording: Recording

    init() throws { recording = try ReplayStory.recording() }

    private var replay: LineModeReplay {
        LineModeReplay(recording, as: LineModeClient(venue: .recorded))
    }

    @Test("Event by event, a replay tells the same as all at once")
    func steps() {
        var (whole, steps) = (replay, replay)
        var printed: [String] = []
        whole.tell { printed.append($0) }
        var announced = Array(steps.introduce().dropLast())
        while let lines = steps.read(""), lines.first?.hasPrefix("Replay:") == false {
            #expect(!lines.isEmpty)
            announced += lines
        }
        // A listener hears the time of an event once.
        func text(_ line: String) -> Substring { line.drop { $0 != "]" }.dropFirst(2) }
        #expect(
            announced.map { $0.hasPrefix("[") ? text($0) : $0[...] }
                == printed.map { line in
                    line.hasPrefix("[") ? text(line) : line[...]
                })
        #expect(announced.count > 10 && announced.count { $0.hasPrefix("[") } < printed.count)
        #expect(steps.read("all") == ["Replay: this is the end. Type back or quit."])
    }

    @Test("Back tells the event before, and questions are answered as of that event")
    func back() {
        var replay = replay
        _ = replay.introduce()
        #expect(replay.read("back") == ["Replay: this is the first event."])
        let events = (0..<6).map { _ in replay.read("") }
        let board = replay.read("board")
        #expect(replay.read("back") == events[4])
        #expect(replay.read("b") == events[3])
        #expect(replay.read("next") == events[4])
        #expect(replay.read("") == events[5])
        #expect(replay.read("board") == board && board?.isEmpty == false)
        #expect(replay.read("claim")?.first?.hasPrefix("Refused: ") == true)
        #expect(replay.read("all")?.last == "Replay: this is the end. Type back or quit.")
        for word in ["q", "quit", "leave"] { #expect(replay.read(word) == nil) }
    }

    @Test("A listener can go to the next set found and back to the last one")
    func sets() throws {
        var (replay, steps) = (replay, replay)
        _ = (replay.introduce(), steps.introduce())
        var found: [[String]] = []
        while let lines = steps.read(""), lines.first?.hasPrefix("Replay:") == false {
            if lines.contains(where: { $0.contains("Set: ") }) { found.append(lines) }
        }
        let set = try #require(found.first)
        #expect(found.count == 1)
        #expect(replay.read("back set") == ["Replay: no set was found before this."])
        #expect(replay.read("set") == set)
        #expect(replay.read("back set") == ["Replay: no set was found before this."])
        // After the last set comes the result, of the second game too.
        for game in 1...2 {
            #expect(replay.read("next set")?.contains { $0.contains("Over: ") } == true, "\(game)")
        }
        #expect(replay.read("set") == ["Replay: this is the end. Type back or quit."])
        _ = replay.read("back set")
        #expect(replay.read("back set") == set)
        #expect(replay.read("again") == set)
    }

    @Test("A listener can go where the keys of the screen lead, and hear what can be typed")
    func jumps() {
        var replay = replay
        var lines = replay.introduce()
        for line in [
            "rewind", "next game", "rewind", "start", "forward", "forward", "end", "previous game",
            "next game", "next game", "end", "say hi", "deal", "a1", "help back", "help set",
            "help next game", "help claim", "help all",
        ] {
            lines += ["> " + line] + (replay.read(line) ?? ["leaves"])
        }
        expectPicture(
            LineModeDuel.withoutShuffle(lines).joined(separator: "\n"), "line-mode/replay")
    }
}
