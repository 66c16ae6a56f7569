import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Recordings")
struct RecordingTests {
    @Test(
        "A recording holds what a watcher was told, in order", arguments: (1...6).map { UInt64($0) }
    )
    func told(seed: UInt64) throws {
        let history = Simulation.history(seed: seed)
        let bytes = JournalForgery(try history.lines()).bytes
        let recording = try Recording(try JournalReader.read(bytes))
        let states = recording.moments.compactMap { moment in
            if case .state(let state) = moment.message { state } else { nil }
        }
        let published = history.steps.flatMap(\.effects).compactMap { effect in
            if case .publish(let state) = effect { state } else { nil }
        }
        #expect(states == published)
        #expect(recording.moments.map(\.time) == recording.moments.map(\.time).sorted())
        let isForAll = recording.moments.allSatisfy { moment in
            switch moment.message {
            case .refused, .hint, .welcome, .status, .ping, .pong, .error: false
            case .state, .race, .commitment, .reveal, .said, .bye: true
            }
        }
        #expect(isForAll)
        #expect(recording.welcome.seat == nil)
    }

    @Test("A recording is divided into games without gaps")
    func games() throws {
        for seed in 1...12 {
            let history = Simulation.history(seed: UInt64(seed))
            let bytes = JournalForgery(try history.lines()).bytes
            let recording = try Recording(try JournalReader.read(bytes))
            let audit = try JournalAudit(try JournalReader.read(bytes))
            let count = max(1, audit.games.count)
            #expect(recording.games.count == count, "seed \(seed)")
            for (game, next) in zip(recording.games, recording.games.dropFirst()) {
                #expect(game.moments.upperBound == next.moments.lowerBound)
            }
            #expect(recording.games.last?.moments.upperBound == recording.moments.count)
        }
    }

    @Test("A recording over its size limit is refused, naming the line")
    func limit() throws {
        let history = Simulation.history(seed: 1)
        let journal = try JournalReader.read(JournalForgery(try history.lines()).bytes)
        let fault = #expect(throws: JournalFault.self) { try Recording(journal, limit: 20) }
        #expect(fault?.reason == .tooLong)
        #expect((fault?.line ?? 0) > 1)
    }
}
