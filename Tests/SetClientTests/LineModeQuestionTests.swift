import SetProtocol
import SetTestSupport
import Testing

@testable import SetClient

@Suite("New game in line mode")
struct LineModeQuestionTests {
    private static let question =
        "New game: start another game? The current game will end. Answer yes or no."

    private func duel(_ venue: TableModel.Venue) throws -> LineModeDuel {
        try LineModeDuel(venue: venue)
    }

    @Test("Line mode asks before new loses a game against the computer", arguments: ["yes", "new"])
    func asked(answer: String) throws {
        var duel = try duel(.embedded)
        #expect(duel.lines("new") == [Self.question])
        #expect(duel.sent(answer) == [.new])
        #expect(duel.lines("yes") == ["Refused: There is no question to answer."])
    }

    @Test("Line mode starts no new game unless the answer is yes")
    func refused() throws {
        var duel = try duel(.embedded)
        #expect(duel.lines("new") == [Self.question])
        #expect(duel.lines("no") == ["New game: canceled. Nothing changes."])
        #expect(duel.lines("new") == [Self.question])
        #expect(duel.lines("score").first == "New game: canceled. Nothing changes.")
        #expect(duel.sent("yes").isEmpty)
    }

    @Test("Line mode requests a new game at once where the opponent must agree")
    func person() throws {
        var duel = try duel(.elsewhere)
        #expect(duel.sent("new") == [.new])
    }

    @Test("Line mode agrees to a new game that was asked for a moment ago only by a second yes")
    func fresh() throws {
        var duel = try duel(.elsewhere)
        _ = duel.publish(.asked(.second, .pause)) { $0.players.second?.asks = .pause }
        _ = duel.publish(.asked(.second, .new)) { $0.players.second?.asks = .new }
        duel.now = duel.now.advanced(by: .milliseconds(600))
        #expect(duel.lines("y") == ["New game: this ends the game. Type yes again to agree."])
        #expect(duel.sent("y") == [.new])

        var later = try self.duel(.elsewhere)
        _ = later.publish(.asked(.second, .new)) { $0.players.second?.asks = .new }
        later.now = later.now.advanced(by: .seconds(3))
        #expect(later.sent("yes") == [.new])
    }

    @Test("Yes starts or resumes a game for which only this player is not ready")
    func readyToo() throws {
        for phase in [TablePhase.waiting, .over, .paused] {
            var duel = try duel(.elsewhere)
            _ = duel.publish(.ready(.second)) {
                $0.phase = phase
                $0.players.first?.isReady = false
                $0.players.second?.isReady = true
            }
            #expect(duel.sent("yes") == [.ready])
            _ = duel.publish(.ready(.first)) { $0.players.first?.isReady = true }
            #expect(duel.lines("yes") == ["Refused: There is no question to answer."])
        }
    }

    @Test("The opponent's return cancels the question whether to resign, which would have won")
    func returned() throws {
        var duel = try duel(.elsewhere)
        _ = duel.publish(.seatReleased(.second)) {
            $0.phase = .paused
            $0.players.second?.isPresent = false
        }
        _ = duel.lines("resign")
        let lines = duel.publish(.returned(.second)) {
            $0.phase = .open
            $0.players.second?.isPresent = true
        }
        #expect(lines.first == "Resign: canceled.")
        #expect(duel.sent("yes").isEmpty)
    }

    @Test("A request of the opponent cancels an open question, so that yes has one meaning")
    func oneMeaning() throws {
        var duel = try duel(.elsewhere)
        _ = duel.lines("resign")
        let lines = duel.publish(.asked(.second, .pause)) { $0.players.second?.asks = .pause }
        #expect(lines.first == "Resign: canceled.")
        duel.now = duel.now.advanced(by: .seconds(3))
        #expect(duel.sent("yes") == [.pause])
    }
}

@Suite("Names typed in line mode")
struct LineModeTypingTests {
    @Test(
        "A name typed before another card came there, or within three seconds, is refused",
        arguments: ["c1 b2", "claim c1 b2 a3"], [5, 6, 8])
    func stale(line: String, began second: Int) throws {
        var duel = try LineModeDuel()
        let began = MonotonicInstant(.seconds(second))
        duel.now = MonotonicInstant(.seconds(6))
        let old = try #require(duel.state.cards[4])
        let new = try #require(Card.all.first { !duel.state.cards.contains($0) })
        _ = duel.publish(.refilled([new])) { $0.cards[4] = new }
        let before = duel.client
        let output = duel.client.read(line, typedSince: began, at: MonotonicInstant(.seconds(9)))
        #expect(output.effects.isEmpty)
        #expect(
            output.lines.first?.hasPrefix("Refused: This card is new: B2 ")
                == true
        )
        #expect(old != new)
        // After the refusal or the board, the player knows the new card.
        for telling in [line, "board"] {
            var told = before
            _ = told.read(telling, typedSince: began, at: MonotonicInstant(.seconds(7)))
            let output = told.read(
                "claim c1 b2 a3", typedSince: MonotonicInstant(.seconds(7)),
                at: MonotonicInstant(.seconds(7)))
            #expect(!output.effects.isEmpty)
        }
        // Typed after that, or from a pipe, it is meant.
        for began in [MonotonicInstant(.seconds(9)), nil] {
            var other = duel.client
            let output = other.read(
                "claim c1 b2 a3", typedSince: began, at: MonotonicInstant(.seconds(9)))
            #expect(!output.effects.isEmpty)
        }
    }

    @Test("A refusal names every new card among the named ones")
    func staleTrio() throws {
        var duel = try LineModeDuel()
        duel.now = MonotonicInstant(.seconds(6))
        let fresh = Array(Card.all.filter { !duel.state.cards.contains($0) }.prefix(2))
        _ = duel.publish(.refilled(fresh)) { state in
            (state.cards[0], state.cards[4]) = (fresh[0], fresh[1])
        }
        let now = MonotonicInstant(.seconds(7))
        let line = try #require(duel.client.read("a1 b2 c1", typedSince: now, at: now).lines.first)
        #expect(line.hasPrefix("Refused: These cards are new: A1 ") && line.contains("; B2 "))
        #expect(!duel.client.read("a1 b2 c1", typedSince: now, at: now).effects.isEmpty)
    }

    @Test("A pause, which turns the cards over, changes none")
    func turnedOver() throws {
        var duel = try LineModeDuel()
        let cards = duel.state.cards
        duel.now = MonotonicInstant(.seconds(6))
        _ = duel.publish(.paused) {
            $0.phase = .paused
            $0.cards = cards.map { _ in nil }
        }
        _ = duel.publish(.resumed) {
            $0.phase = .open
            $0.cards = cards
        }
        let output = duel.client.read(
            "claim c1 b2 a3", typedSince: MonotonicInstant(.seconds(5)),
            at: MonotonicInstant(.seconds(7)))
        #expect(!output.effects.isEmpty)
    }
}
