import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("Game report") struct GameReports {
    private func report(of story: ReportStory) throws -> GameRecord {
        try #require(story.model.report)
    }

    @Test("A game report exists only once the game is over")
    func end() throws {
        #expect(try ReportStory.played(to: 58).model.report == nil)
        #expect(try ReportStory.played().model.report != nil)
        #expect(TableModel().report == nil)
    }

    @Test("A game report has the figures worked out by hand")
    func figures() throws {
        let report = try report(of: .played())
        let ann = try #require(report.players.first)
        let bob = try #require(report.players.second)
        #expect((ann.name, ann.points, ann.sets, ann.wins) == ("Ann", 0, 1, 0))
        #expect((bob.name, bob.points, bob.sets, bob.wins) == ("Bob", 6, 2, 1))
        #expect(report.median(.first) == .seconds(8) && report.fastest(.first) == .seconds(8))
        // 1.55 s since the set before, and 18 s since the deal.
        #expect(report.median(.second) == .milliseconds(9775))
        #expect(report.fastest(.second) == .milliseconds(1550))
        let counts = report.counts
        #expect(counts.first.lateClaims == 1 && counts.first.mismatches == 0)
        #expect(counts.second.lateClaims == 0 && counts.second.mismatches == 1)
        #expect(counts.first.deals == 1 && counts.first.wrongDeals == 1 && counts.second.deals == 0)
        #expect(report.clock == .seconds(60) && report.isWhole)
        // Ann leads, then Bob, then Ann by his mistake, then Bob for good.
        #expect(report.leadChanges == 3)
        #expect(report.result == GameResult(winner: .second, decider: .points))
    }

    @Test("How a match stands comes before the course of the game")
    func standing() throws {
        var driver = TableDriver(try ReportStory.played().model)
        driver.publish { ($0.match, $0.deck) = (Match(games: 3, winner: nil), 0) }
        let situation = try #require(TablePerspective(driver.view))
        let report = try #require(driver.model.report)
        let course = ReportWords(situation: situation, report: report).course(.max)
        let start = "Bob leads 1 to 0 in the best of 3; the deck is empty"
        #expect(course.hasPrefix(start), "\(course)")
    }

    @Test("After the game that decides a match, the report is one of all its games")
    func ofMatch() throws {
        var record = GameRecord()
        var now = MonotonicInstant.zero
        let trio = try #require(Trio([Card](codes: "1111 2222 3333")))
        func play(_ game: Int, wins: Int, winner: Seat?) {
            var state = TableState()
            (state.game, state.match) = (game, Match(games: 3, winner: nil))
            state.players = PerSeat(
                first: PlayerState(name: "Ann"), second: PlayerState(name: "Bob"))
            for (event, phase) in [
                (TableEvent.started, TablePhase.open), (.setFound(.first, trio, points: 5), .open),
                (.over, .over),
            ] {
                now = now.advanced(by: .seconds(2))
                (state.event, state.phase) = (event, phase)
                if case .setFound = event {
                    state.players.first?.points = 5
                    state.players.first?.sets = 1
                }
                if phase == .over {
                    state.result = GameResult(winner: .first, decider: .points)
                    state.match?.winner = winner
                }
                record.apply(state, at: now)
            }
        }
        play(1, wins: 1, winner: nil)
        #expect(record.summed == record && record.finds.count == 1)
        play(2, wins: 2, winner: .first)
        #expect(record.finds.count == 1)
        let match = record.summed
        #expect((match.games, match.finds.count, match.isWhole) == (2, 2, true))
        #expect(match.players.first?.points == 10 && match.players.first?.sets == 2)
        #expect(
            match.clock == .seconds(8) && match.deeds.map(\.time) == [.seconds(2), .seconds(6)])
        // Another match begins with nothing.
        play(3, wins: 1, winner: nil)
        #expect(record.summed == record && record.games == 1)
    }

    @Test("A game report's hardest set has the longest search")
    func hardest() throws {
        let story = try ReportStory.played()
        let hardest = try #require(try report(of: story).hardest)
        #expect(hardest.trio == story.found[2] && hardest.seat == .second)
        #expect(hardest.search == .seconds(18))
        let deeds = try report(of: story).deeds
        #expect(deeds.contains { $0.kind == .found && $0.time == .seconds(58) })
    }

    @Test("A game report counts missed sets and shows the one on the board longest")
    func missed() throws {
        let before = try ReportStory.played(to: 30)
        let cards = before.state.cards.compactMap(\.self)
        let report = try report(of: .played())
        let missed = try #require(report.missed)
        #expect(report.missedCount == CardSet(cards).setCount && report.missedCount > 0)
        #expect(missed.trio.isSet && missed.trio.cards.allSatisfy(cards.contains))
        #expect(missed.dealer == .first)
        // All three lay there from the beginning.
        let firstBoard = try ReportStory.played(to: 0).state.cards
        #expect(missed.trio.cards.allSatisfy(firstBoard.contains) && missed.lay == .seconds(40))
    }

    @Test("A set that is found after the deal that missed it does not count as missed")
    func foundAfterAll() throws {
        var story = try ReportStory.played(to: 45)
        var state = story.state
        let missed = story.model.record.missedSets.map(\.trio)
        let trio = try #require(
            missed.first { $0.cards.allSatisfy { state.cards.contains($0) } })
        state.revision = state.revision.next
        state.cards = state.cards.map { $0.map(trio.cards.contains) == true ? nil : $0 }
        state.event = .setFound(.second, trio, points: 3)
        _ = story.model.receive(.state(state), at: MonotonicInstant(.seconds(70)))
        #expect(story.model.record.missedSets.map(\.trio) == missed.filter { $0 != trio })
    }

    @Test("A missed set counts from when its last card was dealt")
    func youngest() throws {
        // In this shuffle every set there needs a card that came at 14.5 s.
        let report = try report(of: .played(seed: 2))
        #expect(report.missed?.lay == .seconds(25.5) && report.missedCount == 2)
    }

    @Test("A game report does not count right deals as errors")
    func rightful() throws {
        let report = try report(of: .played(seed: 13))
        #expect(report.missed == nil && report.missedCount == 0)
        #expect(report.counts.first.deals == 1 && report.counts.first.wrongDeals == 0)
    }

    @Test("A game report counts sets left on the board at a resignation")
    func resigned() throws {
        var story = try ReportStory.played(to: 8)
        let sets = CardSet(story.state.cards.compactMap(\.self)).setCount
        var state = story.state
        state.revision = state.revision.next
        state.phase = .over
        state.event = .resigned(.first)
        state.result = GameResult(winner: .second, decider: .resigned)
        _ = story.model.receive(.state(state), at: MonotonicInstant(.seconds(32)))
        let report = try report(of: story)
        let missed = try #require(report.missed)
        #expect(report.missedCount == sets && missed.dealer == nil)
        #expect(missed.lay == .seconds(12) && report.clock == .seconds(12))
    }

    @Test("A report for a player who joined late says so and covers only what was seen")
    func halfway() throws {
        let report = try report(of: .played(from: 40))
        #expect(!report.isWhole && report.clock == .seconds(20))
        #expect(report.median(.first) == nil && report.players.first?.sets == 1)
        #expect(report.median(.second) != nil && report.players.second?.sets == 2)
    }

    @Test("A report for a player who joined after the end has only the result")
    func late() throws {
        let report = try report(of: .played(from: 60))
        #expect(!report.hasFigures && !report.isWhole && report.clock == .zero)
        #expect(report.players.second?.points == 6 && report.hardest == nil)
    }

    @Test("A game report survives a player leaving and another taking the seat")
    func afterwards() throws {
        var story = try ReportStory.played()
        let before = try report(of: story)
        var state = story.state
        for player in [nil, PlayerState(name: "Cid")] {
            state.revision = state.revision.next
            state.players.second = player
            _ = story.model.receive(.state(state), at: MonotonicInstant(.seconds(200)))
            #expect(try report(of: story) == before)
        }
        let perspective = try #require(TablePerspective(TableView(story.model)))
        #expect(perspective.headline.hasPrefix("Bob wins by 6"))
    }

    @Test("A game report starts over with the next game")
    func again() throws {
        var story = try ReportStory.played()
        var state = story.state
        state.revision = state.revision.next
        (state.game, state.phase, state.event) = (2, .countdown, .countdown)
        _ = story.model.receive(.state(state), at: MonotonicInstant(.seconds(200)))
        let record = story.model.record
        #expect(story.model.report == nil && record.game == 2)
        #expect(record.finds.isEmpty && record.deeds.isEmpty && record.clock == .zero)
    }

    @Test(
        "A median is the middle time, or the mean of the middle two",
        arguments: [
            ([Int](), nil), ([7], 7), ([9, 1], 5), ([30, 2, 4], 4), ([4, 1, 8, 2], 3),
        ])
    func median(times: [Int], median: Int?) {
        #expect(times.map { .seconds($0) }.median == median.map { .seconds($0) })
    }

    @Test("A game record stays bounded, whatever a host sends")
    func bounded() throws {
        var story = try ReportStory.played(to: 8)
        var state = story.state
        let trio = try #require(CardSet(state.cards.compactMap(\.self)).sets.first)
        for step in 0..<2000 {
            state.revision = state.revision.next
            state.event =
                step.isMultiple(of: 2)
                ? .setFound(.first, trio, points: 3)
                : .dealt(.second, [], setsBefore: .max, points: -2)
            _ = story.model.receive(.state(state), at: MonotonicInstant(.seconds(30)))
        }
        #expect(story.model.record.finds.count == GameRecord.limit)
        #expect(story.model.record.deeds.count == GameRecord.limit)
    }
}
