import SetHost
import SetProtocol

extension DuelScene {
    /// Two players sit at the table; nobody is ready.
    package static func seated(
        rules: Rules = Rules(), decks: [[Card]] = [DuelDecks.twoSets]
    ) -> DuelScene {
        var scene = DuelScene(rules: rules, decks: decks)
        for seat in rules.seats { scene.sit(seat) }
        return scene
    }

    /// Both are ready; the countdown to the first cards has just begun.
    package static func countdown(
        rules: Rules = Rules(), decks: [[Card]] = [DuelDecks.twoSets]
    ) -> DuelScene {
        var scene = seated(rules: rules, decks: decks)
        for seat in Seat.allCases { scene.send(.ready, from: seat) }
        return scene
    }

    /// The first cards have just been dealt; anybody may claim.
    package static func open(
        rules: Rules = Rules(), decks: [[Card]] = [DuelDecks.twoSets]
    ) -> DuelScene {
        var scene = countdown(rules: rules, decks: decks)
        scene.runOut()
        return scene
    }

    /// A seat has just been given the turn, on a board with two sets.
    ///
    /// - Parameters:
    ///   - seat: Who holds it.
    ///   - reason: What gave it.
    ///   - picked: How many cards of the first set the holder has picked since: 0...2.
    package static func inTurn(
        _ seat: Seat, because reason: TurnReason = .claim, picked: Int = 0, rules: Rules = Rules()
    ) -> DuelScene {
        var scene = open(rules: rules)
        switch reason {
        case .claim: scene.claim(by: seat)
        case .answer:
            scene.claim(by: seat.opponent)
            scene.send(.pass, from: seat.opponent)
        case .grace: scene.deal(by: seat.opponent)
        }
        scene.pick(Array(DuelDecks.firstSet.prefix(picked)), by: seat)
        return scene
    }

    /// A seat has just found the first set; it is shown, and the second lies on the board.
    package static func revealing(
        foundBy seat: Seat, rules: Rules = Rules(), decks: [[Card]] = [DuelDecks.twoSets]
    ) -> DuelScene {
        var scene = open(rules: rules, decks: decks)
        scene.claim(DuelDecks.firstSet, by: seat)
        return scene
    }

    package static func paused(rules: Rules = Rules()) -> DuelScene {
        var scene = open(rules: rules)
        for seat in rules.seats { scene.send(.pause, from: seat) }
        return scene
    }

    /// The game is paused because a player's connection was lost.
    package static func away(_ seat: Seat, rules: Rules = Rules()) -> DuelScene {
        var scene = open(rules: rules)
        scene.lose(seat)
        return scene
    }

    /// The seat was not claimed back in time; the other may end the game.
    package static func released(_ seat: Seat, rules: Rules = Rules()) -> DuelScene {
        var scene = away(seat, rules: rules)
        scene.runOut()
        return scene
    }

    package static func over(wonBy seat: Seat, rules: Rules = Rules()) -> DuelScene {
        var scene = open(rules: rules)
        scene.send(.resign, from: seat.opponent)
        return scene
    }

    /// A game ended level; the fresh cards have just been dealt, and the next set wins.
    package static func suddenDeath(rules: Rules = Rules()) -> DuelScene {
        var scene = open(
            rules: rules, decks: [DuelDecks.lastTwoSets, DuelDecks.twoSets])
        scene.claim(DuelDecks.firstSet, by: .first)
        scene.runOut()
        scene.claim(DuelDecks.secondSet, by: .second)
        scene.runOut()
        scene.runOut()
        return scene
    }

    /// One player alone, without claims or limits; the first cards have just been dealt.
    package static func solo(
        rules: Rules = .solo, deck: [Card] = DuelDecks.twoSets
    ) -> DuelScene {
        seated(rules: rules, decks: [deck])
    }
}
