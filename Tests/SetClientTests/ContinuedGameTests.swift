import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("A continued game")
struct ContinuedGameTests {
    @Test("A continued game keeps its time, sets, and mistakes, whatever lies between")
    func goesOn() throws {
        let whole = try ReplayStory.recording()
        // The first game without its end.
        let states = whole.moments[whole.games[0].moments].compactMap { moment in
            if case .state(let state) = moment.message, state.phase != .over {
                (time: moment.time, state: state)
            } else {
                nil
            }
        }
        let moments = states.map { Recording.Moment(time: $0.time, message: .state($0.state)) }
        let past = Recording(table: whole.welcome.table, rules: .duel, moments: moments)
        var watched = GameRecord()
        for (time, state) in states { watched.apply(state, at: time.replayed) }
        try #require(watched.finds.count > 0 && watched.clock > .seconds(10))

        var record = GameRecord(upToTheEndOf: past)
        let muchLater = MonotonicInstant(.seconds(90_000))
        #expect(record.played(until: muchLater) == watched.clock)
        #expect(record.finds == watched.finds && record.mistakes == watched.mistakes)
        var state = try #require(states.last?.state)
        state.phase = .open
        record.apply(state, at: muchLater)
        #expect(
            record.played(until: muchLater.advanced(by: .seconds(2))) == watched.clock + .seconds(2)
        )
        #expect(record.finds == watched.finds && record.isWhole)
    }

    @Test("A model of a continued game shows the time played before")
    func clock() throws {
        let whole = try ReplayStory.recording()
        let model = TableModel(venue: .embedded, saving: .ifFound, past: whole)
        #expect(model.record.played(until: MonotonicInstant(.seconds(90_000))) > .zero)
        let fresh = TableModel(venue: .embedded, saving: .ifFound)
        #expect(fresh.record.played(until: MonotonicInstant(.seconds(90_000))) == .zero)
    }
}
