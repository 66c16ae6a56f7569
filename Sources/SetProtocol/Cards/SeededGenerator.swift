/// A small random generator whose every number follows from its seed.
///
/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014): one
/// addition and three mixing steps a number. It fixes shuffles for tests and replays and lets a
/// client check a revealed shuffle; it keeps no secret by itself.
package struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// A uniformly distributed number below a bound, which must be at least 1.
    ///
    /// Lemire's multiplication with rejection (2019), written out because shuffles must stay the
    /// same in every release of the toolchain.
    package mutating func below(_ bound: UInt64) -> UInt64 {
        var product = next().multipliedFullWidth(by: bound)
        if product.low < bound {
            let threshold = (0 &- bound) % bound
            while product.low < threshold { product = next().multipliedFullWidth(by: bound) }
        }
        return product.high
    }

    /// The elements in another order: Fisher and Yates, from the last place down.
    ///
    /// The same in every release of the toolchain, unlike the standard library's shuffle.
    package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var elements = elements
        for place in stride(from: elements.count - 1, to: 0, by: -1) {
            elements.swapAt(place, Int(below(UInt64(place) + 1)))
        }
        return elements
    }

    package static func shuffledDeck(seed: UInt64, of cards: [Card] = Card.all) -> [Card] {
        var generator = SeededGenerator(seed: seed)
        return generator.shuffled(cards)
    }
}
