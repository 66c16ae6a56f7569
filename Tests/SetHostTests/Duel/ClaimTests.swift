import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Claims")
struct ClaimTests {
    @Test("The first claim gets the turn, and the second is refused", arguments: Seat.allCases)
    func race(seat: Seat) {
        var scene = DuelScene.open()
        let seen = scene.board
        let effects = scene.send(.claim(Claim(board: seen)), from: seat)
        #expect(effects.events == [.claimed(seat)])
        #expect(effects.states.last?.turn == Turn(seat: seat, reason: .claim, countdown: full(5)))

        let before = scene
        let late = scene.send(.claim(Claim(board: seen)), from: seat.opponent)
        #expect(late.refusals == [.notYourTurn])
        #expect(scene == before)
    }

    @Test(
        "A claim on an old board is refused and costs nothing", arguments: Seat.allCases)
    func stale(seat: Seat) {
        var scene = DuelScene.open()
        let seen = scene.board
        scene.claim(DuelDecks.firstSet, by: seat.opponent)
        for _ in 0..<2 {
            let before = scene
            let late = scene.send(
                .claim(Claim(board: seen, cards: DuelDecks.firstSet)), from: seat)
            #expect(late.refusals == [.staleBoard])
            #expect(scene == before)
            scene.runOut()
        }
    }

    @Test("A claim on a future board is refused", arguments: Seat.allCases)
    func early(seat: Seat) {
        var scene = DuelScene.open()
        let before = scene
        #expect(
            scene.send(.claim(Claim(board: scene.board.next)), from: seat).refusals == [.staleBoard]
        )
        #expect(scene == before)
    }

    @Test("A claim that names three cards finds a set in one step", arguments: Seat.allCases)
    func namedSet(seat: Seat) throws {
        var scene = DuelScene.open()
        let effects = scene.claim(DuelDecks.firstSet, by: seat)
        let trio = try #require(Trio(DuelDecks.firstSet))
        #expect(
            effects.events == [
                .claimed(seat), .picked(seat, trio.cards[0]), .picked(seat, trio.cards[1]),
                .setFound(seat, trio, points: 5),
            ])
        #expect(scene.points[seat] == 5)
        #expect(scene.sets[seat] == 1)
        #expect(scene.points[seat.opponent] == 0)
    }

    @Test(
        "A claim that names no set costs a mismatch and gives the other the turn",
        arguments: Seat.allCases)
    func namedMismatch(seat: Seat) throws {
        var scene = DuelScene.open()
        let wrong = try #require(Trio(Array(DuelDecks.filler.prefix(3))))
        let effects = scene.claim(wrong.cards, by: seat)
        #expect(effects.events.last == .mismatch(seat, wrong, points: -2))
        #expect(
            scene.view.turn == Turn(seat: seat.opponent, reason: .answer, countdown: full(10)))
        #expect(
            scene.view.selection == Selection(seat: seat, cards: wrong.cards, verdict: .mismatch))
    }

    @Test(
        "A claim may name one or two cards and leave the rest for later", arguments: Seat.allCases)
    func partlyNamed(seat: Seat) {
        var scene = DuelScene.open()
        scene.claim(Array(DuelDecks.firstSet.prefix(2)), by: seat)
        #expect(scene.view.selection?.cards == Array(DuelDecks.firstSet.prefix(2)))
        #expect(scene.pick([DuelDecks.firstSet[2]], by: seat).events.last?.charge?.points == 5)
    }

    @Test(
        "A claim that names more than three cards never picks in the other's turn",
        arguments: Seat.allCases
    )
    func tooMany(seat: Seat) {
        var scene = DuelScene.open()
        scene.claim(Array(DuelDecks.filler.prefix(5)), by: seat)
        #expect(scene.view.turn?.seat == seat.opponent)
        #expect(scene.view.selection?.seat == seat)
        #expect(scene.view.selection?.verdict == .mismatch)
    }

    @Test(
        "A claim while a found set is shown clears it and concerns the other cards",
        arguments: Seat.allCases)
    func duringReveal(seat: Seat) {
        for finder in Seat.allCases {
            var scene = DuelScene.revealing(foundBy: finder)
            let before = scene
            #expect(scene.claim(DuelDecks.firstSet, by: seat).refusals == [.cardNotOnBoard])
            #expect(scene == before)

            let effects = scene.claim(DuelDecks.secondSet, by: seat)
            #expect(effects.events.first == .refilled(DuelDecks.nextThree))
            #expect(effects.events.last?.charge?.points == 5)
            #expect(scene.view.discard == 3)
        }
    }

    @Test(
        "A claim is timed by when it was made, not by its last pick",
        arguments: Seat.allCases)
    func timing(seat: Seat) {
        for (search, points) in [(5000, 5), (5001, 4), (15_000, 4), (15_001, 3)] {
            var scene = DuelScene.open()
            scene.wait(.milliseconds(search))
            scene.claim(by: seat)
            scene.wait(.milliseconds(4999))
            scene.pick(DuelDecks.firstSet, by: seat)
            #expect(scene.points[seat] == points)
        }
    }

    private func full(_ seconds: Int) -> Countdown {
        Countdown(remaining: .seconds(seconds), total: .seconds(seconds))
    }
}
