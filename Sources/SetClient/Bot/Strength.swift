/// How well the computer plays.
package enum Strength: String, CaseIterable, Hashable, Sendable {
    case beginner
    case easy
    case medium
    case hard
    case master

    /// The human skills that make up a strength.
    struct Skill: Hashable, Sendable {
        /// The median time to see the only set on a board.
        var search: Duration
        /// How often, in percent, it mistakes three cards for a set.
        var errors: UInt64
        /// How often, in percent, it overlooks every set and thinks there is none.
        var blindness: UInt64
        /// The time from one pick to the next.
        var hand: Duration
    }

    /// The table of skills.
    ///
    /// People who know the game need about eight seconds for a new board. The strengths range
    /// around that, each about twice as fast as the previous one.
    var skill: Skill {
        switch self {
        case .beginner:
            Skill(search: .seconds(45), errors: 15, blindness: 12, hand: .milliseconds(900))
        case .easy:
            Skill(search: .seconds(22), errors: 9, blindness: 7, hand: .milliseconds(700))
        case .medium:
            Skill(search: .seconds(11), errors: 5, blindness: 3, hand: .milliseconds(550))
        case .hard:
            Skill(search: .milliseconds(5500), errors: 2, blindness: 1, hand: .milliseconds(400))
        case .master:
            Skill(search: .milliseconds(2500), errors: 0, blindness: 0, hand: .milliseconds(300))
        }
    }

    /// One sentence for people who choose an opponent.
    package var summary: String {
        switch self {
        case .beginner: "slow and often wrong: for your first games"
        case .easy: "takes its time and is sometimes wrong"
        case .medium: "about as fast as a regular player"
        case .hard: "fast and rarely wrong"
        case .master: "finds a set in two or three seconds and is never wrong"
        }
    }
}
