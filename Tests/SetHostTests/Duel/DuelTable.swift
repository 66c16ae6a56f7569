import SetTestSupport

/// What happens in every situation to every stimulus, as Tests/Golden/duel/table.txt has it.
///
/// A line names stimuli, then after a colon what they bring: the refusal, or what is published,
/// with points, and after an arrow where the duel stands then. What stands under `everywhere` holds in each
/// situation that does not say otherwise.
enum DuelTable {
    /// Every outcome by situation and stimulus.
    static let outcomes: [DuelSituation: [DuelStimulus: String]] = {
        var usual: [DuelStimulus: String] = [:]
        var outcomes: [DuelSituation: [DuelStimulus: String]] = [:]
        for section in goldenText("duel/table").split(separator: "## ") {
            let lines = section.split(separator: "\n").map(String.init)
            if lines[0] == "everywhere" {
                usual = rows(lines.dropFirst())
                continue
            }
            guard let situation = DuelSituation(rawValue: lines[0]) else {
                preconditionFailure("no situation is called \(lines[0])")
            }
            precondition(outcomes[situation] == nil, "\(situation) is written down twice")
            outcomes[situation] = usual.merging(rows(lines.dropFirst())) { _, own in own }
        }
        return outcomes
    }()

    private static func rows(_ lines: ArraySlice<String>) -> [DuelStimulus: String] {
        var rows: [DuelStimulus: String] = [:]
        for line in lines {
            let parts = line.split(separator: ": ", maxSplits: 1)
            guard parts.count == 2 else { preconditionFailure("no outcome in \"\(line)\"") }
            for word in parts[0].split(separator: " ") {
                guard let stimulus = DuelStimulus(rawValue: String(word)) else {
                    preconditionFailure("no stimulus is called \(word)")
                }
                precondition(rows[stimulus] == nil, "\(stimulus) is written down twice")
                rows[stimulus] = String(parts[1])
            }
        }
        return rows
    }
}
