import SetHost
import SetProtocol
import SetTestSupport
import Testing

@Suite("Claims just after the other player's set")
struct LostRaceTests {
    /// Ann has just found the first set, by one step or by three picks in her turn.
    private static func found(
        inOneStep isOneStep: Bool, roundTrips: PerSeat<Duration> = PerSeat(both: .zero),
        reveal: Duration = .milliseconds(1500)
    ) -> DuelScene {
        var scene = DuelScene.open(rules: .with { $0.reveal = reveal })
        scene.duel.measured(roundTrips)
        scene.jump(.seconds(2))
        if scene.claim(isOneStep ? DuelDecks.firstSet : nil, by: .first).isEmpty { scene.runOut() }
        if !isOneStep { scene.pick(DuelDecks.firstSet, by: .first) }
        return scene
    }

    /// Bob sends a message so long after the set that he pressed this long after he could see it.
    private static func send(
        _ message: ClientMessage, pressed delay: Duration, _ roundTrip: Duration,
        _ scene: inout DuelScene
    ) -> [DuelEffect] {
        scene.jump(roundTrip + delay)
        return scene.duel.receive(message, from: .second, at: scene.now)
    }

    @Test(
        "A claim pressed before its player can have answered to the other's set is a lost race",
        arguments: [true, false], [0, 80, 300].map { Duration.milliseconds($0) })
    func refused(isOneStep: Bool, roundTrip: Duration) throws {
        let lines = PerSeat(first: Duration.zero, second: roundTrip)
        for cards in [nil, DuelDecks.secondSet] {
            for delay in [40, 120, 249].map({ Duration.milliseconds($0) }) {
                var scene = Self.found(inOneStep: isOneStep, roundTrips: lines)
                #expect(scene.view.selection?.verdict == .match)
                let before = scene
                let claim = Claim(board: scene.board, cards: cards)
                let told = Self.send(.claim(claim), pressed: delay, roundTrip, &scene)
                #expect(told.refusals == [.notYourTurn])
                let race = try #require(told.races.first)
                #expect(race.winner == .first && race.margin > .zero && !race.isDeadHeat)
                // The set stays on display, and nothing is paid.
                #expect(scene == before && scene.points.second == 0)
            }
        }
    }

    @Test("A pick just after the other player's set does not end its display")
    func pick() throws {
        for card in [DuelDecks.firstSet[0], DuelDecks.secondSet[0]] {
            var scene = Self.found(inOneStep: true)
            let before = scene
            let told = Self.send(.pick(card), pressed: .milliseconds(249), .zero, &scene)
            #expect(told.refusals == [.notYourTurn] && told.events.isEmpty)
            #expect(scene.view.selection == before.view.selection)
            let later = Self.send(.pick(card), pressed: .milliseconds(2), .zero, &scene)
            #expect(later.refusals.isEmpty && scene.view.selection == nil)
            // The finder may end the display at once.
            scene = before
            #expect(scene.duel.receive(.pick(card), from: .first, at: scene.now).refusals.isEmpty)
        }
    }

    @Test("The margin of a lost race lies between the claims, or the third pick and the claim")
    func margin() {
        for isOneStep in [true, false] {
            // Ann's claim is granted at once; her picks arrive at the same moment.
            let lines = PerSeat(first: Duration.milliseconds(100), second: .zero)
            var scene = Self.found(inOneStep: isOneStep, roundTrips: lines)
            let claim = ClientMessage.claim(Claim(board: scene.board))
            let races = Self.send(claim, pressed: .milliseconds(40), .zero, &scene).races
            let credit = Duration.milliseconds(isOneStep ? 100 : 0)
            #expect(races.map(\.margin) == [.milliseconds(40) + credit])
            #expect(races.map(\.adjustment) == [credit])
        }
    }

    @Test(
        "A claim pressed later than that is a new claim, also while the set is shown",
        arguments: [true, false], [0, 80, 300].map { Duration.milliseconds($0) })
    func granted(isOneStep: Bool, roundTrip: Duration) {
        let lines = PerSeat(both: roundTrip)
        var scene = Self.found(inOneStep: isOneStep, roundTrips: lines)
        let claim = ClientMessage.claim(Claim(board: scene.board))
        let told = Self.send(claim, pressed: .milliseconds(251), roundTrip, &scene)
        #expect(told.refusals.isEmpty && told.events.last == .claimed(.second))
    }

    @Test("A lost race stays one when the next cards are already there, and a deal loses it, too")
    func nextBoard() {
        var scene = Self.found(inOneStep: false, reveal: .milliseconds(1))
        let board = scene.board
        scene.runOut()
        #expect(scene.board == board.next)
        for board in [board, board.next] {
            for message in [ClientMessage.claim(Claim(board: board)), .deal(board)] {
                var scene = scene
                let told = Self.send(message, pressed: .milliseconds(200), .zero, &scene)
                #expect(told.refusals == [.notYourTurn])
                #expect(scene.view.phase == .open && scene.points.second == 0)
            }
        }
    }

    @Test("The finder may claim again, and a set of an answer turn beats a claim as well")
    func answerTurn() {
        var scene = DuelScene.open()
        scene.claim(by: .second)
        scene.send(.pass, from: .second)
        #expect(scene.view.turn?.seat == .first)
        scene.pick(DuelDecks.firstSet, by: .first)
        let points = scene.points
        let claim = ClientMessage.claim(Claim(board: scene.board))
        let told = Self.send(claim, pressed: .milliseconds(100), .zero, &scene)
        #expect(told.refusals == [.notYourTurn] && told.races.count == 1)
        #expect(scene.points == points)
        #expect(scene.claim(by: .first).events.last == .claimed(.first))
    }
}
