import SetProtocol

extension Simulation {
    /// The options of a simulation.
    package struct Options: Sendable {
        /// The number of events after which it ends.
        package var mostEvents = 2000
        /// Whether to hash the journal and all lines; this takes time.
        package var isHashing = false
        /// Whether to describe every event.
        package var isTracing = false
        /// The planted fault.
        package var planted: PlantedFault?
        /// Spoils the input of the inspector, to check that the inspector notices.
        package var spoiler: SimulationSpoiler?
        /// Whether the report contains the history of the duel; this takes memory.
        package var isRecording = false

        /// Creates the default options.
        package init() {}
    }

    /// The result of a simulation.
    package struct Report: Sendable {
        /// The seed.
        package let seed: UInt64
        /// The broken law, if any.
        package var fault: SimulationFault?
        /// The number of events.
        package var events = 0
        /// The simulated duration.
        package var time = MonotonicInstant.zero
        /// A hash of the journal.
        package var journalHash = LineHash()
        /// A hash of all sent lines, in order.
        package var lineHash = LineHash()
        /// The situations that occurred.
        package var met: Set<String> = []
        /// A description of every event, if requested.
        package var trace: [String] = []
        /// Every input of the duel, if requested.
        package var history: SimulationHistory?
    }
}

extension Simulation {
    /// The situations that must occur at a thousand tables; otherwise the tables prove less than
    /// they seem to.
    ///
    /// Only the refusal of bad text is missing, because no simulated client sends any.
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
            "leftPause", "badMessage", "tokenUnknown",
        ]
        return Set(events + troubles + refusals.map(\.rawValue))
            .union(TablePhase.allCases.map(\.rawValue))
            .union(GameResult.Decider.allCases.map(\.rawValue))
    }()
}

/// A hash of bytes for comparing two runs (FNV-1a, 64 bits).
package struct LineHash: Hashable, Sendable, CustomStringConvertible {
    /// The hash.
    package var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Creates the hash of no bytes.
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
