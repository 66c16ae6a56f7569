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

    /// A seat has just been given the turn by a claim, on a board with two sets.
    package static func inTurn(_ seat: Seat) -> DuelScene {
        var scene = open()
        scene.claim(by: seat)
        return scene
    }

    /// A seat has just found the first set; it is shown, and the second lies on the board.
    package static func revealing(foundBy seat: Seat) -> DuelScene {
        var scene = open()
        scene.claim(DuelDecks.firstSet, by: seat)
        return scene
    }

    package static func paused() -> DuelScene {
        var scene = open()
        for seat in Seat.allCases { scene.send(.pause, from: seat) }
        return scene
    }

    /// The game is paused because a player's connection was lost.
    package static func away(_ seat: Seat) -> DuelScene {
        var scene = open()
        scene.lose(seat)
        return scene
    }

    package static func over(wonBy seat: Seat) -> DuelScene {
        var scene = open()
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

extension Rules {
    /// A rule, or a value of one, that scripts name and nobody knows.
    package struct Unknown: Error {
        let key: String
        let value: String
    }

    /// Sets a rule by its key on the wire; times are in seconds.
    package mutating func set(_ key: String, to value: String) throws {
        let unknown = Unknown(key: key, value: value)
        guard let field = RuleField.all.first(where: { $0.key == key }) else { throw unknown }
        switch (field.kind, Double(value)) {
        case (.time(let path, _), let seconds?), (.milliseconds(let path, _), let seconds?):
            self[keyPath: path] = .milliseconds(Int(seconds * 1000))
        case (.number(let path, _), let number?), (.count(let path, _), let number?):
            self[keyPath: path] = Int(number)
        case (.flag(let path), _) where ["yes", "no"].contains(value):
            self[keyPath: path] = value == "yes"
        case (.word(let words, _, let set), _) where words.contains(value): set(&self, value)
        case _: throw unknown
        }
    }
}
