import SetProtocol

extension Simulation {
    /// How a simulation is run.
    package struct Options: Sendable {
        /// After how many events it ends.
        package var mostEvents = 2000
        /// Whether what is written and said is summed up; it takes time.
        package var isHashing = false
        /// Whether every event is told in words.
        package var isTracing = false
        /// What is done wrong on purpose.
        package var planted: PlantedFault?
        /// Spoils what the inspector is shown, to see whether it notices.
        package var spoiler: SimulationSpoiler?
        /// Whether the report has the history of the duel; it takes memory.
        package var isRecording = false

        /// The usual simulation.
        package init() {}
    }

    /// What came of it.
    package struct Report: Sendable {
        /// What everything followed from.
        package let seed: UInt64
        /// The law that was broken, if any was.
        package var fault: SimulationFault?
        /// How many events there were.
        package var events = 0
        /// How long it took by the simulated clock.
        package var time = MonotonicInstant.zero
        /// A sum of the journal.
        package var journalHash = LineHash()
        /// A sum of all lines sent, in their order.
        package var lineHash = LineHash()
        /// What was met on the way, in words.
        package var met: Set<String> = []
        /// Every event in words, when asked for.
        package var trace: [String] = []
        /// Every input of the duel, when asked for.
        package var history: SimulationHistory?
    }
}

extension Simulation {
    /// What a thousand tables must have met; otherwise they prove less than they seem to.
    ///
    /// Missing is only the refusal of bad text: no simulated client sends any.
    package static let everything: Set<String> = {
        let refusals = Set(Refusal.allCases).subtracting([.badText])
        let events = [
            "joined", "left", "away", "returned", "seatReleased", "ready", "countdown", "started",
            "claimed", "picked", "unpicked", "setFound", "mismatch", "timedOut", "passed", "dealt",
            "refilled", "hinted", "asked", "withdrew", "paused", "resumed", "suddenDeath",
            "resigned", "over",
        ]
        let troubles = [
            "aimed", "busy", "cut", "silent", "killed", "recovered", "restarted", "held", "race",
            "badMessage", "tokenUnknown",
        ]
        return Set(events + troubles + refusals.map(\.rawValue))
            .union(TablePhase.allCases.map(\.rawValue))
            .union(GameResult.Decider.allCases.map(\.rawValue))
    }()
}

/// A sum of bytes by which two runs are compared (FNV-1a, 64 bits).
package struct LineHash: Hashable, Sendable, CustomStringConvertible {
    /// The sum.
    package var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Of nothing.
    package init() {}

    mutating func add(_ bytes: [UInt8]) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    mutating func add(_ number: UInt64) {
        value = (value ^ number) &* 0x0000_0100_0000_01B3
        value ^= value >> 32
    }

    /// 16 hexadecimal digits.
    package var description: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
