import SetProtocol
import SetTestSupport
import Testing

@testable import SetHost

@Suite("Claims too soon after an opening")
struct TableOpeningTests {
    private static let lines = [0, 3, 300].map { Duration.milliseconds($0) }

    /// An open game in which the first seat's line is as long as said, and the other's is short.
    private static func open(_ roundTrip: Duration) -> DuelScene {
        var scene = DuelScene.open()
        scene.duel.measured(PerSeat(first: roundTrip, second: .zero))
        scene.jump(.seconds(1))
        return scene
    }

    private static func send(
        _ messages: [ClientMessage], _ seat: Seat, _ scene: inout DuelScene
    ) -> [DuelEffect] {
        messages.flatMap { scene.duel.receive($0, from: seat, at: scene.now) }
    }

    @Test(
        "A claim that arrives with the third card is refused, whatever the latency",
        arguments: lines)
    func withTheThirdCard(roundTrip: Duration) {
        var scene = Self.open(roundTrip)
        scene.claim(by: .first)
        scene.runOutHold()
        let next = scene.board.next
        let picks = DuelDecks.firstSet.map { ClientMessage.pick($0) }
        let effects = Self.send(picks + [.claim(Claim(board: next))], .first, &scene)
        #expect(scene.board == next && effects.refusals == [.staleBoard])
        // The other one, who claims after a moment, has the turn.
        scene.jump(.milliseconds(1))
        scene.claim(by: .second)
        scene.runOutHold()
        #expect(scene.view.turn?.seat == .second)
    }

    @Test("A claim that arrives with the end of a turn is refused", arguments: lines)
    func withTheEnd(roundTrip: Duration) {
        var scene = Self.open(roundTrip)
        scene.claim(by: .second)
        scene.runOutHold()
        scene.send(.pass, from: .second)
        #expect(scene.view.turn?.seat == .first)
        let claim = ClientMessage.claim(Claim(board: scene.board))
        let effects = Self.send([.pass, claim], .first, &scene)
        #expect(scene.view.phase == .open && effects.refusals == [.staleBoard])
    }

    @Test("A claim is refused right after a timeout that its player cannot know of")
    func aimedAtTheEnd() {
        var scene = Self.open(.milliseconds(100))
        scene.claim(by: .first)
        scene.runOutHold()
        scene.send(.pass, from: .first)
        scene.runOut()
        #expect(scene.view.phase == .open)
        scene.jump(.milliseconds(94))
        #expect(scene.claim(by: .first).refusals == [.staleBoard])
        scene.jump(.milliseconds(1))
        #expect(scene.claim(by: .first).refusals.isEmpty)
    }

    @Test("A claim is refused right after a game resumes unseen")
    func resumed() {
        var scene = Self.open(.milliseconds(100))
        scene.lose(.second)
        scene.comeBack(.second)
        scene.runOut()
        #expect(scene.view.phase == .open)
        #expect(scene.claim(by: .first).refusals == [.staleBoard])
        scene.jump(.milliseconds(95))
        #expect(scene.claim(by: .first).refusals.isEmpty)
    }

    /// The table opens by itself after a claim and an answer without a set.
    private static func passTwice(_ scene: inout DuelScene) {
        scene.claim(by: .second)
        scene.send(.pass, from: .second)
        scene.runOut()
    }

    @Test("Without pongs, a claim is checked against the round trip the system reports")
    func silent() {
        var scene = Self.open(.zero)
        scene.duel.connected(PerSeat(first: .milliseconds(300), second: .zero))
        Self.passTwice(&scene)
        scene.jump(.milliseconds(294))
        #expect(scene.claim(by: .first).refusals == [.staleBoard])
        scene.jump(.milliseconds(1))
        #expect(scene.claim(by: .first).refusals.isEmpty)
        // What is measured counts more, also when it is less.
        scene = Self.open(.zero)
        scene.duel.connected(PerSeat(first: .milliseconds(300), second: .zero))
        Self.passTwice(&scene)
        scene.duel.measured(PerSeat(first: .milliseconds(50), second: .zero))
        scene.jump(.milliseconds(45))
        #expect(scene.claim(by: .first).refusals.isEmpty)
    }

    @Test("A claim made in a showing is judged if the other's claim outlives the showing")
    func showingEnds() {
        var scene = DuelScene.open(rules: .with { $0.reveal = .seconds(1) })
        scene.duel.measured(PerSeat(first: .zero, second: .milliseconds(100)))
        scene.jump(.seconds(1))
        scene.claim(DuelDecks.firstSet, by: .second)
        let board = scene.board
        scene.jump(.milliseconds(980))
        scene.claim(by: .first)
        #expect(scene.wait(.milliseconds(40)).events.map(\.kind) == ["refilled"])
        let claim = ClientMessage.claim(Claim(board: board))
        let effects = scene.send(claim, from: .second)
        #expect(effects.events.last == .claimed(.second))
        #expect(effects.refusals == [.notYourTurn])
        let race = effects.compactMap { if case .race(let race) = $0 { race } else { nil } }.first
        #expect(race?.winner == .second && race?.margin == .milliseconds(60))
        // The player with the faster connection has seen that the board is gone.
        #expect(scene.send(claim, from: .first).refusals == [.staleBoard])
    }

    @Test(
        "A claim under way when the other ended the showing is judged",
        arguments: [true, false])
    func showingEnded(isTouch: Bool) {
        for (lateness, isInTime) in [(1, true), (99, true), (100, true), (101, false)] {
            var scene = DuelScene.open(rules: .with { $0.reveal = .seconds(5) })
            scene.duel.measured(PerSeat(first: .zero, second: .milliseconds(100)))
            scene.jump(.seconds(1))
            scene.claim(DuelDecks.firstSet, by: .second)
            let board = scene.board
            scene.jump(.seconds(1))
            let ending =
                isTouch ? ClientMessage.pick(DuelDecks.firstSet[0]) : .deal(board)
            #expect(scene.send(ending, from: .first).events.map(\.kind) == ["refilled"])
            scene.jump(.milliseconds(1))
            scene.claim(by: .first)
            scene.jump(.milliseconds(lateness - 1))
            let effects = scene.send(.claim(Claim(board: board)), from: .second)
            if isInTime {
                #expect(effects.events == [.claimed(.second)])
                #expect(effects.refusals == [.notYourTurn])
            } else {
                #expect(effects.events == [.claimed(.first)])
                #expect(effects.refusals == [.staleBoard])
            }
        }
    }
}

extension DuelScene {
    /// Lets a claim that waits be granted.
    fileprivate mutating func runOutHold() {
        guard duel.heldClaim != nil else { return }
        runOut()
    }
}
