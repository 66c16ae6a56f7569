package enum Strength: String, CaseIterable, Sendable {
    case beginner
    case easy
    case medium
    case hard
    case master
    case even

    struct Skill: Equatable, Sendable {
        /// The median time to see the only set on a board.
        var search: Duration
        /// How often, in percent, it mistakes three cards for a set.
        var errors: UInt64
        /// How often, in percent, it overlooks every set and thinks there is none.
        var blindness: UInt64
        var hand: Duration
    }

    /// A casual player needs ten to twenty seconds for a new board, a regular one about eight.
    ///
    /// The strengths range around that, each nearly twice as fast as the previous one. On twelve cards
    /// there are usually two or three sets, so the first one is seen in less than ``Skill/search``.
    var skill: Skill {
        switch self {
        case .beginner:
            Skill(search: .seconds(45), errors: 15, blindness: 12, hand: .milliseconds(900))
        case .easy:
            Skill(search: .seconds(17), errors: 9, blindness: 7, hand: .milliseconds(700))
        case .medium:
            Skill(search: .milliseconds(9500), errors: 5, blindness: 3, hand: .milliseconds(550))
        case .hard:
            Skill(search: .seconds(5), errors: 2, blindness: 1, hand: .milliseconds(400))
        case .master:
            Skill(search: .milliseconds(2500), errors: 0, blindness: 0, hand: .milliseconds(300))
        case .even:
            Skill(search: .seconds(17), errors: 6, blindness: 4, hand: .milliseconds(600))
        }
    }

    /// One sentence for people who choose an opponent, with the median time of a first set.
    package var summary: String {
        switch self {
        case .beginner:
            "finds a set in about 30 seconds; often makes mistakes: for your first games"
        case .easy: "finds a set in about 10 seconds; sometimes makes mistakes"
        case .medium: "finds a set in about 6 seconds, like a regular player"
        case .hard: "finds a set in about 3 seconds; rarely makes mistakes"
        case .master: "finds a set in about 1.5 seconds; never makes mistakes"
        case .even: "adapts its speed until you win about half of the sets"
        }
    }
}

extension Strength.Skill {
    private static let step = 1.2
    /// The limits of its search, in seconds.
    private static let limits = 1.5...60

    /// Slows down after a set that the computer found, and speeds up after another.
    mutating func adapt(isOwnSet: Bool) {
        let seconds = search / .seconds(1) * (isOwnSet ? Self.step : 1 / Self.step)
        search = .seconds(min(max(seconds, Self.limits.lowerBound), Self.limits.upperBound))
    }
}
