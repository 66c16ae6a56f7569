import SetHost
import SetProtocol

/// The inputs of a simulated table's duel, and the duel after each.
package struct SimulationHistory: Sendable {
    package struct Step: Sendable {
        package let input: DuelInput
        package let time: TableInstant
        /// The last revision published before it.
        package let revision: Revision
        package let effects: [DuelEffect]
        package let duel: Duel
    }

    package let header: JournalHeader
    package internal(set) var steps: [Step] = []

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
