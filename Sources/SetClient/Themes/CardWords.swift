import SetProtocol

/// What cards are called in a theme.
package struct CardWords: Equatable, Sendable {
    let theme: Theme
    /// Some themes name a color after how it looks on the terminal's background.
    let background: Background

    package init(_ theme: Theme, on background: Background = .dark) {
        (self.theme, self.background) = (theme, background)
    }

    /// The card in words, such as "two striped red ovals".
    package func describe(_ card: Card) -> String {
        [
            name(of: .number, card[.number]), name(of: .shading, card[.shading]),
            name(of: .color, card[.color]),
            symbolName(card[.shape], plural: card[.number] != .one),
        ].joined(separator: " ")
    }

    func list(_ cards: [Card]) -> String { cards.map(describe).joined(separator: ", ") }

    /// The theme's name, and what it calls symbols, fills, and colors.
    func summary(isRandom: Bool = false) -> String {
        let symbols = theme.symbols.all.map(\.plural).listed()
        let colors = theme.colors.all.map { $0.name[background] }.listed()
        let fills = theme.fills.all.map(\.name).listed()
        let name = SafeText.sanitized(theme.name) + (isRandom ? ", picked at random" : "")
        return "\(name): \(symbols); \(fills); \(colors)."
    }

    /// The three colors, and the three symbols, each in a line.
    var variants: [String] {
        [theme.colors.all.map { $0.name[background] }, theme.symbols.all.map(\.plural)]
            .map { SafeText.sanitized($0.joined(separator: ", ")) }
    }

    /// The card in four ASCII characters: number, color, shape and fill, such as `2Ro=`.
    func code(_ card: Card) -> String {
        var code = String(card[.number].rawValue)
        code.unicodeScalars.append(theme.colors[card[.color]].letter[background])
        code.unicodeScalars.append(theme.symbols[card[.shape]].letter)
        code.unicodeScalars.append(theme.fills[card[.shading]].asciiMark)
        return code
    }

    /// What the theme calls one variant of a feature, such as "striped" or "ovals".
    package func name(of feature: Feature, _ variant: Variant) -> String {
        switch feature {
        case .number: PerVariant("one", "two", "three")[variant]
        case .shape: symbolName(variant, plural: true)
        case .shading: theme.fills[variant].name
        case .color: theme.colors[variant].name[background]
        }
    }

    func symbolName(_ shape: Variant, plural: Bool) -> String {
        plural ? theme.symbols[shape].plural : theme.symbols[shape].singular
    }
}
