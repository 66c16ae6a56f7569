/// What a card on the board has to tell beside its symbols.
package struct CardState: Hashable, Sendable {
    /// The part a card plays in a selection.
    package enum Standing: String, CaseIterable, Hashable, Sendable {
        /// None.
        case free
        /// The player has picked it.
        case mine
        /// The opponent has picked it.
        case theirs
        /// It belongs to a set just found.
        case match
        /// It belongs to three cards that are no set.
        case mismatch
    }

    /// Its part in a selection.
    package var standing: Standing
    /// Whether the cursor is on it.
    package var isUnderCursor: Bool
    /// Whether the player has marked it, for no one else to see.
    package var isMarked: Bool
    /// Whether a hint has shown it.
    package var isHinted: Bool
    /// Whether it cannot be played now.
    package var isDimmed: Bool
    /// Whether it has come just now, where nothing shows that by moving.
    package var isNew: Bool

    /// A card about which nothing is said, unless told otherwise.
    package init(
        _ standing: Standing = .free, isUnderCursor: Bool = false, isMarked: Bool = false,
        isHinted: Bool = false, isDimmed: Bool = false, isNew: Bool = false
    ) {
        self.standing = standing
        self.isUnderCursor = isUnderCursor
        self.isMarked = isMarked
        self.isHinted = isHinted
        self.isDimmed = isDimmed
        self.isNew = isNew
    }
}

/// How a state looks: an ink, an edge and a sign, so that color alone never distinguishes a state.
struct CardAccent: Hashable {
    let role: SurfaceRole
    let edge: CardEdge
    let sign: Unicode.Scalar
    let asciiSign: Unicode.Scalar
    let word: String

    /// Whether corners are enough of an edge: for what a player does in private, and often.
    var isQuiet: Bool { role == .mark }

    /// The accent of what matters most about a card; `nil` when nothing is said about it.
    init?(_ state: CardState) {
        switch state.standing {
        case .mine: self.init(.mine, .block, "●", "*", "picked")
        case .theirs: self.init(.theirs, .double, "◆", "@", "theirs")
        case .match: self.init(.match, .heavy, "✓", "+", "set")
        case .mismatch: self.init(.mismatch, .brokenHeavy, "✗", "x", "not a set")
        case .free:
            if state.isHinted {
                self.init(.hint, .broken, "★", "?", "hint")
            } else if state.isMarked {
                self.init(.mark, .thin, "•", "o", "marked")
            } else if state.isNew {
                self.init(.label, .heavy, "✦", "^", "new")
            } else {
                return nil
            }
        }
    }

    private init(
        _ role: SurfaceRole, _ edge: CardEdge, _ sign: Unicode.Scalar,
        _ asciiSign: Unicode.Scalar, _ word: String
    ) {
        self.role = role
        self.edge = edge
        self.sign = sign
        self.asciiSign = asciiSign
        self.word = word
    }
}
