/// What an ink is for, other than a symbol.
package enum SurfaceRole: String, CaseIterable, Hashable, Sendable {
    /// The face of a card.
    case paper
    /// The strip below the symbols of a small card.
    case strip
    /// The background of a sheet of text that lies over the table.
    case sheet
    /// The thin line around a card that nothing is said about.
    case edge
    /// The key printed on a card.
    case label
    case back
    case pattern
    /// The corners of the card under the cursor.
    case cursor
    /// A card the player has marked in private.
    case mark
    /// A card the player has picked.
    case mine
    /// A card the opponent has picked.
    case theirs
    /// A card of a set just found.
    case match
    /// A card of three that are no set.
    case mismatch
    /// A card a hint has shown.
    case hint

    /// The usual ink of the role.
    ///
    /// The paper is a little lighter or darker than the usual grounds, and absent where there are
    /// few colors: players dislike large patches of a wrong color more than none.
    package var usual: AdaptiveColor {
        switch self {
        case .paper: .init(dark: .init(0x24262D, 235, nil), light: .init(0xEAE6D9, 254, nil))
        // Another ink than the paper's, or a sheet over cards would look like one more of them.
        case .sheet: .init(dark: .init(0x181A20, 234, nil), light: .init(0xFDFCF9, 231, nil))
        // Of 256 colors, one that is lighter than the light paper: more inks can be read on both.
        case .strip: .init(dark: .init(0x343842, 237, nil), light: .init(0xD9D4C4, 255, nil))
        case .edge: .init(dark: .init(0x4D515C, 240, 8), light: .init(0xA29C8B, 247, 7))
        case .label: .init(dark: .init(0xA3A9B8, 248, 7), light: .init(0x66645D, 241, 8))
        case .back: .init(dark: .init(0x1F3A5F, 17, nil), light: .init(0xC9D8EC, 152, nil))
        case .pattern: .init(dark: .init(0x4F7DB8, 67, 12), light: .init(0x5E83B5, 67, 4))
        case .cursor: .init(dark: .init(0xFFFFFF, 231, 15), light: .init(0x000000, 16, 0))
        case .mark: .init(dark: .init(0xB8BDC9, 250, 7), light: .init(0x57554E, 240, 8))
        case .mine: .init(dark: .init(0xFFD75F, 221, 11), light: .init(0xA86200, 130, 3))
        case .theirs: .init(dark: .init(0x5FAFFF, 75, 14), light: .init(0x0066BB, 25, 6))
        case .match: .init(dark: .init(0x5FE07A, 84, 10), light: .init(0x00802F, 28, 2))
        case .mismatch: .init(dark: .init(0xFF5C8A, 204, 9), light: .init(0xC4003B, 161, 1))
        case .hint: .init(dark: .init(0xFFAF6B, 215, 13), light: .init(0x8A3FBF, 97, 5))
        }
    }
}
