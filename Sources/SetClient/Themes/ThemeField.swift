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
        case .name: "What the theme is called: 1 to \(SafeText.nameColumns) characters."
        case .shape: "The outline; polygon and smooth are points of your own."
        case .points: "Corners from 0,0 upper left to 1,1 lower right: 0.5,0 1,1 0,1"
        case .making: "Drawn along the outline, or set in it from characters."
        case .glyphs: "On small cards: one character, or three for solid, striped, open."
        case .singular: "What one of them is called."
        case .plural: "What two or three of them are called."
        case .symbolLetter: "A small letter that stands for the symbol."
        case .colorName: "What the color is called."
        case .colorLetter: "A capital letter that stands for the color."
        case .ink(_, let background): "The ink on a \(background.rawValue) ground, as #FF5533."
        case .gradient(_, let background):
            "The ink at the bottom on a \(background.rawValue) ground; empty for no gradient."
        case .fill: "How the inside of the symbol looks."
        case .fillName: "What the fill is called."
        case .paper(let background):
            "The face of the cards on a \(background.rawValue) ground; empty for the usual."
        case .letters: "Whether each card carries the letter of its color."
        }
    }
}
