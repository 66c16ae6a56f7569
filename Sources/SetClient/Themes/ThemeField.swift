import SetProtocol

/// What a theme has once or for each of three variants, as a row of a form.
package enum ThemeRow: Int, CaseIterable, Sendable {
    case name
    /// The outline of a symbol: the name of a curve, `polygon` or `smooth`.
    case shape
    /// The points of an outline of the player's own.
    case points
    /// Whether the symbol is drawn or set from its characters.
    case style
    case glyphs, singular, plural, symbolLetter
    case colorName, colorLetter
    case onDark
    /// What the ink turns into towards the bottom; empty for the same.
    case fadeOnDark
    case onLight, fadeOnLight
    case fill, fillName
    /// The face of the cards on a dark background and on a light one; empty for the usual.
    case paper
    /// Whether cards carry the letters of their colors.
    case letters

    var label: String {
        switch self {
        case .symbolLetter, .colorLetter: "letter"
        case .colorName: "color"
        case .onDark: "on dark"
        case .onLight: "on light"
        case .fadeOnDark, .fadeOnLight: " fade to"
        case .fillName: "name"
        case .name, .shape, .points, .style, .glyphs, .singular, .plural, .fill, .paper, .letters:
            "\(self)"
        }
    }

    var beginsGroup: Bool { [.shape, .colorName, .fill, .paper].contains(self) }

    /// What it has: one field for each variant, two for a dark and a light background, or one.
    package var fields: [ThemeField] {
        let variants: [Variant] =
            switch self {
            case .name, .letters: [.one]
            case .paper: [.one, .two]
            case _: Variant.allCases
            }
        return variants.map { ThemeField(self, $0) }
    }

    /// The values of fields that are chosen and not typed.
    package var choices: [String]? {
        switch self {
        case .shape: Curve.builtIn.map(\.name) + ["polygon", "smooth"]
        case .style: ["drawn", "characters"]
        case .fill: Fill.allCases.map(\.rawValue)
        case .letters: ["no", "yes"]
        case _: nil
        }
    }
}

/// One thing about a theme that can be written in a form.
package struct ThemeField: Hashable, Sendable {
    package let row: ThemeRow
    let variant: Variant

    package init(_ row: ThemeRow, _ variant: Variant = .one) {
        (self.row, self.variant) = (row, variant)
    }

    package static let all = ThemeRow.allCases.flatMap(\.fields)

    /// The background that the field is about; `nil` for both.
    var background: Background? {
        switch row {
        case .onDark, .fadeOnDark: .dark
        case .onLight, .fadeOnLight: .light
        case .paper: variant == .one ? .dark : .light
        case _: nil
        }
    }

    /// What can stand in it, in a short sentence.
    package var advice: String {
        let name = background?.rawValue ?? ""
        return switch row {
        case .name: "The theme's name: 1 to \(SafeText.nameColumns) characters."
        case .shape: "The outline. Choose polygon or smooth to set your own points."
        case .points: "For polygon and smooth, from 0,0 (top left) to 1,1: 0.5,0 1,1 0,1"
        case .style: "Draws the outline, or fills it with characters."
        case .glyphs: "For small cards: one character, or three for solid, striped, open."
        case .singular: "The name of one symbol."
        case .plural: "The name of two or three symbols."
        case .symbolLetter: "A lowercase letter for the symbol."
        case .colorName: "The color's name."
        case .colorLetter: "A capital letter for the color."
        case .onDark, .onLight: "Color on a \(name) background, such as #FF5533."
        case .fadeOnDark, .fadeOnLight:
            "Bottom color on a \(name) background; empty for no gradient."
        case .fill: "How the symbol is filled."
        case .fillName: "The fill's name."
        case .paper: "Card face on a \(name) background; empty for the default."
        case .letters: "Shows each card's color letter."
        }
    }
}
