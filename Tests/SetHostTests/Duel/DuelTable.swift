import Foundation
import SetHost
import SetProtocol
import SetTestSupport
import Testing

/// What happens in every situation to every stimulus, as Tests/Golden/duel/table.txt has it.
///
/// The file begins with the stimuli, each a name and, after a colon, the steps of a ``DuelStory``. A situation
/// is a heading with its name and the steps to it. Each of its lines names stimuli, and after a colon what the
/// last step brings: the refusal, or what is published, with points, and after an arrow where the duel stands
/// then. What stands under `everywhere` holds in each situation that does not say otherwise.
enum DuelTable {
    /// Where a duel can stand, seen by one player ("me").
    struct Situation: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let steps: String
        let outcomes: [String: String]

        /// The seats from which a player can be in this situation.
        var seats: [Seat] { steps.hasPrefix("start solo") ? [.first] : Seat.allCases }

        func scene(for me: Seat) throws -> DuelScene { try DuelStory(steps, me: me).scene }

        /// Lets every stimulus happen to the duel, caused by either player.
        func forEach(_ body: (Trial) throws -> Void) throws {
            for me in seats {
                for (name, stimulus) in stimuli {
                    let steps = [steps] + stimulus.dropLast()
                    var story = try DuelStory(steps.joined(separator: ", "), me: me)
                    let before = story.scene
                    let effects = try story.apply(stimulus.last ?? "")
                    try body(
                        Trial(
                            name: name, me: me, before: before, after: story.scene,
                            effects: effects))
                }
            }
        }
    }

    /// A stimulus and what it brought.
    struct Trial {
        let name: String
        let me: Seat
        let before: DuelScene
        let after: DuelScene
        let effects: [DuelEffect]

        var comment: Comment { "\(name) by the \(me) seat" }
    }

    /// The stimuli by name, with their steps.
    static let stimuli: [(name: String, steps: [String])] = sections[0].rows.map {
        ($0.names, $0.outcome.components(separatedBy: ", "))
    }

    /// Every situation, with what comes of each stimulus.
    static let situations: [Situation] = {
        let usual = outcomes(sections[1].rows)
        return sections[2...].map { heading, rows in
            let parts = heading.components(separatedBy: ": ")
            precondition(parts.count == 2, "no steps lead to \"\(heading)\"")
            return Situation(
                testDescription: parts[0], steps: parts[1],
                outcomes: usual.merging(outcomes(rows)) { _, own in own })
        }
    }()

    private typealias Row = (names: String, outcome: String)

    private static let sections: [(heading: String, rows: [Row])] = goldenText("duel/table").split(
        separator: "## "
    ).map { section in
        let lines = section.split(separator: "\n").map(String.init)
        let rows = lines.dropFirst().map { line in
            let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
            precondition(parts.count == 2, "no outcome in \"\(line)\"")
            return (names: parts[0], outcome: parts[1])
        }
        return (heading: lines[0], rows: rows)
    }

    private static func outcomes(_ rows: [Row]) -> [String: String] {
        let pairs = rows.flatMap { row in
            row.names.split(separator: " ").map { (String($0), row.outcome) }
        }
        return Dictionary(pairs) { one, _ in preconditionFailure("\(one) is written down twice") }
    }
}
