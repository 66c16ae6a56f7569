import SetProtocol

/// One thing about a theme that can be written in a form.
package enum ThemeField: Hashable, Sendable {
    case name
    /// The outline of a symbol: the name of a curve, `polygon` or `smooth`.
    case shape(Variant)
    /// The points of an outline of the player's own.
    case points(Variant)
    /// Whether the symbol is drawn or set from its characters.
    case making(Variant)
    case glyphs(Variant)
    case singular(Variant)
    case plural(Variant)
    case symbolLetter(Variant)
    case colorName(Variant)
    case colorLetter(Variant)
    case ink(Variant, Background)
    /// What the ink turns into towards the bottom; empty for the same.
    case gradient(Variant, Background)
    case fill(Variant)
    case fillName(Variant)
    /// The face of the cards; empty for the usual.
    case paper(Background)
    /// Whether cards carry the letters of their colors.
    case letters

    /// The values of a field that is chosen and not typed.
    package var choices: [String]? {
        switch self {
        case .shape: Curve.builtIn.map(\.name) + ["polygon", "smooth"]
        case .making: ["drawn", "characters"]
        case .fill: Fill.allCases.map(\.rawValue)
        case .letters: ["no", "yes"]
        case .name, .points, .glyphs, .singular, .plural, .symbolLetter, .colorName, .colorLetter,
            .ink, .gradient, .fillName, .paper:
            nil
        }
    }

    /// The background that the field is about; `nil` for both.
    package var background: Background? {
        switch self {
        case .ink(_, let background), .gradient(_, let background), .paper(let background):
            background
        case .name, .shape, .points, .making, .glyphs, .singular, .plural, .symbolLetter,
            .colorName, .colorLetter, .fill, .fillName, .letters:
            nil
        }
    }

    /// What can stand in it, in a short sentence.
    package var advice: String {
        switch self {
        case .name: "The theme's name: 1 to \(SafeText.nameColumns) characters."
        case .shape: "The outline. Choose polygon or smooth to set your own points."
        case .points: "Corners from 0,0 (top left) to 1,1 (bottom right): 0.5,0 1,1 0,1"
        case .making: "Draws the outline, or fills it with characters."
        case .glyphs: "For small cards: one character, or three for solid, striped, open."
        case .singular: "The name of one symbol."
        case .plural: "The name of two or three symbols."
        case .symbolLetter: "A lowercase letter for the symbol."
        case .colorName: "The color's name."
        case .colorLetter: "A capital letter for the color."
        case .ink(_, let background):
            "Color on a \(background.rawValue) background, such as #FF5533."
        case .gradient(_, let background):
            "Bottom color on a \(background.rawValue) background; empty for no gradient."
        case .fill: "How the symbol is filled."
        case .fillName: "The fill's name."
        case .paper(let background):
            "Card face on a \(background.rawValue) background; empty for the default."
        case .letters: "Shows each card's color letter."
        }
    }
}
