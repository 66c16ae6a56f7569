/// What happens in every situation to every stimulus, written down.
///
/// A line names stimuli, then after a colon what they bring: the refusal, or what is published,
/// with points, and after an arrow where the duel stands then. A line that ends with a backslash
/// goes on in the next one.
enum DuelTable {
    /// What holds in each situation that does not say otherwise.
    static let everywhere = """
        hello: refused alreadyGreeted
        pong returned otherReturned newcomer early deadline: nothing
        claimStale dealStale: refused staleBoard
        hint: refused hintsOff
        ready decline: refused nothingToAgree
        say: said by me
        resign: resigned me -> over by resigned for other
        leave: left me -> over by left for other
        otherGone: left other -> over by left for me
        """

    /// Every outcome by situation and stimulus.
    static let outcomes: [DuelSituation: [DuelStimulus: String]] = {
        let usual = rows(everywhere)
        var outcomes: [DuelSituation: [DuelStimulus: String]] = [:]
        for part in [beforeTheCards, openPlay, turns, standstill, alone] {
            for section in part.split(separator: "## ") {
                let lines = section.split(separator: "\n", maxSplits: 1).map(String.init)
                guard let situation = DuelSituation(rawValue: lines[0]), lines.count == 2 else {
                    preconditionFailure("no situation is called \(lines[0])")
                }
                precondition(outcomes[situation] == nil, "\(situation) is written down twice")
                outcomes[situation] = usual.merging(rows(lines[1])) { _, own in own }
            }
        }
        return outcomes
    }()

    private static func rows(_ text: String) -> [DuelStimulus: String] {
        var rows: [DuelStimulus: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ": ", maxSplits: 1)
            guard parts.count == 2 else { preconditionFailure("no outcome in \"\(line)\"") }
            // Where a line was broken, spaces are left.
            let outcome = parts[1].split(separator: " ").joined(separator: " ")
            for word in parts[0].split(separator: " ") {
                guard let stimulus = DuelStimulus(rawValue: String(word)) else {
                    preconditionFailure("no stimulus is called \(word)")
                }
                precondition(rows[stimulus] == nil, "\(stimulus) is written down twice")
                rows[stimulus] = outcome
            }
        }
        return rows
    }
}
