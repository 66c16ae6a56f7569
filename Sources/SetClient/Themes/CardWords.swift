import SetProtocol

package enum CardWords {
    /// The card in words, such as "two striped red ovals".
    package static func describe(_ card: Card, _ theme: Theme, on background: Background = .dark)
        -> String
    {
        [
            name(of: .number, card[.number], theme, on: background),
            name(of: .shading, card[.shading], theme, on: background),
            name(of: .color, card[.color], theme, on: background),
            symbolName(card[.shape], theme, plural: card[.number] != .one),
        ].joined(separator: " ")
    }

    static func list(_ cards: [Card], _ theme: Theme, on background: Background = .dark) -> String {
        cards.map { describe($0, theme, on: background) }.joined(separator: ", ")
    }

    /// A theme's three colors, and its three symbols, each in a line.
    static func variants(of theme: Theme, on background: Background) -> [String] {
        [theme.colors.all.map { $0.name[background] }, theme.symbols.all.map(\.plural)]
            .map { SafeText.sanitized($0.joined(separator: ", ")) }
    }

    /// The card in four ASCII characters: number, color, shape and fill, such as `2Ro=`.
    package static func code(_ card: Card, _ theme: Theme, on background: Background = .dark)
        -> String
    {
        var code = String(card[.number].rawValue)
        code.unicodeScalars.append(theme.colors[card[.color]].letter[background])
        code.unicodeScalars.append(theme.symbols[card[.shape]].letter)
        code.unicodeScalars.append(theme.fills[card[.shading]].asciiMark)
        return code
    }

    /// What a theme calls one variant of a feature, such as "striped" or "ovals".
    package static func name(
        of feature: Feature, _ variant: Variant, _ theme: Theme, on background: Background = .dark
    ) -> String {
        switch feature {
        case .number: PerVariant("one", "two", "three")[variant]
        case .shape: theme.symbols[variant].plural
        case .shading: theme.fills[variant].name
        case .color: theme.colors[variant].name[background]
        }
    }

    package static func symbolName(_ shape: Variant, _ theme: Theme, plural: Bool) -> String {
        plural ? theme.symbols[shape].plural : theme.symbols[shape].singular
    }
}
