import SetHost
import SetProtocol

/// The inputs of a simulated table's duel, and the duel after each.
package struct SimulationHistory: Sendable {
    /// One input.
    package struct Step: Sendable {
        /// The input.
        package let input: DuelInput
        /// The time of the input.
        package let time: TableInstant
        /// The last revision published before it.
        package let revision: Revision
        /// The effects.
        package let effects: [DuelEffect]
        /// The duel after the input.
        package let duel: Duel
    }

    /// The header of its journal.
    package let header: JournalHeader
    /// The inputs, in order.
    package internal(set) var steps: [Step] = []

    /// The rules of the table.
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
