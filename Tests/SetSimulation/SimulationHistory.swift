import SetHost
import SetProtocol

/// All that happened to a simulated duel, and where it stood after each event.
package struct SimulationHistory: Sendable {
    /// One event.
    package struct Step: Sendable {
        /// What happened.
        package let input: DuelInput
        /// When.
        package let time: TableInstant
        /// What had been published before.
        package let revision: Revision
        /// What the duel answered.
        package let effects: [DuelEffect]
        /// The duel after it.
        package let duel: Duel
    }

    /// What was played.
    package let rules: Rules
    /// What the shuffles followed from.
    package let seed: ShuffleSeed
    /// The events.
    package internal(set) var steps: [Step] = []

    /// How its journal begins.
    package var header: JournalHeader {
        var codes = SeededGenerator(seed: seed.number)
        return JournalHeader(
            table: TableCode(using: &codes), serial: 0, isPrivate: false,
            opened: CivilTime(secondsSince1970: 1_795_281_605), rules: rules, seed: seed)
    }

    /// The lines of its journal: the first is the header's.
    package var journal: [[UInt8]] {
        var encoder = JournalEncoder()
        var lines = [encoder.line(for: header)]
        for step in steps {
            lines.append(
                encoder.line(for: .input(step.input), at: step.time, revision: step.revision))
        }
        return lines
    }
}
