import SetHost
import SetProtocol
import SetTestSupport

/// Where a duel can stand, seen by one player ("me").
enum DuelSituation: String, CaseIterable, Sendable {
    case alone, seated, meReady, countdown, resuming
    case open, deckEmpty, otherShowsMatch, iShowMatch, mismatchLit, lastMatchShown
    case otherAsksNew, otherAsksPause, suddenDeath, suddenDeathMatch
    case claim0, claim1, claim2, answer0, answer1, answer2, unlimitedAnswer
    case grace0, grace1, grace2, claimOtherAway
    case otherClaim, otherAnswer, otherGrace
    case paused, away, released
    case over, overMeReady, overAlone
    case soloOpen, soloTwo, soloMatch, soloMismatch, soloAway

    /// The seats from which a player can be in this situation.
    var seats: [Seat] {
        switch self {
        case .soloOpen, .soloTwo, .soloMatch, .soloMismatch, .soloAway: [.first]
        case _: Seat.allCases
        }
    }

    /// A duel that stands there.
    func scene(for me: Seat) -> DuelScene {
        switch self {
        case .alone, .seated, .meReady, .countdown, .resuming: beforeTheCards(me)
        case .open, .deckEmpty, .otherShowsMatch, .iShowMatch, .mismatchLit, .lastMatchShown,
            .otherAsksNew, .otherAsksPause, .suddenDeath, .suddenDeathMatch:
            open(me)
        case .claim0, .claim1, .claim2, .answer0, .answer1, .answer2, .unlimitedAnswer, .grace0,
            .grace1, .grace2, .claimOtherAway, .otherClaim, .otherAnswer, .otherGrace:
            turn(me)
        case .paused, .away, .released, .over, .overMeReady, .overAlone: still(me)
        case .soloOpen, .soloTwo, .soloMatch, .soloMismatch, .soloAway: solo(me)
        }
    }

    private func beforeTheCards(_ me: Seat) -> DuelScene {
        switch self {
        case .alone: return .init().after { $0.sit(me) }
        case .seated: return .seated()
        case .meReady: return .seated().after { $0.send(.ready, from: me) }
        case .countdown: return .countdown()
        case _:
            return .paused().after { scene in
                for seat in Seat.allCases { scene.send(.ready, from: seat) }
            }
        }
    }

    private func open(_ me: Seat) -> DuelScene {
        switch self {
        case .open: return .open()
        case .deckEmpty: return .open(decks: [Array(DuelDecks.twoSets.prefix(12))])
        case .otherShowsMatch: return .revealing(foundBy: me.opponent)
        case .iShowMatch: return .revealing(foundBy: me)
        case .mismatchLit:
            let wrong = DuelDecks.firstSet.prefix(2) + DuelDecks.filler.prefix(1)
            return .inTurn(me.opponent, because: .answer).after {
                $0.pick(Array(wrong), by: me.opponent)
            }
        case .lastMatchShown:
            return .revealing(foundBy: me.opponent, decks: [DuelDecks.lastSet])
        case .otherAsksNew: return .open().after { $0.send(.new, from: me.opponent) }
        case .otherAsksPause: return .open().after { $0.send(.pause, from: me.opponent) }
        case .suddenDeath: return .suddenDeath()
        case _: return .suddenDeath().after { $0.claim(DuelDecks.firstSet, by: me) }
        }
    }

    private func turn(_ me: Seat) -> DuelScene {
        switch self {
        case .claim0: .inTurn(me, because: .claim)
        case .claim1: .inTurn(me, because: .claim, picked: 1)
        case .claim2: .inTurn(me, because: .claim, picked: 2)
        case .answer0: .inTurn(me, because: .answer)
        case .answer1: .inTurn(me, because: .answer, picked: 1)
        case .answer2: .inTurn(me, because: .answer, picked: 2)
        case .unlimitedAnswer:
            .inTurn(me, because: .answer, picked: 1, rules: .with { $0.answer = .zero })
        case .grace0: .inTurn(me, because: .grace)
        case .grace1: .inTurn(me, because: .grace, picked: 1)
        case .grace2: .inTurn(me, because: .grace, picked: 2)
        case .claimOtherAway: .inTurn(me, picked: 2).after { $0.lose(me.opponent) }
        case .otherClaim: .inTurn(me.opponent, because: .claim, picked: 1)
        case .otherAnswer: .inTurn(me.opponent, because: .answer, picked: 1)
        case _: .inTurn(me.opponent, because: .grace, picked: 1)
        }
    }

    private func still(_ me: Seat) -> DuelScene {
        switch self {
        case .paused: .paused()
        case .away: .away(me.opponent)
        case .released: .released(me.opponent)
        case .over: .over(wonBy: me)
        case .overMeReady: .over(wonBy: me).after { $0.send(.ready, from: me) }
        case _: .over(wonBy: me).after { $0.leave(me.opponent) }
        }
    }

    private func solo(_ me: Seat) -> DuelScene {
        switch self {
        case .soloOpen: return .solo()
        case .soloTwo: return .solo().after { $0.pick(Array(DuelDecks.firstSet.prefix(2)), by: me) }
        case .soloMatch: return .solo().after { $0.pick(DuelDecks.firstSet, by: me) }
        case .soloMismatch:
            let wrong = DuelDecks.firstSet.prefix(2) + DuelDecks.filler.prefix(1)
            return .solo().after { $0.pick(Array(wrong), by: me) }
        case _: return .solo().after { $0.lose(me) }
        }
    }
}

extension DuelScene {
    /// The scene with something more done.
    func after(_ change: (inout DuelScene) -> Void) -> DuelScene {
        var scene = self
        change(&scene)
        return scene
    }
}
