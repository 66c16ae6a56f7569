/// How many times faster than it was played a duel is shown.
package enum PlaybackSpeed: Int, CaseIterable, Hashable, Sendable {
    case normal = 1
    case double = 2
    case fourfold = 4
    case eightfold = 8
    case sixteenfold = 16

    package var word: String { String(rawValue) }

    /// The next faster speed, if there is one.
    var faster: PlaybackSpeed { PlaybackSpeed(rawValue: rawValue * 2) ?? self }

    /// The next slower speed, if there is one.
    var slower: PlaybackSpeed { PlaybackSpeed(rawValue: rawValue / 2) ?? self }
}
