import SetHost
import SetProtocol
import SetTestSupport

/// What can happen to a duel, caused by one player ("me") unless it says otherwise.
enum DuelStimulus: String, CaseIterable, Sendable {
    /// Messages out of place.
    case hello, pong
    /// Claims: of nothing, of an old board, of a set, of no set, of an undealt card, of one twice.
    case claim, claimStale, claimSet, claimWrong, claimForged, claimTwice
    /// Picks: the next card of a set, one of no set, the first one picked, one not on the board.
    case pickRight, pickWrong, pickBack, pickForged
    case deal, dealStale, pass, hint
    case ready, new, pause, decline, resign, leave, say
    /// Connections.
    case lost, returned, otherLost, otherReturned, otherGone, newcomer
    /// The timer, when a deadline has passed and one millisecond before.
    case deadline, early

    /// Lets it happen.
    ///
    /// - Returns: The duel just before it, and what it brought.
    func apply(to scene: inout DuelScene, by me: Seat) -> (before: DuelScene, [DuelEffect]) {
        switch self {
        case .deadline: scene.jump(scene.timeLeft ?? .seconds(3600))
        case .early: scene.jump((scene.timeLeft ?? .seconds(3600)) - .milliseconds(1))
        case _: break
        }
        let before = scene
        let effects = happen(in: &scene, by: me)
        return (before, effects)
    }

    private func happen(in scene: inout DuelScene, by me: Seat) -> [DuelEffect] {
        if let message = message(in: scene) { return scene.send(message, from: me) }
        switch self {
        case .lost: return scene.lose(me)
        case .returned: return scene.comeBack(me)
        case .otherLost: return scene.lose(me.opponent)
        case .otherReturned: return scene.comeBack(me.opponent)
        case .otherGone: return scene.leave(me.opponent)
        case .newcomer: return scene.sit(scene.duel.freeSeat ?? me.opponent)
        case _: return scene.wake()
        }
    }

    private func message(in scene: DuelScene) -> ClientMessage? {
        let old = BoardNumber(scene.board.number - 1)
        switch self {
        case .hello: return .hello(Hello(name: "Ann"))
        case .pong: return .pong(Nonce("1"))
        case .claim: return .claim(Claim(board: scene.board))
        case .claimStale: return .claim(Claim(board: old, cards: DuelDecks.secondSet))
        case .claimSet, .claimWrong, .claimForged, .claimTwice:
            return .claim(Claim(board: scene.board, cards: claimed))
        case .pickRight, .pickWrong, .pickBack, .pickForged: return .pick(card(in: scene))
        case .deal: return .deal(scene.board)
        case .dealStale: return .deal(old)
        case .pass: return .pass
        case .hint: return .hint
        case .ready: return .ready
        case .new: return .new
        case .pause: return .pause
        case .decline: return .decline
        case .resign: return .resign
        case .leave: return .leave
        case .say: return .say("nice one")
        case .lost, .returned, .otherLost, .otherReturned, .otherGone, .newcomer, .deadline,
            .early:
            return nil
        }
    }

    private var claimed: [Card] {
        let set = DuelDecks.secondSet
        switch self {
        case .claimWrong: return [set[0], set[1], DuelDecks.filler[0]]
        case .claimForged: return [set[0], set[1], DuelDecks.twoSets[40]]
        case .claimTwice: return [set[0], set[0], set[0]]
        case _: return set
        }
    }

    private func card(in scene: DuelScene) -> Card {
        let selection = scene.view.selection
        switch self {
        case .pickRight:
            // While three are shown the second set is the next to be found.
            let chosen = selection?.cards.count ?? 0
            return chosen < 3 ? DuelDecks.firstSet[chosen] : DuelDecks.secondSet[0]
        case .pickWrong: return DuelDecks.filler[1]
        case .pickBack: return selection?.cards.first ?? DuelDecks.firstSet[0]
        case _: return DuelDecks.twoSets[40]
        }
    }
}
