/// How a card on the board is marked: picked, pointed at, part of a set.
package struct CardState: Hashable, Sendable {
    /// The part a card plays in a selection.
    package enum Standing: String, CaseIterable, Hashable, Sendable {
        case free
        case mine
        case theirs
        case match
        /// In three cards that are not a set.
        case mismatch
    }

    package var standing = Standing.free
    package var isUnderCursor = false
    package var isMarked = false
    package var isHinted = false
    /// Whether it cannot be played now.
    package var isDimmed = false
    /// Whether it has just been dealt and no motion shows that.
    package var isNew = false
}

/// How a state looks: a heavy line in its color, and a sign, so that it never depends on color alone.
///
/// What happens in the game has a line all around the card; what only helps to find a card has its
/// corners.
struct CardAccent: Equatable {
    let role: SurfaceRole
    let sign: Unicode.Scalar
    let asciiSign: Unicode.Scalar
    let word: String

    var isQuiet: Bool { [.mark, .hint, .label].contains(role) }

    /// The sign and its word, or the sign alone where the card has too few columns.
    func words(_ sign: Unicode.Scalar, in columns: Int) -> String {
        let full = " \(sign) \(word) "
        return full.unicodeScalars.count + 6 <= columns ? full : " \(sign) "
    }

    /// The accent of a card's most important state, if it has one.
    init?(_ state: CardState) {
        switch state.standing {
        case .mine: self.init(.mine, "●", "*", "picked")
        case .theirs: self.init(.theirs, "◆", "@", "picked")
        case .match: self.init(.match, "✓", "+", "set")
        case .mismatch: self.init(.mismatch, "✗", "x", "not a set")
        case .free:
            if state.isHinted {
                self.init(.hint, "★", "?", "hint")
            } else if state.isMarked {
                self.init(.mark, "•", "o", "marked")
            } else if state.isNew {
                self.init(.label, "✦", "^", "new")
            } else {
                return nil
            }
        }
    }

    private init(
        _ role: SurfaceRole, _ sign: Unicode.Scalar, _ asciiSign: Unicode.Scalar, _ word: String
    ) {
        (self.role, self.sign, self.asciiSign, self.word) = (role, sign, asciiSign, word)
    }
}
