import SetHost
import SetProtocol

/// All that happened to a simulated duel, and where it stood after each event.
public struct SimulationHistory: Sendable {
    /// One event.
    public struct Step: Sendable {
        /// What happened.
        public let input: DuelInput
        /// When.
        public let time: TableTime
        /// What had been published before.
        public let revision: Revision
        /// What the duel answered.
        public let effects: [DuelEffect]
        /// The duel after it.
        public let duel: Duel
    }

    /// What was played.
    public let rules: Rules
    /// What the shuffles followed from.
    public let seed: ShuffleSeed
    /// The events.
    public internal(set) var steps: [Step] = []

    /// How its journal begins.
    public var header: JournalHeader {
        var codes = SeededGenerator(seed: seed.number)
        return JournalHeader(
            table: TableCode(using: &codes), serial: 0, isPrivate: false,
            opened: CivilTime(secondsSince1970: 1_795_281_605), rules: rules, seed: seed)
    }

    /// The lines of its journal: the first is the header's.
    public var journal: [[UInt8]] {
        var encoder = JournalEncoder()
        var lines = [encoder.line(for: header)]
        for step in steps {
            lines.append(
                encoder.line(for: .input(step.input), at: step.time, revision: step.revision))
        }
        return lines
    }
}
