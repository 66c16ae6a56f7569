import SetHost
import SetProtocol

extension SeededGenerator {
    package mutating func one<Value>(of values: Value...) -> Value {
        values[Int(below(UInt64(values.count)))]
    }

    /// One of the values, or `nil` if there is none.
    package mutating func one<Value>(in values: [Value]) -> Value? {
        values.isEmpty ? nil : values[Int(below(UInt64(values.count)))]
    }

    /// True with a probability given in thousandths.
    package mutating func chance(_ perMille: UInt64) -> Bool { below(1000) < perMille }
}

extension Rules {
    /// Rules with every value chosen at random.
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
        if generator.chance(150) { rules.deck = .junior }
        if generator.chance(150) { rules.firstTo = generator.one(of: 3, 5, 20) }
        rules.rotate = generator.one(of: .loser, .loser, .both, .off)
        if !isSolo, generator.chance(200) { rules.bestOf = generator.one(of: 3, 5, 9) }
        return rules
    }
}
