import SetProtocol

extension Simulation {
    package struct Options: Sendable {
        package var mostEvents = 2000
        /// Whether to hash the journal and all lines; this takes time.
        package var isHashing = false
        package var isTracing = false
        /// The planted fault.
        package var planted: PlantedFault?
        /// Spoils the input of the inspector, to check that the inspector notices.
        package var spoiler: SimulationSpoiler?
        /// Whether the report contains the history of the duel; this takes memory.
        package var isRecording = false

        package init() {}
    }

    package struct Report: Sendable {
        package let seed: UInt64
        package var fault: SimulationFault?
        package var events = 0
        package var time = MonotonicInstant.zero
        /// Checksums, for comparing two runs.
        package var journalHash = CRC32()
        package var lineHash = CRC32()
        package var met: Set<String> = []
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
        let troubles = [
            "aimed", "busy", "cut", "silent", "killed", "recovered", "restarted", "held", "race",
            "leftPause", "badMessage", "tokenUnknown", "promoted", "madeRoom",
        ]
        return Set(troubles + refusals.map(\.rawValue))
            .union(TableEvent.Kind.allCases.map(\.rawValue))
            .union(TablePhase.allCases.map(\.rawValue))
            .union(GameResult.Decider.allCases.map(\.rawValue))
    }()
}
