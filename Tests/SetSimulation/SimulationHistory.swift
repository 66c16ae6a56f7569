import SetHost
import SetProtocol

/// The inputs of a simulated table's duel, and where it stood after each.
package struct SimulationHistory: Sendable {
    /// One input.
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

    /// How its journal begins.
    package let header: JournalHeader
    /// The inputs, in order.
    package internal(set) var steps: [Step] = []

    /// What was played.
    package var rules: Rules { header.rules }

    /// The lines of a journal of the inputs alone, without notes; the first line is the header's.
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
