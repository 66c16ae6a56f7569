import SetHost
import SetProtocol

// MARK: - Chance

extension SeededGenerator {
    /// One of some values.
    package mutating func one<Value>(of values: Value...) -> Value {
        values[Int(below(UInt64(values.count)))]
    }

    /// One of the values, or `nil` when there is none.
    package mutating func one<Value>(in values: [Value]) -> Value? {
        values.isEmpty ? nil : values[Int(below(UInt64(values.count)))]
    }

    /// Yes, so many times in a thousand.
    package mutating func chance(_ perMille: UInt64) -> Bool { below(1000) < perMille }
}

extension Rules {
    /// Rules of which every part is left to chance.
    package static func random(using generator: inout SeededGenerator) -> Rules {
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
        rules.drops = generator.one(of: 0, 1, 5)
        rules.awayTime = seconds([0, 3000, 120_000])
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
        case 20..<100: return .send(moves.whim(using: &generator), seat)
        case _: return sensible(seat)
        }
    }

    private var moves: SimulationMoves { SimulationMoves(rules: rules, view: view) }

    private mutating func sensible(_ seat: Seat) -> SimulationAction {
        switch view.phase {
        case .waiting, .over: return .send(.ready, seat)
        case .countdown, nil: return .wake
        case .paused: return .send(generator.chance(900) ? .ready : .new, seat)
        case .turn:
            guard let holder = view.turn?.seat, view.players[holder]?.isPresent == true else {
                return .wake
            }
            return .send(moves.inTurn(using: &generator), holder)
        case .open: return .send(moves.inOpenPlay(using: &generator), seat)
        }
    }
}
