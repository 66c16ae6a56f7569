/// What a player may set for themselves; nothing of it concerns the game.
public struct ClientSettings: Hashable, Sendable {
    /// The name of the theme in use.
    public var theme: String
    /// Whether each new game uses another theme; then ``theme`` is the one of this game.
    public var isThemeRandom: Bool
    /// Whether the palette for colour-blind players replaces the theme's colours.
    public var isColorBlind: Bool
    /// The keyboard whose letters lie on the cards.
    public var keyboard: Keyboard
    /// How much of what happens is shown as movement.
    public var motion: MotionLevel

    /// The given settings.
    public init(
        theme: String = "classic", isThemeRandom: Bool = false, isColorBlind: Bool = false,
        keyboard: Keyboard = .qwerty, motion: MotionLevel = .full
    ) {
        self.theme = theme
        self.isThemeRandom = isThemeRandom
        self.isColorBlind = isColorBlind
        self.keyboard = keyboard
        self.motion = motion
    }
}

/// How much of what happens at the table is shown as movement.
public enum MotionLevel: String, CaseIterable, Hashable, Sendable {
    /// Cards fly, turn over, rise and shake.
    case full
    /// Everything changes in its place; what is new stands out for a moment.
    case reduced
    /// Everything changes in its place.
    case none

    /// The level after this one, around and around.
    public var next: MotionLevel {
        switch self {
        case .full: .reduced
        case .reduced: .none
        case .none: .full
        }
    }
}

/// A keyboard layout, as far as it decides which letters lie where.
public enum Keyboard: String, CaseIterable, Hashable, Sendable {
    case qwerty
    case qwertz
    case azerty
    case dvorak
    case colemak

    /// The four rows of keys from the digits down, ten keys each, left to right.
    public var rows: [String] {
        switch self {
        case .qwerty: ["1234567890", "qwertyuiop", "asdfghjkl;", "zxcvbnm,./"]
        case .qwertz: ["1234567890", "qwertzuiop", "asdfghjklö", "yxcvbnm,.-"]
        case .azerty: ["1234567890", "azertyuiop", "qsdfghjklm", "wxcvbn,;:!"]
        case .dvorak: ["1234567890", "',.pyfgcrl", "aoeuidhtns", ";qjkxbmwvz"]
        case .colemak: ["1234567890", "qwfpgjluy;", "arstdhneio", "zxcvbkm,./"]
        }
    }
}
