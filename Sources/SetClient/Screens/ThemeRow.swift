import SetProtocol

/// A row of the theme editor: one field, or one for each variant.
struct ThemeRow: Equatable {
    let label: String
    /// The fields from left to right.
    let fields: [ThemeField]
    /// Whether a blank row precedes it where there is room.
    let beginsGroup: Bool

    private init(_ label: String, _ fields: [ThemeField], beginsGroup: Bool = false) {
        (self.label, self.fields, self.beginsGroup) = (label, fields, beginsGroup)
    }

    private init(
        _ label: String, beginsGroup: Bool = false, _ field: (Variant) -> ThemeField
    ) {
        self.init(label, Variant.allCases.map(field), beginsGroup: beginsGroup)
    }

    static let all: [ThemeRow] = [
        ThemeRow("name", [.name]),
        ThemeRow("shape", beginsGroup: true) { .shape($0) },
        ThemeRow("points") { .points($0) },
        ThemeRow("style") { .making($0) },
        ThemeRow("glyphs") { .glyphs($0) },
        ThemeRow("singular") { .singular($0) },
        ThemeRow("plural") { .plural($0) },
        ThemeRow("letter") { .symbolLetter($0) },
        ThemeRow("color", beginsGroup: true) { .colorName($0) },
        ThemeRow("letter") { .colorLetter($0) },
        ThemeRow("on dark") { .ink($0, .dark) },
        ThemeRow(" fade to") { .gradient($0, .dark) },
        ThemeRow("on light") { .ink($0, .light) },
        ThemeRow(" fade to") { .gradient($0, .light) },
        ThemeRow("fill", beginsGroup: true) { .fill($0) },
        ThemeRow("name") { .fillName($0) },
        ThemeRow("paper", [.paper(.dark), .paper(.light)], beginsGroup: true),
        ThemeRow("letters", [.letters]),
    ]
}
