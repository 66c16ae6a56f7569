/// How well the computer plays.
package enum Strength: String, CaseIterable, Hashable, Sendable {
    case beginner
    case easy
    case medium
    case hard
    case master

    /// The human skills that a strength is made of.
    struct Skill: Hashable, Sendable {
        /// How long it takes, in half of the cases, to see the only set on a board.
        var search: Duration
        /// How often, in percent, what it takes for a set is none.
        var errors: UInt64
        /// How often, in percent, it overlooks every set and takes the board for empty.
        var blindness: UInt64
        /// The time from one pick to the next.
        var hand: Duration
    }

    /// The table of skills.
    ///
    /// People who know the game need about eight seconds on a fresh board; the strengths lie around
    /// that, each about twice as quick as the one before.
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
