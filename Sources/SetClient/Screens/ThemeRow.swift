import SetProtocol

/// A row of the form in which a theme is written, with a field for each variant where there are
/// three.
enum ThemeRow: CaseIterable, Hashable {
    case name
    case shape, points, making, glyphs, singular, plural, symbolLetter
    case colorName, colorLetter, dark, darkBottom, light, lightBottom
    case fill, fillName
    case paper, letters

    /// What stands before the fields.
    var label: String {
        switch self {
        case .name: "name"
        case .shape: "shape"
        case .points: "points"
        case .making: "style"
        case .glyphs: "glyphs"
        case .singular: "singular"
        case .plural: "plural"
        case .symbolLetter, .colorLetter: "letter"
        case .colorName: "color"
        case .dark: "on dark"
        case .light: "on light"
        case .darkBottom, .lightBottom: "  to"
        case .fill: "fill"
        case .fillName: "name"
        case .paper: "paper"
        case .letters: "letters"
        }
    }

    /// The fields from left to right.
    var fields: [ThemeField] {
        func each(_ field: (Variant) -> ThemeField) -> [ThemeField] {
            Variant.allCases.map(field)
        }
        return switch self {
        case .name: [.name]
        case .shape: each { .shape($0) }
        case .points: each { .points($0) }
        case .making: each { .making($0) }
        case .glyphs: each { .glyphs($0) }
        case .singular: each { .singular($0) }
        case .plural: each { .plural($0) }
        case .symbolLetter: each { .symbolLetter($0) }
        case .colorName: each { .colorName($0) }
        case .colorLetter: each { .colorLetter($0) }
        case .dark: each { .ink($0, .dark) }
        case .darkBottom: each { .gradient($0, .dark) }
        case .light: each { .ink($0, .light) }
        case .lightBottom: each { .gradient($0, .light) }
        case .fill: each { .fill($0) }
        case .fillName: each { .fillName($0) }
        case .paper: [.paper(.dark), .paper(.light)]
        case .letters: [.letters]
        }
    }

    /// Whether something new begins with it, which a blank row sets apart where there is room.
    var beginsGroup: Bool {
        switch self {
        case .shape, .colorName, .fill, .paper: true
        case .name, .points, .making, .glyphs, .singular, .plural, .symbolLetter, .colorLetter,
            .dark, .darkBottom, .light, .lightBottom, .fillName, .letters:
            false
        }
    }
}
