/// How fast a recorded duel is shown.
package enum PlaybackSpeed: Int, CaseIterable, Hashable, Sendable {
    /// As it was played.
    case normal = 1
    case double = 2
    case fourfold = 4
    case eightfold = 8
    case sixteenfold = 16

    /// How it is typed.
    package var word: String { String(rawValue) }

    /// The next faster one, or this one if there is none.
    var faster: PlaybackSpeed { PlaybackSpeed(rawValue: rawValue * 2) ?? self }

    /// The next slower one, or this one if there is none.
    var slower: PlaybackSpeed { PlaybackSpeed(rawValue: rawValue / 2) ?? self }
}
