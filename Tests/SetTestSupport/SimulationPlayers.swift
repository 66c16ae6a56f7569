import SetHost
import SetProtocol

// MARK: - Chance

extension SeededGenerator {
    /// One of some values.
    mutating func one<Value>(of values: Value...) -> Value {
        values[Int(below(UInt64(values.count)))]
    }

    /// One of the values, or `nil` when there is none.
    mutating func one<Value>(in values: [Value]) -> Value? {
        values.isEmpty ? nil : values[Int(below(UInt64(values.count)))]
    }

    /// Yes, so many times in a thousand.
    mutating func chance(_ perMille: UInt64) -> Bool { below(1000) < perMille }
}

extension Rules {
    /// Rules of which every part is left to chance.
    static func random(using generator: inout SeededGenerator) -> Rules {
        var rules = generator.chance(120) ? Rules.solo : Rules()
        let isSolo = rules.players == .one
        func seconds(_ choices: [Int]) -> Duration {
            .milliseconds(generator.one(in: choices) ?? 0)
        }
        rules.claim = seconds(isSolo ? [0, 0, 5000] : [1000, 5000, 5000, 8000])
        rules.answer = seconds([0, 3000, 10_000])
        rules.grace = seconds([0, 1000, 7000])
        rules.reveal = seconds([0, 1500, 1500])
        rules.countdown = seconds([0, 3000])
        rules.seatKept = seconds([0, 5000, 60_000])
        rules.refill = generator.one(in: Refill.allCases) ?? .toTwelve
        rules.victory = generator.one(in: Victory.allCases) ?? .points
        rules.draw = generator.one(in: Draw.allCases) ?? .stands
        rules.hints = generator.chance(500)
        if generator.chance(500) {
            rules.setPoints = generator.one(of: 1, 2, 5)
            rules.mismatchPoints = generator.one(of: 0, -1, -7)
            rules.timeoutPoints = generator.one(of: 0, -3)
            rules.wrongDealPoints = generator.one(of: 0, -4)
            rules.rightDealPoints = generator.one(of: 0, 2)
            rules.deselectPoints = generator.one(of: 0, -1)
            rules.quickWithin = seconds([0, 700])
        }
        if generator.chance(300) {
            (rules.firstWindow, rules.secondWindow) = (
                generator.one(of: 10, 60, 100), generator.one(of: 10, 60, 100)
            )
        }
        return rules
    }
}

// MARK: - What happens next

extension Simulation {
    /// How long nothing happens: mostly a moment, now and then up to a deadline or far beyond it.
    mutating func nextPause() -> Duration {
        let toDeadline = duel.nextDeadline.map { max(.zero, now.duration(to: $0)) }
        switch generator.below(100) {
        case 0..<70: return .milliseconds(generator.below(700))
        case 70..<90: return .milliseconds(generator.below(4000))
        case 90..<93: return toDeadline ?? .zero
        case 93..<96: return max(.zero, (toDeadline ?? .zero) - .milliseconds(1))
        case 96..<99: return (toDeadline ?? .zero) + .milliseconds(1)
        case _: return .milliseconds(generator.below(100_000))
        }
    }

    /// What happens: mostly what a player would do, sometimes what nobody should.
    mutating func nextAction() -> SimulationAction {
        let here = Seat.allCases.filter { view.players[$0]?.isPresent == true }
        let gone = Seat.allCases.filter { view.players[$0]?.isPresent == false }
        if let seat = generator.one(in: gone), generator.chance(here.isEmpty ? 900 : 250) {
            return .comeBack(seat)
        }
        if let seat = duel.freeSeat, generator.chance(400) { return .join(seat) }
        guard let seat = generator.one(in: here) else { return .wake }
        // Whoever asks for a hint often wants to see more of it.
        wantsHint = rules.hints && generator.chance(wantsHint ? 800 : 10)
        if wantsHint { return .send(.hint, seat) }
        switch generator.below(1000) {
        case 0..<8: return .lose(seat)
        case 8..<9: return generator.chance(500) ? .leave(seat) : .send(.leave, seat)
        case 9..<10: return .send(.resign, seat)
        case 10..<20: return .wake
        case 20..<100: return .send(whim(), seat)
        case _: return sensible(seat)
        }
    }

    /// Any message at all, most of them out of place.
    mutating func whim() -> ClientMessage {
        let card = Card(index: Int(generator.below(81))) ?? Card.all[0]
        let board = BoardNumber(max(0, view.board.number - Int(generator.below(2))))
        // What the wire can carry; the same card may be among them twice.
        let cards = (0..<3).compactMap { _ in
            Card(index: Int(generator.below(81)))
        }
        return generator.one(
            of: .hello(Hello(name: "Eve")), .pong(Nonce("x")), .ready, .pass, .hint, .hint, .new,
            .pause, .say("hm"), .pick(card), .pick(card), .deal(board),
            .claim(Claim(board: board)), .claim(Claim(board: board, cards: cards)))
    }

    private mutating func sensible(_ seat: Seat) -> SimulationAction {
        switch view.phase {
        case .waiting, .over: return .send(.ready, seat)
        case .countdown: return .wake
        case .paused: return .send(generator.chance(900) ? .ready : .new, seat)
        case .turn:
            guard let holder = view.turn?.seat, view.players[holder]?.isPresent == true else {
                return .wake
            }
            return .send(inTurn(), holder)
        case .open: return .send(inOpenPlay(), seat)
        }
    }

    private mutating func inOpenPlay() -> ClientMessage {
        if !rules.needsClaim {
            guard generator.chance(950) else { return .deal(view.board) }
            return touch() ?? .deal(view.board)
        }
        let free = pickable()
        let sets = CardSet(free).sets
        if sets.isEmpty || generator.chance(40) { return .deal(view.board) }
        let seen = generator.chance(970) ? view.board : BoardNumber(view.board.number - 1)
        switch generator.below(100) {
        case 0..<2:
            return .claim(Claim(board: seen, cards: Array(repeating: free[0], count: 3)))
        case 2..<4:
            return .claim(Claim(board: seen, cards: view.selection?.cards))
        case 4..<40: return .claim(Claim(board: seen, cards: generator.one(in: sets)?.cards))
        case 40..<50: return .claim(Claim(board: seen, cards: Array(free.prefix(3))))
        case _: return .claim(Claim(board: seen))
        }
    }

    private mutating func inTurn() -> ClientMessage {
        switch generator.below(100) {
        case 0..<3: return .pass
        case 3..<8: return .pick(generator.one(in: pickable()) ?? Card.all[0])
        case _: return touch() ?? .pass
        }
    }

    /// The next card of a set, given what is chosen already.
    private mutating func touch() -> ClientMessage? {
        let isUndecided = view.selection?.verdict == .undecided
        let chosen = isUndecided ? view.selection?.cards ?? [] : []
        if let wrong = generator.one(in: chosen), generator.chance(40) { return .pick(wrong) }
        let sets = CardSet(pickable()).sets
        let fitting = sets.filter { set in chosen.allSatisfy(set.contains) }
        if let set = fitting.first {
            return set.cards.first { !chosen.contains($0) }.map { .pick($0) }
        }
        // The choice made so far leads nowhere: take it back, card by card.
        return sets.isEmpty ? nil : chosen.last.map { .pick($0) }
    }

    private func pickable() -> [Card] {
        let spent = view.selection?.verdict == .match ? view.selection?.cards ?? [] : []
        return view.cards.compactMap(\.self).filter { !spent.contains($0) }
    }
}
